"""
The bytes of one document, and where they stand.
"""

import itertools
import os
from typing import NamedTuple

from checkin_cli.errors import DocumentRefused
from checkin_cli.selection.watched import number_of_regular, open_regular

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
            number = number_of_regular(self.path)
            try:
                if self.offset:
                    os.lseek(number, self.offset, os.SEEK_SET)
                # One byte more: what follows must be the end.
                found = os.read(number, len(raw) + 1)
            finally:
                os.close(number)
            if self.line is None:
                return found == raw
            return _is_line(raw, found) or _is_line(raw, _line(self.path, self.line))
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


def _line(path: str, number: int) -> bytes:
    """
    The line of this number, where lines before it changed their length.
    """
    with open_regular(path) as handle:
        return next(itertools.islice(handle, number - 1, None), b"").removeprefix(BOM if number == 1 else b"")
