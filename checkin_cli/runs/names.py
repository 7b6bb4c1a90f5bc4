"""
Look at the names of all outputs before anything is rendered, sent or written.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import PurePosixPath

from checkin_cli.documents import read_document
from checkin_cli.errors import CheckinError, OutputError, Place
from checkin_cli.rendering import render_canonical
from checkin_cli.runs.document import Context
from checkin_cli.runs.files import ENDINGS
from checkin_cli.runs.inputs import RawInput, nfc, show
from checkin_cli.runs.private import private_table


def check_names(inputs: Iterable[RawInput], context: Context, see: Callable[[str], None] = lambda _name: None) -> None:
    """
    Raise `OutputError` where two inputs would write one name, equal after NFC and case folding.

    A file of one that is a folder of the other is such a name too. Names are kept in a private file, so that memory
    does not grow with the inputs; `see` takes each of them in turn. Refused inputs write nothing.
    """
    with private_table("CREATE TABLE name (folded TEXT PRIMARY KEY, source TEXT) WITHOUT ROWID") as taken:
        for given in inputs:
            name = _take(taken, given, context)
            if name is not None:
                see(name)


def _take(taken: sqlite3.Connection, given: RawInput, context: Context) -> str | None:
    try:
        document = read_document(given.content(), context.rules)
        # What is refused as a copy writes nothing either, and has no name.
        render_canonical(document, context.doctrine)
    except CheckinError:
        return None
    name = nfc(document.ref or given.name)
    source, folded = str(Place(given.source, given.line)), nfc(name.casefold())
    others = [_source(taken, each) for each in (folded, *_in_the_way(folded))]
    if any(others):
        other = next(filter(None, others))
        raise OutputError(
            "output_name_shared", f"the output name {show(name)} of {other}", "a name of its own", Place(source)
        )
    rows = [(each, source) for each in (folded, *(f"{folder}/" for folder in _folders(folded)))]
    taken.executemany("INSERT OR IGNORE INTO name VALUES (?, ?)", rows)
    return name


def _source(taken: sqlite3.Connection, folded: str) -> str | None:
    row = taken.execute("SELECT source FROM name WHERE folded = ?", (folded,)).fetchone()
    return None if row is None else row[0]


def _folders(folded: str) -> list[str]:
    """
    The folders that a name needs, the deepest one first.
    """
    return [str(folder) for folder in PurePosixPath(folded).parents][:-1]


def _in_the_way(folded: str) -> Iterator[str]:
    """
    Names of which a file would be a folder of this one; and folders, with a slash, that would be one of its files.
    """
    for ending in ENDINGS:
        yield f"{folded}{ending}/"
        yield from (each.removesuffix(ending) for each in _folders(folded) if each.endswith(ending))
