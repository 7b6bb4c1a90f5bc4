"""
The body mass of an `export.xml` of Apple Health, streamed: these files reach a gigabyte.

Expat reads it piece by piece, keeps nothing, and knows the line of every record. The type definition that Apple writes
declares no entity; one that does is refused before anything is expanded.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from typing import NoReturn
from xml.parsers import expat

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.runs.imports.days import moment_of
from checkin_cli.runs.imports.interface import Entry, Format, Reading, Stated, each
from checkin_cli.runs.imports.units import agreed, number_of, unit_of
from checkin_cli.selection.watched import open_regular

_BODY_MASS = "HKQuantityTypeIdentifierBodyMass"
_AT_ONCE = 1 << 16
_LONGEST = 1 << 20
"""
Bytes of one tag.
"""


def recognises(start: str) -> bool:
    """
    True for XML whose outermost element is that of the export.
    """
    return start.lstrip().startswith("<") and ("<!DOCTYPE HealthData" in start or "<HealthData" in start)


def read(path: str, stated: Stated) -> Iterator[Entry]:
    """
    Read every record of body mass. What stands inside a correlation stands at the top too, and is read there.
    """
    return each(_records(path), partial(_reading, stated))


class _Records:
    """
    What the parser is told, reduced to the records that were found and not yet handed on.
    """

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.EntityDeclHandler = self.refuse
        self.fed = 0
        self.depth = 0
        self.found: deque[tuple[Place, dict[str, str]]] = deque()

    def feed(self, piece: bytes) -> None:
        """
        Parse one more piece. Expat keeps a tag until it is whole and begins it again with every piece.
        """
        self.parser.Parse(piece)
        self.fed += len(piece)
        if self.fed - self.parser.CurrentByteIndex > _LONGEST:
            place = Place(line=self.parser.CurrentLineNumber)
            raise DocumentRefused("xml_syntax", "a longer tag", f"at most {_LONGEST} bytes", place)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if self.depth == 1 and name == "Record" and attributes.get("type") == _BODY_MASS:
            self.found.append((Place(line=self.parser.CurrentLineNumber), attributes))
        self.depth += 1

    def end(self, name: str) -> None:  # noqa: ARG002  # what ended is known from the depth
        self.depth -= 1

    def refuse(self, *declaration: object) -> NoReturn:  # noqa: ARG002  # whatever it declares
        place = Place(line=self.parser.CurrentLineNumber)
        raise DocumentRefused("entity_declared", "a declaration of an entity", "the type definition of Apple", place)


def _records(path: str) -> Iterator[tuple[Place, dict[str, str]]]:
    records = _Records()
    with open_regular(path) as handle:
        try:
            while piece := handle.read(_AT_ONCE):
                records.feed(piece)
                while records.found:
                    yield records.found.popleft()
            records.parser.Parse(b"", True)  # noqa: FBT003  # the C function takes it by place only
        except expat.ExpatError as error:
            place = Place(line=error.lineno, column=error.offset + 1)
            raise DocumentRefused("xml_syntax", "text that is not well-formed", "whole XML", place) from None


def _reading(stated: Stated, record: Mapping[str, str]) -> Reading:
    try:
        value, start = record["value"], record["startDate"]
    except KeyError:
        raise DocumentRefused("row_unreadable", "a record without value or day", "value and startDate") from None
    word = record.get("unit", "")
    unit = unit_of(word)
    if unit is None and word:
        raise DocumentRefused("unit_unknown", "a unit that is not known", "kg, lb or st")
    day, at = moment_of(start, stated.clock)
    return Reading(number_of(value), agreed(unit, stated.unit), day, at)


FORMAT = Format("apple-health", recognises, read)
