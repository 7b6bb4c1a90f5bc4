"""
What a run would ask at most, without asking: requests and tokens by stage and surface, and why there are no others.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from checkin_cli.documents import read_document
from checkin_cli.errors import CheckinError
from checkin_cli.facts.derive import surface_of
from checkin_cli.rendering import render_canonical
from checkin_cli.runs.choosing import why_unasked
from checkin_cli.runs.document import Context, Outcome
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.render import Watch
from checkin_cli.runs.setup import CANONICAL
from checkin_cli.selection.bounds import Bound, Bounds, Spared
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.interface import MOST_TOKENS, Selector

PLAN = "checkin-plan-v1"

Why = Spared | Reason
"""
Why there is no request: it needs none, the gate says no, or the selector cannot be asked.
"""


@dataclass(slots=True)
class Cost:
    """
    What one stage costs at most, on one surface.
    """

    documents: int = 0
    """
    All of the surface, those without a request included.
    """

    requests: int = 0
    input_tokens: int = 0

    @property
    def output_tokens(self) -> int:
        """
        The bound that each request sets.
        """
        return self.requests * MOST_TOKENS


@dataclass(slots=True)
class PlanReport:
    """
    What a run would ask at most, in counts. Equal inputs, options and conditions give equal reports.
    """

    mode: str = CANONICAL
    selector: str = "none"
    inputs: int = 0
    refused: int = 0
    exit_code: int = 0
    costs: dict[tuple[str, str], Cost] = field(default_factory=dict)
    """
    By stage and surface; none in mode canonical.
    """

    spared: Counter[tuple[str | None, str | None, Why]] = field(default_factory=Counter)
    """
    Documents without a request, by stage, surface and reason. No stage where there are none, and no surface where the
    input was refused.
    """

    @property
    def total(self) -> Cost:
        """
        The sum over all stages and surfaces.
        """
        costs = self.costs.values()
        return Cost(self.inputs, sum(each.requests for each in costs), sum(each.input_tokens for each in costs))

    def refuse(self, error: CheckinError) -> None:
        """
        Count an input that is no document; the highest exit code that applies wins.
        """
        self.refused += 1
        self.exit_code = max(self.exit_code, error.exit_code)
        self.spared[None, None, Spared.REFUSED_INPUT] += 1

    def count(self, stage: str, surface: str, bound: int | Why) -> None:
        """
        Count one stage of a document: the most input tokens of its request, or why there is none.
        """
        cost = self.costs.setdefault((stage, surface), Cost())
        cost.documents += 1
        if isinstance(bound, int):
            cost.requests += 1
            cost.input_tokens += bound
        else:
            self.spared[stage, surface, bound] += 1

    def members(self) -> dict[str, object]:
        """
        The report as JSON members.
        """
        total = self.total
        return {
            "schema_version": PLAN,
            "mode": self.mode,
            "selector": self.selector,
            "inputs": self.inputs,
            "refused": self.refused,
            "requests": total.requests,
            "input_tokens": total.input_tokens,
            "output_tokens": total.output_tokens,
            "stages": [
                {
                    "stage": stage,
                    "surface": surface,
                    "documents": cost.documents,
                    "requests": cost.requests,
                    "input_tokens": cost.input_tokens,
                    "output_tokens": cost.output_tokens,
                }
                for (stage, surface), cost in sorted(self.costs.items())
            ],
            "without_request": [
                {"stage": stage, "surface": surface, "reason": why, "documents": count}
                for (stage, surface, why), count in self.without_request()
            ],
        }

    def without_request(self) -> list[tuple[tuple[str | None, str | None, Why], int]]:
        """
        The documents without a request and why, in a fixed order: refused inputs first.
        """
        return sorted(self.spared.items(), key=lambda item: [each or "" for each in item[0]])


def plan_all(
    inputs: Iterable[RawInput], context: Context, observers: Iterable[Watch], *, structured: bool = False
) -> PlanReport:
    """
    Count what a run over the inputs would ask at most, as conditions stand now. Nothing is sent and nothing is written.

    The observers see what is refused; what could be rendered has no copy yet. `structured` as `Bounds` has it.
    """
    selection = context.selection
    report = PlanReport() if selection is None else PlanReport(selection.mode, selection.selector.name)
    bounds = Bounds(context.doctrine, structured=structured)
    unasked = None if selection is None else _unasked(selection.selector)
    for given in inputs:
        report.inputs += 1
        error = None
        try:
            _plan(report, given, context, bounds, unasked)
        except CheckinError as refused:
            error = refused.at(given.source, given.line)
            report.refuse(error)
        for observe in observers:
            observe(Outcome(given.source, given.line, given.name, error=error))
    return report


def _plan(report: PlanReport, given: RawInput, context: Context, bounds: Bounds, unasked: Why | None) -> None:
    document = read_document(given.content(), context.rules)
    rendering = render_canonical(document, context.doctrine)
    selection, surface = context.selection, surface_of(document)
    if selection is None:
        report.spared[None, surface, Spared.CANONICAL_MODE] += 1
        return
    stages = bounds.of(selection.mode, rendering)
    why: Why | None = None
    if any(isinstance(bound, int) for bound in stages.values()):
        # In the order of the run: the gate is asked first.
        why = selection.gate(document, given)() or unasked
    for stage, bound in stages.items():
        report.count(stage, surface, _unless(why, bound))


def _unasked(selector: Selector) -> Why | None:
    """
    Why a selector is never asked in this run, or has nobody to ask.
    """
    why = why_unasked(selector)
    return Spared.SENDS_NOTHING if why is None and not selector.sends else why


def _unless(why: Why | None, bound: Bound) -> int | Why:
    return why if why is not None and isinstance(bound, int) else bound
