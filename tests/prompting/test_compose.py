"""
The substrate: every sentence of its contract, on folders of a test's own and on the bundled one.
"""

import logging
from pathlib import Path

import pytest

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import approved_files, load_doctrine
from checkin_cli.errors import UsageError
from checkin_cli.prompting import (
    DEGRADED,
    ROUTES,
    SEPARATOR,
    STRICT,
    SubstrateOverflow,
    clear_cache,
    compose,
    rules_present,
)

ASK = "doctrine_ask"
TASK = "  할 일 {그대로}\n"
FULL, COMPACT, RULES, OVERLAY = "persona.full.md", "persona.compact.md", "rules.md", "overlays/operator.md"
PARTS = {FULL: "full voice", COMPACT: "compact voice", RULES: "the rules", OVERLAY: "the overlay"}


@pytest.fixture(autouse=True)
def _fresh() -> None:
    clear_cache()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A doctrine folder with a substrate that can be told apart."""
    (tmp_path / "prompts" / "overlays").mkdir(parents=True)
    for name, text in PARTS.items():
        (tmp_path / "prompts" / name).write_text(f"\n{text}\n\n")
    return tmp_path


def joined(*parts: str) -> str:
    return SEPARATOR.join(parts)


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    return [(record.levelno, record.getMessage()) for record in caplog.records]


def test_persona_rules_overlay_and_task_stand_in_this_order_with_one_separator(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert compose(ASK, TASK, folder=folder) == joined("full voice", "the rules", "the overlay", TASK)
    assert told(caplog) == []


def test_a_variant_chooses_the_persona(folder: Path) -> None:
    assert compose(ASK, TASK, variant="compact", folder=folder).startswith(joined("compact voice", "the rules"))
    with pytest.raises(ValueError, match="variant"):
        compose(ASK, TASK, variant="loud", folder=folder)  # type: ignore[arg-type]  # what a caller could get wrong


def test_a_missing_persona_is_left_out_quietly(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    (folder / "prompts" / FULL).unlink()
    assert compose(ASK, TASK, folder=folder) == joined("the rules", "the overlay", TASK)
    assert told(caplog) == []


def test_missing_rules_leave_a_banner_and_an_error(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "prompts" / RULES).unlink()
    assert compose(ASK, TASK, folder=folder) == joined("full voice", DEGRADED, "the overlay", TASK)
    assert told(caplog) == [(logging.ERROR, "prompts/rules.md is missing: a banner stands in its place")]


@pytest.mark.parametrize("raw", [b"", b" \n\t\n", b"\xff\xfe"], ids=["empty", "blank", "not UTF-8"])
def test_rules_that_say_nothing_count_as_missing(raw: bytes, folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "prompts" / RULES).write_bytes(raw)
    assert DEGRADED in compose(ASK, TASK, folder=folder)
    assert not rules_present(folder)
    assert [level for level, _ in told(caplog)] == [logging.ERROR]


def test_a_missing_overlay_is_an_error_and_no_overlay(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    (folder / "prompts" / OVERLAY).unlink()
    assert compose(ASK, TASK, folder=folder) == joined("full voice", "the rules", TASK)
    assert told(caplog) == [(logging.ERROR, "prompts/overlays/operator.md is missing: nothing stands in its place")]


def test_an_unknown_surface_gets_persona_rules_task_and_a_visible_line(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert compose("some\nwhere", TASK, folder=folder) == joined("full voice", "the rules", TASK)
    said = "unknown surface someU+000Awhere: persona and rules without an overlay"
    assert told(caplog) == [(logging.WARNING, said)]


@pytest.mark.parametrize("surface", sorted(STRICT))
def test_strict_json_gets_its_task_alone_byte_for_byte(
    surface: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever is missing, asked for or too long; and no strict surface has a route."""
    (folder / "prompts" / RULES).unlink()
    assert compose(surface, TASK, variant="full", budget_chars=0, folder=folder) == TASK
    assert surface not in ROUTES
    assert told(caplog) == []


