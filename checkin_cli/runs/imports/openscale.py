"""
The CSV export of openScale, of its versions 2 (`dateTime`, `weight`) and 3 (`DATE`, `TIME`, `WEIGHT`).

Version 2 keeps and exports kilograms. Version 3 exports the unit of its settings and does not say which. Both write the
wall clock of the phone.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from checkin_cli.runs.imports.days import Clock, day_of, moment_of, on_clock, time_of
from checkin_cli.runs.imports.interface import Entry, Format, Reading, Stated, each
from checkin_cli.runs.imports.rows import header_of, named, rows_of
from checkin_cli.runs.imports.units import Unit, agreed, number_of


def recognises(start: str) -> bool:
    """
    True for the header of either version.
    """
    header = set(header_of(start))
    return header >= {"dateTime", "weight"} or header >= {"DATE", "TIME", "WEIGHT"}


def read(path: str, stated: Stated) -> Iterator[Entry]:
    """
    Read the rows with a weight; a weight of zero is how openScale writes that there was none.
    """
    rows = rows_of(path, ",")
    _, header = next(rows)
    reading = _second if "dateTime" in header else _third
    return each(rows, partial(reading, header, stated))


def _second(header: Sequence[str], stated: Stated, cells: Sequence[str]) -> Reading | None:
    row = named(header, cells)
    if _is_absent(row["weight"]):
        return None
    unit = agreed(Unit.kg, stated.unit)
    day, at = moment_of(row["dateTime"], stated.clock or Clock.local)
    return Reading(number_of(row["weight"]), unit, day, at)


def _third(header: Sequence[str], stated: Stated, cells: Sequence[str]) -> Reading | None:
    row = named(header, cells)
    if _is_absent(row["WEIGHT"]):
        return None
    unit = agreed(None, stated.unit)
    day = day_of(row["DATE"])
    day, at = on_clock(day, time_of(row["TIME"]), stated.clock or Clock.local) if row["TIME"] else (day, None)
    return Reading(number_of(row["WEIGHT"]), unit, day, at)


def _is_absent(weight: str) -> bool:
    return not weight.strip("0. ")


FORMAT = Format("openscale", recognises, read)
