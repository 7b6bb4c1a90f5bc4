"""
Render every document of a run into one output.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from checkin_cli.errors import CheckinError
from checkin_cli.runs.document import Context, Outcome, render_documents
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.outputs import Sink


@dataclass(slots=True)
class RenderReport:
    """
    What a run did.
    """

    rendered: int = 0
    refused: int = 0
    held: int = 0
    """
    Of the rendered ones, how many are under a safety hold.
    """

    exit_code: int = 0

    @property
    def inputs(self) -> int:
        """
        How many documents there were.
        """
        return self.rendered + self.refused

    def count(self, outcome: Outcome) -> None:
        """
        Add one outcome; the highest exit code that applies wins.
        """
        if outcome.error is not None:
            self.refused += 1
            self.exit_code = max(self.exit_code, outcome.error.exit_code)
        elif outcome.receipt is not None:
            self.rendered += 1
            self.held += outcome.receipt.reason == "safety_hold"


def render_all(
    inputs: Iterable[RawInput],
    context: Context,
    sink: Sink,
    on_refusal: Callable[[CheckinError], None],
    observers: Iterable[Callable[[Outcome], None]],
) -> RenderReport:
    """
    Render the inputs in order. The exit code is decided after everything is written.

    Raises `OutputError` when the output cannot be written; refused inputs are reported and never stop the others.
    """
    report = RenderReport()
    for outcome in render_documents(inputs, context):
        report.count(outcome)
        if outcome.error is not None:
            on_refusal(outcome.error)
        for observe in observers:
            observe(outcome)
        sink.accept(outcome)
    sink.finish()
    return report