def test_parts_over_the_budget_raise_and_nothing_is_cut(folder: Path) -> None:
    whole = joined("full voice", "the rules", "the overlay")
    assert compose(ASK, TASK * 100, budget_chars=len(whole), folder=folder) == joined(whole, TASK * 100)
    with pytest.raises(SubstrateOverflow) as raised:
        compose(ASK, TASK, budget_chars=len(whole) - 1, folder=folder)
    assert raised.value.exit_code == 2
    assert f"{len(whole)} characters" in str(raised.value)
    assert f"at most {len(whole) - 1}" in str(raised.value)
    shorter = joined("compact voice", "the rules", "the overlay")
    with pytest.raises(SubstrateOverflow):
        compose(ASK, TASK, variant="compact", budget_chars=len(shorter) - 1, folder=folder)


def test_files_are_read_once_until_the_cache_is_cleared(folder: Path) -> None:
    before = compose(ASK, TASK, folder=folder)
    for name in PARTS:
        (folder / "prompts" / name).write_text("changed")
    assert compose(ASK, TASK, folder=folder) == before
    clear_cache()
    assert compose(ASK, TASK, folder=folder) == joined("changed", "changed", "changed", TASK)


def test_what_was_missing_is_found_when_it_comes(folder: Path) -> None:
    """Or a surface that asked `rules_present` would go on without them."""
    (folder / "prompts" / RULES).unlink()
    assert DEGRADED in compose(ASK, TASK, folder=folder)
    (folder / "prompts" / RULES).write_text("the rules")
    assert DEGRADED not in compose(ASK, TASK, folder=folder)


def test_two_folders_are_two_substrates(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "prompts").mkdir(parents=True)
    (other / "prompts" / RULES).write_text("other rules")
    assert "the rules" in compose(ASK, TASK, folder=folder)
    assert "other rules" in compose(ASK, TASK, folder=other)


def test_rules_are_looked_for_on_the_disk_each_time(folder: Path) -> None:
    compose(ASK, TASK, folder=folder)
    assert rules_present(folder)
    (folder / "prompts" / RULES).unlink()
    assert not rules_present(folder)
    (folder / "prompts" / RULES).mkdir()
    assert not rules_present(folder)
    (folder / "prompts" / RULES).rmdir()
    (folder / "prompts" / RULES).write_text("the rules")
    assert rules_present(folder)


def test_every_route_finds_its_files_in_the_bundled_doctrine(caplog: pytest.LogCaptureFixture) -> None:
    assert rules_present()
    for surface in ROUTES:
        for variant in ("full", "compact"):
            assert compose(surface, TASK, variant=variant).count(SEPARATOR) == 3
    assert told(caplog) == []


def test_the_substrate_stands_outside_the_lock_and_task_texts_inside() -> None:
    """Voice and rules may be edited without approval: no word of them reaches a copy."""
    prompts = bundled_folder() / "prompts"
    there = {path.relative_to(prompts.parent).as_posix() for path in prompts.rglob("*.md")}
    substrate = {f"prompts/{name}" for name in PARTS}
    assert substrate < there
    assert there - set(approved_files(bundled_folder())) == substrate
    lock = (bundled_folder() / "doctrine.lock").read_text()
    assert [name for name in substrate if name in lock] == []


def test_an_edited_or_missing_substrate_changes_no_doctrine(doctrine_folder: Path) -> None:
    """A render neither knows nor refuses it; a changed task text it refuses."""
    before = load_doctrine(doctrine_folder).digest
    (doctrine_folder / "prompts" / RULES).write_text("other rules")
    (doctrine_folder / "prompts" / OVERLAY).unlink()
    assert load_doctrine(doctrine_folder).digest == before
    (doctrine_folder / "prompts" / "coach.md").write_text("another task")
    with pytest.raises(UsageError, match="doctrine_unlocked"):
        load_doctrine(doctrine_folder)
