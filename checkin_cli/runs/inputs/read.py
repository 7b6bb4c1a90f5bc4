"""
Bytes of files to documents, framed and in order. Memory holds one document at a time.
"""

import contextlib
import hashlib
import io
import os
import tempfile
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.json_text.read import refuse_wide_encodings
from checkin_cli.runs.aside import aside
from checkin_cli.runs.inputs.digest import InputsDigest, inputs_digest
from checkin_cli.runs.inputs.files import STANDARD_INPUT, InputFile
from checkin_cli.runs.inputs.raw import BOM, RawInput
from checkin_cli.selection.watched import open_regular

LARGEST_DOCUMENT = 1 << 20
"""
Bytes of one document. Check-ins are a thousandth of it; a file that is larger is something else.
"""

_BLANK = b" \t\r\n"


class Inputs:
    """
    The documents of a run, which may be read more than once: standard input is kept in a private file for that.
    """

    def __init__(self, files: Iterable[InputFile], standard_input: BinaryIO) -> None:
        self.files = tuple(files)
        self._stream = standard_input
        self._kept: io.BufferedRandom | None = None

    def __iter__(self) -> Iterator[RawInput]:
        """
        Yield every document in order.
        """
        if self._kept is not None:
            self._kept.seek(0)
        return read_inputs(self.files, self._kept or self._stream)

    def keep(self) -> None:
        """
        Make standard input readable again, if it is one of the inputs.
        """
        if self._kept is None and any(file.path == STANDARD_INPUT for file in self.files):
            with aside():
                self._kept = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the run, and has no name
            _copy(self._stream, self._kept)

    def digest(self) -> InputsDigest:
        """
        The digest of names and bytes of all inputs, in order. What cannot be read counts as unreadable.
        """
        self.keep()
        return inputs_digest(
            (file.shown, f"{file.shown}\n{file.name}\n{self._digest_of(file)}\n") for file in self.files
        )

    def size(self) -> int | None:
        """
        Bytes of all files; None where it cannot be known before reading.
        """
        total = 0
        for file in self.files:
            try:
                total += os.path.getsize(file.path)
            except OSError:
                return None
        return total

    def _digest_of(self, file: InputFile) -> str:
        if file.path == STANDARD_INPUT and self._kept is not None:
            self._kept.seek(0)
            return hashlib.file_digest(self._kept, "sha256").hexdigest()
        try:
            with open_regular(file.path) as handle:
                return hashlib.file_digest(handle, "sha256").hexdigest()
        except OSError:
            return "unreadable"


def read_inputs(files: Iterable[InputFile], standard_input: BinaryIO) -> Iterator[RawInput]:
    """
    Yield every document of the files, in order.
    """
    for file in files:
        try:
            if file.path == STANDARD_INPUT:
                yield from _read_stream(file, standard_input)
            elif file.found and not os.path.isfile(file.path):
                yield _unreadable(file)
            else:
                with _opened(file.path) as handle:
                    if is_lines(file):
                        yield from _read_lines(file, handle)
                    else:
                        yield _read_whole(file, handle)
        except OSError:
            yield _unreadable(file)


def read_lines_between(file: InputFile, start: int, end: int, first: int) -> Iterator[RawInput]:
    """
    Yield the documents whose lines begin in `[start, end)`; `start` is the beginning of line number `first`.
    """
    try:
        with _opened(file.path) as handle:
            handle.seek(start)
            yield from _numbered(file, handle, start, end, first)
    except OSError:
        yield _unreadable(file)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[io.BufferedReader]:
    """
    A file to read. What was read stands, even if closing fails: an input is never counted twice.
    """
    handle = open(path, "rb")  # noqa: SIM115  # closed below, where its failure does not count
    try:
        yield handle
    finally:
        with contextlib.suppress(OSError):
            handle.close()


def is_lines(file: InputFile) -> bool:
    """
    True for a file of one document a line.
    """
    return file.path.lower().endswith(".jsonl")


def _read_whole(file: InputFile, handle: BinaryIO) -> RawInput:
    raw = handle.read(LARGEST_DOCUMENT + 1)
    return RawInput(file.shown, file.name, None, _too_large() if len(raw) > LARGEST_DOCUMENT else raw, file.path)


