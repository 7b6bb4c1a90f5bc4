"""
How far a long run is, on a terminal and nowhere else.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from checkin_cli.runs.document import Outcome
    from checkin_cli.runs.inputs import RawInput
    from checkin_cli.runs.render import RenderReport

_PATIENCE = 1.0
"""
Seconds before anything is shown: short runs stay quiet.
"""

_EVERY = 0.2
"""
Seconds between two looks at the numbers.
"""


class Progress:
    """
    Counts what was done. It shows documents, refusals, requests in flight, rate and time left, from one second on.
    """

    def __init__(self, total: int | None, in_flight: Callable[[], int] | None, *, scrolling: bool) -> None:
        """
        `total` is the size of the inputs in bytes, if it is known. Nothing is shown where copies are `scrolling` by.
        """
        self._total = total
        self._in_flight = in_flight
        self._shown = sys.stderr is not None and sys.stderr.isatty() and not scrolling
        self._bytes = self._read = self._done = self._refused = 0
        self._started = self._looked = monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        """
        Take the line away again.
        """
        if self._bar is not None:
            self._bar.stop()

    def watched(self, inputs: "Iterable[RawInput]") -> "Iterable[RawInput]":
        """
        The same inputs, counted as they are read.
        """
        return self._counted(inputs) if self._shown else inputs

    def add(self, outcome: "Outcome") -> None:
        """
        Take one outcome.
        """
        self._done += 1
        self._refused += outcome.error is not None
        self._look()

    def add_part(self, report: "RenderReport", size: int) -> None:
        """
        Take a finished part of this many bytes.
        """
        self._done += report.inputs
        self._read += report.inputs
        self._refused += report.refused
        self._bytes += size
        self._look()

    @property
    def observers(self) -> "tuple[Callable[[Outcome], None], ...]":
        """
        What has to see each outcome; nothing where nothing is shown.
        """
        return (self.add,) if self._shown else ()

    def _counted(self, inputs: "Iterable[RawInput]") -> "Iterator[RawInput]":
        for given in inputs:
            self._read += 1
            self._bytes += len(given.raw) + 1 if isinstance(given.raw, bytes) else 0
            yield given

    def _look(self) -> None:
        now = monotonic()
        if not self._shown or now - self._looked < _EVERY or now - self._started < _PATIENCE:
            return
        self._looked = now
        if self._bar is None:
            self._bar, self._task = _started(self._total)
        if self._task is not None:
            # What was read ahead of the results does not count yet.
            done = self._bytes * self._done / max(self._read, 1)
            self._bar.update(self._task, completed=done, description=self._numbers(now))

    def _numbers(self, now: float) -> str:
        rate = self._done / (now - self._started)
        flight = f", {self._in_flight()} in flight" if self._in_flight else ""
        return f"{self._done:,} done, {self._refused:,} refused{flight}, {int(rate):,}/s"


def _started(total: int | None) -> "tuple[Bar, TaskID]":
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(file=sys.stderr, markup=False, highlight=False)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeRemainingColumn())
    bar = Bar(*columns, console=console, transient=True, redirect_stdout=False)
    bar.start()
    return bar, bar.add_task("", total=total)
