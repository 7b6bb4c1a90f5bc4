"""
Read the documents that fit, fast; it accepts or gives up, and never says why.

Values come from the same shapes, asked once for each way in which a closed value is written. Whoever gives up leaves
the text to the shapes themselves, whose word counts.
"""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from checkin_cli.json_text.read import parsed
from checkin_cli.memo import Memo
from checkin_cli.shapes import ListOf, Misfit, Record, Shape, is_closed

GIVES_UP = (Misfit, LookupError, TypeError, ValueError, ArithmeticError, RecursionError)
"""
What a reader raises for a value that does not fit, or that it does not know well enough.
"""


T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")


class Reader(Protocol[T_co]):
    """
    `reader[scanned]` is the value that the shape reads, or an error of `GIVES_UP`.
    """

    def __getitem__(self, scanned: Any, /) -> T_co: ...  # noqa: ANN401  # scanned JSON may be anything


def reader_of(record: Record[T]) -> Reader[T]:
    """
    The prepared reader of a record.
    """
    return _Members(record)


def _prepare(shape: Shape) -> Reader[object]:
    if isinstance(shape, Record):
        return _Members(shape)
    if isinstance(shape, ListOf) and is_closed(shape.inner):
        return _Items(shape)
    # Words and names are not remembered: nothing would be found again, and they are the customer's.
    return Memo(_closed(shape)) if is_closed(shape) else _Each(shape)


_READERS: Memo[Shape, Reader[object]] = Memo(_prepare)
"""
One for all fields of a shape.
"""


def _closed(shape: Shape) -> Callable[[object], object]:
    return lambda scanned: shape.read(parsed(scanned))


class _Each:
    def __init__(self, shape: Shape) -> None:
        self._read = shape.read

    def __getitem__(self, scanned: object) -> object:
        return self._read(scanned if type(scanned) is str else parsed(scanned))


class _Items:
    def __init__(self, shape: ListOf) -> None:
        self._shape = shape
        self._reader = _READERS[shape.inner]

    def __getitem__(self, scanned: object) -> tuple[object, ...]:
        if type(scanned) is not list:
            raise TypeError
        self._shape.check_count(len(scanned))
        items = tuple([self._reader[item] for item in scanned])
        if self._shape.unique and len(set(items)) < len(items):
            raise ValueError
        return items


class _Members(Generic[T]):
    def __init__(self, shape: Record[T]) -> None:
        self._cls = shape.cls
        self._readers = {name: _READERS[key.shape] for name, key in shape.keys.items()}
        self._required = frozenset(name for name, key in shape.keys.items() if key.required)

    def __getitem__(self, scanned: object) -> T:
        # A list of lists of two must not pass for an object.
        if type(scanned) is not tuple:
            raise TypeError
        record = object.__new__(self._cls)
        # Filled as `made` does it, without a copy; nobody has seen the record yet.
        readers, members = self._readers, vars(record)
        for key, item in scanned:
            members[key] = readers[key][item]
        if len(members) < len(scanned) or not self._required <= members.keys():
            raise ValueError
        return record
