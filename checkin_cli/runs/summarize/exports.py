"""
Exports of other programs among the inputs: which files they are, and their weigh-ins as entries.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from checkin_cli.errors import CheckinError, DocumentRefused
from checkin_cli.runs.imports import read_entries, recognised
from checkin_cli.runs.inputs import STANDARD_INPUT, InputFile
from checkin_cli.runs.inputs.raw import BOM
from checkin_cli.runs.summarize.gather import Gathered, no_week
from checkin_cli.selection.watched import open_regular
from checkin_cli.weekly.calendar import has_weeks
from checkin_cli.weekly.entries import WeighIn, entry_of_weigh_in

_ENDINGS = (".csv", ".xml", ".zip")
_BLANK = b" \t\r\n"


class Exports(NamedTuple):
    """
    The exports of a run.
    """

    files: Sequence[InputFile]
    customer: str | None
    """
    Whose weights they are; None for personal ones.
    """

    known: Sequence[str]
    """
    What `--from` says, a word a format.
    """


def is_export(file: InputFile, known: Sequence[str]) -> bool:
    """
    True for a file that is no document, and is an export by its content, by its ending or because `known` says so.

    What begins with an object, JSON Lines and everything that can be read only once are documents.
    """
    path = file.path
    if path == STANDARD_INPUT or path.endswith(".jsonl") or not Path(path).is_file() or _is_object(path):
        return False
    return bool(known) or Path(path).suffix.lower() in _ENDINGS or recognised(path) is not None


def add_exports(
    gathered: Gathered,
    exports: Exports,
    note: Callable[[str], None],
    refused: Callable[[CheckinError], None],
) -> None:
    """
    Add the weigh-ins of exports. A refused row is handed to `refused`; the others count.

    Each note is given once, whatever the number of files.
    """
    told: set[str] = set()

    def once(text: str) -> None:
        if text not in told:
            told.add(text)
            note(text)

    for file in exports.files:
        for entry in read_entries(file.path, exports.customer, _word_for(file.path, exports.known), once):
            refusal = _refusal(entry)
            if refusal is not None:
                gathered.exit_code = max(gathered.exit_code, refusal.exit_code)
                refused(refusal)
            elif isinstance(entry, WeighIn):
                gathered.entries.add(entry_of_weigh_in(entry))


def _refusal(entry: WeighIn | DocumentRefused) -> DocumentRefused | None:
    if isinstance(entry, DocumentRefused):
        return entry
    if has_weeks(entry.day):
        return None
    refusal = no_week()
    refusal.place = entry.place
    return refusal


def _word_for(path: str, known: Sequence[str]) -> str | None:
    """
    Of several words that of the format that the file shows, else the first, which then refuses it.
    """
    if len(known) > 1:
        name = recognised(path)
        return next((word for word in known if word.partition(":")[0] == name), known[0])
    return next(iter(known), None)


def _is_object(path: str) -> bool:
    try:
        with open_regular(path) as handle:
            return handle.read(1 << 12).removeprefix(BOM).lstrip(_BLANK).startswith(b"{")
    except OSError:
        return False
