"""
A file beside the output in which each request is claimed before it is sent.

It holds positions, ids, enums and digests, and nothing of what a document says. `kill -9` at any instant leaves whole
records and at most one torn one: a claim without a result was perhaps sent, and is never sent again.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from checkin_cli.errors import OutputError, Place, UsageError
from checkin_cli.rendering import Screen
from checkin_cli.runs.files import sync_folder, unwritable
from checkin_cli.runs.inputs import show
from checkin_cli.runs.journal.append import Appender
from checkin_cli.runs.journal.entries import ENTRY, Entry, Index, coached_record, settled_record
from checkin_cli.runs.journal.identity import Identity
from checkin_cli.runs.journal.lines import LONGEST, Damaged, line_of, may_be_torn, read_records, record_of
from checkin_cli.runs.locks import open_locked
from checkin_cli.selection.attempt import Coached, Past, Selected
from checkin_cli.selection.replay import Impossible
from checkin_cli.shapes import Misfit

FORMAT = "checkin-journal-v1"
_HEAD = 64


class Journal:
    """
    An open journal, locked against other runs. Many threads may use it at once.
    """

    def __init__(self, path: Path, number: int, index: Index, size: int, notice: str | None) -> None:
        self.path = path
        self.is_new = False
        """
        True where no run had left anything.
        """

        self.notice = notice
        """
        What an operator should know about how it was found.
        """

        self.obstacle: OutputError | None = None
        """
        What stands in the way of the output, raised by the next claim: nothing is sent for a copy without a place.
        """

        self.index = index
        self._number = number
        self._appender = Appender(number, size)

    def past(self, number: int, screen: Screen) -> Past:
        """
        What earlier parts of the run left of a document. Raises `UsageError` for ids that the document cannot have.
        """
        unsettled = self.index.unsettled.get(number)
        try:
            offset = self.index.offset_of(number)
            if offset is not None:
                return Past(settled=self._settled(offset, screen))
            if unsettled is None:
                return Past()
            coached = unsettled.coached.on(screen) if unsettled.coached else None
        except Impossible:
            raise _damaged(self.path, None) from None
        # The claim of a first stage whose answer was kept is answered.
        claimed = tuple(stage for stage in unsettled.claimed if not (coached and stage == "coach"))
        return Past(claimed, coached)

    def claim(self, number: int, stage: str) -> None:
        """
        Return when the claim is on disk. Raises `OutputError` when it is not: then nothing may be sent.
        """
        if self.obstacle is not None:
            raise self.obstacle
        with self._writable():
            self._appender.sync(self._appender.append(line_of({"n": number, "claim": stage})))

    def keep(self, number: int, coached: Coached) -> None:
        """
        Keep what a first stage earned. Raises `OutputError`.
        """
        with self._writable():
            self._appender.append(line_of(coached_record(number, coached)))

    def settle(self, number: int, selected: Selected) -> None:
        """
        Keep a result. Raises `OutputError`; then the document counts as interrupted.
        """
        with self._writable():
            self._appender.append(line_of(settled_record(number, selected)))

    def finish(self) -> None:
        """
        Remove the journal of a run whose output is in place.
        """
        with self._writable():
            self.path.unlink(missing_ok=True)
            sync_folder(self.path.parent)
        self.close()

    def close(self) -> None:
        """
        Give up the lock; what is in the journal stays.
        """
        with contextlib.suppress(OSError):
            os.close(self._number)

    def _settled(self, offset: int, screen: Screen) -> Selected:
        line, _, _ = os.pread(self._number, LONGEST, offset).partition(b"\n")
        entry = _entry(record_of(line))
        if entry is None or entry.settled is None:
            raise _damaged(self.path, None)
        return entry.settled.on(screen)

    @contextlib.contextmanager
    def _writable(self) -> Iterator[None]:
        try:
            yield
        except OSError:
            raise unwritable(self.path) from None


def open_journal(path: Path, identity: Identity, *, resume: bool, restart: bool) -> Journal:
    """
    Begin a journal, or go on with the one that is there. Nothing was sent or written yet when it returns.

    Raises `UsageError` where a run is unfinished and neither is wanted, where something changed, where another run is
    at work, or where the journal is damaged anywhere but in its last line; `OutputError` where it cannot be written.
    """
    number = open_locked(path)
    try:
        if restart:
            os.ftruncate(number, 0)
        if not os.fstat(number).st_size:
            return _begin(path, number, identity, None)
        if not resume:
            raise unfinished(path)  # the file is closed below, as for every other error
        return _go_on(path, number, identity)
    except OSError:
        os.close(number)
        raise unwritable(path) from None
    except (OutputError, UsageError):
        os.close(number)
        raise


def unfinished(path: Path) -> UsageError:
    """
    The error for what an unfinished run left.
    """
    place = Place(show(str(path)))
    return UsageError("journal_unfinished", "a run that was not finished", "--resume, or --restart", place)


def _begin(path: Path, number: int, identity: Identity, notice: str | None) -> Journal:
    first = line_of({"journal": FORMAT, **identity.head()})
    os.ftruncate(number, 0)
    appender = Appender(number, 0)
    appender.sync(appender.append(first))
    sync_folder(path.parent)
    journal = Journal(path, number, Index(), len(first), notice)
    journal.is_new = notice is None
    return journal


def _go_on(path: Path, number: int, identity: Identity) -> Journal:
    index, size, first = Index(), 0, None
    with os.fdopen(os.dup(number), "rb") as file:
        file.seek(0)
        for line, offset, end, record in _records(path, file):
            if first is None:
                first = record
                if record.get("journal") != FORMAT:
                    raise _damaged(path, line)
                identity.check(record, path)
            elif (entry := _entry(record)) is None:
                raise _damaged(path, line)
            else:
                index.add(entry, offset)
            size = end
    torn = os.fstat(number).st_size > size
    notice = "the last line of the journal was cut off and does not count" if torn else None
    if first is None:
        if not may_be_torn(os.pread(number, _HEAD, 0)):
            raise _damaged(path, 1)
        return _begin(path, number, identity, notice)
    # A record that is whole but for its line feed counts, and gets one, before anything else can happen to it.
    os.pwrite(number, b"\n", size - 1)
    os.ftruncate(number, size)
    os.fsync(number)
    return Journal(path, number, index, size, notice)


def _records(path: Path, file: BinaryIO) -> Iterator[tuple[int, int, int, dict[str, object]]]:
    try:
        yield from read_records(file)
    except Damaged as damaged:
        raise _damaged(path, damaged.line) from None


def _entry(record: dict[str, object] | None) -> Entry | None:
    try:
        return ENTRY.read(record)
    except Misfit:
        return None


def _damaged(path: Path, line: int | None) -> UsageError:
    return UsageError("journal_damaged", "a line that no run wrote", "whole lines", Place(show(str(path)), line))
