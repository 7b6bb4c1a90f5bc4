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
    fainting = {"categories": ["fainting_or_palpitations"]}
    rows = [
        *_two_weeks(),
        _day(3, 70, safety={"held": True}),
        _day(3, key="c-2"),
        _day(3, 70, "c-2"),
        _day(9, 80, "c-2"),
    ]
    rows[-1]["safety"] = fainting
    run = checkin("summarize", "-", *ASKED, "--all", given=_lines(*rows))
    assert [line.split()[0] for line in run.stderr.decode().splitlines()[-2:]] == ["c-2", "c-1"]
