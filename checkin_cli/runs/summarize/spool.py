"""
Entries by customer, in bounded memory: beyond a bound they wait in a private file.
"""

import marshal
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import repeat
from operator import is_
from typing import Any

from checkin_cli.memo import Memo
from checkin_cli.weekly.entries import Entry, Target

CREATE = """
CREATE TABLE entries (customer TEXT NOT NULL, day INTEGER, packed BLOB NOT NULL);
CREATE INDEX in_order ON entries (customer) WHERE day IS NULL;
CREATE INDEX weighed ON entries (customer, day) WHERE day IS NOT NULL;
"""
_INSERT = "INSERT INTO entries VALUES (?, ?, ?)"
_IN_ORDER = "SELECT customer, packed FROM entries WHERE day IS NULL ORDER BY customer, rowid"
_WEIGHED = "SELECT packed FROM entries WHERE customer = ? AND day IS NOT NULL ORDER BY day, rowid"
"""
Only the weigh-ins of exports have a day: a scale gives any number of them, so they are never all in memory.
Each question has its index, so that nothing is sorted, and no row is passed over once for each customer.
"""

_MOST_HELD = 20_000
"""
Entries in memory, about a kilobyte each.
"""

_PACKED_AT_ONCE = 256
"""
Entries of one row: sorting holds some rows of each part of the file, so that large ones would grow with the file.
"""


class Spool:
    """
    Takes entries in any order and gives them back customer by customer, in the order of the keys.

    Personal entries come first. The entries of one customer keep the order in which they came.
    """

    def __init__(self, table: sqlite3.Connection, most_held: int = _MOST_HELD) -> None:
        self._table = table
        self._most_held = most_held
        self._held: defaultdict[str, list[Entry]] = defaultdict(list)
        self._weighed: defaultdict[str, list[Entry]] = defaultdict(list)
        self._weighers: set[str] = set()
        self._count = 0
        self._spilled = False

    def add(self, entry: Entry) -> None:
        """
        Take an entry.
        """
        # No key is empty, so the empty one stands for none.
        name = entry.customer or ""
        if entry.is_imported:
            self._weighed[name].append(entry)
            self._weighers.add(name)
        else:
            self._held[name].append(entry)
        self._count += 1
        if self._count >= self._most_held:
            self._spill()

    def customers(self, most: int) -> list[str | None]:
        """
        Some of the customers there are entries of, at most so many.
        """
        found = {*list(self._held)[:most], *self._weighers}
        if self._spilled:
            found |= {name for (name,) in self._table.execute("SELECT DISTINCT customer FROM entries LIMIT ?", [most])}
        return [name or None for name in sorted(found)[:most]]

    def __iter__(self) -> Iterator[tuple[str | None, list[Entry]]]:
        """
        Yield each customer with all entries but the weigh-ins of exports, which `weighed` gives.
        """
        if not self._spilled:
            for name in sorted(self._held.keys() | self._weighers):
                yield name or None, self._held.get(name, [])
            return
        self._spill()
        missing = sorted(self._weighers)
        for name, entries in self._stored():
            while missing and missing[0] < name:
                yield missing.pop(0) or None, []
            if missing and missing[0] == name:
                del missing[0]
            yield name or None, entries
        yield from ((name or None, []) for name in missing)

    def weighed(self, customer: str | None) -> Iterator[list[Entry]]:
        """
        The weigh-ins of exports of a customer, the days in their order; those of a day together, as they came.
        """
        by_day: dict[date, list[Entry]] = {}
        if not self._spilled:
            for entry in self._weighed.get(customer or "", ()):
                by_day.setdefault(entry.day, []).append(entry)
            yield from (by_day[day] for day in sorted(by_day))
            return
        today: list[Entry] = []
        for (packed,) in self._table.execute(_WEIGHED, [customer or ""]):
            entries = _unpacked(customer, packed)
            if today and today[0].day != entries[0].day:
                yield today
                today = []
            today += entries
        if today:
            yield today

    def _stored(self) -> Iterator[tuple[str, list[Entry]]]:
        current: str | None = None
        entries: list[Entry] = []
        for name, packed in self._table.execute(_IN_ORDER):
            if name != current and current is not None:
                yield current, entries
                entries = []
            current = name
            entries += _unpacked(name or None, packed)
        if current is not None:
            yield current, entries

    def _spill(self) -> None:
        self._spilled = True
        self._table.execute("BEGIN")
        self._table.executemany(_INSERT, self._rows())
        self._table.execute("COMMIT")
        self._held.clear()
        self._weighed.clear()
        self._count = 0

    def _rows(self) -> Iterator[tuple[str, int | None, bytes]]:
        for name, entries in self._held.items():
            for first in range(0, len(entries), _PACKED_AT_ONCE):
                yield name, None, _packed(entries[first : first + _PACKED_AT_ONCE])
        for name, entries in self._weighed.items():
            by_day: defaultdict[date, list[Entry]] = defaultdict(list)
            for entry in entries:
                by_day[entry.day].append(entry)
            for day, of_day in by_day.items():
                yield name, day.toordinal(), _packed(of_day)


def _packed(entries: list[Entry]) -> bytes:
    """
    Column by column, because a column of one kind is written without a line of Python for each value.

    Much is the same in every check-in of a customer: such a column is its one value.
    """
    columns: list[tuple[Any, ...]] = []
    for (write, _), column in zip(_FORMS, list(zip(*entries, strict=True))[1:], strict=True):
        first = column[0]
        if all(map(is_, column, repeat(first))):
            columns.append((write(first) if write else first,))
        else:
            columns.append(tuple(map(write, column)) if write else column)
    # The same process reads it back, so the format need not last.
    return marshal.dumps((len(entries), columns))


def _unpacked(customer: str | None, packed: bytes) -> list[Entry]:
    count, columns = marshal.loads(packed)  # noqa: S302  # packed above, in this process
    read: list[Iterable[Any]] = []
    for (_, form), column in zip(_FORMS, columns, strict=True):
        if len(column) == count:
            read.append(map(form, column) if form else column)
        else:
            read.append(repeat(form(column[0]) if form else column[0], count))
    return list(map(Entry._make, zip(repeat(customer), *read, strict=False)))


def _exact(text: str) -> Decimal | None:
    return None if text == "None" else Decimal(text)


def _aim(goal: Target | None) -> tuple[str, str, str] | None:
    return None if goal is None else (goal.mode, str(goal.low), str(goal.high))


def _target(written: tuple[str, str, str] | None) -> Target | None:
    return None if written is None else Target(written[0], Decimal(written[1]), Decimal(written[2]))


def _moment(text: str) -> datetime | None:
    return None if text == "None" else datetime.fromisoformat(text)


_DECIMALS: Memo[str, Decimal | None] = Memo(_exact)
_AIMS: Memo[Target | None, tuple[str, str, str] | None] = Memo(_aim)
_TARGETS: Memo[tuple[str, str, str] | None, Target | None] = Memo(_target)
_NUMBER = (str, _DECIMALS.__getitem__)
_OTHERWISE: dict[str, tuple[Callable[[Any], object], Callable[[Any], object]]] = {
    "day": (date.toordinal, date.fromordinal),
    "at": (str, _moment),
    "kilograms": _NUMBER,
    "calories": _NUMBER,
    "planned_calories": _NUMBER,
    "planned_protein": _NUMBER,
    "goal": (_AIMS.__getitem__, _TARGETS.__getitem__),
}
_FORMS = [_OTHERWISE.get(field, (None, None)) for field in Entry._fields[1:]]
"""
How each member but the customer is written and read; as it is where nothing is said.
"""
