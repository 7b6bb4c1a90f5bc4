"""
Write files whole or not at all.
"""

import contextlib
import errno
import filecmp
import glob
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from checkin_cli.errors import OutputError, Place
from checkin_cli.hints import IN_FOLDER
from checkin_cli.runs.inputs import show

_SUFFIX = ".tmp"

ENDINGS = (".txt", ".receipt.json")
"""
How the names of the two files of a copy end.
"""

GOLDENS = (".golden.txt", ".golden.receipt.json")
"""
How the names of goldens end: the copy and the receipt that were accepted for a case.
"""

_AT_ONCE = 1 << 17
"""
Bytes of one read or write: so few that they stay near the processor, and in memory that is used again.
"""


_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


class Written:
    """
    A file under construction: it counts what it was given, and knows its checksum.
    """

    def __init__(self, handle: BinaryIO) -> None:
        self._handle = handle
        self.size = 0
        """
        Bytes given so far.
        """

        self.checksum = 0
        """
        The CRC-32 of these bytes: against accidents, which is all that it is for.
        """

    def write(self, raw: bytes) -> None:
        """
        Add bytes.
        """
        self._handle.write(raw)
        self.checksum = zlib.crc32(raw, self.checksum)
        self.size += len(raw)

    def check(self) -> None:
        """
        Read the file back and compare: a short write that nobody reported is an `OSError` here.
        """
        self._handle.flush()
        os.fsync(self._handle.fileno())
        self._handle.seek(0)
        if sum_up(self._handle) != (self.size, self.checksum):
            raise OSError(errno.EIO, "the file does not hold what was written")


def sum_up(file: BinaryIO) -> tuple[int, int]:
    """
    The size and the CRC-32 of what is left of a file.
    """
    size = checksum = 0
    for chunk in chunks_of(file):
        checksum = zlib.crc32(chunk, checksum)
        size += len(chunk)
    return size, checksum


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """
    Yield what is left of a file, in pieces.
    """
    while chunk := file.read(_AT_ONCE):
        yield chunk


@contextlib.contextmanager
def replacing(
    target: Path, *, force: bool, private: bool, golden: bool = False, synced: bool = True
) -> Iterator[Written]:
    """
    Build `target` beside itself and rename it into place when the block ends well; on any error nothing remains.

    An existing file is left alone if its bytes are equal, and is an `OutputError` otherwise, unless `force` is set.
    An existing golden takes `golden` as well, which accepting one says and nothing else.
    `private` creates the file for its owner alone (0600). Without `synced` nobody waits for the disk or reads back what
    is there: for what can be made again, and is compared with its checksum before it is used.
    """
    # Named before it is there: whatever stops the run, even between making and opening it, finds it to remove.
    temporary = os.path.join(target.parent, f"{_prefix(target)}{os.urandom(8).hex()}{_SUFFIX}")
    try:
        with os.fdopen(os.open(temporary, _NEW, 0o600), "w+b", buffering=_AT_ONCE) as handle:
            written = Written(handle)
            yield written
            if synced:
                written.check()
        if not private:
            os.chmod(temporary, 0o666 & ~_umask())
        _place(temporary, target, force=force and (golden or not is_golden(target)))
        if private:
            os.chmod(target, 0o600)
        if synced:
            sync_folder(target.parent)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise unwritable(target) from None
    finally:
        with contextlib.suppress(OSError):
            os.unlink(temporary)


@contextlib.contextmanager
def private_folder(around: Path, prefix: str) -> Iterator[Path]:
    """
    A new folder for this user alone, which is gone with all that is in it when the block ends.
    """
    folder = around / f"{prefix}{os.urandom(8).hex()}"
    try:
        folder.mkdir(0o700)
        yield folder
    finally:
        _remove_whole(folder)


def journal_of(output: Path) -> Path:
    """
    Where the journal of an output lies: beside it.
    """
    # The folder that one works in has a name too.
    whole = Path(os.path.abspath(output)) if output.name in {"", ".."} else output
    return whole.parent / f"{whole.name}.journal"


def discard(folder: Path) -> None:
    """
    Remove a folder with all that is in it. Its name is free at once; raises `OSError` where that cannot be.

    What a kill leaves of it has the name of a leftover of the same target.
    """
    away = folder.parent / f"{_prefix(folder)}{os.urandom(8).hex()}{_SUFFIX}"
    try:
        os.replace(folder, away)
    finally:
        # Also where the run is told to end meanwhile; but nothing is removed before the other name is on disk.
        sync_folder(folder.parent)
        _remove_whole(away)


def _remove_whole(folder: Path) -> None:
    try:
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        # Where the run was told to end meanwhile, the rest is still there.
        shutil.rmtree(folder, ignore_errors=True)


def remove_leftovers(target: Path) -> None:
    """
    Remove what killed runs left of building `target`, as far as that can be. Only for who holds the lock of the run.
    """
    for name in (target, journal_of(target)):
        # They are in nobody's way: no run ends because of them.
        with contextlib.suppress(OSError):
            _remove_all(target.parent.glob(f"{glob.escape(_prefix(name))}*{_SUFFIX}"))


def _remove_all(paths: Iterable[Path]) -> None:
    for path in paths:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _prefix(target: Path) -> str:
    # Names may be as long as a name can be, so theirs does not stand in it.
    return f".checkin-{zlib.crc32(os.fsencode(target.name)):08x}-"


def differs(target: Path, raw: bytes) -> bool:
    """
    True if a file of that name exists with other bytes.
    """
    try:
        return target.read_bytes() != raw if target.is_file() else target.exists()
    except OSError:
        return True


def exists_already(target: Path, *, in_folder: bool = False) -> OutputError:
    """
    The error for a file that would be overwritten; `in_folder` where its folder was named, and not the file.
    """
    place = Place(show(str(target)))
    if is_golden(target):
        return OutputError("output_is_golden", "a golden with other bytes", "a new name", place)
    error = OutputError("output_exists", "a file with other bytes", "a new name, or --force", place)
    error.hint = IN_FOLDER if in_folder else error.hint
    return error


def is_golden(target: Path) -> bool:
    """
    True for the name of a golden, which --force does not overwrite.
    """
    return target.name.lower().endswith(GOLDENS)


def unwritable(target: Path) -> OutputError:
    """
    The error for a file or folder that cannot be written.
    """
    return OutputError(
        "output_unwritable", "a place that cannot be written", "a writable place", Place(show(str(target)))
    )


@contextlib.contextmanager
def looking_at(target: Path) -> Iterator[None]:
    """
    Let a block ask what stands in a place; where not even that can be told, raise that it cannot be written.
    """
    try:
        yield
    except OSError:
        raise unwritable(target) from None


def _place(temporary: str, target: Path, *, force: bool) -> None:
    if target.exists() and not force:
        if not filecmp.cmp(temporary, target, shallow=False):
            raise exists_already(target)
        os.unlink(temporary)
        return
    os.replace(temporary, target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """
    Return when the names in a folder are on disk.
    """
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
