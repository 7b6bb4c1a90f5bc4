"""
One `checkin shadow`: controls are written first, then compared with what a candidate makes of the same documents.
"""

import contextlib
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import FINDINGS, INTERRUPTED, standard_input, talk
from checkin_cli.cli.interrupts import stopping_once
from checkin_cli.cli.job import Job
from checkin_cli.cli.options import configuration
from checkin_cli.cli.parts import render_in_parts
from checkin_cli.cli.progress import Progress
from checkin_cli.cli.shadow_job import Wanted
from checkin_cli.cli.shadow_text import tell
from checkin_cli.cli.told import Told, older_copies, refusal
from checkin_cli.cli.work import Work
from checkin_cli.cli.writing import (
    check_apart,
    check_new,
    check_output,
    check_outside,
    is_lines,
    is_terminal_output,
    opened,
)
from checkin_cli.doctrine import Doctrine
from checkin_cli.errors import CheckinError, OutputError, Place, UsageError
from checkin_cli.json_text import json_pretty
from checkin_cli.runs.asking import crew_of
from checkin_cli.runs.choosing import is_structured
from checkin_cli.runs.context import context_of
from checkin_cli.runs.cycles import settle_memory
from checkin_cli.runs.document import Context, Outcome, render_documents
from checkin_cli.runs.files import looking_at, private_folder, replacing
from checkin_cli.runs.inputs import Inputs, RawInput, find_files
from checkin_cli.runs.line import read_line
from checkin_cli.runs.names import check_names
from checkin_cli.runs.render import render_all
from checkin_cli.runs.setup import CANONICAL, Setup
from checkin_cli.runs.shadow import Candidate, Shadow, judge, read_ignores, sides_of
from checkin_cli.runs.shadow.compare import LOCKED
from checkin_cli.runs.shadow.latency import Latency
from checkin_cli.runs.shadow.report import SHADOW
from checkin_cli.runs.shadow.spool import Spool
from checkin_cli.runs.shadow.timed import Timed
from checkin_cli.runs.shadow.tokens import Meter
from checkin_cli.selection.attempt import Stopped

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.runs.files import Written
    from checkin_cli.runs.inputs import InputFile
    from checkin_cli.runs.shadow import Comparison, Ignores, Pair
    from checkin_cli.runs.shadow.run import Candidates

_PAGE, _COUNTS = b"<!doctype html>", f'{{\n  "schema_version": "{SHADOW}"'.encode()
"""
How reports of this command begin.
"""

_SEOUL = timedelta(hours=9)


def run(job: Job, wanted: Wanted) -> int:
    """
    Do it, and return the exit code. Raises what ends a run.
    """
    files = find_files(job.inputs)
    wanted.check_with(job)
    check_output(job.output, files)
    taken = [job.output, job.setup.config, *(file.path for file in files), _text(wanted.ignores)]
    check_apart(wanted.page, [*taken, _text(job.summary)])
    check_apart(job.summary, taken)
    for target in (wanted.page, job.summary):
        check_outside(target, job.output, job.setup.doctrine, wanted.baseline)
    settle_memory()
    return _Shadowing(job, wanted, configuration(job.setup.config), files).do()


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


