"""
The order of shards, as far as their lines tell it.

A file that was cut stands at the end of one shard and at the beginning of another, and its line numbers say of which.
Shards that share no file are in no order of their own.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from itertools import pairwise

from checkin_cli.errors import DocumentRefused, UsageError
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.merge.shard import Key, Shard

TABLE = """
CREATE TABLE stretch (source TEXT, shard INTEGER, first INTEGER, last INTEGER, PRIMARY KEY (source, shard))
WITHOUT ROWID
"""
_CUT = """
SELECT source, shard, first, last FROM stretch
WHERE source IN (SELECT source FROM stretch GROUP BY source HAVING count(*) > 1) ORDER BY source, first, shard
"""

_Stretch = tuple[str, int, int | None, int | None]


class Stretches:
    """
    Which lines of which source stand in which shard, kept in a private file so that memory does not grow with them.
    """

    def __init__(self, kept: sqlite3.Connection) -> None:
        """
        `kept` is a connection to the table that `TABLE` creates.
        """
        self._kept = kept
        self._last: tuple[int, Key] | None = None
        self.ascend = True
        """
        True if no source comes before one that was taken earlier, as in a run over one folder.
        """

    def take(self, shard: int, outcome: Outcome) -> None:
        """
        Take the next line of a shard. Raises `DocumentRefused` for one that no run writes there.
        """
        key = source, line = outcome.source, outcome.line
        before, self._last = self._last, (shard, key)
        if before is not None and before[1][0] > source:
            self.ascend = False
        if before is None or (before[0], before[1][0]) != (shard, source):
            row = (source, shard, line, line)
            if self._kept.execute("INSERT OR IGNORE INTO stretch VALUES (?, ?, ?, ?)", row).rowcount:
                return
            raise _disorder("a source that comes back after another one")
        if not _comes_after(before[1][1], line):
            raise _disorder("a line that stands twice, or after a later one")
        self._kept.execute("UPDATE stretch SET last = ? WHERE source = ? AND shard = ?", (line, source, shard))

    def order(self, shards: Sequence[Shard]) -> tuple[list[Shard], bool]:
        """
        The shards that hold lines, in the order of the run, and whether their lines alone decide it.

        Where they do not, the order that was given counts if sources ascend in it. Raises `UsageError` otherwise, and
        `DocumentRefused` for shards that cannot be of one run.
        """
        given = [number for number, shard in enumerate(shards) if shard.first is not None]
        after = dict(self._neighbours(shards))
        behind = set(after.values())
        heads = [number for number in given if number not in behind]
        chained = [number for head in heads for number in _chain(head, after)]
        if len(chained) < len(given):
            raise DocumentRefused("shards_overlap", "sources that come back in a circle", "the shards of one run")
        if len(heads) > 1 and not self.ascend:
            raise UsageError("shard_order_unknown", "shards that could follow each other in several orders", "--inputs")
        return [shards[number] for number in chained], len(heads) <= 1

    def _neighbours(self, shards: Sequence[Shard]) -> Iterator[tuple[int, int]]:
        """
        The shards between which a file was cut, each with the one after it.
        """
        rows: Iterator[_Stretch] = iter(self._kept.execute(_CUT))
        for (source, one, _, last), (other_source, other, first, _) in pairwise(rows):
            if source != other_source:
                continue
            if not _comes_after(last, first):
                raise _overlap("a document that stands in another shard too", shards[other])
            before, behind = shards[one].last, shards[other].first
            if before is None or behind is None or (before[0], behind[0]) != (source, source):
                raise _overlap("a source that stands inside another shard too", shards[other])
            yield one, other


def _comes_after(line: int | None, other: int | None) -> bool:
    return line is not None and other is not None and line < other


def _chain(head: int, after: dict[int, int]) -> Iterator[int]:
    number: int | None = head
    while number is not None:
        yield number
        number = after.get(number)


def _disorder(found: str) -> DocumentRefused:
    return DocumentRefused("not_a_shard", found, "the lines of one run, in its order")


def _overlap(found: str, shard: Shard) -> DocumentRefused:
    return DocumentRefused("shards_overlap", found, "each document in one shard", shard.place)
