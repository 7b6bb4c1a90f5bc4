"""
Every syllable of Hangul, whole or in parts: one form inside, one form in a copy.
"""

import json
import unicodedata
from pathlib import Path
from typing import Any, Literal

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.proofreading.particles import _is_misfit
from checkin_cli.rendering import render_canonical
from tests.conftest import FIXTURES, Run
from tests.hostile.corpus import FREE, document, planted

SYLLABLES = [chr(number) for number in range(0xAC00, 0xD7A4)]
PARTS = {chr(number) for number in (*range(0x1100, 0x1200), *range(0xA960, 0xA980), *range(0xD7B0, 0xD800))}
Form = Literal["NFC", "NFD", "NFKC", "NFKD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
OTHER: dict[Form, Form] = {"NFC": "NFD", "NFD": "NFC"}


def copy_of(given: Any, doctrine: Doctrine) -> str:
    return render_canonical(read_document(json.dumps(given).encode(), ReadingRules()), doctrine).body


def test_every_syllable_comes_out_whole_in_whatever_form_it_came_in(doctrine: Doctrine) -> None:
    """All 11,172, in the note of a card; no part of one is left in any copy."""
    assert len(SYLLABLES) == 11_172
    for some in (SYLLABLES[start : start + 3000] for start in range(0, len(SYLLABLES), 3000)):
        words = "".join(some)
        copies = {
            copy_of(planted("card", ("operator_note",), unicodedata.normalize(form, words)), doctrine) for form in FORMS
        }
        [copy] = copies
        assert words in copy
        assert not PARTS & set(copy)


@pytest.mark.parametrize(
    ("kind", "path"),
    [("card", ("subject_label",)), ("card", ("operator_note",)), ("weekly", ("actions", 0, "text"))],
)
def test_equal_words_give_equal_copies_in_every_field(
    kind: str, path: tuple[str | int, ...], doctrine: Doctrine
) -> None:
    for start in range(0, len(SYLLABLES), 40):
        words = "".join(SYLLABLES[start : start + 40])
        composed, parts = (unicodedata.normalize(form, words) for form in ("NFC", "NFD"))
        assert composed != parts
        assert copy_of(planted(kind, path, composed), doctrine) == copy_of(planted(kind, path, parts), doctrine)


@pytest.mark.parametrize("kind", ["daily", "weekly", "card"])
def test_twins_of_a_document_have_one_copy_and_one_receipt(kind: str, checkin: Run, tmp_path: Path) -> None:
    """Whatever form its words and keys are written in."""
    records = []
    for form in ("NFC", "NFD"):
        whole = document(kind)
        for path in FREE[kind]:
            if path not in {("ref",), ("memory", "recent_adjustment_id")}:
                whole = _with(whole, path, unicodedata.normalize(form, "김하늘 각갛힣"))
        (tmp_path / "twin.json").write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
        records.append(checkin("render", tmp_path / "twin.json", "--format", "jsonl").stdout)
    assert b'"status":"rendered"' in records[0]
    assert records[0] == records[1]


def _with(whole: Any, path: tuple[str | int, ...], text: str) -> Any:
    part = whole
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = text
    return whole


@pytest.mark.parametrize(
    "words",
    ["ㅎㅏㄴㄱㅡㄹ", "ﾡﾣﾤ", "\u1112", "\u1161\u11ab", "\u1112\u1112\u1161", "가\u11a8", "각\u11a8", "㉠㈀", "\u302e가"],
    ids=ascii,
)
def test_letters_that_are_no_syllable_stay_what_they_are(words: str, doctrine: Doctrine) -> None:
    """Compatibility and half-width letters are characters of their own; parts join only where they make a syllable."""
    copy = copy_of(planted("card", ("operator_note",), words), doctrine)
    assert unicodedata.normalize("NFC", words) in copy


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_customer_is_found_in_either_form(form: Form, checkin: Run, tmp_path: Path) -> None:
    """In the documents, in the profile and on the command line."""
    key = "김하늘-각갛"
    whole = planted("daily", ("customer_key",), unicodedata.normalize(form, key))
    (tmp_path / "day.json").write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    profile = {"schema_version": "customer-profile-v1", "customer_key": unicodedata.normalize(form, key)}
    (tmp_path / "profile.json").write_text(json.dumps(profile, ensure_ascii=False), encoding="utf-8")
    run = checkin(
        "summarize", tmp_path / "day.json", "--customer", unicodedata.normalize(OTHER[form], key), "--week", "2026-W10",
        "--profile", tmp_path / "profile.json",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr.decode()
    week = json.loads(run.stdout)
    assert week["customer_key"] == key
    assert week["checkin_days"] == 1


def test_a_file_is_opened_by_its_bytes_and_shown_composed(checkin: Run, tmp_path: Path) -> None:
    name = unicodedata.normalize("NFD", "가온각갛.json")
    (tmp_path / name).write_text('{"finalized":false}')
    run = checkin("validate", tmp_path / name)
    assert run.returncode == 3
    assert "/가온각갛.json" in run.stderr.decode("utf-8")


def test_an_emoji_reaches_a_console_that_cannot_show_it(checkin: Run, tmp_path: Path) -> None:
    """Copies are bytes; what is said beside them is escaped where the console lacks a character."""
    good = planted("card", ("operator_note",), "👍🏽 ✓ 한글 — é")
    bad = {**document("card"), "👍é": 1}
    (tmp_path / "in.jsonl").write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n")
    usual = checkin("render", tmp_path / "in.jsonl")
    for encoding in ("cp949:strict", "ascii:strict", "latin-1:strict"):
        run = checkin("render", tmp_path / "in.jsonl", PYTHONIOENCODING=encoding)
        assert (run.returncode, run.stdout) == (3, usual.stdout)
        assert "👍🏽 ✓ 한글 — é".encode() in run.stdout
        assert b"error[unknown_key]" in run.stderr


def test_a_particle_is_judged_by_the_end_of_every_syllable() -> None:
    """With a final consonant 이, 은, 을 and 과 fit; without one 는, 를 and 와."""
    for syllable in SYLLABLES:
        closed = len(unicodedata.normalize("NFD", syllable)) == 3
        assert [_is_misfit(f"말{syllable}{particle}") for particle in "이은을과"] == [not closed] * 4
        assert [_is_misfit(f"말{syllable}{particle}") for particle in "는를와"] == [closed] * 3


def test_every_text_of_the_doctrine_and_of_the_fixtures_is_composed() -> None:
    """Words that are only found by their bytes would be lost in another form."""
    folders = (FIXTURES.parent / "doctrine", FIXTURES.parent / "checkin_cli")
    for path in (
        path for folder in folders for path in folder.rglob("*") if path.suffix in {".toml", ".py", ".md", ".j2", ".js"}
    ):
        assert unicodedata.is_normalized("NFC", path.read_text("utf-8")), path
