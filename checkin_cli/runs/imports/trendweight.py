"""
The two CSV downloads of TrendWeight: computed values, a row a day, and the readings of the scale.

Neither names its unit. Of the computed values only rows that say they are not interpolated are weigh-ins; the trend is
never read.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from checkin_cli.errors import DocumentRefused
from checkin_cli.runs.imports.days import Clock, day_of, on_clock, time_of
from checkin_cli.runs.imports.interface import Entry, Format, Reading, Stated, each
from checkin_cli.runs.imports.rows import header_of, named, rows_of
from checkin_cli.runs.imports.units import agreed, number_of

_COMPUTED = {"Date", "Actual Weight", "Weight Is Interpolated"}
_READINGS = {"Date", "Time", "Weight"}


def recognises(start: str) -> bool:
    """
    True for the header of either download.
    """
    header = set(header_of(start))
    return header >= _COMPUTED or header >= _READINGS


def read(path: str, stated: Stated) -> Iterator[Entry]:
    """
    Read the rows that hold a measured weight.
    """
    rows = rows_of(path, ",")
    _, header = next(rows)
    reading = _computed if "Actual Weight" in header else _measured
    return each(rows, partial(reading, header, stated))


def _computed(header: Sequence[str], stated: Stated, cells: Sequence[str]) -> Reading | None:
    row = named(header, cells)
    match row["Weight Is Interpolated"]:
        case "Yes":
            return None
        case "No":
            weight = row["Actual Weight"]
            return Reading(number_of(weight), agreed(None, stated.unit), day_of(row["Date"])) if weight else None
        case _:
            raise DocumentRefused("row_unreadable", "a row that may be interpolated", "Yes or No")


def _measured(header: Sequence[str], stated: Stated, cells: Sequence[str]) -> Reading | None:
    row = named(header, cells)
    if not row["Weight"]:
        return None
    unit = agreed(None, stated.unit)
    day = day_of(row["Date"])
    day, at = on_clock(day, time_of(row["Time"]), stated.clock or Clock.local) if row["Time"] else (day, None)
    return Reading(number_of(row["Weight"]), unit, day, at)


FORMAT = Format("trendweight", recognises, read)
