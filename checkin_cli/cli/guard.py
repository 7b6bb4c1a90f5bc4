"""
The edge of every command: errors become two lines and an exit code, streams end quietly.
"""

import contextlib
import errno
import io
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

import typer

from checkin_cli.errors import CheckinError, InternalFault, OutputError, Place, UsageError

BROKEN_PIPE = 141
INTERRUPTED = 130
FINDINGS = 1
"""
Exit code where something was found, or differs.
"""


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """
    Run the body of a command. No exception text of another library and no traceback reaches a stream.
    """
    try:
        yield
        StandardOutput().flush()
    except BrokenPipeError:
        close_output()
        raise typer.Exit(BROKEN_PIPE) from None
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except CheckinError as error:
        talk(str(error))
        raise typer.Exit(error.exit_code) from None
    except (typer.Exit, typer.Abort):
        raise
    except Exception as fault:  # noqa: BLE001  # the last line of defence: whatever it is, it ends as exit code 70
        end = _folder_gone() or _defect(fault)
        talk(str(end))
        raise typer.Exit(end.exit_code) from None


class StandardOutput:
    """
    Standard output as bytes, whatever the encoding of the console; nothing is wrapped or translated.
    """

    def write(self, raw: bytes, /) -> None:
        """
        Write bytes, or raise `OutputError` where they cannot be written (`BrokenPipeError` where nobody reads on).
        """
        with _writable():
            _open_output().buffer.write(raw)

    def flush(self) -> None:
        """
        Hand over what is still buffered; raises as `write` does.
        """
        with _writable():
            if sys.stdout is not None:
                sys.stdout.flush()


@contextlib.contextmanager
def _writable() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError:
        close_output()
        place = Place("standard output")
        raise OutputError("output_unwritable", "a stream that cannot be written", "room to write", place) from None


def standard_input() -> BinaryIO:
    """
    Standard input as bytes; nothing where it was closed.
    """
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer


def talk(text: str) -> None:
    """
    Say something to the operator on standard error, if there is one.
    """
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()
    except OSError:
        # A copy must not be lost because nobody can hear about it.
        _abandon(sys.stderr)


def _open_output() -> TextIO:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "closed")
    return sys.stdout


def close_output() -> None:
    """
    Give up standard output for good.
    """
    _abandon(sys.stdout)


def _abandon(stream: TextIO) -> None:
    # What is still buffered has no reader; without this the interpreter would complain at exit.
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _folder_gone() -> UsageError | None:
    """
    Wherever a path had to be completed, a working folder that was removed is no defect of the program.
    """
    try:
        Path.cwd()
    except OSError:
        return UsageError("folder_gone", "a working folder that was removed", "a folder that exists")
    return None


def _defect(fault: Exception) -> InternalFault:
    return InternalFault("internal_fault", type(fault).__name__, "none", Place(_own_place(fault)))


def _own_place(fault: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(fault.__traceback__) if "checkin_cli" in frame.filename]
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
