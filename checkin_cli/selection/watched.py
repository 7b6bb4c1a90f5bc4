"""
Files that may change during a run: asked about often, and read only when they may say something new.
"""

import errno
import io
import os
import stat
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")

Identity = tuple[int, ...]
"""
Device, inode, size, and when content and inode last changed, in nanoseconds.
"""

LARGEST = 64 << 20
"""
Bytes that are read of a file, and one more of a larger one.
"""

_TICK, _COARSE_TICK = 0.1, 2.0
"""
Seconds within which two changes of a file may carry the same time: more than a tick of any kernel; and two, for file
systems that keep whole seconds.
"""


def open_regular(path: str) -> io.BufferedReader:
    """
    Open a file for reading. Raises `OSError` for anything else that a path may name: a pipe would wait for ever.
    """
    return os.fdopen(number_of_regular(path), "rb")


def number_of_regular(path: str) -> int:
    """
    The same as a number of the system, to be closed by whoever asks.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "no regular file")
    return number


def identity_of(file: str | int) -> Identity:
    """
    The identity of a file, by its name or while it is open.
    """
    status = os.stat(file)  # noqa: PTH116  # a path has no way to ask an open file
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


class Watched(Generic[T]):
    """
    What a file says at the moment of each question, parsed anew when it may have changed.

    Times are never compared with the clock of this machine, which need not be that of the file system: an identity
    settles when it was seen a tick before the file was read, because every later change has then to carry another.
    Until then the file is read for each question. `parse` never raises. Many threads may ask at once.
    """

    def __init__(
        self, path: str, parse: Callable[[bytes], T], identify: Callable[[str | int], Identity] = identity_of
    ) -> None:
        self._path, self._parse, self._identify = path, parse, identify
        self._lock = threading.Lock()
        self._latest: _Look[T] | None = None

    def now(self) -> T:
        """
        What the file says now. Raises `OSError` if it cannot be read, or is no regular file.
        """
        asked = time.monotonic()
        with self._lock:
            if self._latest is None or self._latest.began <= asked:
                latest, self._latest = self._latest, None
                self._latest = self._look(latest)
            # Where threads waited, the look that began after their question is theirs as well.
            return self._latest.value

    def _look(self, latest: "_Look[T] | None") -> "_Look[T]":
        began = time.monotonic()
        if latest is not None and latest.raw is None and latest.identity == self._identify(self._path):
            latest.began = began
            return latest
        with open_regular(self._path) as file:
            identity = self._identify(file.fileno())
            seen = time.monotonic()
            raw = file.read(LARGEST + 1)
        if latest is None or latest.identity != identity:
            return _Look(began, identity, seen, raw, self._parse(raw))
        latest.take(began, raw, self._parse)
        return latest


class _Look(Generic[T]):
    """
    The latest look at a file, and since when it has had its identity.
    """

    def __init__(self, began: float, identity: Identity, since: float, raw: bytes, value: T) -> None:
        self.began, self.identity, self.value = began, identity, value
        self.raw: bytes | None = raw
        """
        Kept until the identity has settled, so that equal bytes are not parsed again.
        """

        self._settles = since + _tick(identity)

    def take(self, began: float, raw: bytes, parse: Callable[[bytes], T]) -> None:
        """
        Take what a later look has read under the same identity.
        """
        if raw != self.raw:
            self.value = parse(raw)
        self.began = began
        self.raw = raw if began < self._settles else None


def _tick(identity: Identity) -> float:
    whole_seconds = all(stamp % 1_000_000_000 == 0 for stamp in identity[-2:])
    return _COARSE_TICK if whole_seconds else _TICK
