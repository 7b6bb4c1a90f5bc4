"""
Render every document of a run into one output.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from checkin_cli.runs.asking import DocumentCrew
from checkin_cli.runs.consent import Cause
from checkin_cli.runs.document import Context, Outcome, render_documents
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.outputs import Sink
from checkin_cli.selection.reasons import Reason

_KIND = ("surface", "mode", "outcome", "reason", "requests")

Kind = tuple[str, str, str, str, int]
"""
Surface, mode, outcome and reason of a receipt, and how many requests were begun for it.
"""


@dataclass(slots=True)
class RenderReport:
    """
    What a run did, in counts. Equal runs have equal reports.
    """

    refused: int = 0
    exit_code: int = 0
    kinds: Counter[Kind] = field(default_factory=Counter)
    causes: frozenset[Cause] = frozenset()
    """
    Why gates said no, as far as another process has to tell it.
    """

    @property
    def inputs(self) -> int:
        """
        How many documents there were.
        """
        return self.kinds.total() + self.refused

    @property
    def rendered(self) -> int:
        """
        How many have a copy that nothing is missing from.
        """
        return self.kinds.total() - self.interrupted

    @property
    def interrupted(self) -> int:
        """
        Rendered without the answer to a request that was in flight when an earlier part of the run ended.
        """
        return self._with_reason(Reason.INTERRUPTED)

    @property
    def held(self) -> int:
        """
        Of the rendered ones, how many are under a safety hold.
        """
        return self._with_reason("safety_hold")

    @property
    def requests(self) -> int:
        """
        How many requests were begun, by earlier parts of the run too.
        """
        return sum(kind[-1] * count for kind, count in self.kinds.items())

    def count(self, outcome: Outcome) -> None:
        """
        Add one outcome; the highest exit code that applies wins.
        """
        receipt = outcome.receipt
        if outcome.error is not None:
            self.refused += 1
            self.exit_code = max(self.exit_code, outcome.error.exit_code)
        elif receipt is not None:
            self.kinds[receipt.surface, receipt.mode, receipt.outcome, receipt.reason, receipt.request_count] += 1

    def add(self, other: "RenderReport") -> None:
        """
        Add what another part of the run did.
        """
        self.refused += other.refused
        self.exit_code = max(self.exit_code, other.exit_code)
        self.kinds.update(other.kinds)

    @classmethod
    def of_members(cls, members: Mapping[str, Any]) -> Self:
        """
        The report that was written as these members.
        """
        kinds = {tuple(each[name] for name in _KIND): each["count"] for each in members["outcomes"]}
        causes = frozenset(map(Cause, members.get("causes", ())))
        return cls(members["refused"], members["exit_code"], Counter(kinds), causes)

    def members(self) -> dict[str, object]:
        """
        The report as JSON members.
        """
        return {
            "schema_version": "checkin-summary-v1",
            "inputs": self.inputs,
            "rendered": self.rendered,
            "held": self.held,
            "interrupted": self.interrupted,
            "refused": self.refused,
            "requests": self.requests,
            "exit_code": self.exit_code,
            "outcomes": [
                {**dict(zip(_KIND, kind, strict=True)), "count": count} for kind, count in sorted(self.kinds.items())
            ],
        }

    def _with_reason(self, reason: str) -> int:
        return sum(count for kind, count in self.kinds.items() if kind[3] == reason)


Watch = Callable[[Outcome], None]


def render_all(
    inputs: Iterable[RawInput],
    context: Context,
    sink: Sink,
    observers: Iterable[Watch],
    crew: DocumentCrew | None = None,
) -> RenderReport:
    """
    Render the inputs, their outcomes written in order. The exit code is decided after everything is written.

    With a crew several documents are under way at once. Raises `OutputError` when the output or the journal cannot be
    written, and `Stopped` when the crew was stopped; refused inputs are outcomes and never stop the others.
    """
    report = RenderReport()
    outcomes = render_documents(inputs, context) if crew is None else crew.results(inputs)
    with contextlib.closing(outcomes):
        for outcome in outcomes:
            report.count(outcome)
            for observe in observers:
                observe(outcome)
            sink.accept(outcome)
    sink.finish()
    return report
