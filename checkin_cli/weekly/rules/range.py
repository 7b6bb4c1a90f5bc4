"""
Rows about the range: inside, outside once, outside twice, and what keeps a review back.
"""

from datetime import timedelta

from checkin_cli.numbers import percent_range, plain, signed_percent
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.rules.interface import Finding, applies, passes, skipped
from checkin_cli.weekly.rules.safety import LOWEST_FLOOR, intake_floor

_NEAR_PERCENT = 10
_FEWEST_NEAR_DAYS = 5
_FEWEST_SESSIONS_PERCENT = 75
_RECOVERY_DAYS = 3
_MOST_PENDING = 3
_FLIP = timedelta(weeks=3)
_DIRECTION = {"below": "review_up", "above": "review_down"}


def inside(case: Case) -> Finding:
    """
    Row 11.
    """
    if case.aim is None or case.figures.rate is None:
        return passes("no rate beside a range")
    if case.outside is None:
        return applies("maintain", "in_range", lambda: _beside(case))
    return passes(lambda: _beside(case))


def outside_once(case: Case) -> Finding:
    """
    Row 12.
    """
    if case.outside is None:
        return passes("not outside the range")
    if case.is_twice:
        return passes(lambda: _twice(case))
    if case.person.accepted_before(case.week) is not None:
        why = f"{case.outside} the range, and fewer than two judged weeks since the accepted change"
    else:
        why = f"{case.outside} the range for the first judged week"
    return applies("maintain", "watch_1", why)


def adherence(case: Case) -> Finding:
    """
    Row 13.
    """
    if not case.is_twice:
        return passes("not outside the range twice")
    if case.mode == "fat_loss" and case.outside == "below":
        return passes("too fast a loss always reaches the coach")
    near, trained = _days_near_plan(case), _sessions(case)
    missing = []
    if near is None:
        missing.append("no calories beside a plan")
    elif near < _FEWEST_NEAR_DAYS:
        why = f"{near} of 7 days within {_NEAR_PERCENT}% of the planned calories, fewer than {_FEWEST_NEAR_DAYS}"
        return applies("maintain", "adherence_first", why)
    if trained is None:
        missing.append("no sessions beside a plan")
    elif trained[0] * 100 < trained[1] * _FEWEST_SESSIONS_PERCENT:
        why = f"{trained[0]} of {trained[1]} planned sessions, under {_FEWEST_SESSIONS_PERCENT}%"
        return applies("maintain", "adherence_first", why)
    if len(missing) == 2:
        return skipped(", ".join(missing))
    return passes("the plan was kept" + (f" ({missing[0]}: not asked)" if missing else ""))


def recovery(case: Case) -> Finding:
    """
    Row 14.
    """
    if not (case.is_twice and case.outside == "above"):
        return passes("no move down")
    entries = case.week.entries
    counts = {
        "short nights": sum(entry.short_night is True for entry in entries),
        "days of low condition": sum(entry.low_condition is True for entry in entries),
        "days of troubled digestion": sum(entry.troubled_digestion is True for entry in entries),
    }
    found = ", ".join(f"{count} {name}" for name, count in counts.items() if count >= _RECOVERY_DAYS)
    if found:
        return applies("human_review", "recovery_conflict", f"{found}, and the move would be down")
    return passes(f"no recovery flag on {_RECOVERY_DAYS} days")


def at_floor(case: Case) -> Finding:
    """
    Row 15.
    """
    if not (case.is_twice and case.outside == "above"):
        return passes("no move down")
    last = case.week.entries[-1] if case.week.entries else None
    planned, floor = case.person.planned_calories(last), intake_floor(case)
    if planned is None:
        return skipped("no planned calories")
    if planned <= (floor or LOWEST_FLOOR):
        why = f"{plain(planned)} kcal are planned, and the floor is {floor or LOWEST_FLOOR}"
        return applies("human_review", "at_floor", why if floor else f"{why} or more, whatever the sex")
    if floor is None:
        return skipped("no sex")
    return passes(f"{plain(planned)} kcal are planned, over the floor of {floor}")


def undecided(case: Case) -> Finding:
    """
    Row 16.
    """
    if not case.is_twice or case.outside is None:
        return passes("not outside the range twice")
    verdict, week = _DIRECTION[case.outside], case.week
    pending = 0
    for proposal in sorted(case.person.proposals, key=lambda each: each.proposed_on):
        if proposal.verdict == verdict and proposal.proposed_on <= week.ends_on:
            pending = pending + 1 if proposal.decision == "pending" else 0
    if pending >= _MOST_PENDING:
        return applies("human_review", "undecided", f"{verdict} was proposed {pending} times, and nobody decided")
    others = [judged.starts_on for judged in case.past.judged if judged.side not in {case.outside, "inside"}]
    others += [each.proposed_on for each in case.person.proposals if each.verdict != verdict]
    if any(week.starts_on - _FLIP <= day <= week.ends_on for day in others):
        return applies("human_review", "flip", "on the other side of the range within three weeks")
    return passes(f"{pending} undecided proposals, no change of side")


def review_up(case: Case) -> Finding:
    """
    Row 17.
    """
    if case.is_twice and case.outside == "below":
        return applies("review_up", "below_range_2w", _twice(case))
    return passes("not below the range twice")


def review_down(case: Case) -> Finding:
    """
    Row 18.
    """
    if case.is_twice and case.outside == "above":
        return applies("review_down", "above_range_2w", _twice(case))
    return passes("not above the range twice")


def _beside(case: Case) -> str:
    if case.aim is None or case.judged_rate is None:
        return "no rate"
    shown = f"{signed_percent(case.judged_rate)} {case.side} {percent_range(case.aim.low, case.aim.high)}"
    if case.rate3 is not None:
        shown = f"{shown} over three weeks"
    return f"{shown}, drift {signed_percent(case.drift)}" if case.drift is not None else shown


def _twice(case: Case) -> str:
    if case.in_a_row < 2 and case.drift is not None:
        return f"a drift of {signed_percent(case.drift)}, which counts as outside twice"
    return f"{case.outside} the range for {case.in_a_row} judged weeks in a row"


def _days_near_plan(case: Case) -> int | None:
    pairs = [
        (entry.calories, planned)
        for entry in case.week.entries
        if entry.calories is not None and (planned := case.person.planned_calories(entry)) is not None
    ]
    if not pairs:
        return None
    return sum(abs(eaten - planned) * 100 <= planned * _NEAR_PERCENT for eaten, planned in pairs)


def _sessions(case: Case) -> tuple[int, int] | None:
    plan = case.person.profile.plan if case.person.profile else None
    recorded = [entry.session for entry in case.week.entries if entry.session is not None]
    if plan is None or not plan.sessions_per_week or not recorded:
        return None
    return recorded.count("done"), plan.sessions_per_week
