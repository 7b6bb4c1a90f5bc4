"""
A run to be resumed that has ended: what it did is told again, from what it wrote.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.told import judge_faults
from checkin_cli.cli.writing import counted, has_output, summarised

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkin_cli.cli.work import Work
    from checkin_cli.runs.document import Outcome
    from checkin_cli.runs.render import RenderReport


class Complete(Exception):  # no fault: the run to be resumed has ended meanwhile
    """There is nothing left to do but to say what was done."""

    def __init__(self, report: "RenderReport") -> None:
        self.report = report
        super().__init__()


def end_if_complete(work: "Work") -> None:
    """
    Raise `Complete` where nothing was left unfinished because everything is in place.

    Raises `UsageError` where the output is of another run, or was never whole.
    """
    if not has_output(work.job.output):
        return
    report = _report_of(work)
    if report is not None:
        raise Complete(report)


def account(work: "Work", report: "RenderReport") -> int:
    """
    Write summary and counts of a run that had ended, and return the exit code. Raises `OutputError`.
    """
    job = work.job
    observers: list[Callable[[Outcome], None]] = []
    with summarised(job.summary, force=job.force) as summarise, counted(job.metrics, observers, force=job.force):
        if observers:
            _report_of(work, *observers)
        code = 0 if job.max_faults is None else judge_faults(report, job.max_faults)
        report.exit_code = max(report.exit_code, code)
        summarise(report)
    return code


def _report_of(work: "Work", *observers: "Callable[[Outcome], None]") -> "RenderReport | None":
    from checkin_cli.runs.ended import report_of_ended

    inputs = work.inputs()
    inputs.keep()
    return report_of_ended(Path(work.job.output or ""), inputs, work.context, observers)
