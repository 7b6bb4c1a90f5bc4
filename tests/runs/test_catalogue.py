"""
Looking things up in the doctrine.
"""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from checkin_cli.doctrine import Atom, Doctrine, ToneSlot, load_quarantine, lock_of
from checkin_cli.doctrine.load import read_approved
from checkin_cli.errors import UsageError
from checkin_cli.runs.catalogue import Catalogue, Filters
from checkin_cli.runs.lint import lint_doctrine, proofread_all
from checkin_cli.runs.lock import lock_doctrine
from checkin_cli.runs.search import search


@pytest.fixture(scope="module")
def catalogue(doctrine: Doctrine) -> Catalogue:
    return Catalogue(doctrine)


def test_the_doctrine_has_its_full_size(catalogue: Catalogue) -> None:
    """And nothing in it is without a use."""
    counts = catalogue.counts()
    assert counts["principles"] == 150
    assert counts["atoms"] >= 100
    assert counts["variants"] >= 300
    assert counts["orphans"] == 0
    assert all(len(slot.variant) >= 6 for slot in catalogue.doctrine.tone.values())


SPLIT = {
    "trend": (7, 6, 2),
    "recording": (4, 4, 2),
    "rate": (0, 7, 5),
    "adherence": (1, 5, 4),
    "nutrition": (7, 5, 3),
    "digestion": (5, 3, 1),
    "fluids": (6, 3, 0),
    "sleep": (5, 3, 0),
    "training": (5, 5, 3),
    "movement": (3, 2, 1),
    "recovery": (4, 3, 1),
    "phases": (0, 3, 3),
    "goals": (7, 4, 0),
    "tone": (2, 2, 2),
    "safety": (3, 2, 4),
    "tools": (1, 1, 1),
}


@pytest.mark.parametrize("topic", SPLIT)
def test_principles_are_spread_over_topics_and_surfaces(topic: str, catalogue: Catalogue) -> None:
    surfaces = ("daily", "weekly", "adaptive_operator")
    assert SPLIT[topic] == tuple(len(catalogue.principles(Filters(topic, surface))) for surface in surfaces)


def test_filters_narrow_together(catalogue: Catalogue) -> None:
    found = catalogue.principles(Filters(surface="daily", risk="training", source="bull2020"))
    assert {each.id for each in found} == {
        "training.strength_in_week",
        "movement.some_is_better",
        "movement.minutes_add",
    }
    assert catalogue.principles(Filters(unused=True)) == []


def test_unverified_sources_and_models_carry_nothing(catalogue: Catalogue) -> None:
    idle = [source for source in catalogue.doctrine.sources.values() if not source.can_carry]
    assert {"hall2011", "thomas2014", "stevens2006", "ponikowski2016", "schoenfeld2019"} <= {each.id for each in idle}
    assert all(catalogue.carried_by(source) == [] for source in idle)


@pytest.mark.parametrize(
    ("wanted", "kind", "path"),
    [
        ("trend.day_swing", "principle", ("evidence", 0, "id")),
        ("sleep_short", "atom", ("principles", 0, "evidence", 0, "id")),
        ("sleep_short.b", "wording", ("atom", "principles", 0, "evidence", 0, "id")),
        ("ack.a", "wording", ("slot",)),
        ("daily.keep_protein", "action", ("principles", 0, "evidence", 0, "id")),
        ("cheuvront2004", "source", ("carries", 0)),
        ("daily_checkin_v1", "playbook", ("prose", 0, "slot")),
        ("weekly.courtesy", "tone", ("variant", 0, "id")),
    ],
)
def test_show_leads_from_any_id_to_its_ground(
    wanted: str, kind: str, path: tuple[str | int, ...], catalogue: Catalogue
) -> None:
    shown: object = catalogue.show(wanted)
    assert isinstance(shown, dict)
    assert shown["entry"] == kind
    for step in path:
        shown = shown[step]  # type: ignore[index]  # a path through JSON members
    assert isinstance(shown, str)


