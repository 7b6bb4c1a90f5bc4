"""
What a chart shows, and nothing of how.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from checkin_cli.weekly.weeks import FEWEST_WEIGH_INS

WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True, repr=False)
class ChartData:
    """
    Weights of one person over some weeks.
    """

    weigh_ins: Sequence[tuple[date, Decimal]]
    """
    Kilograms by day; a day may have several.
    """

    means: Sequence[tuple[date, Decimal | None, int]]
    """
    First day, mean and number of weigh-ins of each week, in order; a mean of None is a week that has none.
    """

    goal_lo: Decimal | None = None
    goal_hi: Decimal | None = None
    """
    The goal range, in percent a week of the mean of the week before; both or none.
    """

    judged: Sequence[tuple[date, str]] = ()
    """
    First day and verdict of each week that was judged.
    """

    excluded: Sequence[date] = ()
    """
    Days whose weigh-ins count in no mean.
    """

    def is_empty(self) -> bool:
        """
        True if there is no weight to show.
        """
        return not self.weigh_ins and all(mean is None for _, mean, _ in self.means)

    def counted(self) -> list[tuple[date, Decimal]]:
        """
        The weigh-ins that are not excluded, in order.
        """
        left_out = set(self.excluded)
        return sorted(each for each in self.weigh_ins if each[0] not in left_out)

    def left_out(self) -> list[tuple[date, Decimal]]:
        """
        The excluded weigh-ins, in order.
        """
        chosen = set(self.excluded)
        return sorted(each for each in self.weigh_ins if each[0] in chosen)

    def pairs(self) -> Iterator[tuple[date, Decimal, Decimal]]:
        """
        First day and mean of each week whose very next week has a mean too, with that mean.
        """
        known = {start: mean for start, mean, _ in self.means if mean is not None}
        for start, mean in sorted(known.items()):
            after = known.get(start + WEEK)
            if after is not None:
                yield start, mean, after

    def fans(self) -> Iterator[tuple[date, Decimal, Decimal, Decimal]]:
        """
        First day and mean of the first week of each pair, with the least and the greatest mean that meets the goal.

        A pair of too few weigh-ins is left out: no rate is taken of it, so that none can meet a goal.
        """
        if self.goal_lo is None or self.goal_hi is None:
            return
        enough = {start for start, _, count in self.means if count >= FEWEST_WEIGH_INS}
        for start, mean, _ in self.pairs():
            if {start, start + WEEK} <= enough:
                yield start, mean, mean * (1 + self.goal_lo / 100), mean * (1 + self.goal_hi / 100)

    def weeks(self) -> list[date]:
        """
        The first day of every week from the first to the last that anything falls into.
        """
        starts = [start for start, _, _ in self.means]
        days = [day for day, _ in self.weigh_ins] + starts
        if not days:
            return []
        origin = min(starts) if starts else min(days) - timedelta(days=min(days).weekday())
        first = (min(days) - origin).days // 7
        last = (max(days) - origin).days // 7
        return [origin + WEEK * number for number in range(first, last + 1)]
