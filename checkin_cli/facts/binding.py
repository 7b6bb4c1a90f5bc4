"""
The revision binding: which values of a document a receipt vouches for.

Covered are the values of closed type: numbers, days, words of closed lists, flags. Never covered are words and names:
free text, labels, notes, the customer key, the ref.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any

from checkin_cli.documents import Document
from checkin_cli.json_text import canonical_text, quoted
from checkin_cli.memo import Memo
from checkin_cli.numbers import plain
from checkin_cli.shapes import ListOf, Shape, is_closed, shapes_of


def binding_of(document: Document) -> bytes:
    """
    Canonical JSON of the covered values: equal facts give equal bytes, however their numbers were written.
    """
    return _RECORDS[type(document)](document).encode("utf-8")


def _record_of(cls: type) -> Callable[[object], str]:
    """
    What writes a record: its covered members by name, without those that are None.
    """
    covered = {name: shape for name, shape in sorted(shapes_of(cls).items()) if shape.bound}
    members = [_member(name, shape) for name, shape in covered.items()]
    # Two names at least, so that it always gives a tuple.
    values: Callable[[object], tuple[Any, ...]] = attrgetter(*covered, "__class__", "__class__")

    def write(record: object) -> str:
        written = [member(value) for member, value in zip(members, values(record), strict=False) if value is not None]
        return f"{{{','.join(written)}}}"

    return write


def _member(name: str, shape: Shape) -> Callable[[Any], str]:
    """
    What writes a member; values of a field have one type, so equal ones are written equally.
    """
    key = f"{quoted(name)}:"
    single = shape.inner if isinstance(shape, ListOf) else shape
    if is_closed(single):
        return Memo(lambda value: key + _written(value)).__getitem__
    return lambda value: key + _written(value)


def _written(value: object) -> str:
    if isinstance(value, Decimal):
        return f'"{plain(value)}"'
    if isinstance(value, str | bool | int):
        return canonical_text(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(_written, value))}]"
    if isinstance(value, datetime):
        return quoted(value.astimezone(UTC).isoformat())
    if isinstance(value, date):
        return quoted(value.isoformat())
    return _RECORDS[type(value)](value)


_RECORDS: Memo[type, Callable[[object], str]] = Memo(_record_of)
