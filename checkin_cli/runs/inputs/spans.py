"""
Cut the inputs of a run into consecutive parts of about equal size, at the beginnings of lines.

The parts, one after the other, hold every document once and in order, whatever their number.
"""

import hashlib
import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from checkin_cli.runs.inputs.digest import InputsDigest, inputs_digest
from checkin_cli.runs.inputs.files import InputFile
from checkin_cli.runs.inputs.raw import BOM, RawInput
from checkin_cli.runs.inputs.read import is_lines, is_wide, read_inputs, read_lines_between
from checkin_cli.selection.watched import open_regular

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Span:
    """
    A whole file, or the lines of a file that begin in `[start, end)`.
    """

    file: InputFile
    start: int = 0
    end: int | None = None
    """
    None for a whole file.
    """

    first_line: int = 1

    def documents(self) -> Iterator[RawInput]:
        """
        Yield the documents of the span, in order.
        """
        if self.end is None:
            return read_inputs((self.file,), io.BytesIO())
        return read_lines_between(self.file, self.start, self.end, self.first_line)

    def digest(self) -> str:
        """
        The SHA-256 of the bytes of the span.
        """
        digest = hashlib.sha256()
        try:
            with open_regular(self.file.path) as handle:
                handle.seek(self.start)
                left = _size(self.file) - self.start if self.end is None else self.end - self.start
                while left > 0 and (chunk := handle.read(min(_CHUNK, left))):
                    digest.update(chunk)
                    left -= len(chunk)
        except OSError:
            return "unreadable"
        return digest.hexdigest()


Part = tuple[Span, ...]


class PartInputs:
    """
    The documents of one part, which may be read more than once.
    """

    def __init__(self, part: Part) -> None:
        self.part = part

    def __iter__(self) -> Iterator[RawInput]:
        """
        Yield every document in order.
        """
        for span in self.part:
            yield from span.documents()

    def keep(self) -> None:
        """
        Files can be read again as they are.
        """

    def digest(self) -> InputsDigest:
        """
        The digest of names, places and bytes, in order. What cannot be read counts as unreadable.
        """
        return inputs_digest(
            (span.file.shown, f"{span.file.shown}\n{span.start}\n{span.first_line}\n{span.digest()}\n")
            for span in self.part
        )

    def size(self) -> int:
        """
        Bytes of all spans.
        """
        return sum((_size(span.file) if span.end is None else span.end) - span.start for span in self.part)


def cut(files: Sequence[InputFile], parts: int) -> list[Part]:
    """
    Cut files into exactly `parts` parts by size; some may be empty. Only files of lines are cut, and no line ever is.
    """
    sizes = [_size(file) for file in files]
    total = sum(sizes)
    bounds = [total * part // parts for part in range(1, parts)]
    made: list[list[Span]] = [[] for _ in range(parts)]
    before = 0
    for file, size in zip(files, sizes, strict=True):
        inside = [bound - before for bound in bounds if before < bound < before + size]
        first = sum(bound <= before for bound in bounds)
        spans = _cut_file(file, size, inside) if inside and _may_be_cut(file) else [Span(file)]
        for number, span in enumerate(spans, start=first):
            if span is not None:
                made[number].append(span)
        before += size
    return [tuple(part) for part in made]


def _cut_file(file: InputFile, size: int, bounds: Sequence[int]) -> list[Span | None]:
    """
    One span for each gap between the bounds, None where no line begins in it.
    """
    starts = [(0, 1)]
    with open(file.path, "rb") as handle:
        for bound in bounds:
            starts.append(_next_line(handle, *starts[-1], bound))
    ends = [*(start for start, _ in starts[1:]), size]
    return [
        Span(file, start, end, line) if start < end else None for (start, line), end in zip(starts, ends, strict=True)
    ]


def _next_line(handle: BinaryIO, start: int, line: int, bound: int) -> tuple[int, int]:
    """
    Offset and number of the first line that begins at `bound` or after it, counted from a known line before it.
    """
    handle.seek(start)
    at = start
    while at < bound and (chunk := handle.read(min(_CHUNK, bound - at))):
        line += chunk.count(b"\n")
        at += len(chunk)
    handle.seek(at - 1)
    if at > start and handle.read(1) != b"\n":
        rest = handle.readline()
        at += len(rest)
        line += rest.endswith(b"\n")
    return at, line


def _may_be_cut(file: InputFile) -> bool:
    """
    True if each line can be read without the lines before it: the first line holds a document in UTF-8.
    """
    if not is_lines(file):
        return False
    try:
        with open(file.path, "rb") as handle:
            return not is_wide(handle) and bool(handle.readline(_CHUNK).removeprefix(BOM).strip())
    except OSError:
        return False


def _size(file: InputFile) -> int:
    try:
        return os.path.getsize(file.path) if os.path.isfile(file.path) else 0
    except OSError:
        return 0
