"""
A table in a private file: what a run must remember of every document, so that memory does not grow with them.
"""

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator

from checkin_cli.runs.aside import aside, unkept


@contextlib.contextmanager
def private_table(create: str) -> Iterator[sqlite3.Connection]:
    """
    The connection to a database with the table that the statement creates; it ends with the block.

    Where there is no room for it, what happens in the block raises `OutputError`.
    """
    # Asked while there is room: Python looks for a folder that can be written, and would name another one later.
    with aside():
        tempfile.gettempdir()
    # The empty name makes a database that has a file of its own as soon as it is large, and that ends with it.
    with contextlib.closing(sqlite3.connect("", isolation_level=None)) as kept:
        try:
            kept.execute("PRAGMA journal_mode = OFF")
            kept.executescript(create)
            yield kept
        except sqlite3.Error:
            raise unkept() from None
