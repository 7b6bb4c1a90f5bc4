"""
A disk that fills while a run asks: nothing half, nothing lost, nothing asked twice.
"""

import ctypes
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.corpus import Corpus, corpus
from tests.batch.desk import Desk, Line, desk_of
from tests.batch.seen import check_resumed, left_by
from tests.batch.served import Served, serving

pytestmark = pytest.mark.loopback

_LIBC = ctypes.CDLL(None, use_errno=True)


def mount(folder: Path, room: int = 256 << 10) -> None:
    """Put a small file system of memory on a folder; only root may."""
    options = f"size={room},mode=0777".encode()
    if _LIBC.mount(b"tmpfs", os.fsencode(folder), b"tmpfs", 0, options):
        number = ctypes.get_errno()
        assert number in {errno.EPERM, errno.EACCES}, os.strerror(number)
        pytest.skip("only root may mount a file system that fills")


@pytest.fixture
def small(tmp_path: Path, served: Served, days: Corpus) -> Iterator[Desk]:
    """A desk whose output and journal are on a file system of their own."""
    folder = tmp_path / "desk"
    disk = folder / "disk"
    disk.mkdir(parents=True)
    (folder / "days.jsonl").write_bytes(days.text)
    mount(disk)
    try:
        with desk_of(folder, served, output="disk/out.jsonl") as desk:
            yield desk
    finally:
        _LIBC.umount2(os.fsencode(disk), 0)


def fill(disk: Path, leave: int) -> Path:
    """Leave this many bytes, in whole pages."""
    status = os.statvfs(disk)
    filler = disk / "filler"
    filler.write_bytes(b"x" * (status.f_bavail * status.f_bsize - leave))
    return filler


@pytest.mark.parametrize(
    ("pages", "options"),
    [
        (1, ()),
        pytest.param(2, (), marks=pytest.mark.full),
        (8, ()),
        pytest.param(3, ("--jobs", "2"), marks=pytest.mark.full),
    ],
    ids=["a claim", "a result", "the output", "a part"],
)
def test_a_full_disk_ends_the_run_and_loses_nothing(
    pages: int, options: tuple[str, ...], small: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """Exit code 4, nothing half; with room again, `--resume` completes it."""
    filler = fill(small.target.parent, pages * 4096)
    full = small.finished(*options)
    assert full.returncode == 4, full.stderr
    assert b"Traceback" not in full.stderr
    assert not small.target.exists()
    names = {path.name for path in small.target.parent.iterdir()}
    assert names <= {"filler", "out.jsonl.journal"}
    in_flight = left_by(small.journal).unanswered
    filler.unlink()
    again = small.finished(*options, "--resume").returncode if options else small.run(resume=True)
    assert (again, small.journal.exists()) == (0, False)
    check_resumed(small.lines(), undisturbed, in_flight, served)


def test_a_full_disk_leaves_an_old_output_as_it_is(small: Desk, served: Served, undisturbed: list[Line]) -> None:
    small.target.write_bytes(b"old\n")
    filler = fill(small.target.parent, 8 * 4096)
    assert small.finished("--force").returncode == 4
    assert small.target.read_bytes() == b"old\n"
    in_flight = left_by(small.journal).unanswered
    filler.unlink()
    assert small.run(force=True, resume=True) == 0
    check_resumed(small.lines(), undisturbed, in_flight, served)


def test_a_run_that_cannot_begin_a_journal_sends_nothing(small: Desk, served: Served) -> None:
    fill(small.target.parent, 0)
    full = small.finished()
    assert (full.returncode, served.asked) == (4, [])
    assert not small.target.exists()


def test_copies_that_met_a_full_disk_are_written_by_the_resumed_run(tmp_path: Path) -> None:
    """In a folder some copies may be there already: they stay, and nobody is asked again."""
    documents = corpus(24)
    disk = tmp_path / "disk"
    disk.mkdir()
    (tmp_path / "days.jsonl").write_bytes(documents.text)
    mount(disk)
    try:
        with serving(documents) as served, desk_of(tmp_path, served, output="disk/out") as desk:
            filler = fill(disk, 30 * 4096)
            full = desk.finished()
            assert full.returncode == 4, full.stderr
            there = {path.name: path.read_bytes() for path in desk.target.iterdir()}
            assert 0 < len(there) < 48
            assert len(served.asked) == 48
            filler.unlink()
            assert desk.finished("--resume").returncode == 0
            assert len(served.asked) == 48
            found = {path.name: path.read_bytes() for path in desk.target.iterdir()}
            assert len(found) == 48
            assert there.items() <= found.items()
    finally:
        _LIBC.umount2(os.fsencode(disk), 0)
