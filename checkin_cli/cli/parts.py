"""
One `checkin render` over several processes or machines.
"""

import contextlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import talk
from checkin_cli.cli.interrupts import stopping_once
from checkin_cli.cli.progress import Progress
from checkin_cli.cli.told import Told
from checkin_cli.cli.writing import opened
from checkin_cli.errors import CheckinError
from checkin_cli.runs.aside import aside
from checkin_cli.runs.files import chunks_of, private_folder
from checkin_cli.runs.inputs import InputFile, Part, PartInputs, cut
from checkin_cli.runs.outputs import JsonLinesSink, Sink
from checkin_cli.runs.parts import LocalEngine, Order, PartsFolder, open_parts, run_parts
from checkin_cli.runs.parts.lines import outcomes_of
from checkin_cli.runs.render import RenderReport

if TYPE_CHECKING:
    from checkin_cli.cli.work import Work
    from checkin_cli.runs.document import Outcome

_LARGEST_PART = 32 << 20
_SMALLEST_PART = 16 << 10
"""
Bytes of a part on an engine: small enough to spread, large enough that starting it does not count.
"""


def render_in_parts(work: "Work", observers: "Sequence[Callable[[Outcome], None]]", told: Told) -> RenderReport:
    """
    Render every part and write the lines in order, the same bytes as one process writes.
    """
    job = work.job
    engine = job.engine() if job.engine is not None else LocalEngine(job.jobs)
    workers = job.limits.most_workers(engine.workers()) if work.context.asks else engine.workers()
    files = [replace(file, path=str(Path(file.path).absolute())) for file in work.files]
    parts = _parts(files, job.shard, workers, even=job.engine is None)
    with _folder(work, files, parts) as folder:
        if work.context.asks:
            folder.check_answers()
        setup = job.setup.elsewhere(work.settings)
        orders = [
            Order(number, part, str(folder.path.absolute()), setup, job.limits.shared_by(workers), folder.identity)
            for number, part in enumerate(folder.parts)
        ]
        size = sum(PartInputs(part).size() for part in folder.parts)
        with (
            opened(job.output, job.form, force=job.force, private=job.private, resumed=job.resume) as sink,
            Progress(size, None, scrolling=job.output is None) as progress,
            stopping_once(work.stopping, folder.stop),
        ):
            delivered = _Delivered(work, sink, [*observers], told, progress)
            report = run_parts(engine, workers, folder, orders, delivered, work.stopping)
            sink.finish()
    return report


class _Delivered:
    """
    Writes finished parts: their bytes as they are where nobody has to see the outcomes.
    """

    def __init__(
        self,
        work: "Work",
        sink: Sink,
        observers: "Sequence[Callable[[Outcome], None]]",
        told: Told,
        progress: Progress,
    ) -> None:
        job = work.job
        self._sink, self._observers, self._told, self._progress = sink, observers, told, progress
        self._looks_closely = job.table or job.metrics is not None

    def take(self, lines: Path, report: RenderReport, part: Part) -> None:
        """
        Write the lines of one part.
        """
        self._told.learn(report)
        if isinstance(self._sink, JsonLinesSink) and not (report.refused or self._looks_closely):
            with lines.open("rb") as file:
                for chunk in chunks_of(file):
                    self._sink.pass_on(chunk)
            for kind in report.kinds:
                self._told.add_kind(kind)
        else:
            self._take_each(lines, part)
        self._progress.add_part(report, PartInputs(part).size())

    def _take_each(self, lines: Path, part: Part) -> None:
        with lines.open("rb") as file:
            for outcome in outcomes_of(file, part):
                for observe in self._observers:
                    observe(outcome)
                self._sink.accept(outcome)


def _parts(files: Sequence[InputFile], shard: tuple[int, int] | None, workers: int, *, even: bool) -> list[Part]:
    """
    As many parts as workers, or on an engine as many as their size asks for.
    """
    number, of = shard or (1, 1)
    count = workers
    if not even:
        size = PartInputs(cut(files, of)[number - 1]).size()
        count = max(-(-size // _LARGEST_PART), min(4 * workers, size // _SMALLEST_PART), 1)
    return cut(files, of * count)[(number - 1) * count : number * count]


@contextlib.contextmanager
def _folder(work: "Work", files: Sequence[InputFile], parts: Sequence[Part]) -> Iterator[PartsFolder]:
    """
    The folder of the run: beside the output, where it stays until everything is in place, or a private one.
    """
    job, inputs = work.job, work.inputs()
    # Not of the parts: the run may go on with another number of workers.
    identity = work.identity(inputs)
    if job.output is None:
        with contextlib.ExitStack() as stack:
            with aside():
                private = stack.enter_context(private_folder(Path(tempfile.gettempdir()), "checkin-"))
            yield open_parts(private, identity, files, parts, resume=False, restart=False)
        return
    work.find_room()
    work.check_names(inputs)
    folder = open_parts(work.leaves, identity, files, parts, resume=job.resume, restart=job.restart)
    work.begin(folder)
    _check_room(work, folder)
    if job.resume:
        done = sum(folder.report(number) is not None for number in range(len(folder.parts)))
        talk(f"resuming: {done} of {len(folder.parts)} parts are finished")
    try:
        yield folder
    except BaseException as error:
        if isinstance(error, CheckinError) and error.code != "worker_lost" and not work.context.asks:
            # Nothing is lost that could not be had again.
            folder.finish()
        folder.close()
        raise
    if work.context.asks:
        work.ended.append(folder.finish)
    else:
        folder.finish()


def _check_room(work: "Work", folder: PartsFolder) -> None:
    """
    Raise what is in the way of a run that goes on, unless its parts are all there: then it may be the run's own output.
    """
    obstacle = work.obstacle
    if obstacle is not None and any(folder.report(number) is None for number in range(len(folder.parts))):
        folder.close()
        raise obstacle
