"""
Rows about what can be said at all: doubtful weights, too few of them, a new goal, a special week.
"""

from decimal import Decimal

from checkin_cli.numbers import percent_change, signed_percent
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.rules.interface import Finding, applies, passes
from checkin_cli.weekly.weeks import FEWEST_WEIGH_INS, FULL

FEWEST_CHECKINS = 4
FULL_CHECKINS = 5
_CYCLE_KILOGRAMS = Decimal("0.45")
"""
Extracellular water at menstruation (kanellakis2023).
"""

_NOTHING_SPECIAL = passes("nothing special in the week")
_NOTHING_TO_CONFIRM = passes("no weight waits for a confirmation")
_NO_HISTORY = passes("no history of goals: counts as past phase week 2")
_EXCLUDED = ("unit_slip", "decimal_slip", "implausible", "first_weight", "long_gap")


def unconfirmed_weight(case: Case) -> Finding:
    """
    Row 3.
    """
    doubts = [doubt for doubt in case.week.doubts if doubt.code in _EXCLUDED]
    if not doubts:
        return _NOTHING_TO_CONFIRM
    n = case.figures.current.n
    if n >= FULL:
        return passes(f"{len(doubts)} to confirm, and {n} weigh-ins without: judged without")
    first = doubts[0]
    why = f"{first.day}: {first.why}; without it {n} weigh-ins, fewer than {FULL}"
    return applies("record_more", "confirm_weight", why)


def too_few_records(case: Case) -> Finding:
    """
    Row 4.
    """
    days, confidence = case.week.checkin_days, case.figures.confidence
    if days < FEWEST_CHECKINS:
        return applies("record_more", "need_weighins", f"{days} check-ins in 7 days, fewer than {FEWEST_CHECKINS}")
    if confidence.level != "none":
        return passes(lambda: f"{days} check-ins, confidence {confidence.level}")
    current, prior = case.figures.current.n, case.figures.prior.n
    lacks_prior = prior < FEWEST_WEIGH_INS <= current
    why = confidence.why if current >= FEWEST_WEIGH_INS else f"{current} weigh-ins, fewer than {FEWEST_WEIGH_INS}"
    return applies("record_more", "need_prior_week" if lacks_prior else "need_weighins", why)


def first_weeks(case: Case) -> Finding:
    """
    Row 8.
    """
    if case.aim is None or case.aim.phase_week is None:
        return _NO_HISTORY
    if case.aim.is_settled:
        return passes(f"phase week {case.aim.phase_week}")
    return applies("maintain", "phase_start", f"phase week {case.aim.phase_week}, the first one compared is week 3")


def special_week(case: Case) -> Finding:
    """
    Row 9.
    """
    person, week = case.person, case.week
    if person.profile is None or not person.profile.context:
        return _NOTHING_SPECIAL
    if person.has("illness", week):
        return applies("maintain", "context_illness", "illness in the week")
    if person.has("travel_holiday", week):
        return applies("maintain", "context_travel_holiday", "travel or a holiday in the week")
    if person.loads_creatine(week):
        return applies("maintain", "context_creatine_start", "the first two weeks of creatine")
    if case.chain.prior is not None and person.changes_scale(week, case.chain.prior):
        return applies("maintain", "context_new_scale", "the two weeks were not weighed on one scale")
    return _cycle(case)


def _cycle(case: Case) -> Finding:
    prior, current, before = case.chain.prior, case.figures.current.kilograms, case.figures.prior.kilograms
    rate = case.figures.rate
    if rate is None or prior is None or current is None or before is None or case.aim is None:
        return _NOTHING_SPECIAL
    entering, leaving = case.person.has("menstruation", case.week), case.person.has("menstruation", prior)
    if entering == leaving:
        return _NOTHING_SPECIAL
    if entering:
        current -= _CYCLE_KILOGRAMS
    else:
        before -= _CYCLE_KILOGRAMS
    corrected = percent_change(current, before, case.figures.gap)
    shown = f"{signed_percent(rate)}, {signed_percent(corrected)} without {_CYCLE_KILOGRAMS} kg of water"
    if case.aim.side_of(corrected) == "inside":
        return applies("maintain", "context_cycle", f"menstruation in one of the two weeks: {shown}, inside the range")
    return passes(f"menstruation in one of the two weeks: {shown}, outside the range all the same")


def low_confidence(case: Case) -> Finding:
    """
    Row 10.
    """
    if case.figures.confidence.level == "low":
        return applies("maintain", "low_confidence", case.figures.confidence.why)
    if case.week.checkin_days < FULL_CHECKINS:
        why = f"{case.week.checkin_days} check-ins in 7 days, fewer than {FULL_CHECKINS}"
        return applies("maintain", "low_confidence", why)
    if case.aim is None:
        return applies("maintain", "low_confidence", "no goal in check-ins or profile: the rate is shown, not judged")
    return passes(lambda: f"confidence {case.figures.confidence.level}, {case.week.checkin_days} check-ins")
