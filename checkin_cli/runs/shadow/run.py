"""
Look at control and candidate of every document, side by side.

The control is rendered twice, to show that it is always the same; the candidate is thrown away.
"""

import contextlib
import heapq
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import tee

from checkin_cli.runs.document import Context, Outcome, render_documents
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.shadow.compare import Comparer, Comparison, Pair, Wordings
from checkin_cli.runs.shadow.ignores import Ignores
from checkin_cli.runs.shadow.report import ShadowReport
from checkin_cli.runs.shadow.tokens import Meter

Candidates = Callable[[Iterable[RawInput]], Generator[Outcome, None, None]]
"""
Gives the outcome of each input, in order; each call is a run of its own.
"""

Look = Callable[[Pair, Comparison], None]


@dataclass(frozen=True, slots=True)
class Candidate:
    """
    Who is looked at.
    """

    context: Context
    outcomes: Candidates
    """
    What it makes of all inputs.
    """

    again: Candidates
    """
    What it makes of the sample, each time that it is asked again.
    """

    meter: Meter


@dataclass(slots=True)
class Sample:
    """
    Documents to be asked about again: evenly drawn from all, the same ones in every run over equal inputs.
    """

    size: int
    _drawn: list[tuple[int, int, RawInput, Outcome]] = field(default_factory=list)

    def add(self, number: int, given: RawInput, candidate: Outcome) -> None:
        """
        Draw a document with something to choose, or leave it. Those with the lowest checksums of their numbers stay.
        """
        if not self.size or not Pair(number, candidate, candidate).has_choice:
            return
        drawn = (-zlib.crc32(b"%d" % number), number, given, candidate)
        if len(self._drawn) < self.size:
            heapq.heappush(self._drawn, drawn)
        elif drawn[:2] > self._drawn[0][:2]:
            heapq.heapreplace(self._drawn, drawn)

    def in_order(self) -> list[tuple[int, RawInput, Outcome]]:
        """
        The drawn documents with what the candidate made of them, in the order of the inputs.
        """
        return sorted(((number, given, outcome) for _, number, given, outcome in self._drawn), key=lambda each: each[0])


@dataclass(frozen=True, slots=True)
class Shadow:
    """
    A control, a candidate and what may differ between them.
    """

    control: Context
    candidate: Candidate
    ignores: Ignores
    repeats: int = 0
    sample: int = 50

    def run(self, inputs: Iterable[RawInput], look: Look) -> ShadowReport:
        """
        Compare every pair, in order. Raises `Stopped` when it was stopped.
        """
        report = ShadowReport()
        sample = Sample(self.sample if self.repeats else 0)
        wordings = Wordings(self.control.doctrine), Wordings(self.candidate.context.doctrine)
        comparer = Comparer(*wordings, self.ignores)
        for number, (given, control, again, candidate) in enumerate(self._outcomes(inputs)):
            pair = Pair(number, control, candidate)
            comparison = comparer.compare(pair)
            report.count(pair, comparison)
            report.control_noise += control.json() != again.json()
            report.tokens_at_most += self.candidate.meter.tokens(given, candidate)
            sample.add(number, given, candidate)
            look(pair, comparison)
        for _ in range(self.repeats):
            self._repeat(sample, report)
        return report

    def _outcomes(self, inputs: Iterable[RawInput]) -> Iterator[tuple[RawInput, Outcome, Outcome, Outcome]]:
        given, first, second, third = tee(inputs, 4)
        controls, again = render_documents(first, self.control), render_documents(second, self.control)
        with contextlib.closing(self.candidate.outcomes(third)) as candidates:
            # The candidate leads: it reads ahead, so that requests are under way while controls are rendered.
            for candidate, raw in zip(candidates, given, strict=True):
                yield raw, next(controls), next(again), candidate

    def _repeat(self, sample: Sample, report: ShadowReport) -> None:
        """
        Ask about the sample again. Where either answer is a fault, nothing can be said about noise.
        """
        drawn = sample.in_order()
        report.repeats += 1
        with contextlib.closing(self.candidate.again(given for _, given, _ in drawn)) as outcomes:
            for (number, given, before), after in zip(drawn, outcomes, strict=True):
                report.requests += after.receipt.request_count if after.receipt else 0
                report.tokens_at_most += self.candidate.meter.tokens(given, after)
                pairs = Pair(number, before, before), Pair(number, before, after)
                if not any(pair.is_fault for pair in pairs) and all(pair.has_choice for pair in pairs):
                    report.repeated += 1
                    report.noise += before.copy != after.copy
