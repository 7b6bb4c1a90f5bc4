"""
A folder with `NAME.txt` and `NAME.receipt.json` for each copy.

Everything is rendered before the first file appears: two inputs that would write one name, or a file that would be
overwritten, stop the run with the folder untouched.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import OutputError, Place
from checkin_cli.json_text import json_pretty, parse_json, quoted
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.files import differs, exists_already, replacing, unwritable
from checkin_cli.runs.inputs import nfc, show
from checkin_cli.selection import receipt_json


@dataclass(frozen=True, slots=True)
class _Pending:
    path: Path
    raw: bytes


class FolderSink:
    """
    Collects copies in a private file and writes them all at the end.
    """

    def __init__(self, folder: Path, *, force: bool, private: bool) -> None:
        self._folder = folder
        self._force = force
        self._private = private
        self._sources: dict[str, str] = {}
        self._spool = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the sink, and has no name

    def accept(self, outcome: Outcome) -> None:
        """
        Take a copy. Raises `OutputError` for a name that another input has, equal after NFC and case folding.
        """
        if outcome.copy is None or outcome.receipt is None:
            return
        name = nfc(outcome.name)
        source = str(Place(outcome.source, outcome.line))
        other = self._sources.setdefault(nfc(name.casefold()), source)
        if other is not source:
            found = f"the output name {show(name)} of {other}"
            raise OutputError("output_name_shared", found, "a name of its own", Place(source))
        try:
            self._spool.write(f"[{quoted(name)},{quoted(outcome.copy)},{receipt_json(outcome.receipt)}]\n".encode())
        except OSError:
            raise unwritable(Path(tempfile.gettempdir())) from None

    def finish(self) -> None:
        """
        Write every file that is not there yet.
        """
        if not self._force:
            for pending in self._pending():
                if differs(pending.path, pending.raw):
                    raise exists_already(pending.path)
        for pending in self._pending():
            try:
                pending.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError:
                raise unwritable(pending.path.parent) from None
            with replacing(pending.path, force=self._force, private=self._private) as written:
                written.write(pending.raw)

    def _pending(self) -> Iterator[_Pending]:
        try:
            self._spool.seek(0)
        except OSError:
            raise unwritable(Path(tempfile.gettempdir())) from None
        for line in self._spool:
            match parse_json(line.decode("utf-8")):
                case [str(name), str(copy), receipt]:
                    # The receipt first: a copy that is there always has its receipt.
                    yield _Pending(self._folder / f"{name}.receipt.json", json_pretty(receipt))
                    yield _Pending(self._folder / f"{name}.txt", f"{copy}\n".encode())
