"""
What a person is asked about a week. Nothing is repaired on a guess, so everything doubtful is a question.
"""

from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.documents.profile import limits_of
from checkin_cli.errors import Place
from checkin_cli.numbers import percent_change, plain, signed_percent
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.entries import Target
from checkin_cli.weekly.grouping import WEEK
from checkin_cli.weekly.person import Aim
from checkin_cli.weekly.plausibility import Doubt
from checkin_cli.weekly.weeks import FEWEST_WEIGH_INS

_PROMPTS = {"unit_slip": "단위를 확인해 주세요", "decimal_slip": "단위를 확인해 주세요"}
"""
What the customer may be asked, as the doctrine words it.
"""

_THREE_MONTHS = timedelta(weeks=13)
_ONE_STONE = Decimal("6.35")
"""
kg; lost in three months, it is one of the signs that SCOFF asks about (morgan1999).
"""

_GLYCOGEN_PERCENT = 2
"""
What is read as glycogen and water in the two weeks after a deficit (kreitzman1992; the number is design).
"""

_AFTER_DEFICIT = 2 * WEEK

_NO_GAIN = Decimal(0)
"""
Where a range of fat loss ends: beyond it a gain would be in the range.
"""

_LASTING = ("illness", "travel_holiday", "menstruation")
"""
What has an end that somebody may have forgotten to write.
"""


class Question(NamedTuple):
    """
    One thing that a person has to answer.
    """

    code: str
    why: str
    place: Place = Place()
    prompt: str | None = None
    """
    Korean words of the doctrine for the customer; sent by a person, never by this program.
    """


def questions_about(case: Case, said: Target | None, *, mode_changed: bool) -> Iterator[Question]:
    """
    Yield the questions of a week, an open safety flag first, then those about weights.
    """
    if case.later_flags:
        day, categories = case.later_flags[0]
        what = ", ".join(categories) or "held"
        yield Question("safety_flag_later", f"{what}, flagged on {day}, after the week, and cleared by nobody")
    for doubt in case.week.doubts:
        yield _about(doubt)
    prior = case.chain.prior
    if prior is not None:
        for doubt in prior.doubts:
            if doubt.code != "soft_outlier":
                yield _about(doubt)
        for conflict in prior.conflicts:
            why = f"{conflict.day}: check-ins {conflict.why}; the prior mean is without this day"
            yield Question("unsettled_day", why, conflict.places[0])
    if case.sudden_gain is not None:
        why = f"{case.sudden_gain}: more than 2 kg in 3 days; ask about swelling and breathlessness"
        yield Question("sudden_gain", why)
    yield from _about_flags(case)
    yield from _about_goal(case, said, mode_changed=mode_changed)
    yield from _about_loss(case)
    for entry in case.week.entries:
        if entry.calories is not None and not entry.calories:
            yield Question("nothing_eaten", f"{entry.day}: 0 kcal; nothing eaten, or not logged?", entry.place)


def _about(doubt: Doubt) -> Question:
    return Question(doubt.code, f"{doubt.day}: {doubt.why}", doubt.place, _PROMPTS.get(doubt.code))


def _about_flags(case: Case) -> Iterator[Question]:
    """
    Whether it still goes on, in the week of its first day and in the one after it.
    """
    if case.person.profile is None or not case.person.profile.context:
        return
    for name in _LASTING:
        for flag in case.person.flags(name):
            if flag.ends_on is None and case.week.starts_on - WEEK <= flag.starts_on <= case.week.ends_on:
                why = f"{name} since {flag.starts_on} has no ends_on: it counts for that day alone"
                yield Question("flag_without_end", why)


def _about_goal(case: Case, said: Target | None, *, mode_changed: bool) -> Iterator[Question]:
    if case.aim is None:
        yield Question("goal_missing", "no goal in check-ins or profile")
        return
    if case.person.disagrees(case.week, said):
        yield Question("goal_differs", "check-ins and profile name different goals; those of the check-ins count")
    elif mode_changed and case.aim.phase_week is None:
        yield Question("goal_switch", "the goal of the check-ins changed, and the profile has no history of goals")
    yield from _about_range(case, case.aim)


def _about_range(case: Case, aim: Aim) -> Iterator[Question]:
    """
    A check-in is not refused for the range of its goal, so that its limits are asked about here.
    """
    low, high = limits_of(aim.mode, approved=case.person.approves(aim.mode, case.week))
    if aim.mode == "fat_loss":
        high = _NO_GAIN
    if aim.low < low or aim.high > high:
        yield Question("range_limit", f"the range goes beyond {plain(low)} to {plain(high)} percent a week")


def _about_loss(case: Case) -> Iterator[Question]:
    current = case.figures.current.kilograms
    if current is None:
        return
    highest = case.highest_mean_within(_THREE_MONTHS)
    if highest is not None and highest - current > _ONE_STONE:
        yield Question("much_lost", f"more than {_ONE_STONE} kg under the highest mean of three months")
    gained = _gained_since_deficit(case)
    if gained is not None and gained > _GLYCOGEN_PERCENT:
        why = f"{signed_percent(gained)} since the deficit, more than the {_GLYCOGEN_PERCENT}% read as water"
        yield Question("gain_after_deficit", why)


def _gained_since_deficit(case: Case) -> Decimal | None:
    """
    The whole change in percent since the last week of a deficit, in the two weeks after it.
    """
    aim, current = case.aim, case.figures.current
    if aim is None or aim.follows != "fat_loss" or aim.phase_week is None or current.n < FEWEST_WEIGH_INS:
        return None
    latest = case.week.starts_on - aim.phase_week * WEEK
    for week in case.chain[1:]:
        if week is not None and case.week.starts_on - _AFTER_DEFICIT <= week.starts_on <= latest:
            mean = week.mean
            if current.kilograms is None or mean.kilograms is None or mean.n < FEWEST_WEIGH_INS:
                return None
            return percent_change(current.kilograms, mean.kilograms, 1)
    return None
