"""
One week as the judgment table sees it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.memo import once
from checkin_cli.numbers import average, percent_change
from checkin_cli.weekly.person import Aim, Person
from checkin_cli.weekly.weeks import Chain, Figures, Week

_HALF_A_YEAR = timedelta(weeks=26)
_DRIFT_TWICE = 2
"""
Percent of drift that counts as outside the range twice (stevens2006, trendweight).
"""


class Judged(NamedTuple):
    """
    A week that counted: where its rate stood beside the range.
    """

    starts_on: date
    side: str
    counts: bool
    """
    False where the change over three weeks does not stand on the same side.
    """


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
    def side(self) -> str | None:
        """
        Where the rounded rate stands beside the range.
        """
        rate = self.figures.rate
        return None if rate is None or self.aim is None else self.aim.side_of(rate)

    @once
    def counts(self) -> bool:
        """
        Whether the change over three weeks, where it is asked for and known, stands on the same side.

        The range of these modes is narrower than the noise of one week, so one week alone does not count there.
        """
        rate3 = self.figures.rate3
        if self.aim is None or self.mode == "fat_loss" or rate3 is None or self.side in {None, "inside"}:
            return True
        return self.aim.side_of(rate3) == self.side

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
        In maintenance, the mean of the first two judged weeks.
        """
        if self.mode != "maintenance" or len(self.past.anchors) < 2:
            return None
        return average(self.past.anchors[:2])

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
        """
        return self.drifted or (self.side if self.side != "inside" else None)

    @once
    def since(self) -> Sequence[Judged]:
        """
        Judged weeks after the last accepted change, this one not among them.
        """
        accepted = self.person.accepted_before(self.week)
        return self.past.judged if accepted is None else [j for j in self.past.judged if j.starts_on >= accepted]

    @once
    def is_new(self) -> bool:
        """
        True for a week that began before the last change was accepted.
        """
        accepted = self.person.accepted_before(self.week)
        return accepted is not None and self.week.starts_on < accepted

    @once
    def in_a_row(self) -> int:
        """
        Judged weeks in a row on the side of this one, this one among them.
        """
        if self.side in {None, "inside"} or self.is_new or not self.counts:
            return 0
        run = 1
        for judged in reversed(self.since):
            if judged.side != self.side:
                break
            run += judged.counts
        return run

    @once
    def is_twice(self) -> bool:
        """
        True if a review may follow: outside for the second judged week in a row, or by drift.
        """
        if self.drifted is not None:
            accepted = self.person.accepted_before(self.week)
            return accepted is None or (not self.is_new and len(self.since) >= 1)
        return self.in_a_row >= 2

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
        for mean in reversed(self.past.means):
            if mean.starts_on < self.week.starts_on - span or (outside_fat_loss and mean.mode == "fat_loss"):
                break
            if highest is None or mean.kilograms > highest:
                highest = mean.kilograms
        return highest
