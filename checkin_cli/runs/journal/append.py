"""
Append whole lines to a file that many threads share, and know when they are on disk.
"""

import errno
import os
import threading
from collections.abc import Callable


def to_disk(number: int) -> None:
    """
    Return when what was written to an open file is on disk. Raises `OSError`.
    """
    # Where there is one, the call that leaves out what only says when the file was touched.
    getattr(os, "fdatasync", os.fsync)(number)


class Appender:
    """
    Writes each line with one call. Threads that wait for the disk share one synchronisation.
    """

    def __init__(self, number: int, size: int, synchronise: Callable[[int], None] = to_disk) -> None:
        """
        `number` is an open file, `size` the length of what is whole in it.
        """
        self._number = number
        self._synchronise = synchronise
        self._size = size
        self._changed = threading.Condition()
        self._written = 0
        self._synced = 0
        self._syncing = False
        self._lost = False

    def append(self, line: bytes) -> int:
        """
        Write a line; it survives the end of this process. Raises `OSError`; then nothing of the line remains.
        """
        with self._changed:
            try:
                _write_whole(self._number, line, self._size)
            except OSError:
                os.ftruncate(self._number, self._size)
                raise
            self._size += len(line)
            self._written += 1
            return self._written

    def sync(self, ticket: int) -> None:
        """
        Return when the line with this ticket, and all before it, are on disk. Raises `OSError`, from then on always.

        After a failure the system may drop what it could not write, and report success to whoever asks next.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: not self._syncing or self._synced >= ticket)
                if self._synced >= ticket:
                    return
                if self._lost:
                    raise OSError(errno.EIO, "an earlier synchronisation failed")
                self._syncing, reached = True, self._written
            try:
                self._synchronise(self._number)
            except OSError:
                reached, self._lost = 0, True
                raise
            finally:
                with self._changed:
                    self._syncing = False
                    self._synced = max(self._synced, reached)
                    self._changed.notify_all()


def _write_whole(number: int, line: bytes, offset: int) -> None:
    if os.pwrite(number, line, offset) < len(line):
        raise OSError(errno.ENOSPC, "a short write")
