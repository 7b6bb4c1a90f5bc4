"""
The end of the journal: whole lines or nothing, and a claim returns only when it is on disk.
"""

import errno
import os
import resource
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from checkin_cli.runs.journal.append import Appender
from tests.batch.served import PATIENCE


class Disk:
    """A disk that says when it is asked to keep something, and does so when it is told to."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.turns = threading.Semaphore(0)
        self.kept = 0
        self.calls = 0
        self.fails = False

    def keep(self, number: int) -> None:
        """Keep what was written before this call, once it is allowed."""
        size = os.fstat(number).st_size
        self.calls += 1
        self.asked.release()
        assert self.turns.acquire(timeout=PATIENCE)
        if self.fails:
            self.fails = False
            raise OSError(errno.EIO, "no")
        self.kept = max(self.kept, size)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[int]:
    number = os.open(tmp_path / "lines", os.O_RDWR | os.O_CREAT)
    yield number
    os.close(number)


def test_a_line_is_synchronised_when_the_disk_has_it_and_not_before(file: int) -> None:
    """Lines that arrive while the disk is busy share the next synchronisation, and none returns early."""
    disk, began = Disk(), threading.Barrier(10)
    appender = Appender(file, 0, disk.keep)

    def one(number: int) -> int:
        ticket = appender.append(b"%09d\n" % number)
        began.wait(PATIENCE)
        appender.sync(ticket)
        return ticket

    with ThreadPoolExecutor(10) as threads:
        first = threads.submit(appender.sync, appender.append(b"%09d\n" % 99))
        assert disk.asked.acquire(timeout=PATIENCE)
        others: list[Future[int]] = [threads.submit(one, number) for number in range(9)]
        began.wait(PATIENCE)
        assert not first.done()
        disk.turns.release()
        first.result(PATIENCE)
        # The nine were written after the first call began: a second one must begin before any of them returns.
        assert disk.asked.acquire(timeout=PATIENCE)
        assert not any(each.done() for each in others)
        disk.turns.release()
        assert sorted(each.result(PATIENCE) for each in others) == list(range(2, 11))
    assert (disk.calls, disk.kept) == (2, 100)


def test_after_a_failed_synchronisation_nothing_counts_as_kept(file: int) -> None:
    """The system may drop what it could not write and report success to whoever asks next."""
    disk = Disk()
    appender = Appender(file, 0, disk.keep)
    tickets = [appender.append(b"one\n"), appender.append(b"two\n")]
    disk.fails = True
    for _ in range(3):
        disk.turns.release()
    for ticket in (*tickets, appender.append(b"three\n")):
        with pytest.raises(OSError, match=r"no|failed"):
            appender.sync(ticket)
    assert disk.kept == 0


@pytest.mark.parametrize("room", range(40, 60))
def test_a_line_that_does_not_fit_leaves_nothing_of_itself(room: int, file: int) -> None:
    """A write may end in the middle of a line; the next one goes where that line began."""
    appender = Appender(file, 0)
    appender.append(b"a" * 39 + b"\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(OSError, match=r"short write|too large"):
            appender.append(b"b" * 29 + b"\n")
        left = os.fstat(file).st_size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    appender.append(b"c\n")
    assert left == 40
    assert os.pread(file, 100, 40) == b"c\n"


def test_lines_of_many_threads_are_never_mixed(file: int) -> None:
    appender = Appender(file, 0)
    given = [bytes([65 + number % 26]) * (number + 1) + b"\n" for number in range(200)]
    with ThreadPoolExecutor(16) as threads:
        list(threads.map(lambda line: appender.sync(appender.append(line)), given))
    assert sorted(os.pread(file, 1 << 20, 0).splitlines(keepends=True)) == sorted(given)
