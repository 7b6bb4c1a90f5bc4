"""
Keys of event logs that no rule reads, counted in bounded memory.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from checkin_cli.errors import printable
from checkin_cli.shapes import json_path

_MOST_NAMED = 20
_LONGEST = 80


class Unread:
    """
    The first keys by name, and how many others there were.
    """

    def __init__(self) -> None:
        self._named: Counter[tuple[str, ...]] = Counter()
        self._others = 0

    def add(self, keys: Iterable[tuple[str, ...]]) -> None:
        """
        Take the keys of a row.
        """
        for key in keys:
            if key in self._named or len(self._named) < _MOST_NAMED:
                self._named[key] += 1
            else:
                self._others += 1

    def words(self) -> Iterator[str]:
        """
        Each key with the number of rows that hold it, as `$.mood (12)`; nothing where every key was read.
        """
        for key, count in sorted(self._named.items()):
            path = printable(json_path(list(key)))
            yield f"{path[:_LONGEST]}{'…' if len(path) > _LONGEST else ''} ({count:,})"
        if self._others:
            yield f"others ({self._others:,})"
