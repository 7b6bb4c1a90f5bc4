"""
What a run did, in one line or one table, on standard error.
"""

import sys
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import talk
from checkin_cli.cli.writing import is_lines

if TYPE_CHECKING:
    from checkin_cli.runs.document import Outcome
    from checkin_cli.runs.render import RenderReport


class Summary:
    """
    Collects a row for each input where a table was asked for, and nothing otherwise.
    """

    def __init__(self, *, table: bool) -> None:
        self._table = table
        self._rows: list[tuple[str, str, str]] = []

    def add(self, outcome: "Outcome") -> None:
        """
        Take one outcome.
        """
        if not self._table:
            return
        from checkin_cli.runs.inputs import show

        source = outcome.source if outcome.line is None else f"{outcome.source}:{outcome.line}"
        if outcome.error is not None:
            self._rows.append((source, "-", f"refused: {outcome.error.code}"))
        elif outcome.receipt is not None:
            reason = outcome.receipt.reason
            result = "rendered" if reason == "canonical_mode" else reason.replace("_", " ")
            self._rows.append((show(outcome.name), outcome.receipt.surface, result))

    def show(self, report: "RenderReport", output: str | None) -> None:
        """
        Write the table, if there is one, and the line.
        """
        if self._table and sys.stderr is not None:
            _print_table(self._rows)
        held = f" ({report.held} held)" if report.held else ""
        interrupted = f", {report.interrupted} interrupted" if report.interrupted else ""
        asked = f", {report.requests} requests" if report.requests else ""
        where = "" if output is None else f", {_where(report, output)}"
        done = f"{report.rendered} rendered{held}, {report.refused} refused{interrupted}{asked}"
        talk(f"{report.inputs} inputs: {done}{where}")


def _where(report: "RenderReport", output: str) -> str:
    # A line is written of a refused input too, a copy is not.
    is_empty = report.inputs == report.refused and not is_lines(output, None)
    return "nothing written" if is_empty else f"written to {output}"


def _print_table(rows: list[tuple[str, str, str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ASCII2 if sys.stderr.encoding.lower() != "utf-8" else box.SIMPLE_HEAD, show_edge=False)
    for heading in ("document", "surface", "result"):
        # Without folding, rich cuts Korean words out of narrow cells.
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    Console(file=sys.stderr, color_system=None, markup=False, emoji=False, highlight=False).print(table)
