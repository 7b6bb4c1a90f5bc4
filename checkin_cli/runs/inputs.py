"""
Find the documents of a run, in a fixed order, each with the name its outputs get.
"""

import io
import itertools
import os
import shutil
import tempfile
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from checkin_cli.errors import DocumentRefused, Place, UsageError, printable
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.json_text.read import refuse_wide_encodings
from checkin_cli.selection.gate import open_regular

STANDARD_INPUT = "-"
LARGEST_DOCUMENT = 1 << 20
"""
Bytes of one document. Check-ins are a thousandth of it; a file that is larger is something else.
"""

_BOM = b"\xef\xbb\xbf"
_BLANK = b" \t\r\n"
_OWN_OUTPUT = ".receipt.json"


@dataclass(frozen=True, slots=True)
class InputFile:
    """
    One file to read, or standard input.
    """

    path: str
    shown: str
    """
    The path in NFC, safe to print.
    """

    name: str
    """
    The path below the given folder without its ending: what outputs are named after when the document has no ref.
    """

    found: bool = False
    """
    True for a file that a search found; it is read only if it is a regular file.
    """


@dataclass(frozen=True, slots=True)
class RawInput:
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
    return next(itertools.islice(handle, number - 1, None), b"").removeprefix(_BOM if number == 1 else b"")


def find_files(paths: Iterable[str]) -> list[InputFile]:
    """
    List the inputs: paths as given, folders searched for `*.json` and `*.jsonl`.

    The files of a folder are sorted by code points of the NFC path below it, then raw bytes. Hidden files and receipts
    of this program are left out.

    Raises `UsageError` for a path that does not exist and for a folder without inputs.
    """
    files: list[InputFile] = []
    for path in paths:
        if path == STANDARD_INPUT:
            files.append(InputFile(path, STANDARD_INPUT, "stdin"))
        elif os.path.isdir(path):
            found = _search(path)
            if not found:
                raise UsageError("no_inputs", "no .json or .jsonl file", "a folder with inputs", Place(show(path)))
            files += found
        elif os.path.lexists(path):
            files.append(InputFile(path, show(path), _stem(show(os.path.basename(path)))))
        else:
            raise UsageError("no_such_input", "no such file or folder", "an input", Place(show(path)))
    return files


def read_inputs(files: Iterable[InputFile], standard_input: BinaryIO) -> Iterator[RawInput]:
    """
    Yield every document of the files, in order; memory holds one document at a time.
    """
    for file in files:
        try:
            if file.path == STANDARD_INPUT:
                yield from _read_stream(file, standard_input)
            elif file.found and not os.path.isfile(file.path):
                yield _unreadable(file)
            else:
                with open(file.path, "rb") as handle:
                    if file.path.lower().endswith(".jsonl"):
                        yield from _read_lines(file, handle)
                    else:
                        yield _read_whole(file, handle)
        except OSError:
            yield _unreadable(file)


def nfc(path: str) -> str:
    """
    A path in composed form, for names and messages; files are always opened by their own bytes.
    """
    return unicodedata.normalize("NFC", path)


def show(path: str) -> str:
    """
    A path for messages and records: composed, printable, and valid UTF-8 whatever its bytes are.
    """
    return printable(nfc(os.fsencode(path).decode("utf-8", "backslashreplace")))


def _search(folder: str) -> list[InputFile]:
    found: list[tuple[str, bytes, str]] = []
    closed: list[str] = []
    for parent, folders, names in os.walk(folder, onerror=lambda error: closed.append(str(error.filename))):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.endswith((".json", ".jsonl")) and not name.endswith(_OWN_OUTPUT) and not name.startswith("."):
                path = os.path.join(parent, name)
                below = os.path.relpath(path, folder)
                found.append((nfc(below), os.fsencode(below), path))
    # A folder that cannot be opened is refused in its place, never passed over.
    found += [(nfc(os.path.relpath(path, folder)), os.fsencode(path), path) for path in closed]
    return [InputFile(path, show(path), _stem(show(below)), found=True) for below, _, path in sorted(found)]


def _stem(below: str) -> str:
    return str(Path(below).with_suffix("")) if Path(below).suffix in {".json", ".jsonl"} else below


def _read_whole(file: InputFile, handle: BinaryIO) -> RawInput:
    raw = handle.read(LARGEST_DOCUMENT + 1)
    return RawInput(file.shown, file.name, None, _too_large() if len(raw) > LARGEST_DOCUMENT else raw, file.path)


def _read_stream(file: InputFile, stream: BinaryIO) -> Iterator[RawInput]:
    start = stream.read(LARGEST_DOCUMENT + 1)
    if len(start) <= LARGEST_DOCUMENT:
        if _is_one_document(start):
            yield RawInput(file.shown, file.name, None, start)
        else:
            yield from _read_lines(file, io.BytesIO(start))
        return
    if _is_one_document(start) and b"\n" in start:
        yield RawInput(file.shown, file.name, None, _too_large())
        return
    # Longer than any document, so it can only be lines; a private file keeps memory flat.
    with tempfile.TemporaryFile() as spool:
        spool.write(start)
        shutil.copyfileobj(stream, spool)
        spool.seek(0)
        yield from _read_lines(file, spool)


def _is_one_document(raw: bytes) -> bool:
    """
    Tell one document from lines.

    Malformed text is lines if any line is an object that starts at its beginning: inside a document of several lines,
    objects are indented.
    """
    lines = raw.removeprefix(_BOM).split(b"\n")
    if sum(bool(line.strip(_BLANK)) for line in lines) < 2 or _is_one_value(raw):
        return True
    return not any(line.startswith(b"{") and line.rstrip(_BLANK).endswith(b"}") for line in lines)


def _is_one_value(raw: bytes) -> bool:
    try:
        parse_json(decode_utf8(raw))
    except DocumentRefused:
        return False
    return True


def _read_lines(file: InputFile, handle: BinaryIO) -> Iterator[RawInput]:
    empty = True
    path = None if file.path == STANDARD_INPUT else file.path
    for number, (offset, line) in enumerate(_bounded_lines(handle), start=1):
        if number == 1 and _is_wide(line):
            # Lines of a wider encoding cannot be told apart; the first one refuses the file as a whole.
            yield RawInput(file.shown, file.name, None, line)
            return
        if isinstance(line, bytes) and not (line.removeprefix(_BOM) if number == 1 else line).strip(_BLANK):
            continue
        empty = False
        stray = number > 1 and isinstance(line, bytes) and line.startswith(_BOM)
        yield RawInput(file.shown, f"{file.name}.{number}", number, _stray_bom() if stray else line, path, offset)
    if empty:
        yield RawInput(
            file.shown, file.name, None, DocumentRefused("empty_input", "no text", "one JSON document a line")
        )


def _is_wide(line: bytes | DocumentRefused) -> bool:
    try:
        if isinstance(line, bytes):
            refuse_wide_encodings(line)
    except DocumentRefused:
        return True
    return False


def _bounded_lines(handle: BinaryIO) -> Iterator[tuple[int, bytes | DocumentRefused]]:
    # Only LF ends a line; splitting text would also cut at U+2028 and U+0085.
    offset = 0
    while line := handle.readline(LARGEST_DOCUMENT + 1):
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
