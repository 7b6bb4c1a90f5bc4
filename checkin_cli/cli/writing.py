"""
Where the results of a run go, and what can be refused about it before anything is read.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import StandardOutput
from checkin_cli.errors import OutputError, Place, UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.document import Outcome
    from checkin_cli.runs.inputs import InputFile
    from checkin_cli.runs.outputs import Sink
    from checkin_cli.runs.outputs.stream import ByteStream
    from checkin_cli.runs.render import RenderReport


class Format(StrEnum):
    """
    Formats of standard output.
    """

    text = "text"
    json = "json"
    jsonl = "jsonl"


def is_lines(output: str | None, form: Format | None) -> bool:
    """
    True if the output is one JSON object a line.
    """
    return form is Format.jsonl if output is None else output.endswith(".jsonl")


def is_terminal_output() -> bool:
    """
    True if standard output is a terminal.
    """
    return sys.stdout is not None and sys.stdout.isatty()


def has_output(output: str | None) -> bool:
    """
    True if the output of a run is in place. A folder may have been made for one that never began. Raises `OutputError`.
    """
    if output is None:
        return False
    from checkin_cli.runs.files import looking_at

    target = Path(output)
    with looking_at(target):
        return any(target.iterdir()) if target.is_dir() else target.exists()


@contextlib.contextmanager
def stream_to(output: str | None, *, force: bool, private: bool) -> "Iterator[ByteStream]":
    """
    Standard output, or a file that is in place when the block has ended well, and of which nothing remains otherwise.
    """
    if output is None:
        yield StandardOutput()
        return
    from checkin_cli.runs.files import replacing

    with replacing(Path(output), force=force, private=private) as file:
        yield file


@contextlib.contextmanager
def opened(
    output: str | None, form: Format | None, *, force: bool, private: bool, resumed: bool = False
) -> "Iterator[Sink]":
    """
    The sink of a run; a file is in place when the block has ended well, and nothing of it remains otherwise.
    """
    from checkin_cli.runs.outputs import FolderSink, JsonArraySink, JsonLinesSink, TextSink

    if output is not None and not is_lines(output, None):
        yield FolderSink(Path(output), force=force, private=private, resumed=resumed)
        return
    sinks: dict[Format, Callable[[ByteStream], Sink]] = {
        Format.text: TextSink,
        Format.json: JsonArraySink,
        Format.jsonl: JsonLinesSink,
    }
    with stream_to(output, force=force, private=private) as stream:
        yield sinks[Format.jsonl if output is not None else form or Format.text](stream)


@contextlib.contextmanager
def counted(target: Path | None, observers: "list[Callable[[Outcome], None]]", *, force: bool) -> "Iterator[None]":
    """
    Count outcomes while the block runs, and write the counts when it ends well.
    """
    if target is None:
        yield
        return
    from checkin_cli.runs.files import replacing
    from checkin_cli.runs.metrics import Metrics

    check_new(target, force=force)
    metrics = Metrics()
    observers.append(metrics.add)
    with replacing(target, force=force, private=False) as file:
        yield
        file.write(metrics.text())


@contextlib.contextmanager
def summarised(target: Path | None, *, force: bool) -> "Iterator[Callable[[RenderReport], None]]":
    """
    Gives a function that takes the report; it is written when the block ends well.
    """
    if target is None:
        yield lambda _report: None
        return
    from checkin_cli.json_text import json_pretty
    from checkin_cli.runs.files import replacing

    with replacing(target, force=force, private=False) as file:
        yield lambda report: file.write(json_pretty(report.members()))


def check_output(output: str | None, files: "Iterable[InputFile]") -> None:
    """
    Refuse an output that can never be written, before anything is read.
    """
    if output is None:
        return
    if not output:
        raise UsageError("conflicting_options", "an empty --output", "a folder or FILE.jsonl")
    from checkin_cli.runs.files import looking_at

    with looking_at(Path(output)):
        _check_output(output, files)


def _check_output(output: str, files: "Iterable[InputFile]") -> None:
    from checkin_cli.runs.inputs import show

    target, place = Path(output), Place(show(output))
    wants_file = output.endswith(".jsonl")
    if wants_file and any(file.path != "-" and _same(file.path, output) for file in files):
        raise OutputError("output_is_input", "an input", "another file", place)
    if target.exists() and not (target.is_file() if wants_file else target.is_dir()):
        found = "no regular file" if wants_file else "no folder"
        raise OutputError("output_unwritable", found, "a file" if wants_file else "a folder or FILE.jsonl", place)
    if not target.parent.is_dir():
        raise OutputError("output_unwritable", "no such folder around it", "an existing folder", place)
    if not os.access(target if target.is_dir() else target.parent, os.W_OK):
        raise OutputError("output_unwritable", "a folder that cannot be written", "a writable folder", place)


def check_apart(target: Path | None, taken: "list[str | None]") -> None:
    """
    Refuse to write counts over what the run reads or writes, with --force too.
    """
    if target is None:
        return
    from checkin_cli.runs.files import looking_at

    with looking_at(target):
        is_taken = any(path and (path == str(target) or _same(path, str(target))) for path in taken)
    if is_taken:
        from checkin_cli.runs.inputs import show

        raise OutputError("output_is_input", "a file of this run", "another file", Place(show(str(target))))


class Taken:
    """
    The files that a run reads or writes otherwise, by whatever name they are reached.
    """

    def __init__(self, paths: "Iterable[str | Path]") -> None:
        self._files: set[tuple[int, int]] = set()
        self._places: set[Path] = set()
        for path in paths:
            with contextlib.suppress(OSError):
                found = Path(path).stat()
                self._files.add((found.st_dev, found.st_ino))
            self._places.add(_place(Path(path)))

    def check(self, target: Path) -> None:
        """
        Raise `OutputError` for a file that would take the place of one of them.
        """
        if _place(target) not in self._places:
            try:
                found = target.stat()
            except OSError:
                return
            if (found.st_dev, found.st_ino) not in self._files:
                return
        from checkin_cli.runs.inputs import show

        raise OutputError("output_is_input", "a file of this run", "another folder", Place(show(str(target))))


def _place(path: Path) -> Path:
    # The folder is followed, the name is not: that is what a rename replaces.
    return path.absolute().parent.resolve() / path.name


def check_new(target: Path | None, *, force: bool, beginning: bytes | None = None) -> None:
    """
    Raise `OutputError` for a file that exists already, before anything is done for it.

    With `beginning` one that begins so may be there: it may turn out to have equal bytes.
    """
    if target is None:
        return
    from checkin_cli.runs.files import looking_at
    from checkin_cli.runs.inputs import show

    place = Place(show(str(target)))
    with looking_at(target):
        is_there, is_file = target.exists(), target.is_file()
    if not is_there or (is_file and (force or _begins(target, beginning))):
        return
    if is_file:
        raise OutputError("output_exists", "a file that is there already", "a new name, or --force", place)
    raise OutputError("output_unwritable", "no regular file", "a file", place)


def _begins(file: Path, beginning: bytes | None) -> bool:
    if beginning is None:
        return False
    with file.open("rb") as handle:
        return handle.read(len(beginning)) == beginning


def check_outside(target: Path | None, *folders: str | Path | None) -> None:
    """
    Refuse to write into a folder that the run reads or writes, with --force too.
    """
    if target is None:
        return
    from checkin_cli.runs.files import looking_at

    with looking_at(target):
        inside = any(
            Path(folder).is_dir() and target.absolute().resolve().is_relative_to(Path(folder).resolve())
            for folder in folders
            if folder is not None
        )
    if inside:
        from checkin_cli.runs.inputs import show

        raise OutputError(
            "output_is_input", "a place among files of this run", "another folder", Place(show(str(target)))
        )


def _same(one: str, other: str) -> bool:
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)