def _read_stream(file: InputFile, stream: BinaryIO) -> Iterator[RawInput]:
    start = stream.read(LARGEST_DOCUMENT + 1)
    if len(start) <= LARGEST_DOCUMENT:
        if _is_one_document(start):
            yield RawInput(file.shown, file.name, None, start)
        else:
            yield from _read_lines(file, io.BufferedReader(io.BytesIO(start)))
        return
    if _is_one_document(start) and b"\n" in start:
        yield RawInput(file.shown, file.name, None, _too_large())
        return
    # Longer than any document, so it can only be lines; a private file keeps memory flat.
    with aside():
        spool = tempfile.TemporaryFile()  # noqa: SIM115  # closed below
        spool.write(start)
    with spool:
        _copy(stream, spool)
        yield from _read_lines(file, spool)


def _copy(stream: BinaryIO, spool: io.BufferedRandom) -> None:
    while chunk := stream.read(LARGEST_DOCUMENT):
        with aside():
            spool.write(chunk)
    with aside():
        spool.seek(0)


def _is_one_document(raw: bytes) -> bool:
    """
    Tell one document from lines.

    Malformed text is lines if any line is an object that starts at its beginning: inside a document of several lines,
    objects are indented.
    """
    lines = raw.removeprefix(BOM).split(b"\n")
    if sum(bool(line.strip(_BLANK)) for line in lines) < 2 or _is_one_value(raw):
        return True
    return not any(line.startswith(b"{") and line.rstrip(_BLANK).endswith(b"}") for line in lines)


def _is_one_value(raw: bytes) -> bool:
    try:
        parse_json(decode_utf8(raw))
    except DocumentRefused:
        return False
    return True


def _read_lines(file: InputFile, handle: io.BufferedReader | io.BufferedRandom) -> Iterator[RawInput]:
    if is_wide(handle):
        # Lines of a wider encoding cannot be told apart; the first one refuses the file as a whole.
        yield RawInput(file.shown, file.name, None, handle.readline(LARGEST_DOCUMENT).removesuffix(b"\n"))
        return
    empty = True
    for given in _numbered(file, handle, 0, None, 1):
        empty = False
        yield given
    if empty:
        yield RawInput(
            file.shown, file.name, None, DocumentRefused("empty_input", "no text", "one JSON document a line")
        )


def _numbered(file: InputFile, handle: BinaryIO, start: int, end: int | None, first: int) -> Iterator[RawInput]:
    """
    The lines from an offset on that are not blank.
    """
    path = None if file.path == STANDARD_INPUT else file.path
    for number, (offset, line) in enumerate(_bounded_lines(handle, start, end), start=first):
        if isinstance(line, bytes):
            if not (line.removeprefix(BOM) if number == 1 else line).strip(_BLANK):
                continue
            if number > 1 and line.startswith(BOM):
                line = _stray_bom()  # noqa: PLW2901  # a line with a mark inside the text is no document
        yield tuple.__new__(RawInput, (file.shown, f"{file.name}.{number}", number, line, path, offset))


def is_wide(handle: io.BufferedReader | io.BufferedRandom) -> bool:
    """
    True if the text that begins here is UTF-16 or UTF-32. Nothing is taken from the file.
    """
    try:
        refuse_wide_encodings(handle.peek(4)[:4].partition(b"\n")[0])
    except DocumentRefused:
        return True
    return False


def _bounded_lines(handle: BinaryIO, offset: int, end: int | None) -> Iterator[tuple[int, bytes | DocumentRefused]]:
    # Only LF ends a line; splitting text would also cut at U+2028 and U+0085.
    while (end is None or offset < end) and (line := handle.readline(LARGEST_DOCUMENT + 1)):
        start = offset
        offset += len(line)
        if len(line) <= LARGEST_DOCUMENT:
            yield start, line.removesuffix(b"\n")
            continue
        while line and not line.endswith(b"\n"):
            line = handle.readline(LARGEST_DOCUMENT)
            offset += len(line)
        yield start, _too_large()


def _unreadable(file: InputFile) -> RawInput:
    refusal = DocumentRefused("input_unreadable", "a file that cannot be read", "a readable file")
    return RawInput(file.shown, file.name, None, refusal)


def _stray_bom() -> DocumentRefused:
    return DocumentRefused("stray_bom", "U+FEFF inside the text", "a byte order mark at the start only")


def _too_large() -> DocumentRefused:
    return DocumentRefused("document_too_large", "more bytes", f"at most {LARGEST_DOCUMENT} bytes a document")
