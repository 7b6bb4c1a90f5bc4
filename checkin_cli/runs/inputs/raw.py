"""
The bytes of one document, and where they stand.
"""

import itertools
from typing import BinaryIO, NamedTuple

from checkin_cli.errors import DocumentRefused
from checkin_cli.selection.watched import open_regular

BOM = b"\xef\xbb\xbf"


class RawInput(NamedTuple):
    """
    The bytes of one document, or why there are none.
    """

    source: str
    name: str
    line: int | None
    raw: bytes | DocumentRefused

    path: str | None = None
    """
    The file that the bytes stand in; None for standard input.
    """

    offset: int = 0
    """
    Where in the file they begin.
    """

    def is_unchanged(self) -> bool:
        """
        True if the file still holds these bytes at this place; standard input has nothing to compare.
        """
        if self.path is None:
            return True
        raw = self.content()
        try:
            with open_regular(self.path) as handle:
                if self.line is None:
                    return handle.read(len(raw) + 1) == raw
                handle.seek(self.offset)
                # Where lines before it changed their length, the line is looked for by its number.
                return _is_line(raw, handle.read(len(raw) + 1)) or _is_line(raw, _line(handle, self.line))
        except OSError:
            return False

    def content(self) -> bytes:
        """
        The bytes, or raise why there are none.
        """
        if isinstance(self.raw, DocumentRefused):
            raise self.raw
        return self.raw


def _is_line(raw: bytes, found: bytes) -> bool:
    return found in {raw, raw + b"\n"}


def _line(handle: BinaryIO, number: int) -> bytes:
    handle.seek(0)
    return next(itertools.islice(handle, number - 1, None), b"").removeprefix(BOM if number == 1 else b"")