def test_an_unknown_id_is_refused(catalogue: Catalogue) -> None:
    with pytest.raises(UsageError, match="unknown_id"):
        catalogue.show("nothing.like_it")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("정체기", {"phases.slowdown", "loss_slow.b", "thomas2014"}),
        ("수면", {"sleep.regular", "sleep.short_hunger", "daily.record_sleep"}),
        ("피부두겹", {"rate.fast_gain", "helms2023"}),
        ("배고픔을 느끼다", {"recovery.break_hunger"}),
        ("Cheuvront", {"cheuvront2004"}),
    ],
)
def test_search_finds_words_parts_of_words_and_topics(query: str, expected: set[str], catalogue: Catalogue) -> None:
    assert expected <= {hit.id for hit in search(catalogue, query)}


def test_search_puts_the_words_themselves_first(catalogue: Catalogue) -> None:
    hits = search(catalogue, "수면")
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    literal = [hit for hit in hits if "수면" in hit.text]
    assert hits[: len(literal)] == literal
    kinds = [hit.kind for hit in literal]
    assert kinds == sorted(kinds, key=["principle", "wording", "action", "source"].index)
    assert search(catalogue, "없는낱말뷁") == []


def test_the_quarantine_holds_what_must_not_speak(catalogue: Catalogue) -> None:
    """Each with why; none of it is an approved wording."""
    held = load_quarantine(None)
    assert len(held) >= 20
    assert {each.category for each in held} >= {"unsourced", "overclaiming", "medical", "guilt", "extreme_practice"}
    owners: list[Atom | ToneSlot] = [*catalogue.doctrine.atoms.values(), *catalogue.doctrine.tone.values()]
    approved = {variant.text for owner in owners for variant in owner.variant}
    assert approved.isdisjoint(each.text for each in held)


@pytest.mark.full
def test_what_was_turned_away_is_known_again(doctrine_folder: Path, doctrine: Doctrine) -> None:
    """A sentence from the quarantine, whatever its blanks and stops."""
    atom = doctrine.atoms["sleep_enough"]
    turned_away = replace(atom.variant[0], text="다음 주부터 하루 섭취를 더 낮추세요")
    changed = replace(
        doctrine, atoms={**doctrine.atoms, atom.id: replace(atom, variant=(turned_away, *atom.variant[1:]))}
    )
    rules = {(finding.id, finding.rule) for finding in proofread_all(doctrine_folder, changed)}
    assert {("sleep_enough.a", "quarantined"), ("sleep_enough.a", "order"), ("sleep_enough.a", "statement")} <= rules
    longer = replace(turned_away, text="어제보다 체중이 늘었으니 지방이 꽤 붙었어요.")
    atoms = {**doctrine.atoms, atom.id: replace(atom, variant=(longer, *atom.variant[1:]))}
    found = proofread_all(doctrine_folder, replace(doctrine, atoms=atoms))
    assert ("sleep_enough.a", "quarantined") in {(each.id, each.rule) for each in found}


@pytest.mark.full
def test_lint_finds_orphans_and_a_stale_compiled_form(doctrine_folder: Path) -> None:
    """A lock may hold both: neither changes what a render says."""
    file = doctrine_folder / "choi-coach-public-doctrine.toml"
    lonely = file.read_text("utf-8").split("[[principle]]")[1].replace("trend.day_swing", "trend.lonely")
    file.write_text(f"{file.read_text('utf-8')}\n[[principle]]{lonely}", "utf-8")
    lock_doctrine(doctrine_folder, lambda _folder, _doctrine: [], "none")
    assert [(each.id, each.rule) for each in lint_doctrine(doctrine_folder).findings] == [("trend.lonely", "orphan")]
    compiled = doctrine_folder / "compiled.json"
    forged = compiled.read_bytes().replace("오늘 체크인 잘".encode(), "오늘 체크인 참".encode())
    compiled.write_bytes(forged)
    lock = lock_of(read_approved(doctrine_folder), hashlib.sha256(forged).hexdigest(), "none")
    (doctrine_folder / "doctrine.lock").write_text(lock.text)
    assert ("compiled.json", "stale") in {(each.id, each.rule) for each in lint_doctrine(doctrine_folder).findings}
