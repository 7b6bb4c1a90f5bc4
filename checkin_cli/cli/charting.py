"""
The chart of a run of `summarize`: a file, lines for a terminal, or the reason why there is none.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import talk
from checkin_cli.errors import UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.summarize import CustomerWeeks

TERMINAL = "-"


@dataclass(frozen=True, slots=True)
class Chart:
    """
    Where a chart goes, and how its file is written.
    """

    target: str | None
    """
    A file, or `-` for standard error, which leaves standard output to the summaries.
    """

    on_terminal: bool
    """
    True to show it there too, where standard error is a terminal.
    """

    force: bool
    private: bool

    def check(self, *, everybody: bool) -> None:
        """
        Refuse a chart that can never be drawn, before anything is read.
        """
        if self.target is None:
            return
        if everybody:
            raise UsageError("conflicting_options", "--chart with --all", "--chart with --customer")
        if self.target != TERMINAL:
            from checkin_cli.runs.charts import check_drawable

            check_drawable(self.target)

    def draw(self, customer: "CustomerWeeks", first_weekday: int) -> None:
        """
        Draw the chart of a customer where it was asked for. Raises as `runs.files.replacing` does.
        """
        shown = self.target == TERMINAL or (self.on_terminal and sys.stderr is not None and sys.stderr.isatty())
        if self.target is None and not shown:
            return
        from checkin_cli.runs.charts import draw, terminal_chart
        from checkin_cli.runs.files import replacing
        from checkin_cli.runs.summarize import NoChart, chart_of

        chart = chart_of(customer, first_weekday)
        if isinstance(chart, NoChart):
            talk(f"note: no chart: {chart.why}")
            return
        if shown and sys.stderr is not None:
            talk(terminal_chart(chart, sys.stderr.encoding).rstrip("\n"))
        if self.target not in {None, TERMINAL}:
            raw = draw(chart, self.target)
            with replacing(Path(self.target), force=self.force, private=self.private) as file:
                file.write(raw)
