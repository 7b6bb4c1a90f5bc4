"""
One week as the judgment table sees it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.memo import once
from checkin_cli.numbers import average, percent_change
from checkin_cli.weekly.person import Aim, Person
from checkin_cli.weekly.weeks import Chain, Figures, Week

_HALF_A_YEAR = timedelta(weeks=26)
_FIRST_OVER_THREE_WEEKS = 5
"""
Phase week that three weeks lead to from the second one, the first that is compared with.
"""

_DRIFT_TWICE = 2
"""
Percent of drift that counts as outside the range twice (stevens2006, trendweight).
"""


class Judged(NamedTuple):
    """
    A week that counted, and the side on which it stood: `below`, `inside` or `above`.
    """

    starts_on: date
    side: str


class MeanOf(NamedTuple):
    """
    The mean of an earlier week, and the mode that it stood under.
    """

    starts_on: date
    mode: str | None
    kilograms: Decimal


class Past(NamedTuple):
    """
    What the weeks before have left.
    """

    judged: Sequence[Judged] = ()
    """
    Of this goal, since the last new baseline, in the order of the weeks.
    """

    anchors: Sequence[Decimal] = ()
    """
    Means of the first two judged weeks of this goal.
    """

    means: Sequence[MeanOf] = ()
    full: Collection[date] = ()
    """
    First days of the weeks whose comparison with the week before had full confidence.
    """


@dataclass(frozen=True, repr=False)
class Case:
    """
    A week with everything that a rule may ask about.
    """

    week: Week
    chain: Chain
    figures: Figures
    aim: Aim | None
    person: Person
    past: Past
    open_flags: Sequence[tuple[date, tuple[str, ...]]] = ()
    """
    Safety flags that nobody has cleared, with their categories.
    """

    later_flags: Sequence[tuple[date, tuple[str, ...]]] = ()
    """
    The same of days after the week. They decide no row, and nothing is said to a customer while one is open.
    """

    sudden_gain: date | None = None
    """
    A day of the week with more than 2 kg over the three days before.
    """

    @property
    def mode(self) -> str | None:
        """
        The mode of the goal.
        """
        return None if self.aim is None else self.aim.mode

    @property
    def is_settled(self) -> bool:
        """
        True past the second week of a goal, or where nobody knows when it began.
        """
        return self.aim is None or self.aim.is_settled

    @once
    def rate3(self) -> Decimal | None:
        """
        For gain and maintenance, the change over three weeks: all three compared at full confidence, on one scale.

        The range of these modes is narrower than the noise of one week. It never reaches into the first week of a goal.
        """
        chain, aim = self.chain, self.aim
        if aim is None or aim.mode == "fat_loss" or self.figures.rate3 is None:
            return None
        if chain.prior is None or chain.before is None or chain.third is None:
            return None
        if aim.phase_week is not None and aim.phase_week < _FIRST_OVER_THREE_WEEKS:
            return None
        full = self.past.full
        if not self.figures.is_full or chain.prior.starts_on not in full or chain.before.starts_on not in full:
            return None
        return None if self.person.changes_scale(self.week, chain.third) else self.figures.rate3

    @once
    def judged_rate(self) -> Decimal | None:
        """
        What is compared with the range: the change over three weeks where it is known, else that of the week.
        """
        return self.figures.rate if self.rate3 is None else self.rate3

    @once
    def side(self) -> str | None:
        """
        Where the judged rate stands beside the range.
        """
        rate = self.judged_rate
        return None if rate is None or self.aim is None else self.aim.side_of(rate)

    @once
    def drift(self) -> Decimal | None:
        """
        In maintenance, percent from the anchor, rounded to 0.01.
        """
        anchor, current = self.anchor, self.figures.current.kilograms
        return None if anchor is None or current is None else percent_change(current, anchor, 1)

    @once
    def anchor(self) -> Decimal | None:
        """
        In maintenance, the exact middle of the means of the first two judged weeks.
        """
        if self.mode != "maintenance" or len(self.past.anchors) < 2:
            return None
        return (self.past.anchors[0] + self.past.anchors[1]) / 2

    @once
    def drifted(self) -> str | None:
        """
        `below` or `above` where the drift counts as outside the range twice.
        """
        drift = self.drift
        if drift is None or abs(drift) < _DRIFT_TWICE:
            return None
        return "below" if drift < 0 else "above"

    @once
    def outside(self) -> str | None:
        """
        The side on which this week stands outside, by rate or by drift.

        Where both point to different sides, what is outside twice counts, below before above.
        """
        sides = ("below", "above")
        twice = next((side for side in sides if side in {self._by_rate_twice, self._by_drift_twice}), None)
        return twice or (self.side if self.side != "inside" else None) or self.drifted

    @once
    def since(self) -> Sequence[Judged]:
        """
        Judged weeks after the last accepted change, this one not among them.
        """
        accepted = self.person.accepted_before(self.week)
        return self.past.judged if accepted is None else [j for j in self.past.judged if j.starts_on > accepted]

    @once
    def is_new(self) -> bool:
        """
        True for a week that does not lie wholly behind the day on which the last change was accepted.
        """
        accepted = self.person.accepted_before(self.week)
        return accepted is not None and self.week.starts_on <= accepted

    @once
    def in_a_row(self) -> int:
        """
        Judged weeks in a row on the side of this week's rate, this one among them.
        """
        if self.side in {None, "inside"} or self.is_new:
            return 0
        run = 1
        for judged in reversed(self.since):
            if judged.side != self.side:
                break
            run += 1
        return run

    @once
    def _by_rate_twice(self) -> str | None:
        return self.side if self.in_a_row >= 2 else None

    @once
    def _by_drift_twice(self) -> str | None:
        accepted = self.person.accepted_before(self.week)
        waits = accepted is not None and (self.is_new or not self.since)
        return None if waits else self.drifted

    @once
    def is_twice(self) -> bool:
        """
        True if a review may follow: outside for the second judged week in a row, or by drift.
        """
        return self._by_rate_twice is not None or self._by_drift_twice is not None

    @once
    def logged(self) -> Sequence[Decimal]:
        """
        The calories of the days that say them.
        """
        return self.week.calories

    @once
    def mean_intake(self) -> Decimal | None:
        """
        The mean of five or more logged days; None with fewer.
        """
        return average(self.logged) if len(self.logged) >= 5 else None

    def highest_mean_within(self, span: timedelta = _HALF_A_YEAR, *, outside_fat_loss: bool = False) -> Decimal | None:
        """
        The highest mean of earlier weeks in the span; without interruption of fat loss, if asked.
        """
        highest: Decimal | None = None
        first = self.week.starts_on - span
        for mean in reversed(self.past.means):
            if mean.starts_on < first or (outside_fat_loss and mean.mode == "fat_loss"):
                break
            if highest is None or mean.kilograms > highest:
                highest = mean.kilograms
        return highest
