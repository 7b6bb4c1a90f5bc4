"""
The revision binding: which values of a document a receipt vouches for.

Covered are the values of closed type: numbers, days, words of closed lists, flags. Never covered are words and names:
free text, labels, notes, the customer key, the ref.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from operator import attrgetter, getitem
from typing import Any, Protocol

from checkin_cli.json_text import canonical_text, quoted
from checkin_cli.memo import Memo
from checkin_cli.numbers import plain
from checkin_cli.shapes import Record, Shape, is_remembered, shapes_of


def binding_of(document: object) -> bytes:
    """
    Canonical JSON of the covered values of a record: equal facts give equal bytes, however their numbers were written.
    """
    return _RECORDS[type(document)].written(document).encode("utf-8")


class _Member(Protocol):
    """
    `member[value]` is the member as JSON, key and all; nothing for None.
    """

    def __getitem__(self, value: Any, /) -> str: ...  # noqa: ANN401  # each member knows its own values


class _Writer:
    """
    Writes the records of a class: their covered members in the order of the names.
    """

    def __init__(self, cls: type) -> None:
        covered = {name: shape for name, shape in sorted(shapes_of(cls).items()) if shape.bound}
        # One name alone would give a value instead of a tuple, so the class stands behind them and is not written.
        self._members = *(_member(f"{quoted(name)}:", shape) for name, shape in covered.items()), {cls: ""}
        self._values: Callable[[object], tuple[object, ...]] = attrgetter(*covered, "__class__")

    def written(self, record: object) -> str:
        return f"{{{','.join(filter(None, map(getitem, self._members, self._values(record))))}}}"


def _member(key: str, shape: Shape) -> _Member:
    if isinstance(shape, Record):
        return _Each(key, _RECORDS[shape.cls].written)
    each = _Each(key, written)
    # Values of a field have one type, so equal ones are written equally.
    return Memo(each.__getitem__) if is_remembered(shape) else each


class _Each:
    __slots__ = ("_key", "_write")

    def __init__(self, key: str, write: Callable[[Any], str]) -> None:
        self._key = key
        self._write = write

    def __getitem__(self, value: object) -> str:
        return "" if value is None else self._key + self._write(value)


def written(value: object) -> str:
    """
    One covered value as canonical JSON.
    """
    if isinstance(value, Decimal):
        return f'"{plain(value)}"'
    if isinstance(value, str | bool | int):
        return canonical_text(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(written, value))}]"
    if isinstance(value, datetime):
        return quoted(value.astimezone(UTC).isoformat())
    if isinstance(value, date):
        return quoted(value.isoformat())
    return _RECORDS[type(value)].written(value)


_RECORDS: Memo[type, _Writer] = Memo(_Writer)
