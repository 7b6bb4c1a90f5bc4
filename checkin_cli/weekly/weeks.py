"""
One week in figures: its mean, its check-ins, what was eaten and trained, and how it compares with weeks before it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.memo import once
from checkin_cli.numbers import average, percent_change
from checkin_cli.weekly.entries import Entry
from checkin_cli.weekly.grouping import WEEK
from checkin_cli.weekly.history import Conflict
from checkin_cli.weekly.plausibility import Doubt, Weight

_LONGEST_GAP = 2
FULL = 4
"""
Weigh-ins in a week (trendweight shows a week with four of seven).
"""

FEWEST_WEIGH_INS = 3
"""
Weigh-ins below which no rate is taken (macrofactor; cheuvront2004).
"""

_LARGEST_SHIFT = 2
"""
Days by which the middles of two weeks may differ from whole weeks (orsama2014, turicchi2020).
"""


class Mean(NamedTuple):
    """
    The mean of the weights that count, rounded to 0.0001 kg, and how many they are.
    """

    kilograms: Decimal | None
    n: int
    days: int
    """
    The sum of the ordinals of their days.
    """


def _mean(weights: Sequence[Weight]) -> Mean:
    if not weights:
        return Mean(None, 0, 0)
    ordinals = sum(weight.day.toordinal() for weight in weights)
    return Mean(average([weight.kilograms for weight in weights]), len(weights), ordinals)


@dataclass(frozen=True, repr=False)
class Week:
    """
    Seven days of one customer.
    """

    starts_on: date
    entries: tuple[Entry, ...] = ()
    weights: tuple[Weight, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    """
    Days that a person has to settle. They are in no mean, so confidence in the week is low.
    """

    @once
    def ends_on(self) -> date:
        """
        The seventh day.
        """
        return self.starts_on + timedelta(days=6)

    @property
    def checkin_days(self) -> int:
        """
        Days with a check-in, with a weight or without.
        """
        return len(self.entries)

    @once
    def mean(self) -> Mean:
        """
        Of all weights that count.
        """
        return _mean(self.weights)

    @once
    def mean_without_soft(self) -> Mean:
        """
        Of those that are near the usual ones.
        """
        return _mean([weight for weight in self.weights if not weight.soft]) if self.has_soft else self.mean

    @once
    def has_soft(self) -> bool:
        """
        True if one of its weights is far from the usual ones.
        """
        return any(weight.soft for weight in self.weights)

    @once
    def calories(self) -> tuple[Decimal, ...]:
        """
        What was eaten, of the days that say it.
        """
        return tuple(entry.calories for entry in self.entries if entry.calories is not None)


class Confidence(NamedTuple):
    """
    How much two weeks can say together: `full`, `low` or `none`, and why not more.
    """

    level: str
    why: str = ""


class Figures(NamedTuple):
    """
    What is computed of a week and the weeks before it; rates are percent a week, rounded to 0.01.
    """

    current: Mean
    prior: Mean
    before: Mean
    gap: int
    confidence: Confidence
    rate: Decimal | None
    kilograms_a_week: Decimal | None
    """
    The exact change of the mean, divided by the gap.
    """

    rate2: Decimal | None
    rate3: Decimal | None
    """
    Over three weeks without a gap of four or more weigh-ins each; None otherwise.
    """

    @property
    def is_full(self) -> bool:
        """
        True if the confidence is full.
        """
        return self.confidence.level == "full"


class Chain(NamedTuple):
    """
    A week and the weeks that it may be compared with, each at most two weeks after the one before it.
    """

    current: Week
    prior: Week | None
    before: Week | None
    third: Week | None

    @property
    def gap(self) -> int:
        """
        Weeks from the prior week to this one; 1 where there is none.
        """
        return 1 if self.prior is None else _apart(self.current, self.prior)

    @property
    def has_soft(self) -> bool:
        """
        True if a weight that is far from the usual ones takes part.
        """
        return any(week is not None and week.has_soft for week in self)

    def unsettled(self) -> Conflict | None:
        """
        The first day of the two weeks compared whose check-ins contradict each other.
        """
        prior = self.prior.conflicts if self.prior is not None else ()
        return prior[0] if prior else self.current.conflicts[0] if self.current.conflicts else None


def chain_of(current: Week, usable: Mapping[date, Week]) -> Chain:
    """
    Find the weeks to compare with among those that may be.
    """
    prior = _nearest(current, usable)
    before = None if prior is None else _nearest(prior, usable)
    third = None if before is None else _nearest(before, usable)
    return Chain(current, prior, before, third)


def _nearest(week: Week, usable: Mapping[date, Week]) -> Week | None:
    for gap in range(1, _LONGEST_GAP + 1):
        found = usable.get(week.starts_on - gap * WEEK)
        if found is not None:
            return found
    return None


def _apart(later: Week, earlier: Week) -> int:
    return (later.starts_on - earlier.starts_on).days // 7


_NOTHING = Mean(None, 0, 0)


def figures_of(chain: Chain, *, without_soft: bool = False, doubted: bool = False) -> Figures:
    """
    Compute what a week is judged by.

    `without_soft` leaves out weights far from the usual ones; `doubted` says that they decide, which lowers the
    confidence to `low`.
    """
    current, prior, before, third = (
        _NOTHING if week is None else week.mean_without_soft if without_soft else week.mean for week in chain
    )
    gap = chain.gap
    confidence = _confidence(chain, current, prior, gap)
    if doubted and confidence.level == "full":
        confidence = Confidence("low", "the verdict depends on a weight far from the usual ones")
    unsettled = chain.unsettled()
    if unsettled is not None and confidence.level == "full":
        confidence = Confidence("low", f"check-ins of {unsettled.day} contradict each other")
    if confidence.level == "none" or current.kilograms is None or prior.kilograms is None:
        return Figures(current, prior, before, gap, confidence, None, None, None, None)
    rate2 = None
    if before.kilograms is not None and before.n >= FEWEST_WEIGH_INS and chain.before is not None:
        rate2 = percent_change(current.kilograms, before.kilograms, _apart(chain.current, chain.before))
    rate3 = None
    consecutive = chain.third is not None and _apart(chain.current, chain.third) == 3
    if consecutive and third.kilograms is not None and min(mean.n for mean in (current, prior, before, third)) >= FULL:
        rate3 = percent_change(current.kilograms, third.kilograms, 3)
    return Figures(
        current,
        prior,
        before,
        gap,
        confidence,
        percent_change(current.kilograms, prior.kilograms, gap),
        (current.kilograms - prior.kilograms) / gap,
        rate2,
        rate3,
    )


def _confidence(chain: Chain, current: Mean, prior: Mean, gap: int) -> Confidence:
    """
    Weekend days alone against weekdays alone is not asked: two days are too few for a rate anyway.
    """
    if chain.prior is None:
        return Confidence("none", "no week to compare with among the two before")
    fewer = min(current.n, prior.n)
    if fewer < FEWEST_WEIGH_INS:
        return Confidence("none", f"{current.n} and {prior.n} weigh-ins, fewer than {FEWEST_WEIGH_INS} in a week")
    reasons = []
    if fewer < FULL:
        reasons.append(f"{FEWEST_WEIGH_INS} weigh-ins in a week")
    if gap > 1:
        reasons.append(f"a gap of {gap} weeks")
    if not _is_shifted(current, prior, gap):
        return Confidence("low", ", ".join(reasons)) if reasons else _FULL
    reasons.append(f"weighed on other days of the week, more than {_LARGEST_SHIFT} days apart in the middle")
    return Confidence("none" if len(reasons) > 1 else "low", ", ".join(reasons))


_FULL = Confidence("full")


def _is_shifted(current: Mean, prior: Mean, gap: int) -> bool:
    # Means of days as fractions over both counts, so that nothing is rounded.
    shift = current.days * prior.n - prior.days * current.n - 7 * gap * current.n * prior.n
    return abs(shift) > _LARGEST_SHIFT * current.n * prior.n
