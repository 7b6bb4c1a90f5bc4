"""
Entries by customer, in bounded memory: beyond a bound they wait in a private file.
"""

import marshal
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from checkin_cli.memo import Memo
from checkin_cli.weekly.entries import Entry, Target

CREATE = "CREATE TABLE entries (customer TEXT NOT NULL, day INTEGER, packed BLOB NOT NULL)"
_INSERT = "INSERT INTO entries VALUES (?, ?, ?)"
_IN_ORDER = "SELECT customer, packed FROM entries WHERE day IS NULL ORDER BY customer, rowid"
_WEIGHED = "SELECT packed FROM entries WHERE customer = ? AND day IS NOT NULL ORDER BY day, rowid"
"""
Only the weigh-ins of exports have a day: a scale gives any number of them, so they are never all in memory.
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
    # The same process reads it back, so the format need not last.
    return marshal.dumps([_plain(entry) for entry in entries])


def _plain(entry: Entry) -> tuple[object, ...]:
    at, goal = entry.at, entry.goal
    kilograms, calories, planned, protein = entry[7:11]
    return (
        entry.day.toordinal(),
        *entry[2:6],
        None if at is None else at.isoformat(),
        None if kilograms is None else str(kilograms),
        None if calories is None else str(calories),
        None if planned is None else str(planned),
        None if protein is None else str(protein),
        *entry[11:17],
        None if goal is None else _WRITTEN_GOALS[goal],
        *entry[18:],
    )


def _unpacked(customer: str | None, packed: bytes) -> list[Entry]:
    return [_entry(customer, plain) for plain in marshal.loads(packed)]  # noqa: S302  # packed above, in this process


def _entry(customer: str | None, plain: tuple[Any, ...]) -> Entry:
    day, identity, source, line, revision, at, kilograms, calories, planned, protein, *answers = plain
    goal = answers[6]
    return Entry._make(
        (
            customer,
            date.fromordinal(day),
            identity,
            source,
            line,
            revision,
            None if at is None else datetime.fromisoformat(at),
            None if kilograms is None else _DECIMALS[kilograms],
            None if calories is None else _DECIMALS[calories],
            None if planned is None else _DECIMALS[planned],
            None if protein is None else _DECIMALS[protein],
            *answers[:6],
            None if goal is None else _GOALS[goal],
            *answers[7:],
        )
    )


_WRITTEN_GOALS: Memo[Target, tuple[str, str, str]] = Memo(lambda goal: (goal.mode, str(goal.low), str(goal.high)))
_DECIMALS: Memo[str, Decimal] = Memo(Decimal)
_GOALS: Memo[tuple[str, str, str], Target] = Memo(lambda goal: Target(goal[0], Decimal(goal[1]), Decimal(goal[2])))
