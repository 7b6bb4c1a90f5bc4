"""
Where summaries go: standard output, one file of lines, or a folder with a file a week.
"""

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import talk
from checkin_cli.cli.summarize_text import (
    Notes,
    SummaryFormat,
    closed_explanation,
    closed_question,
    explanation,
    question_lines,
    told,
)
from checkin_cli.cli.writing import Taken, is_lines, stream_to
from checkin_cli.documents.parts import REF
from checkin_cli.json_text import exact_line
from checkin_cli.runs.files import replacing
from checkin_cli.runs.summarize.record import record_of, record_of_closed
from checkin_cli.shapes import Misfit
from checkin_cli.weekly.summary import members_of_summary

if TYPE_CHECKING:
    from checkin_cli.runs.summarize import CustomerWeeks, Summarized
    from checkin_cli.runs.summarize.run import ClosedWeek

Write = Callable[[bytes], object]


@dataclass(frozen=True, slots=True)
class Target:
    """
    Where to write, and how.
    """

    output: str | None
    form: SummaryFormat | None
    report: Path | None
    explain: bool
    force: bool
    private: bool
    taken: Taken
    """
    What no file of a folder may take the place of, with `force` too.
    """


class Summaries:
    """
    Writes summaries in order, and says on standard error what there is to say about them.
    """

    def __init__(self, write: "Callable[[Summarized], None]", report: Write | None, *, explain: bool) -> None:
        self._write = write
        self._report = report
        self._explain = explain
        self._notes = Notes()

    def add(self, customer: "CustomerWeeks") -> None:
        """
        Write the weeks of a customer.
        """
        for line in told(customer, self._notes):
            talk(line)
        closed = list(customer.closed)
        for week in customer.weeks:
            while closed and closed[0].starts_on < week.summary.starts_on:
                self._add_closed(closed.pop(0))
            self._add_week(week)
        for without in closed:
            self._add_closed(without)

    def end(self) -> None:
        """
        Say how much was not said.
        """
        for line in self._notes.others():
            talk(line)

    def _add_week(self, week: "Summarized") -> None:
        self._write(week)
        if self._report is not None:
            self._report(exact_line(record_of(week)) + b"\n")
        for line in question_lines(week):
            talk(line)
        if self._explain:
            talk("\n".join(explanation(week)))

    def _add_closed(self, week: "ClosedWeek") -> None:
        if self._report is not None:
            self._report(exact_line(record_of_closed(week)) + b"\n")
        for line in closed_question(week):
            talk(line)
        if self._explain:
            talk("\n".join(closed_explanation(week)))


@contextlib.contextmanager
def opened(target: Target) -> Iterator[Summaries]:
    """
    The writer of a run; files are in place when the block has ended well.
    """
    with contextlib.ExitStack() as stack:
        report: Write | None = None
        if target.report is not None:
            # It holds figures of customers, so it is its owner's alone.
            report = stack.enter_context(replacing(target.report, force=target.force, private=True)).write
        if target.output is not None and not is_lines(target.output, None):
            write = _into(Path(target.output), target)
        else:
            stream = stack.enter_context(stream_to(target.output, force=target.force, private=target.private))
            write = (
                stack.enter_context(_array(stream.write)) if target.form is SummaryFormat.json else _lines(stream.write)
            )
        yield Summaries(write, report, explain=target.explain)


def _lines(write: Write) -> "Callable[[Summarized], None]":
    def line(week: "Summarized") -> None:
        write(_document(week) + b"\n")

    return line


@contextlib.contextmanager
def _array(write: Write) -> "Iterator[Callable[[Summarized], None]]":
    before = b"[\n"

    def item(week: "Summarized") -> None:
        nonlocal before
        write(before + _document(week))
        before = b",\n"

    yield item
    write((b"[" if before == b"[\n" else b"\n") + b"]\n")


def _into(folder: Path, target: Target) -> "Callable[[Summarized], None]":
    def file(week: "Summarized") -> None:
        folder.mkdir(exist_ok=True)
        path = folder / f"{_name(week)}.json"
        target.taken.check(path)
        with replacing(path, force=target.force, private=target.private) as written:
            written.write(_document(week) + b"\n")

    return file


def _name(week: "Summarized") -> str:
    """
    The key and the week; a digest stands for a key that is no name of a file, or might share one with another.
    """
    key = week.customer
    if key is None:
        return f"personal.{week.label}"
    if key == key.casefold() and key != "personal":
        with contextlib.suppress(Misfit):
            return REF.read(f"{key}.{week.label}")
    return f"customer-{hashlib.sha256(key.encode()).hexdigest()[:16]}.{week.label}"


def _document(week: "Summarized") -> bytes:
    return exact_line(members_of_summary(week.summary))
