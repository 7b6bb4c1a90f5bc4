"""
What the profile says of a person, as the rules ask for it. Without a profile every answer is that nobody knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.documents.profile import DEFAULT_RANGES, ContextFlag, CustomerProfile, EarlierProposal, GoalPeriod
from checkin_cli.numbers import round_half_away
from checkin_cli.weekly.entries import Entry, Target
from checkin_cli.weekly.weeks import Week

_CREATINE = timedelta(days=13)
"""
Water of the first two weeks (kreider2017).
"""


class Aim(NamedTuple):
    """
    What a week is judged against.
    """

    mode: str
    low: Decimal
    high: Decimal
    source: str
    """
    Where the range comes from, in words.
    """

    started_on: date | None
    phase_week: int | None
    """
    Counted from 1, by calendar weeks; None without a history of goals, which counts as past week 2.
    """

    follows: str | None = None
    """
    The mode before this one, if the history holds it.
    """

    @property
    def is_settled(self) -> bool:
        """
        True from the third week on.
        """
        return self.phase_week is None or self.phase_week >= 3

    def side_of(self, rate: Decimal) -> str:
        """
        `below`, `inside` or `above` the range as it is shown; its bounds belong to it.
        """
        if rate < round_half_away(self.low):
            return "below"
        return "above" if rate > round_half_away(self.high) else "inside"


@dataclass(frozen=True)
class Person:
    """
    One customer beyond the check-ins.
    """

    profile: CustomerProfile | None = None

    def vouched_for(self, day: date) -> bool:
        """
        True if a person has confirmed the weight of the day.
        """
        return any(flag.starts_on <= day <= flag.last_day for flag in self.flags("weight_confirmed"))

    def flags(self, name: str) -> list[ContextFlag]:
        """
        The dated flags of one kind.
        """
        return [] if self.profile is None else [flag for flag in self.profile.context if flag.flag == name]

    def has(self, name: str, week: Week) -> bool:
        """
        True if a flag of this kind touches the week.
        """
        if self.profile is None:
            return False
        return any(flag.starts_on <= week.ends_on and week.starts_on <= flag.last_day for flag in self.flags(name))

    def loads_creatine(self, week: Week) -> bool:
        """
        True if the week touches the first two weeks of creatine.
        """
        return any(
            week.starts_on - _CREATINE <= flag.starts_on <= week.ends_on for flag in self.flags("creatine_start")
        )

    def changes_scale(self, current: Week, prior: Week) -> bool:
        """
        True if a new scale or place begins after the first day of the earlier week and up to the end of the later one.
        """
        return any(prior.starts_on < flag.starts_on <= current.ends_on for flag in self.flags("new_scale"))

    def aim_in(self, week: Week, said: Target | None) -> Aim | None:
        """
        What the check-ins of the week say, with the history of goals beside it; None where neither says anything.
        """
        period, started_on, follows = self._period(week.ends_on)
        mode = said.mode if said is not None else period.mode if period is not None else None
        if mode is None:
            return None
        if period is not None and period.mode != mode:
            period = started_on = follows = None
        if said is not None:
            low, high, source = said.low, said.high, "check-ins"
        elif period is not None and period.range_percent_per_week is not None:
            (low, high), source = period.range_percent_per_week, "profile"
        else:
            (low, high), source = DEFAULT_RANGES[mode], "default of the mode"
        phase = None if started_on is None else self._weeks_since(started_on, week)
        return Aim(mode, low, high, source, started_on, phase, follows)

    def disagrees(self, week: Week, said: Target | None) -> bool:
        """
        True if check-ins and history of goals name different modes.
        """
        period, _, _ = self._period(week.ends_on)
        return said is not None and period is not None and period.mode != said.mode

    def approves(self, mode: str, week: Week) -> bool:
        """
        True if the profile names who allowed the wider range of the goal of the week.
        """
        period, _, _ = self._period(week.ends_on)
        return period is not None and period.mode == mode and period.approved_by is not None

    @staticmethod
    def _weeks_since(started_on: date, week: Week) -> int:
        # The week in which the goal starts is the first, whatever day that is.
        return (week.ends_on - started_on).days // 7 + 1

    def _period(self, day: date) -> tuple[GoalPeriod | None, date | None, str | None]:
        """
        The goal on a day, the day its mode began, and the mode before.
        """
        goals = () if self.profile is None else self.profile.goals
        begun = [period for period in goals if period.started_on <= day]
        if not begun:
            return None, None, None
        started_on = begun[-1].started_on
        for period in reversed(begun):
            if period.mode != begun[-1].mode:
                return begun[-1], started_on, period.mode
            started_on = period.started_on
        return begun[-1], started_on, None

    def is_under_18(self, week: Week) -> bool | None:
        """
        True if the person may be younger than 18 on the last day of the week; None if nobody knows.
        """
        if self.profile is None or self.profile.birth_year is None:
            return None
        # Only the year is known, so the birthday may be still to come.
        return week.ends_on.year - self.profile.birth_year - 1 < 18

    @property
    def eligibility(self) -> Sequence[str]:
        """
        What rules out weight goals.
        """
        return () if self.profile is None else self.profile.eligibility

    @property
    def proposals(self) -> Sequence[EarlierProposal]:
        """
        Earlier reviews and what became of them.
        """
        return () if self.profile is None else self.profile.proposals

    def accepted_before(self, week: Week) -> date | None:
        """
        The day of the last accepted change up to the end of the week.
        """
        if not self.proposals:
            return None
        days = [
            each.decided_on
            for each in self.proposals
            if each.decision == "accepted" and each.decided_on is not None and each.decided_on <= week.ends_on
        ]
        return max(days, default=None)

    def planned_calories(self, entry: Entry | None = None) -> Decimal | None:
        """
        The calories of the plan: those of the check-in, else those of the profile. A plan of zero is none.
        """
        planned = entry.planned_calories if entry is not None else None
        if planned is None and self.profile is not None and self.profile.plan is not None:
            planned = self.profile.plan.calories_kcal
        return planned or None
