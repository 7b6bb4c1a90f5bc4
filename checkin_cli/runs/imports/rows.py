"""
Rows of tables in text, each with the line that it begins on.
"""

import csv
from collections.abc import Iterator, Sequence
from functools import partial
from typing import BinaryIO

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.selection.watched import open_regular

_LONGEST = 1 << 20
"""
Bytes of one line.
"""


def rows_of(path: str, delimiter: str) -> Iterator[tuple[Place, list[str]]]:
    """
    Yield the rows that hold anything. Raises `DocumentRefused` where the text cannot be cut into rows for sure.
    """
    with open_regular(path) as handle:
        # Strict: a quote that is never closed would otherwise swallow every later row.
        reader = csv.reader(_lines(handle), delimiter=delimiter, strict=True)
        line = 1
        try:
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    yield Place(line=line), cells
                line = reader.line_num + 1
        except csv.Error:
            found = "a row whose quotes or line ends are not those of CSV"
            raise DocumentRefused("row_unreadable", found, "one table", Place(line=line)) from None


def header_of(start: str) -> list[str]:
    """
    The cells of the first row of a text.
    """
    first = start.lstrip().split("\n", 1)[0].rstrip("\r")
    try:
        return next(csv.reader([first]), [])
    except csv.Error:
        return []


def named(header: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """
    The cells of a row by the names of its columns.
    """
    if len(header) != len(cells):
        raise DocumentRefused("row_unreadable", f"{len(cells)} cells", f"{len(header)}, as the header has")
    return dict(zip(header, cells, strict=True))


def _lines(handle: BinaryIO) -> Iterator[str]:
    lines = iter(partial(handle.readline, _LONGEST + 1), b"")
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST:
            raise DocumentRefused("row_unreadable", "a longer line", f"{_LONGEST} bytes", Place(line=number))
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise DocumentRefused("not_utf8", "bytes that are not UTF-8", "UTF-8", Place(line=number)) from None
