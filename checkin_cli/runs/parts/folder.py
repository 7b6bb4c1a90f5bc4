"""
The folder of a run in parts: what the run is, its parts, and what each of them left.
"""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from checkin_cli.errors import CheckinError, Place, UsageError
from checkin_cli.json_text.read import parse_own
from checkin_cli.runs.files import discard, replacing, unwritable
from checkin_cli.runs.inputs import InputFile, Part, Span, show
from checkin_cli.runs.journal import Identity, unfinished
from checkin_cli.runs.journal.lines import line_of, record_of
from checkin_cli.runs.locks import open_locked
from checkin_cli.runs.parts.interface import part_file
from checkin_cli.runs.parts.lines import report_of
from checkin_cli.runs.parts.work import LOOK_EVERY, ORPHAN, STOP
from checkin_cli.runs.render import RenderReport

FORMAT = "checkin-parts-v1"
_RUN = "run"
_LOCK = "lock"


class PartsFolder:
    """
    An open folder, locked against other runs.
    """

    def __init__(
        self, path: Path, identity: Identity, parts: Sequence[Part], lock: int, *, is_new: bool = False
    ) -> None:
        self.path = path
        self.is_new = is_new
        """
        True where no run had left anything.
        """

        self.identity = identity
        self.parts = tuple(parts)
        """
        As the run began with them, whatever number of workers goes on with it.
        """

        self._lock = lock

    def lines(self, number: int) -> Path:
        """
        The file with the lines of a part.
        """
        return part_file(self.path, number, "jsonl")

    def report(self, number: int) -> RenderReport | None:
        """
        The report of a finished part, if its lines are still what it wrote.
        """
        return report_of(self.path, number, self.identity)

    def check_answers(self) -> None:
        """
        Raise `UsageError` for a part that was finished and is not what it was: with its journal went who was asked.
        """
        for number in range(len(self.parts)):
            left = [part_file(self.path, number, ending) for ending in ("jsonl", "json")]
            there = [file for file in left if file.exists()]
            if there and not part_file(self.path, number, "journal").exists() and self.report(number) is None:
                place = Place(show(str(there[0])))
                raise UsageError("journal_damaged", "a finished part that no run wrote", "what it wrote", place)

    def error(self, number: int) -> CheckinError | None:
        """
        What stopped a part, if it said so.
        """
        try:
            members = parse_own(part_file(self.path, number, "error").read_bytes())
        except (OSError, ValueError):
            return None
        error = CheckinError(members["code"], members["found"], members["required"], Place(members["place"]))
        error.exit_code = members["exit_code"]
        return error

    def stop(self) -> None:
        """
        Tell every worker to finish what is in flight and begin nothing more.
        """
        # On a full disk there may be no room for it; each worker then meets that by itself.
        with contextlib.suppress(OSError):
            (self.path / STOP).touch()

    def finish(self) -> None:
        """
        Remove the folder of a run whose output is in place: at once for whoever looks, file by file afterwards.
        """
        with contextlib.suppress(OSError):
            discard(self.path)
        self.close()

    def close(self) -> None:
        """
        Give up the lock; what is in the folder stays.
        """
        with contextlib.suppress(OSError):
            os.close(self._lock)


def open_parts(
    path: Path, identity: Identity, files: Sequence[InputFile], parts: Sequence[Part], *, resume: bool, restart: bool
) -> PartsFolder:
    """
    Begin a run in parts, or go on with the one that is there. Nothing was sent or written yet when it returns.

    The parts are cut of `files`; those of a run that goes on are cut of the same ones, wherever they lie now. Raises
    `UsageError` where a run is unfinished and neither is wanted, where something changed, where another run is
    at work, or where the folder holds no run; `OutputError` where it cannot be written.
    """
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        if path.is_symlink():
            raise unwritable(path)
    except OSError:
        raise unwritable(path) from None
    lock = open_locked(path / _LOCK)
    try:
        _check_own(path)
        if restart:
            _wait_for_orphans(path)
            _remove(path, "*")
        if not (path / _RUN).exists():
            _remove(path, ".checkin-*")
            _write(path / _RUN, identity, files, parts)
            return PartsFolder(path, identity, parts, lock, is_new=True)
        if not resume:
            raise unfinished(path)  # the lock is given up below, as for every other error
        recorded = _read(path / _RUN, identity, files)
        # What a worker left of its files may still be in use; whoever has its journal next removes it.
        _remove(path, STOP, "*.error")
    except OSError:
        os.close(lock)
        raise unwritable(path) from None
    except CheckinError:
        os.close(lock)
        raise
    return PartsFolder(path, identity, recorded, lock)


def _wait_for_orphans(path: Path) -> None:
    """
    Return when no worker of a killed run holds a journal any more; they notice within a moment, and finish a request.

    Raises `UsageError` where one does not end.
    """
    (path / STOP).touch()
    ends = monotonic() + ORPHAN
    for journal in path.glob("*.journal"):
        while True:
            try:
                os.close(open_locked(journal))
                break
            except UsageError:
                if monotonic() > ends:
                    raise
                sleep(LOOK_EVERY)


def _check_own(path: Path) -> None:
    """
    Raise `UsageError` for a folder that holds something and no run: whatever is in it is not ours to remove.
    """
    names = {entry.name for entry in path.iterdir() if not entry.name.startswith(".checkin-")}
    if names - {_LOCK} and _RUN not in names:
        raise UsageError(
            "journal_damaged", "a folder without a run", "what an earlier run left", Place(show(str(path)))
        )


def _remove(path: Path, *patterns: str) -> None:
    found = [entry for pattern in patterns for entry in path.glob(pattern) if entry.name != _LOCK]
    # The record of the run goes last: a folder without it would belong to nobody.
    for entry in sorted(found, key=lambda entry: entry.name == _RUN):
        entry.unlink()


def _write(run: Path, identity: Identity, files: Sequence[InputFile], parts: Sequence[Part]) -> None:
    with replacing(run, force=True, private=True) as file:
        file.write(line_of({"journal": FORMAT, **identity.head()}))
        file.write(line_of({"parts": [[_members(span, files) for span in part] for part in parts]}))


def _read(run: Path, identity: Identity, files: Sequence[InputFile]) -> list[Part]:
    records = [record_of(line) for line in run.read_bytes().splitlines(keepends=True)]
    match records:
        case [dict(head), {"parts": list(parts)}] if head.get("journal") == FORMAT:
            identity.check(head, run)
            return [tuple(_span(members, files) for members in part) for part in parts]
        case _:
            raise UsageError("journal_damaged", "no run in parts", "what an earlier run left", Place(show(str(run))))


def _members(span: Span, files: Sequence[InputFile]) -> list[int | None]:
    # No names: the digest over the inputs holds them, and their order.
    return [files.index(span.file), span.start, span.end, span.first_line]


def _span(members: Any, files: Sequence[InputFile]) -> Span:  # noqa: ANN401  # what was written, its checksum checked
    file, start, end, first_line = members
    return Span(files[file], start, end, first_line)
