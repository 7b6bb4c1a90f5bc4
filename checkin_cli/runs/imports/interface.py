"""
What a format is: how its export is recognised, and how its readings are read.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TypeVar

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.runs.imports.days import Clock
from checkin_cli.runs.imports.units import Unit

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Reading:
    """
    A weight as an export has it: not yet converted, rounded or checked against a range.
    """

    number: Decimal
    unit: Unit
    day: date
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stated:
    """
    What the operator knows of an export beyond its format: `trendweight:kg`, `fitbit:local`.
    """

    unit: Unit | None = None
    clock: Clock | None = None


Entry = tuple[Place, Reading | DocumentRefused]
"""
A row's line, or its path within a JSON document, with the reading or why there is none.
"""


@dataclass(frozen=True, slots=True)
class Format:
    """
    One kind of export.
    """

    name: str
    """
    The word after `--from`.
    """

    recognises: Callable[[str], bool]
    """
    True for the beginning of such an export: its first 64 KiB as text, whatever the name of the file.
    """

    read: Callable[[str, Stated], Iterator[Entry]]
    """
    Read the file of this path row by row, in its order. A fault of one row is yielded in its place; a fault of the
    whole file is raised as `DocumentRefused`.
    """


def each(rows: Iterable[tuple[Place, Row]], reading: Callable[[Row], Reading | None]) -> Iterator[Entry]:
    """
    Yield the reading of each row or its refusal; rows without a weight are passed over.
    """
    for place, row in rows:
        try:
            found = reading(row)
        except DocumentRefused as refused:
            yield place, refused
        else:
            if found is not None:
                yield place, found
