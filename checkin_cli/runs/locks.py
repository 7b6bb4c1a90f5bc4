"""
One run at a time on what a run leaves behind.
"""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.files import unwritable
from checkin_cli.runs.inputs import show


def lock(number: int) -> None:
    """
    Lock an open file. Raises `BlockingIOError` while somebody else holds it; `PermissionError` on some file systems.
    """
    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def open_locked(path: Path, lock: Callable[[int], None] = lock) -> int:
    """
    Open or make a private file and lock it until the number is closed or the program ends, however it ends.

    Raises `UsageError` while another run holds it, `OutputError` where it cannot be made.
    """
    while True:
        try:
            number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o600)
        except OSError:
            raise unwritable(path) from None
        try:
            lock(number)
            if _is_there(path, number):
                return number
        except (BlockingIOError, PermissionError):
            os.close(number)
            raise UsageError("journal_in_use", "a run at work", "one run an output", Place(show(str(path)))) from None
        except OSError:
            os.close(number)
            raise unwritable(path) from None
        # The run before finished with it after it was opened here: a lock on it would keep nobody away.
        os.close(number)


def _is_there(path: Path, number: int) -> bool:
    try:
        return os.path.samestat(os.fstat(number), os.lstat(path))
    except FileNotFoundError:
        return False
