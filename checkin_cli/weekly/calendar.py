"""
Names of weeks, and which weeks are asked for.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from checkin_cli.weekly.grouping import WEEK, start_of_week

_LABEL = re.compile(r"([0-9]{4})-W([0-9]{2})")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_THURSDAY = 4
_LONGEST = timedelta(weeks=1040)
FIRST_YEAR, LAST_YEAR = 1900, 2199
"""
Of the days that weeks are made of: no sum of a day and some weeks leaves the calendar.
"""


class NoSuchWeek(ValueError):
    """
    Words that name no week.
    """


@dataclass(frozen=True)
class Span:
    """
    The weeks that are asked for, by their first days, both ends included; without an end as far as the check-ins go.
    """

    first: date | None = None
    last: date | None = None
    only_recorded: bool = False
    """
    True for all weeks that hold a check-in.
    """

    def starts(self, days: Collection[date], first_weekday: int, *, from_the_start: bool) -> list[date]:
        """
        The first days of the weeks asked for of a customer with check-ins on these days.

        The days ascend. Weeks before the first check-in are left out, unless `from_the_start` is set.
        """
        if self.only_recorded:
            starts: list[date] = []
            for day in days:
                if not starts or day - starts[-1] >= WEEK:
                    starts.append(start_of_week(day, first_weekday))
            return starts
        recorded = (start_of_week(min(days), first_weekday), start_of_week(max(days), first_weekday)) if days else None
        first = self.first if self.first is not None else recorded[0] if recorded else None
        last = self.last if self.last is not None else recorded[1] if recorded else None
        if first is None or last is None:
            return []
        if not from_the_start:
            if recorded is None:
                return []
            first = max(first, recorded[0])
        return [first + index * WEEK for index in range((last - first).days // 7 + 1)]


def week_named(text: str, first_weekday: int) -> date:
    """
    The first day of a week named `2026-W48` (ISO year and week) or by any of its days. Raises `NoSuchWeek`.

    Where weeks do not start on Monday, the ISO name means the week that holds its Thursday.
    """
    label = _LABEL.fullmatch(text)
    try:
        if label is not None:
            day = date.fromisocalendar(int(label[1]), int(label[2]), _THURSDAY)
        elif _DAY.fullmatch(text):
            day = date.fromisoformat(text)
        else:
            raise NoSuchWeek
    except ValueError:
        raise NoSuchWeek from None
    if not has_weeks(day):
        raise NoSuchWeek
    return start_of_week(day, first_weekday)


def has_weeks(day: date) -> bool:
    """
    True for a day that weeks are made of.
    """
    return FIRST_YEAR <= day.year <= LAST_YEAR


def weeks_named(text: str, first_weekday: int) -> Span:
    """
    A span written `FROM..TO`, either end left out at will, or `all`. Raises `NoSuchWeek`.
    """
    if text == "all":
        return Span(only_recorded=True)
    start, dots, end = text.partition("..")
    if not dots:
        raise NoSuchWeek
    first = week_named(start, first_weekday) if start else None
    last = week_named(end, first_weekday) if end else None
    if first is not None and last is not None and not timedelta() <= last - first <= _LONGEST:
        raise NoSuchWeek
    return Span(first, last)


def label_of(starts_on: date) -> str:
    """
    The ISO name of the week that holds the Thursday of these seven days (`2026-W53` for 28 December 2026).
    """
    thursday = starts_on + timedelta(days=(3 - starts_on.weekday()) % 7)
    year, week, _ = thursday.isocalendar()
    return f"{year:04}-W{week:02}"
