"""
`checkin summarize` where a sign of danger stands in what gets no summary, or is refused.
"""

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

MONDAY = date(2026, 11, 9)
ASKED = ("--week", "2026-W46")
HELD = {"held": True, "categories": ["self_harm"]}


def _lines(*rows: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _day(offset: int, weight: object = 80, key: str = "c-1", **members: Any) -> dict[str, Any]:
    day = str(MONDAY + timedelta(days=offset))
    start = {"schema_version": "daily-snapshot-v1", "kst_day": day, "finalized": True, "revision": 1}
    return {**start, "audience": "customer", "customer_key": key, "answers": {"bodyweight_kg": weight}, **members}


def _two_weeks(held: int | None = None) -> list[dict[str, Any]]:
    """Two weeks of days, one of them with a flag."""
    return [{**_day(offset), **({"safety": HELD} if offset == held else {})} for offset in range(-7, 7)]


def _event(name: str, offset: int, **members: Any) -> dict[str, Any]:
    at = f"{MONDAY + timedelta(days=offset)}T08:00:00+09:00"
    start = {"event_id": name, "recorded_at_kst": at, "customer_key": "c-1", "check_in": {"body_weight_kg": 80}}
    return {**start, **members}


_CLOSED: dict[str, tuple[list[dict[str, Any]], str]] = {
    "in-the-disputed-check-in": ([*_two_weeks(), _day(3, 70, safety=HELD)], "2026-11-12"),
    "on-another-day": ([*_two_weeks(4), _day(3, 70)], "2026-11-13"),
    "in-the-week-before": ([*_two_weeks(-5), _day(3, 70)], "2026-11-04"),
    "on-a-later-day": ([*_two_weeks(), _day(3, 70), _day(9, safety=HELD)], "2026-11-18"),
    "on-the-only-day": ([_day(3, safety=HELD), _day(3, 70)], "2026-11-12"),
    "before-the-first-day-that-counts": ([_day(3, safety=HELD), _day(3, 70), _day(9)], "2026-11-12"),
    "in-a-circle": (
        [_event("a", 1, supersedes="b", safety=HELD), _event("b", 2, supersedes="a"), _event("c", 3)],
        "2026-11-10",
    ),
    "in-one-that-supersedes-itself": ([_event("a", 2, supersedes="a", safety=HELD)], "2026-11-11"),
}


@pytest.mark.parametrize(("rows", "since"), _CLOSED.values(), ids=_CLOSED)
def test_a_hold_is_told_of_a_week_that_gets_no_summary(
    rows: list[dict[str, Any]], since: str, checkin: Run, tmp_path: Path
) -> None:
    """In the table before all conflicts, in the line of the report and among the explanations."""
    report = tmp_path / "report.jsonl"
    other = [_day(3, 70, "c-0"), _day(3, 71, "c-0")]
    options = (*ASKED, "--all", "--explain", "--report", report)
    run = checkin("summarize", "-", *options, given=_lines(*other, *rows))
    text = run.stderr.decode()
    assert (run.returncode, run.stdout) == (3, b"")
    _, closed = map(json.loads, report.read_bytes().splitlines())
    assert closed["safety"] == {**HELD, "since": since}
    assert f"\n  open safety flag: self_harm, open since {since}, cleared by nobody\n" in text
    *_, head, first, second = text.splitlines()
    assert head == "attention: 2 customers need a person"
    assert first.split()[:4] == ["c-1", "2026-W46", "safety_hold", "safety_flag"]
    assert f"self_harm, open since {since}, cleared by nobody; no summary" in first
    assert second.split()[:3] == ["c-0", "2026-11-12", "conflict"]
    alone = checkin("summarize", "-", *ASKED, "--customer", "c-1", given=_lines(*rows))
    assert f"question[safety_flag] c-1, 2026-W46: self_harm, open since {since}," in alone.stderr.decode()


def test_a_closed_week_without_a_flag_or_with_a_cleared_one_holds_nobody(checkin: Run, tmp_path: Path) -> None:
    report, profile = tmp_path / "report.jsonl", tmp_path / "profile.json"
    cleared = {"schema_version": "customer-profile-v1", "customer_key": "c-1", "safety_cleared_on": "2026-11-12"}
    profile.write_text(json.dumps(cleared))
    for rows in ([*_two_weeks(), _day(3, 70)], [*_two_weeks(), _day(3, 70, safety=HELD)]):
        options = (*ASKED, "--all", "--explain", "--report", report, "--force", "--profile", profile)
        run = checkin("summarize", "-", *options, given=_lines(*rows))
        assert json.loads(report.read_bytes())["safety"] is None
        assert b"self_harm" not in run.stderr
        assert run.stderr.decode().splitlines()[-1].split()[:3] == ["c-1", "2026-11-12", "conflict"]


def test_a_hold_with_an_emergency_line_comes_first_without_a_summary_too(checkin: Run) -> None:
    rows = [*_two_weeks(), _day(3, 70, safety={"held": True}), _day(3, key="c-2"), _day(3, 70, "c-2")]
    rows.append(_day(9, key="c-2", safety={"categories": ["fainting_or_palpitations"]}))
    run = checkin("summarize", "-", *ASKED, "--all", given=_lines(*rows))
    assert [line.split()[0] for line in run.stderr.decode().splitlines()[-2:]] == ["c-2", "c-1"]


_REFUSED: dict[str, dict[str, Any]] = {
    "a-weight-out-of-range": _day(3, 800, safety=HELD),
    "an-unknown-member": _day(3, safety=HELD, mood=3),
    "not-finalized": _day(3, safety=HELD, finalized=False),
    "an-unknown-category-beside-a-known-one": _day(3, safety={"categories": ["self_harm", "sorrow"]}),
    "the-word-in-another-place": _day(3, triage=["self_harm"]),
    "a-weight-in-another-unit": _event("x", 3, check_in={"body_weight_lb": 155}, safety=HELD),
    "a-time-of-another-kind": {**_day(3, safety=HELD), "recorded_at": 7},
}


@pytest.mark.parametrize("row", _REFUSED.values(), ids=_REFUSED)
def test_what_is_refused_keeps_its_sign_of_danger(row: dict[str, Any], checkin: Run) -> None:
    """It stays refused, and the customer is held from its day on."""
    rows = [day for day in _two_weeks() if day["kst_day"] != "2026-11-12"]
    run = checkin("summarize", "-", *ASKED, "--all", given=_lines(*rows, row))
    (found,) = map(json.loads, run.stdout.splitlines())
    text = run.stderr.decode()
    assert (run.returncode, found["judgment"]["verdict"], found["safety"]) == (3, "safety_hold", HELD)
    assert found["checkin_days"] == 6
    assert text.splitlines()[-1].endswith("self_harm, open since 2026-11-12, cleared by nobody")
    assert "sign_of_danger" not in text
    of_another = checkin("summarize", "-", *ASKED, "--customer", "c-9", given=_lines(*rows, row))
    # The words that a refused one could have been are listed, whoever asks.
    assert (of_another.returncode, b"open since" in of_another.stderr) == (3, False)


@pytest.mark.parametrize(
    ("row", "categories"),
    [
        (_day(3, safety={"categories": ["sorrow"]}), []),
        (_day(3, safety="yes"), []),
        (_day(3, mood=1, answers={"pain": 8}), ["injury_or_severe_pain"]),
        (_event("x", 3, weight=80, check_in={"pain_0to10": 7}), ["injury_or_severe_pain"]),
        (_event("x", 3, customer_key=None, weight=80, held=True), []),
        ({"flow": "x", "kst_day": "2026-11-12", "answers": {"bodyweight": 800}, "safety": True}, []),
    ],
)
def test_other_signs_in_what_is_refused(row: dict[str, Any], categories: list[str], checkin: Run) -> None:
    options = (*ASKED, "--customer", "c-1", "--export-customer", "c-1")
    run = checkin("summarize", "-", *options, given=_lines(*_two_weeks(), row))
    found = json.loads(run.stdout)
    assert (run.returncode, found["safety"]) == (3, {"held": True, "categories": categories})


def test_nothing_is_held_where_no_sign_is(checkin: Run) -> None:
    """Nor by an empty part, nor by a document that is no check-in."""
    rows = [
        _day(3, 800),
        _day(3, 800, safety={"held": False, "categories": []}),
        _event("x", 3, weight=80, safety=None, check_in={"pain_0to10": 6}),
        {"schema_version": "weekly-summary-v1", "kst_day": "2026-11-12", "customer_key": "c-1", "safety": HELD},
        {"schema_version": "customer-profile-v1", "customer_key": "c-1", "safety_cleared_on": "2026-11-12", "x": 1},
    ]
    run = checkin("summarize", "-", *ASKED, "--customer", "c-1", given=_lines(*_two_weeks(), *rows))
    assert (run.returncode, json.loads(run.stdout).get("safety"), b"sign_of_danger" in run.stderr) == (3, None, False)


_OF_NOBODY: dict[str, bytes] = {
    "no-key": _lines({key: each for key, each in _day(3, safety=HELD).items() if key != "customer_key"}),
    "a-key-that-is-none": _lines({**_day(3, safety=HELD), "customer_key": 7}),
    "no-day": _lines({**_day(3, safety=HELD), "kst_day": "12.11.2026"}),
    "a-day-of-no-week": _lines({**_day(3, safety=HELD), "kst_day": "0001-01-02"}),
    "two-keys": _lines(_day(3, safety=HELD))[:-2] + b', "customer_key": "c-2"}\n',
    "a-list": b"[" + _lines({"x": HELD})[:-1] + b"]\n",
    "cut-off": _lines(_day(3, safety=HELD))[:-2] + b"\n",
    "a-profile": _lines({"schema_version": "customer-profile-v1", "eligibility": ["under_18"], "x": 1}),
}


@pytest.mark.parametrize("line", _OF_NOBODY.values(), ids=_OF_NOBODY)
def test_a_sign_of_nobody_is_named_by_its_place(line: bytes, checkin: Run) -> None:
    run = checkin("summarize", "-", *ASKED, "--customer", "c-1", given=_lines(*_two_weeks()) + line)
    text = run.stderr.decode()
    assert (run.returncode, json.loads(run.stdout)["judgment"]["verdict"]) == (3, "maintain")
    said = "error[sign_of_danger] -, line 15: found a sign of danger in a refused input, required a customer and a day"
    assert said in text
    assert not any(word in text for word in ("self_harm", "12.11.2026"))


def test_keys_said_twice_and_other_encodings_are_read_for_signs(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "twice.json").write_bytes(_lines(_day(3, safety=HELD))[:-2] + b', "safety": {}}')
    (tmp_path / "wide.json").write_text(json.dumps(_day(3, safety=HELD)), "utf-16")
    for name in ("twice.json", "wide.json"):
        run = checkin("summarize", tmp_path / name, "-", *ASKED, "--customer", "c-1", given=_lines(*_two_weeks()))
        assert (run.returncode, json.loads(run.stdout)["safety"]) == (3, HELD)


@pytest.mark.parametrize(
    ("members", "held", "noted"),
    [
        ({"check_in": {"pain": 7}}, ["injury_or_severe_pain"], None),
        (
            {"check_in": {"pain": 7.5, "mood": 3}},
            ["injury_or_severe_pain"],
            "$.check_in.mood (1)",
        ),
        ({"check_in": {"pain": 6}}, None, "$.check_in.pain (1)"),
        ({"check_in": {"pain": True}}, None, "$.check_in.pain (1)"),
        ({"safety_hold": True, "mood": 3}, [], "$.mood (1)"),
        ({"check_in": {"safety_hold": True, "mood": 3}}, [], "$.check_in.mood (1)"),
        ({"safety_hold": False}, None, "$.safety_hold (1)"),
    ],
)
def test_a_key_that_holds_is_not_named_as_one_that_no_rule_reads(
    members: dict[str, Any], held: list[str] | None, noted: str | None, checkin: Run
) -> None:
    """Severe pain is a hold under the name that snapshots have for it too."""
    run = checkin("summarize", "-", *ASKED, "--customer", "c-1", given=_lines(_event("a", 3, **members)))
    safety = None if held is None else {"held": True, "categories": held}
    assert (run.returncode, json.loads(run.stdout).get("safety")) == (0, safety)
    note = f"note: keys of the event log that no rule reads: {noted}\n"
    text = run.stderr.decode()
    assert note in text if noted else "no rule reads" not in text
