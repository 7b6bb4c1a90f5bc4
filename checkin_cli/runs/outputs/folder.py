"""
A folder with `NAME.txt` and `NAME.receipt.json` for each copy.

Everything is rendered before the first file appears: a file that would be overwritten stops the run with the folder
untouched.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import OutputError, Place
from checkin_cli.json_text import json_pretty, parse_json, quoted
from checkin_cli.runs.aside import Lines
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.files import ENDINGS, differs, exists_already, looking_at, replacing, unwritable
from checkin_cli.runs.inputs import nfc, show
from checkin_cli.selection import receipt_json


@dataclass(frozen=True, slots=True)
class _Pending:
    path: Path
    raw: bytes


def _place(path: Path) -> Place:
    return Place(show(str(path)))


class FolderSink:
    """
    Collects copies in a private file and writes them all at the end.
    """

    def __init__(self, folder: Path, *, force: bool, private: bool, resumed: bool = False) -> None:
        """
        `resumed` also replaces empty files, which is what a full disk leaves of a copy.
        """
        self._folder = folder
        self._force = force
        self._private = private
        self._resumed = resumed
        self._kept = Lines()

    def accept(self, outcome: Outcome) -> None:
        """
        Take a copy, whose name no other input has.
        """
        if outcome.copy is None or outcome.receipt is None:
            return
        name, receipt = quoted(nfc(outcome.name)), receipt_json(outcome.receipt)
        self._kept.add(f"[{name},{quoted(outcome.copy)},{receipt}]\n".encode())

    def finish(self) -> None:
        """
        Write every file that is not there yet.
        """
        for pending in self._pending():
            check_way(self._folder, pending.path)
            if not self._force and differs(pending.path, pending.raw) and not self._may_replace(pending.path):
                raise exists_already(pending.path, in_folder=True)
        for pending in self._pending():
            try:
                pending.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                raise unwritable(pending.path.parent) from None
            force = self._force or self._may_replace(pending.path)
            with replacing(pending.path, force=force, private=self._private) as written:
                written.write(pending.raw)
        self._kept.close()

    def _may_replace(self, path: Path) -> bool:
        return self._resumed and is_emptied(path)

    def _pending(self) -> Iterator[_Pending]:
        for line in self._kept:
            match parse_json(line.decode("utf-8")):
                case [str(name), str(copy), receipt]:
                    # The receipt first: a copy that is there always has its receipt.
                    yield _Pending(self._folder / f"{name}.receipt.json", json_pretty(receipt))
                    yield _Pending(self._folder / f"{name}.txt", f"{copy}\n".encode())


def check_way(folder: Path, path: Path) -> None:
    """
    Raise `OutputError` for a folder where a file goes, or a file where its folder below `folder` goes; --force or not.
    """
    with looking_at(path):
        if path.is_dir():
            raise OutputError("output_is_folder", "a folder of that name", "a free name, or a file", _place(path))
        for around in path.parents:
            if around == folder:
                return
            if around.exists() and not around.is_dir():
                raise OutputError("output_unwritable", "a file where a folder goes", "a folder", _place(around))


def count_copies(folder: Path) -> int:
    """
    How many copies a folder and those in it hold, whoever wrote them; 0 where it cannot be read.
    """
    try:
        return sum(1 for _ in folder.rglob(f"*{ENDINGS[0]}"))
    except OSError:
        return 0


def is_emptied(path: Path) -> bool:
    """
    True for an empty file, which is what a full disk leaves of a copy.
    """
    with looking_at(path):
        return path.is_file() and not path.stat().st_size
