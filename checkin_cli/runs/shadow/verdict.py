"""
Promote or hold: every criterion with its number, its limit and what it was counted over.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from checkin_cli.numbers import figure, in_thousandths, percent_of
from checkin_cli.runs.shadow.report import ShadowReport


@dataclass(frozen=True, slots=True)
class Thresholds:
    """
    What an operator allows. Percentages are of the pairs with something to choose, or of all between two doctrines.
    """

    least: int = 20
    """
    Pairs with something to choose below which nothing can be said.
    """

    different: float = 5.0
    faults: float = 1.0
    noise: float = 5.0
    """
    Percent of the sample in which the candidate, asked again, said something else.
    """

    seconds: float | None = None
    """
    The longest 99th percentile of a request's time; None for any.
    """


@dataclass(frozen=True, slots=True)
class Criterion:
    """
    One number against its limit.
    """

    name: str
    found: float
    limit: float
    unit: str
    of: int
    """
    What the number was counted over.
    """

    passed: bool

    def __str__(self) -> str:
        """
        The criterion in words.
        """
        sense = "at least" if self.name == "pairs" else "at most"
        over = f" of {self.of:,}" if self.unit == "%" else ""
        unit = f" {self.unit}" if self.unit else ""
        found = f"{figure(self.found)}{unit}{over}" if self.of else "not measured"
        return f"{self.name} {found}, {sense} {figure(self.limit)}{unit}"

    def members(self) -> dict[str, object]:
        """
        The criterion as JSON members.
        """
        return {
            "name": self.name,
            "found": self.found,
            "limit": self.limit,
            "unit": self.unit,
            "of": self.of,
            "passed": self.passed,
        }


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    Every criterion has to pass.
    """

    criteria: tuple[Criterion, ...]

    @property
    def promotes(self) -> bool:
        """
        True if nothing speaks against the candidate.
        """
        return all(criterion.passed for criterion in self.criteria)

    def members(self) -> dict[str, object]:
        """
        The verdict as JSON members.
        """
        decision = "promote" if self.promotes else "hold"
        return {"decision": decision, "criteria": [criterion.members() for criterion in self.criteria]}


def judge(report: ShadowReport, thresholds: Thresholds) -> Verdict:
    """
    Hold a report against what is allowed.
    """
    return Verdict(tuple(_criteria(report, thresholds)))


def _criteria(report: ShadowReport, allowed: Thresholds) -> Iterator[Criterion]:
    # Copies in which nobody has anything to choose say nothing about who chooses.
    pairs = report.choices
    yield Criterion("pairs", pairs, allowed.least, "", report.compared, pairs >= allowed.least)
    yield _share("different", report.bins["different"], pairs, allowed.different)
    yield _share("faults", report.faults, pairs, allowed.faults)
    yield _share("control noise", report.control_noise, report.inputs, 0.0)
    if report.repeats:
        noise = _share("candidate noise", report.noise, report.repeated, allowed.noise)
        # What was never measured cannot pass.
        yield noise if report.repeated else replace(noise, passed=False)
    if allowed.seconds is not None:
        found, count = report.latency.percentile(99), report.latency.count
        yield Criterion(
            "p99", in_thousandths(found), allowed.seconds, "s", count, count > 0 and found <= allowed.seconds
        )


def _share(name: str, count: int, of: int, limit: float) -> Criterion:
    # The count is what is judged: a share that was rounded first could pass by a hair.
    return Criterion(name, percent_of(count, of), limit, "%", of, 100 * count <= limit * of)
