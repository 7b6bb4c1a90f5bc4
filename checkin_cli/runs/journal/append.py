"""
Append whole lines to a file that many threads share, and know when they are on disk.
"""

import errno
import os
import threading
from collections.abc import Callable, Sequence


def to_disk(number: int) -> None:
    """
    Return when what was written to an open file is on disk. Raises `OSError`.
    """
    # Where there is one, the call that leaves out what only says when the file was touched.
    getattr(os, "fdatasync", os.fsync)(number)


class _Turn:
    """
    What a thread waits for: that another one does its part, or hands the work on to it.
    """

    __slots__ = ("_over", "fault", "leads", "line", "ticket")

    def __init__(self, line: bytes = b"", ticket: int = 0) -> None:
        self.line = line
        self.ticket = ticket
        self.fault: OSError | None = None
        self.leads = False
        self._over = threading.Lock()
        self._over.acquire()

    def wait(self) -> None:
        """
        Return when the turn has ended. Raises `OSError` where it failed.
        """
        self._over.acquire()
        if self.fault is not None:
            raise self.fault

    def end(self) -> None:
        self._over.release()


class Appender:
    """
    Writes lines, and shares calls: threads that arrive while one of them writes or synchronises wait for the next one.

    Nothing is written under a lock, and each thread is woken by itself. A thread that lets go of the interpreter while
    others wait for its lock would make them all queue for the interpreter as well.
    """

    def __init__(self, number: int, size: int, synchronise: Callable[[int], None] = to_disk) -> None:
        """
        `number` is an open file, `size` the length of what is whole in it.
        """
        self._number = number
        self._synchronise = synchronise
        self._size = size
        self._changing = threading.Lock()
        self._unwritten: list[_Turn] = []
        self._writing = False
        self._written = 0
        self._unsynced: list[_Turn] = []
        self._syncing = False
        self._synced = 0
        self._lost = False

    def append(self, line: bytes) -> int:
        """
        Write a line; it survives the end of this process. Raises `OSError`; then nothing of the line remains.
        """
        turn = _Turn(line)
        with self._changing:
            self._unwritten.append(turn)
            leads, self._writing = not self._writing, True
        if leads:
            self._write_waiting()
        turn.wait()
        return turn.ticket

    def sync(self, ticket: int) -> None:
        """
        Return when the line with this ticket, and all before it, are on disk. Raises `OSError`, from then on always.

        After a failure the system may drop what it could not write, and report success to whoever asks next.
        """
        turn = _Turn(ticket=ticket)
        with self._changing:
            if self._synced >= ticket:
                return
            leads, self._syncing = not self._syncing, True
            if not leads:
                self._unsynced.append(turn)
        if not leads:
            turn.wait()
        if leads or turn.leads:
            self._sync_waiting()

    def _write_waiting(self) -> None:
        while True:
            with self._changing:
                turns, self._unwritten = self._unwritten, []
                if not turns:
                    self._writing = False
                    return
            try:
                self._write(turns)
            except OSError:
                # Those that still fit are not to fail with the one that does not.
                for turn in turns:
                    try:
                        self._write([turn])
                    except OSError as fault:
                        turn.fault = fault
            for turn in turns:
                turn.end()

    def _write(self, turns: Sequence[_Turn]) -> None:
        lines = b"".join([turn.line for turn in turns])
        try:
            _write_whole(self._number, lines, self._size)
        except OSError:
            os.ftruncate(self._number, self._size)
            raise
        self._size += len(lines)
        for turn in turns:
            self._written += 1
            turn.ticket = self._written

    def _sync_waiting(self) -> None:
        """
        Synchronise once, for all whose lines were written before, and leave the next time to one of the others.
        """
        reached = self._written
        try:
            if self._lost:
                raise _earlier_failure()
            self._synchronise(self._number)
        except OSError:
            reached, self._lost = 0, True
            raise
        finally:
            with self._changing:
                self._synced = max(self._synced, reached)
                over = [turn for turn in self._unsynced if self._lost or turn.ticket <= self._synced]
                left = [turn for turn in self._unsynced if not self._lost and turn.ticket > self._synced]
                self._syncing, self._unsynced = bool(left), left[1:]
            for turn in over:
                turn.fault = _earlier_failure() if self._lost else None
                turn.end()
            for turn in left[:1]:
                turn.leads = True
                turn.end()


def _earlier_failure() -> OSError:
    return OSError(errno.EIO, "an earlier synchronisation failed")


def _write_whole(number: int, lines: bytes, offset: int) -> None:
    if os.pwrite(number, lines, offset) < len(lines):
        raise OSError(errno.ENOSPC, "a short write")
