"""
Receipts that an earlier run left: a folder with `NAME.receipt.json`, or a file with one line an input.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.runs.inputs import RawInput, nfc, show
from checkin_cli.selection import Receipt
from checkin_cli.selection.watched import open_regular
from checkin_cli.shapes import Misfit, Record

_RECEIPT = Record(Receipt)


@dataclass(frozen=True, slots=True)
class Stored:
    """
    What is there for one input. A receipt or copy that is missing, or that cannot be read, is None.
    """

    receipt: Receipt | None
    copy: bytes | None
    """
    The body without the file's last newline.
    """


class Receipts(Protocol):
    """
    Where receipts are looked up.
    """

    def find(self, given: RawInput, ref: str | None) -> Stored:
        """
        What an earlier run left for this input.
        """
        ...


def open_receipts(path: Path) -> Receipts:
    """
    Open what `-o` wrote. Raises `UsageError` if there is nothing to read.
    """
    if path.is_dir():
        return _Folder(path)
    try:
        return _Lines(path)
    except OSError:
        raise UsageError(
            "no_such_input", "no readable file or folder", "what -o wrote", Place(show(str(path)))
        ) from None


class _Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, given: RawInput, ref: str | None) -> Stored:
        name = nfc(ref or given.name)
        receipt, copy = _bytes(self._folder / f"{name}.receipt.json"), _bytes(self._folder / f"{name}.txt")
        whole = copy is not None and copy.endswith(b"\n")
        return Stored(_read(receipt), copy[:-1] if copy is not None and whole else None)


class _Lines:
    """
    Lines are found by source and line, else by ref; only their places are kept in memory.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[tuple[object, ...], int] = {}
        offset = 0
        with open_regular(str(path)) as file:
            for raw in file:
                members = _members(raw)
                self._places.setdefault(_key(members.get("source"), members.get("line")), offset)
                if isinstance(members.get("ref"), str):
                    self._places.setdefault((members["ref"],), offset)
                offset += len(raw)

    def find(self, given: RawInput, ref: str | None) -> Stored:
        offset = self._places.get(_key(given.source, given.line), self._places.get((ref,)))
        if offset is None:
            return Stored(None, None)
        with open_regular(str(self._path)) as file:
            file.seek(offset)
            members = _members(file.readline())
        copy = members.get("copy")
        raw = copy.encode("utf-8", "surrogatepass") if isinstance(copy, str) else None
        return Stored(_receipt(members.get("receipt")), raw)


def _key(source: object, line: object) -> tuple[object, ...]:
    # A path counts from here in both, however it was written.
    return (str(Path(source).absolute()) if isinstance(source, str) else source, line)


def _bytes(path: Path) -> bytes | None:
    try:
        with open_regular(str(path)) as file:
            return file.read()
    except OSError:
        return None


def _read(raw: bytes | None) -> Receipt | None:
    try:
        return None if raw is None else _receipt(parse_json(decode_utf8(raw)))
    except DocumentRefused:
        return None


def _receipt(value: object) -> Receipt | None:
    try:
        return _RECEIPT.read(value)
    except Misfit:
        return None


def _members(raw: bytes) -> dict[str, object]:
    try:
        value = parse_json(decode_utf8(raw))
    except DocumentRefused:
        return {}
    return value if isinstance(value, dict) else {}
