"""
Find the documents of a run, in a fixed order, each with the name its outputs get.
"""

import os
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import Place, UsageError, printable

STANDARD_INPUT = "-"
_OWN_OUTPUT = ".receipt.json"
_OWN_FOLDER = ".journal"


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
            found = search(path, _is_input)
            if not found:
                raise UsageError("no_inputs", "no .json or .jsonl file", "a folder with inputs", Place(show(path)))
            files += found
        elif os.path.lexists(path):
            files.append(InputFile(path, show(path), _stem(show(os.path.basename(path)))))
        else:
            raise UsageError("no_such_input", "no such file or folder", "an input", Place(show(path)))
    return files


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


def search(folder: str, wanted: Callable[[str], bool]) -> list[InputFile]:
    """
    The files below a folder whose names are wanted, sorted by code points of the NFC path below it, then raw bytes.

    Hidden files are left out. A folder that cannot be opened is in the list, where it is refused as unreadable.
    """
    found: list[tuple[str, bytes, str]] = []
    closed: list[str] = []
    for parent, folders, names in os.walk(folder, onerror=lambda error: closed.append(str(error.filename))):
        # Hidden folders, and those in which an unfinished run of this program keeps its parts.
        folders[:] = [name for name in folders if not name.startswith(".") and not name.endswith(_OWN_FOLDER)]
        for name in names:
            if wanted(name) and not name.startswith("."):
                path = os.path.join(parent, name)
                below = os.path.relpath(path, folder)
                found.append((nfc(below), os.fsencode(below), path))
    # Refused in its place, never passed over.
    found += [(nfc(os.path.relpath(path, folder)), os.fsencode(path), path) for path in closed]
    return [InputFile(path, show(path), _stem(show(below)), found=True) for below, _, path in sorted(found)]


def _is_input(name: str) -> bool:
    return name.endswith((".json", ".jsonl")) and not name.endswith(_OWN_OUTPUT)


def _stem(below: str) -> str:
    return str(Path(below).with_suffix("")) if Path(below).suffix in {".json", ".jsonl"} else below
