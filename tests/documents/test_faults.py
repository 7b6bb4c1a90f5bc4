"""
Every fault of a document, for whoever corrects it: the first is the one that a reading names.
"""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.documents import ReadingRules, faults_in, read_document
from checkin_cli.errors import DocumentRefused
from tests import strategies
from tests.conftest import FIXTURES, Run
from tests.written import written

RULES = ReadingRules()
DAY: dict[str, Any] = json.loads((FIXTURES / "day" / "full-training-day.json").read_bytes())
WEEK: dict[str, Any] = json.loads((FIXTURES / "day" / "week-in-range.json").read_bytes())


def _first(raw: bytes) -> tuple[str, str, str, str, str] | None:
    try:
        read_document(raw, RULES)
    except DocumentRefused as refused:
        return _said(refused)
    return None


def _said(refused: DocumentRefused) -> tuple[str, str, str, str, str]:
    return refused.code, str(refused.place), refused.found, refused.required, refused.hint


def _places(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each.code, each.place.path) for each in faults_in(json.dumps(document).encode(), RULES)]


def test_members_are_judged_one_by_one() -> None:
    """Types, words, ranges, keys that are not known and keys that are missing, at any depth."""
    document = {key: value for key, value in DAY.items() if key not in {"revision", "kst_day"}}
    document |= {"finalized": False, "bogus": 1}
    document["answers"] = {"condition": "4", "sleep_hours": 25, "digestion": "x", "training": {"rpe": 11}}
    assert set(_places(document)) == {
        ("missing_key", "$.kst_day"),
        ("not_finalized", "$.finalized"),
        ("unknown_key", "$.bogus"),
        ("wrong_type", "$.answers.condition"),
        ("out_of_range", "$.answers.sleep_hours"),
        ("not_listed", "$.answers.digestion"),
        ("out_of_range", "$.answers.training.rpe"),
        ("missing_key", "$.answers.training.status"),
    }


def test_items_of_a_list_are_judged_one_by_one() -> None:
    actions = [{"id": "keep_calories"}, {"id": "nothing"}, {"id": "record_mornings", "count": 9}, 3, {"id": []}]
    assert _places(WEEK | {"actions": actions, "average_weight_kg": "70"}) == [
        ("wrong_type", "$.average_weight_kg"),
        ("missing_key", "$.actions[0].calories_kcal"),
        ("not_listed", "$.actions[1].id"),
        ("out_of_range", "$.actions[2].count"),
        ("wrong_type", "$.actions[3]"),
        ("wrong_type", "$.actions[4].id"),
    ]


@pytest.mark.parametrize("path", sorted((FIXTURES / "refused").glob("*.json")), ids=lambda path: path.stem)
def test_the_first_fault_is_that_of_a_reading(path: Any) -> None:
    raw = path.read_bytes()
    first = _first(raw)
    found = [_said(each) for each in faults_in(raw, RULES)]
    assert found[:1] == ([first] if first else [])


_ANY = st.sampled_from([None, True, 0, -1, 999999, "", "x", "1", [], [1], {}, {"a": 1}])


@given(st.one_of(strategies.daily(), strategies.weekly(), strategies.card()), st.data())
@settings(max_examples=300)
def test_whatever_is_changed_a_reading_names_the_first(document: dict[str, Any], data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(0, 3))):
        part = data.draw(st.sampled_from([document, *(each for each in document.values() if isinstance(each, dict))]))
        key = data.draw(st.sampled_from([*part, "bogus"])) if part else "bogus"
        if data.draw(st.booleans()):
            part.pop(key, None)
        else:
            part[key] = data.draw(_ANY)
    raw = written(document)
    first = _first(raw)
    found = [_said(each) for each in faults_in(raw, RULES)]
    assert found[:1] == ([first] if first else [])
    assert len(found) == len({(code, place) for code, place, *_ in found})


def test_validate_prints_them_all_and_render_the_first(checkin: Run, tmp_path: Any) -> None:
    path = tmp_path / "day.json"
    path.write_text(json.dumps(DAY | {"revision": "1", "bogus": 1, "answers": {"condition": 6}}))
    said = checkin("validate", path)
    assert (said.returncode, said.stdout) == (3, b"")
    assert said.stderr.count(b"error[") == 3
    assert checkin("render", path).stderr.count(b"error[") == 1


def test_faults_without_end_are_cut(checkin: Run, tmp_path: Any) -> None:
    path = tmp_path / "day.json"
    path.write_text(json.dumps(DAY | {f"bogus{number}": 1 for number in range(40)}))
    said = checkin("validate", path)
    assert said.stderr.count(b"error[") == 20
    assert said.stderr.decode().endswith(f"note: {path}: more faults than these; correct them first\n")
