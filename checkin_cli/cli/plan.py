"""
`checkin render --plan`.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import StandardOutput, talk
from checkin_cli.cli.progress import Progress
from checkin_cli.cli.told import refusal
from checkin_cli.cli.writing import Format

if TYPE_CHECKING:
    from checkin_cli.cli.work import Work
    from checkin_cli.runs.plan import PlanReport

Row = tuple[str | int, ...]

_HEADINGS = ("stage", "surface", "documents", "requests", "input tokens", "output tokens")


def show_plan(work: "Work") -> int:
    """
    Print what the run would ask at most, and return the exit code.
    """
    from checkin_cli.json_text import json_pretty
    from checkin_cli.runs.choosing import is_structured, told_causes
    from checkin_cli.runs.plan import plan_all

    inputs = work.inputs()
    with Progress(inputs.size(), None, scrolling=False) as progress:
        observers = [refusal, *progress.observers]
        structured = is_structured(work.settings)
        report = plan_all(progress.watched(inputs), work.context, observers, structured=structured)
    if work.context.selection is not None:
        for why in told_causes(work.job.setup, work.context.selection.causes):
            talk(f"note: no request: {why}")
    if work.job.form is Format.json:
        StandardOutput().write(json_pretty(report.members()))
    else:
        StandardOutput().write("".join(f"{line}\n" for line in _lines(report)).encode())
    return report.exit_code


def _lines(report: "PlanReport") -> Iterator[str]:
    total = report.total
    who = f", selector {report.selector}" if report.costs else ""
    yield f"mode {report.mode}{who}: {report.inputs:,} inputs, {total.requests:,} requests at most"
    if report.costs:
        rows: list[Row] = [
            (*key, cost.documents, cost.requests, cost.input_tokens, cost.output_tokens)
            for key, cost in sorted(report.costs.items())
        ]
        sums = ("total", "", "", total.requests, total.input_tokens, total.output_tokens)
        yield ""
        yield from _table([_HEADINGS, *rows, sums])
    if report.spared:
        kept = [
            (stage or "-", surface or "-", count, why.replace("_", " "))
            for (stage, surface, why), count in report.without_request()
        ]
        yield ""
        yield "without a request"
        yield from _table([("stage", "surface", "documents", "why"), *kept])


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """
    Aligned columns: numbers and their headings to the right, words to the left.
    """
    cells = [[f"{cell:,}" if isinstance(cell, int) else cell for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    right = [isinstance(cell, int) for cell in rows[1]]
    for row in cells:
        places = zip(row, widths, right, strict=True)
        yield "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width) for cell, width, to_right in places
        ).rstrip()
