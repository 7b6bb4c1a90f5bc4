"""
Weeks by name: ISO years, leap weeks, other first days.
"""

from datetime import date

import pytest

from checkin_cli.weekly.calendar import NoSuchWeek, Span, label_of, week_named, weeks_named

_SUNDAY = 6


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("2026-W48", date(2026, 11, 23)),
        ("2026-11-25", date(2026, 11, 23)),
        ("2026-W53", date(2026, 12, 28)),
        ("2027-01-01", date(2026, 12, 28)),
        ("2026-W01", date(2025, 12, 29)),
        ("2026-03-08", date(2026, 3, 2)),
    ],
)
def test_a_week_is_named_by_iso_or_by_any_of_its_days(text: str, start: date) -> None:
    assert week_named(text, 0) == start


@pytest.mark.parametrize(
    "text",
    [
        "2025-W53",
        "2027-W53",
        "2026-W00",
        "2026-W54",
        "2026-W4",
        "2026W48",
        "2026-02-30",
        "0000-W01",
        "",
        "48",
        "２０２６-W48",
    ],
)
def test_a_week_that_does_not_exist_has_no_name(text: str) -> None:
    with pytest.raises(NoSuchWeek):
        week_named(text, 0)


@pytest.mark.parametrize(
    ("start", "label"),
    [
        (date(2026, 12, 28), "2026-W53"),
        (date(2025, 12, 29), "2026-W01"),
        (date(2027, 1, 4), "2027-W01"),
        (date(2026, 11, 22), "2026-W48"),
    ],
)
def test_a_label_pairs_iso_year_and_iso_week(start: date, label: str) -> None:
    assert label_of(start) == label


@pytest.mark.parametrize("first", range(7))
def test_names_go_both_ways_whatever_day_weeks_start_on(first: int) -> None:
    start = week_named("2026-W53", first)
    assert (start.weekday(), label_of(start)) == (first, "2026-W53")
    assert week_named("2027-01-02", _SUNDAY) == date(2026, 12, 27)


def test_a_span_has_both_ends_one_or_all() -> None:
    days = [date(2026, 12, 20), date(2027, 1, 4)]
    span = weeks_named("2026-W50..2027-W01", 0)
    assert span.starts(days, 0, from_the_start=True)[0] == date(2026, 12, 7)
    starts = [date(2026, 12, 14), date(2026, 12, 21), date(2026, 12, 28), date(2027, 1, 4)]
    assert span.starts(days, 0, from_the_start=False) == starts
    assert weeks_named("..", 0).starts(days, 0, from_the_start=False) == starts
    assert weeks_named("2027-W01..", 0).starts(days, 0, from_the_start=True) == starts[-1:]
    assert weeks_named("all", 0).starts(days, 0, from_the_start=False) == [starts[0], starts[-1]]
    assert Span().starts([], 0, from_the_start=True) == []


@pytest.mark.parametrize("text", ["2026-W48", "2026-W48..2026-W47", "x..", "1000-W01..2026-W48"])
def test_a_span_that_is_none_has_no_weeks(text: str) -> None:
    with pytest.raises(NoSuchWeek):
        weeks_named(text, 0)
