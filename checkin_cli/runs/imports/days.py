"""
Days and times of exports, as days in Seoul.
"""

import re
from datetime import UTC, date, datetime, time, timedelta, timezone
from enum import Enum
from functools import cache
from zoneinfo import ZoneInfo

from checkin_cli.errors import DocumentRefused

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_US_DAY = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?")
_ZONE = re.compile(r"([+-])([0-9]{2}):?([0-9]{2})")
_MOMENT = re.compile(rf"(?P<day>{_DAY.pattern})(?:[T ](?P<time>{_TIME.pattern}) ?(?P<zone>Z|{_ZONE.pattern})?)?")

_NEXT_DAY_IN_SEOUL = time(15)
"""
Of a time in UTC: from here on it is the next day in Seoul.
"""


class Clock(Enum):
    """
    Whose clock times without a zone are read from.
    """

    local = "local"
    """
    The person's own, which is Seoul's.
    """

    utc = "utc"

    either = "either"
    """
    One of the two, and nobody knows which: only times that fall on one day by both are taken.
    """


@cache
def seoul() -> ZoneInfo:
    """
    The zone whose days count.
    """
    return ZoneInfo("Asia/Seoul")


def day_of(text: str) -> date:
    """
    A day written `2026-11-25`. Any other order of its parts could be another day, and is refused.
    """
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise _unclear("a day in another order than year, month, day")
    return _date(*map(int, found.groups()))


def us_day_of(text: str) -> date:
    """
    A day written `11/25/26`: month, day, year of this century. Only for a format that is known to write it so.
    """
    found = _US_DAY.fullmatch(text)
    if found is None:
        raise _unclear("a day that is not MM/DD/YY")
    month, day, year = map(int, found.groups())
    return _date(2000 + year, month, day)


def time_of(text: str) -> time:
    """
    A time written `07:10` or `07:10:00`; fractions of a second are dropped.
    """
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise _unclear("a time that is not HH:MM or HH:MM:SS")
    hour, minute, second = (int(part or 0) for part in found.groups())
    try:
        return time(hour, minute, second)
    except ValueError:
        raise _unclear("a time that no clock shows") from None


def moment_of(text: str, clock: Clock | None) -> tuple[date, datetime | None]:
    """
    The day in Seoul, and the moment if there is one, of `2026-11-25`, `2026-11-25 07:10:00 +0900` and the like.

    `clock` is for times without a zone, which are refused without it.
    """
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        raise _unclear("a day in another order than year, month, day, or a time in words")
    day = day_of(found["day"])
    if found["time"] is None:
        return day, None
    if found["zone"] is None:
        return on_clock(day, time_of(found["time"]), clock)
    moment = datetime.combine(day, time_of(found["time"]), _zone(found["zone"]))
    return _in_seoul(moment)


def on_clock(day: date, wall: time, clock: Clock | None) -> tuple[date, datetime]:
    """
    The day and the moment of a time without a zone.
    """
    if clock is None or (clock is Clock.either and wall >= _NEXT_DAY_IN_SEOUL):
        found = "a time without a zone, which may be of another day in Seoul"
        raise DocumentRefused("clock_unclear", found, "one day in Seoul")
    if clock is Clock.utc:
        return _in_seoul(datetime.combine(day, wall, UTC))
    return day, datetime.combine(day, wall, seoul())


def _in_seoul(moment: datetime) -> tuple[date, datetime]:
    try:
        there = moment.astimezone(seoul())
    except OverflowError:
        raise _unclear("a day outside the calendar") from None
    return there.date(), there


def _zone(text: str) -> timezone:
    if text == "Z":
        return UTC
    found = _ZONE.fullmatch(text)
    assert found is not None  # noqa: S101  # the pattern of a moment holds it
    offset = timedelta(hours=int(found[2]), minutes=int(found[3]))
    if offset >= timedelta(days=1):
        raise _unclear("an offset of a day or more")
    return timezone(-offset if found[1] == "-" else offset)


def _date(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise _unclear("a day that no calendar has") from None


def _unclear(found: str) -> DocumentRefused:
    return DocumentRefused("day_unclear", found, "one day in Seoul")
