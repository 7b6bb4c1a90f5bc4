"""
Private files beside a run, for what does not fit into memory. Where one fails, the folder of such files is named.
"""

import contextlib
import errno
import tempfile
import zlib
from collections.abc import Iterator

from checkin_cli.errors import OutputError, Place, printable

_AT_ONCE = 1 << 17


@contextlib.contextmanager
def aside() -> Iterator[None]:
    """
    Make, write or read a private file while the block runs. Raises `OutputError` where that fails.
    """
    try:
        yield
    except OSError:
        raise unkept() from None


def unkept() -> OutputError:
    """
    The error for a private file that fails.
    """
    place = Place(printable(_folder()))
    return OutputError("output_unwritable", "a place that cannot be written", "a writable place", place)


def _folder() -> str:
    try:
        return tempfile.gettempdir()
    except OSError:
        return "TMPDIR"


class Lines:
    """
    Lines in a file without a name. All that was given comes back as it was given, or `OutputError` is raised.
    """

    def __init__(self) -> None:
        with aside():
            self._file = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as this does
        self._size = self._checksum = 0

    def add(self, line: bytes) -> None:
        """
        Take a line, with its line feed.
        """
        with aside():
            self._file.write(line)
        self._size += len(line)
        self._checksum = zlib.crc32(line, self._checksum)

    def __iter__(self) -> Iterator[bytes]:
        """
        Yield every line, once it is certain that all of them are there.
        """
        with aside():
            self._check()
            self._file.seek(0)
        left = self._size
        while left:
            with aside():
                line = self._file.readline()
                if not line:
                    raise _lost()
            left -= len(line)
            yield line

    def close(self) -> None:
        """
        Give the file up.
        """
        with contextlib.suppress(OSError):
            self._file.close()

    def _check(self) -> None:
        self._file.seek(0)
        size = checksum = 0
        while chunk := self._file.read(_AT_ONCE):
            size, checksum = size + len(chunk), zlib.crc32(chunk, checksum)
        if (size, checksum) != (self._size, self._checksum):
            raise _lost()


def _lost() -> OSError:
    return OSError(errno.EIO, "the file does not hold what was written")