@dataclass(slots=True)
class _Shadowing:
    """
    A run with all that was made for it.
    """

    job: Job
    wanted: Wanted
    settings: "Configuration"
    files: "list[InputFile]"
    stopping: threading.Event = field(default_factory=threading.Event)
    _crew_stopping: threading.Event = field(default_factory=threading.Event)
    """
    Of the crew at work: each run of the candidate has one of its own.
    """

    _flying: Callable[[], int] | None = None

    def do(self) -> int:
        """
        Write, compare and say what was found; returns the exit code.
        """
        setup = replace(self.job.setup, mode=CANONICAL, selector=None)
        control = context_of(setup, self.settings)
        whose = self.job.setup if self.wanted.baseline is None else replace(setup, doctrine=str(self.wanted.baseline))
        candidate = context_of(whose, self.settings)
        if self.wanted.baseline is None and candidate.selection is None:
            raise UsageError("nothing_to_compare", "a candidate that is the canonical copy too", "another candidate")
        ignores = read_ignores(self.wanted.ignores, (datetime.now(UTC) + _SEOUL).date())
        ignores.check(self.wanted.ignores, *_ids(control.doctrine, candidate.doctrine))
        inputs = Inputs(self.files, standard_input())
        inputs.keep()
        for target, beginning in ((self.wanted.page, _PAGE), (self.job.summary, _COUNTS)):
            # Nobody is asked for an answer that could not be told; what asks nobody may find its own bytes there.
            check_new(target, force=self.job.force, beginning=None if candidate.asks else beginning)
        exit_code = self._write(inputs, control)
        try:
            promotes = self._compare(inputs, control, whose, candidate, ignores)
        except Stopped:
            talk("stopped: the copies are written, and the next shadow begins anew")
            return INTERRUPTED
        return max(exit_code, FINDINGS if self.wanted.check and not promotes else 0)

    def _write(self, inputs: Inputs, control: Context) -> int:
        """
        Write the controls, whatever becomes of the candidate.
        """
        job = self.job
        if job.output is not None and not is_lines(job.output, None):
            check_names(inputs, control)
        with (
            opened(job.output, job.form, force=job.force, private=job.private) as sink,
            Progress(inputs.size(), None, scrolling=job.output is None and is_terminal_output()) as progress,
        ):
            report = render_all(progress.watched(inputs), control, sink, [refusal, *progress.observers])
        older_copies(job.output, report)
        return report.exit_code

    def _compare(self, inputs: Inputs, control: Context, whose: Setup, candidate: Context, ignores: "Ignores") -> bool:
        """
        Look at every pair and tell; True if the candidate is promoted.
        """
        job, wanted = self.job, self.wanted
        told, spool = Told(job.setup, self.settings, candidate), None if wanted.page is None else Spool()
        sides = sides_of(control, candidate, self.settings)
        candidate, timed = _timed(candidate)
        with (
            self._written() as write,
            Progress(inputs.size(), self._in_flight if candidate.asks else None, scrolling=False) as progress,
            self._stoppable(candidate),
            self._outcomes(whose, candidate) as outcomes,
        ):
            meter = Meter(candidate, structured=is_structured(self.settings))
            look_at = Candidate(candidate, outcomes, self._here(candidate), meter)
            shadow = Shadow(control, look_at, ignores, wanted.repeats, wanted.sample)

            def see(pair: "Pair", found: "Comparison") -> None:
                told.add(pair.candidate)
                for observe in progress.observers:
                    observe(pair.control)
                if spool is not None:
                    spool.add(pair, found)

            report = shadow.run(progress.watched(inputs), see)
            report.latency = timed
            verdict = judge(report, wanted.thresholds)
            # Said even where it cannot be written.
            tell(sides, report, verdict, ignores)
            found = {**report.members(), "verdict": verdict.members(), "ignores": ignores.members()}
            write({"schema_version": SHADOW, **sides.members(), **found}, spool)
        return verdict.promotes

    @contextlib.contextmanager
    def _written(self) -> Iterator[Callable[[dict[str, object], Spool | None], None]]:
        """
        Begin what is written at the end, so that nobody is asked where it cannot be; gives a function that writes it.
        """
        job, page = self.job, self.wanted.page
        with contextlib.ExitStack() as stack:

            def begun(target: Path | None, *, private: bool) -> "Written | None":
                made = None if target is None else replacing(target, force=job.force, private=private)
                return None if made is None else stack.enter_context(made)

            summary, pairs = begun(job.summary, private=job.private), begun(page, private=True)

            def write(overview: dict[str, object], spool: Spool | None) -> None:
                if summary is not None:
                    summary.write(json_pretty(overview))
                if pairs is not None and spool is not None:
                    spool.write(pairs.write, overview)

            yield write

    def _in_flight(self) -> int:
        return self._flying() if self._flying else 0

    @contextlib.contextmanager
    def _stoppable(self, candidate: Context) -> Iterator[None]:
        if not candidate.asks:
            yield
            return
        with stopping_once(self.stopping, self._stop_crew):
            yield

    def _stop_crew(self) -> None:
        self._crew_stopping.set()

    @contextlib.contextmanager
    def _outcomes(self, whose: Setup, candidate: Context) -> "Iterator[Candidates]":
        """
        What gives the outcomes of the candidate: this process, or parts that were rendered before.
        """
        if not self.job.in_parts:
            yield self._here(candidate)
            return
        beside = Path(self.job.output or self.wanted.page or tempfile.gettempdir())
        with looking_at(beside):
            around = beside if beside.is_dir() else beside.parent
        with private_folder(around, ".checkin-shadow-") as folder:
            lines = folder / "candidate.jsonl"
            job = replace(
                self.job, setup=whose, output=str(lines), form=None, summary=None, private=True, verbose=False
            )
            work = Work(job, self.settings, candidate, self.files, self.stopping)
            try:
                render_in_parts(work, (), Told(whose, self.settings, candidate))
                work.finish()
            except CheckinError as error:
                if error.code != "worker_lost":
                    raise
                raise OutputError("candidate_lost", error.found, error.required, Place("the candidate")) from None
            yield lambda inputs: _read(lines, inputs)

    def _here(self, candidate: Context) -> "Candidates":
        """
        Runs of the candidate in this process.
        """

        def outcomes(inputs: Iterable[RawInput]) -> Generator[Outcome, None, None]:
            if self.stopping.is_set():
                raise Stopped
            self._crew_stopping = threading.Event()
            crew = crew_of(candidate, self.job.limits, None, self._crew_stopping)
            self._flying = crew.in_flight if crew else None
            yield from render_documents(inputs, candidate) if crew is None else crew.results(inputs)

        return outcomes


def _read(lines: Path, inputs: Iterable[RawInput]) -> Generator[Outcome, None, None]:
    with lines.open("rb") as file:
        for _, line in zip(inputs, file, strict=True):
            yield read_line(line)


def _timed(candidate: Context) -> tuple[Context, Latency]:
    """
    The same candidate, its requests timed where there can be any; what it loads, it loads before the first one.
    """
    if candidate.selection is None or not candidate.asks:
        return candidate, Latency()
    timed = Timed(candidate.selection.selector, monotonic)
    timed.get_ready()
    return replace(candidate, selection=replace(candidate.selection, selector=timed)), timed.latency


def _ids(*doctrines: Doctrine) -> tuple[set[str], set[str]]:
    """
    The slots and the wordings of both doctrines.
    """
    owners = [(variant, owner) for doctrine in doctrines for variant, owner in doctrine.owners.items()]
    return {LOCKED, *(owner.slot for _, owner in owners)}, {variant.id for variant, _ in owners}
