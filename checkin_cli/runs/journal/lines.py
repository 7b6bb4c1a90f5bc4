"""
One record a line, each with its checksum, so that a torn or damaged one cannot pass for another.
"""

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import canonical_json, decode_utf8, parse_json

_CHECKSUM = 8
"""
Hexadecimal digits of the CRC-32 before the record, and a blank after them.
"""

LONGEST = 64 << 10
"""
Bytes of a line. Records hold ids of one document alone.
"""


class Damaged(Exception):
    """
    A line that no run wrote. It carries its number, counted from 1.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        super().__init__(line)


def line_of(record: dict[str, object]) -> bytes:
    """
    The line of a record, with its line feed.
    """
    body = canonical_json(record)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def record_of(line: bytes) -> dict[str, object] | None:
    """
    The record of a line, with or without its line feed; None where the checksum does not fit.
    """
    body = line.removesuffix(b"\n")
    checksum, blank, body = body[:_CHECKSUM], body[_CHECKSUM : _CHECKSUM + 1], body[_CHECKSUM + 1 :]
    if blank != b" " or checksum != b"%08x" % zlib.crc32(body):
        return None
    try:
        record = parse_json(decode_utf8(body))
    except DocumentRefused:
        return None
    return record if isinstance(record, dict) else None


def may_be_torn(head: bytes) -> bool:
    """
    True if a file that begins like this may be what a crash left of a first line; all else belongs to somebody else.
    """
    checksum, rest = head[:_CHECKSUM], head[_CHECKSUM : _CHECKSUM + 2]
    # A file system may keep the length of what it lost, as zeros.
    return not head.strip(b"\0") or (not checksum.strip(b"0123456789abcdef") and b" {".startswith(rest))


def read_records(file: BinaryIO) -> Iterator[tuple[int, int, int, dict[str, object]]]:
    """
    Yield line number, offset, end (with its line feed) and record of each whole line.

    What follows the last whole line, a record that a crash cut off, is left out. A record that is whole but for its
    line feed counts. Raises `Damaged` for a line that does not fit anywhere else.
    """
    offset, number = 0, 0
    while line := file.readline(LONGEST):
        number += 1
        record = record_of(line)
        if record is None:
            if line.endswith(b"\n") or len(line) == LONGEST:
                raise Damaged(number)
            return
        start, offset = offset, offset + len(line.removesuffix(b"\n")) + 1
        yield number, start, offset, record
