"""
What the weeks of one customer show as a chart.
"""

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.runs.charts import ChartData
from checkin_cli.runs.summarize.run import CustomerWeeks
from checkin_cli.weekly.grouping import WEEK, start_of_week
from checkin_cli.weekly.plausibility import SOFT_OUTLIER
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks, weeks_of
from checkin_cli.weekly.weeks import Week

_WEEKS_OF_ONE = 12
"""
Weeks that are shown where one is asked for: it stands last.
"""


class NoChart(NamedTuple):
    """
    Why there is none.
    """

    why: str


def chart_of(customer: CustomerWeeks, first_weekday: int) -> ChartData | NoChart:
    """
    The weeks that were asked for; of one week also those before it.

    A held person gets none: a chart would show what a held copy leaves out. A week with an unsettled day stays empty.
    """
    asked = [week.judged.case.week.starts_on for week in customer.weeks]
    if not asked:
        return NoChart("no week was summarized")
    known = weeks_of(customer.history, customer.person, first_weekday)
    closed = {start_of_week(conflict.day, first_weekday) for conflict in customer.conflicts}
    shown = _shown(asked, known)
    judged = list(judged_weeks(customer.history, customer.person, set(shown) - closed, first_weekday))
    if _is_held(customer, judged):
        return NoChart("this customer is held, and a person takes over")
    return _drawn([Week(start) if start in closed else known.get(start, Week(start)) for start in shown], judged, asked)


def _shown(asked: Sequence[date], known: Collection[date]) -> list[date]:
    first, last = min(asked), max(asked)
    if first == last:
        first = max(min(known, default=last), last - (_WEEKS_OF_ONE - 1) * WEEK)
    first = min(first, last)
    return [first + index * WEEK for index in range((last - first).days // 7 + 1)]


def _is_held(customer: CustomerWeeks, judged: Sequence[JudgedWeek]) -> bool:
    """
    True if a flag is open, whenever it was raised, or a week was a hold that nobody has cleared since.
    """
    profile = customer.person.profile
    cleared = profile.safety_cleared_on if profile else None
    raised = [day for day, _ in customer.history.holds]
    raised += [each.case.week.ends_on for each in judged if each.judgment.verdict == "safety_hold"]
    return any(cleared is None or day > cleared for day in raised)


def _drawn(shown: Sequence[Week], judged: Sequence[JudgedWeek], asked: Collection[date]) -> ChartData:
    weights = [(entry.day, entry.kilograms) for week in shown for entry in week.entries]
    aim = _common_aim(judged)
    return ChartData(
        weigh_ins=[(day, kilograms) for day, kilograms in weights if kilograms is not None],
        means=[(week.starts_on, week.mean.kilograms, week.mean.n) for week in shown],
        goal_lo=aim and aim[0],
        goal_hi=aim and aim[1],
        judged=[
            (each.case.week.starts_on, each.judgment.verdict) for each in judged if each.case.week.starts_on in asked
        ],
        excluded=[doubt.day for week in shown for doubt in week.doubts if doubt.code != SOFT_OUTLIER],
    )


def _common_aim(judged: Sequence[JudgedWeek]) -> tuple[Decimal, Decimal] | None:
    """
    The range of all weeks that have one; None where the goal changed between them, for one range would be wrong.
    """
    ranges = {(each.case.aim.low, each.case.aim.high) for each in judged if each.case.aim is not None}
    return ranges.pop() if len(ranges) == 1 else None
