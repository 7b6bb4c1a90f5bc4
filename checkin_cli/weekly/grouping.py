"""
Which week a day is in.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Protocol, TypeVar

WEEK = timedelta(days=7)


def start_of_week(day: date, first_weekday: int) -> date:
    """
    The first day of the week that holds the day; weekdays count from Monday as 0.
    """
    return day - timedelta(days=(day.weekday() - first_weekday) % 7)


class _Dated(Protocol):
    @property
    def day(self) -> date: ...


T = TypeVar("T", bound=_Dated)


def by_week(items: Iterable[T], first_weekday: int) -> dict[date, list[T]]:
    """
    Group what ascends by day under the first days of the weeks.
    """
    weeks: dict[date, list[T]] = {}
    last = date.min
    for item in items:
        day = item.day
        if not weeks or day > last:
            start = start_of_week(day, first_weekday)
            last = start + timedelta(days=6)
            weeks[start] = week = []
        week.append(item)
    return weeks
