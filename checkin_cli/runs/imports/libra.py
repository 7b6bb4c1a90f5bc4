"""
The CSV export of Libra, which is its backup too: version 6 with times in UTC, version 5 with those of the phone.

Lines that begin with `#` name the unit and the columns. The trend beside each weight is never read.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.runs.imports.days import Clock, moment_of
from checkin_cli.runs.imports.interface import Entry, Format, Reading, Stated, each
from checkin_cli.runs.imports.rows import rows_of
from checkin_cli.runs.imports.units import Unit, agreed, number_of, unit_of

_COLUMNS = ["#date", "weight", "weight trend"]


def recognises(start: str) -> bool:
    """
    True if the columns of Libra are named among the first lines.
    """
    return any(line.split(";")[: len(_COLUMNS)] == _COLUMNS for line in start.splitlines()[:10])


def read(path: str, stated: Stated) -> Iterator[Entry]:
    """
    Read every row that has a weight.
    """
    rows = rows_of(path, ";")
    named: Unit | None = None
    for place, cells in rows:
        if cells[: len(_COLUMNS)] == _COLUMNS:
            return each(rows, partial(_reading, named, stated))
        named = _unit(cells[0], place) or named
    raise DocumentRefused("row_unreadable", "no row that names the columns", "the #date;weight;... of Libra")


def _unit(comment: str, place: Place) -> Unit | None:
    key, _, word = comment.partition(":")
    if key.strip().lower() != "#units":
        return None
    unit = unit_of(word)
    if unit is None:
        raise DocumentRefused("unit_unknown", "a unit that is not known", "kg, lb or st", place)
    return unit


def _reading(named: Unit | None, stated: Stated, cells: Sequence[str]) -> Reading | None:
    if cells[0].startswith("#") or (len(cells) > 1 and not cells[1].strip()):
        return None
    if len(cells) < len(_COLUMNS):
        raise DocumentRefused("row_unreadable", f"{len(cells)} cells", f"at least {len(_COLUMNS)}")
    unit = agreed(named, stated.unit)
    day, at = moment_of(cells[0], stated.clock or Clock.local)
    return Reading(number_of(cells[1], comma=True), unit, day, at)


FORMAT = Format("libra", recognises, read)
