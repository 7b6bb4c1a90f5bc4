"""
One shard: a file with whole lines of this program, read as often as needed and never held in memory.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.json_text import parse_own
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.files import chunks_of
from checkin_cli.runs.inputs import LARGEST_DOCUMENT, show
from checkin_cli.runs.line import read_line
from checkin_cli.selection.watched import open_regular

Key = tuple[str, int | None]
"""
Source and line of a document.
"""

_LONGEST_LINE = 2 * LARGEST_DOCUMENT
"""
Bytes: a published body of the largest document, and its receipt.
"""


@dataclass(frozen=True, slots=True)
class Shard:
    """
    A shard whose lines were all read and found to be lines of this program.
    """

    path: str
    first: Key | None
    """
    None where it has no line.
    """

    last: Key | None
    digest: bytes
    """
    The SHA-256 of its bytes.
    """

    @property
    def place(self) -> Place:
        """
        Where its errors stand.
        """
        return Place(show(self.path))

    def keys(self) -> Iterator[Key]:
        """
        Yield the document of each line, in order.
        """
        for raw in _lines(self.path):
            members = parse_own(raw)
            yield members["source"], members["line"]

    def chunks(self) -> Iterator[bytes]:
        """
        Yield its bytes. Raises `DocumentRefused` at the end if they are not those that were checked.
        """
        digest = hashlib.sha256()
        try:
            with open_regular(self.path) as file:
                for chunk in chunks_of(file):
                    digest.update(chunk)
                    yield chunk
        except OSError:
            raise _unreadable(self.path) from None
        if digest.digest() != self.digest:
            raise DocumentRefused("not_a_shard", "a file that changes while it is read", "a finished file", self.place)


def read_shard(path: str, take: Callable[[Outcome], None]) -> Shard:
    """
    Read and check a shard, and hand over each of its outcomes; what that refuses gets its place here.

    Raises `UsageError` for a path that does not exist and `DocumentRefused` for anything but a shard.
    """
    digest = hashlib.sha256()
    first: Key | None = None
    last: Key | None = None
    for number, raw in enumerate(_lines(path), start=1):
        try:
            outcome = read_line(raw)
            take(outcome)
        except DocumentRefused as refused:
            raise refused.at(show(path), number) from None
        digest.update(raw)
        last = outcome.source, outcome.line
        first = first or last
    return Shard(path, first, last, digest.digest())


def _lines(path: str) -> Iterator[bytes]:
    try:
        with open_regular(path) as file:
            while line := file.readline(_LONGEST_LINE):
                yield line
    except FileNotFoundError:
        raise UsageError("no_such_input", "no such file", "a shard", Place(show(path))) from None
    except OSError:
        raise _unreadable(path) from None


def _unreadable(path: str) -> DocumentRefused:
    return DocumentRefused("input_unreadable", "a file that cannot be read", "a readable file", Place(show(path)))
