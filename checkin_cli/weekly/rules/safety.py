"""
Rows that hold or hand over for safety: flags, eligibility, bounds of the rate, intake.
"""

from decimal import Decimal

from checkin_cli.numbers import percent_change, plain, share, signed_percent
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.flags import categories_of, told
from checkin_cli.weekly.plausibility import bmi_between
from checkin_cli.weekly.rules.interface import Finding, applies, passes, skipped
from checkin_cli.weekly.weeks import FULL

VERY_LOW_INTAKE = 800
"""
kcal a day (jensen2014, nicecg189).
"""

INTAKE_FLOORS = {"female": 1200, "male": 1500}
"""
kcal a day (jensen2014).
"""


def intake_floor(case: Case) -> int | None:
    """
    The floor of the person's sex; None where nobody knows it.
    """
    profile = case.person.profile
    return INTAKE_FLOORS.get(profile.sex) if profile and profile.sex else None


LOWEST_FLOOR, _HIGHEST_FLOOR = min(INTAKE_FLOORS.values()), max(INTAKE_FLOORS.values())
"""
kcal a day: under the one it is too little whatever the sex, from the other on it is not.
"""

_BETWEEN = f"no sex, and a logged mean between the floors of {LOWEST_FLOOR} and {_HIGHEST_FLOOR}"

_LOW_AVAILABILITY = 30
"""
kcal for each kg of fat-free mass a day (elliottsale2018).
"""

_UNPLANNED_PERCENT = 5
_LOWEST_BMI = Decimal("18.5")
_FASTEST = Decimal("-1.50")
_FASTEST_KILOGRAMS = Decimal("-1.5")
_FASTEST_GAIN = Decimal("1.00")
_FASTEST_EITHER_WAY = Decimal("1.00")
_FASTEST_AT_FIRST = Decimal("-3.00")
_WIDEST_DRIFT = 3
_WIDEST_DRIFT_KILOGRAMS = Decimal("2.3")

_ELIGIBILITY = (
    ("under_18", "elig_under_18", ("under_18",), "under 18"),
    ("pregnancy", "elig_pregnancy", ("pregnancy_or_postpartum",), "pregnancy or breastfeeding"),
    ("eating_disorder", "elig_eating_disorder", ("eating_disorder_signals",), "a stated or suspected eating disorder"),
)


_NO_FLAG = passes("no safety flag is open")


def open_flag(case: Case) -> Finding:
    """
    Row 1.
    """
    if case.open_flags:
        return applies("safety_hold", "safety_flag", told(case.open_flags), *categories_of(case.open_flags))
    if case.sudden_gain is not None and case.person.has("swelling_or_breathlessness", case.week):
        why = f"more than 2 kg in 3 days up to {case.sudden_gain}, with swelling or breathlessness"
        return applies("safety_hold", "safety_flag", why)
    return _NO_FLAG


def ineligible(case: Case) -> Finding:
    """
    Row 2.
    """
    missing = []
    is_under_18 = case.person.is_under_18(case.week)
    if is_under_18:
        return applies("safety_hold", "elig_under_18", "by the birth year 18 may not be reached yet", "under_18")
    for flag, reason, categories, words in _ELIGIBILITY:
        if flag in case.person.eligibility:
            return applies("safety_hold", reason, f"the profile says {words}", *categories)
    if is_under_18 is None:
        missing.append("no birth year")
    if case.mode == "fat_loss":
        found = _low_bmi(case)
        if found.applies:
            return found
        if found.skipped:
            missing.append(found.why)
    intake = case.mean_intake
    if intake is None:
        missing.append(f"{len(case.logged)} logged days, fewer than 5")
    elif intake < VERY_LOW_INTAKE:
        why = f"a logged mean of {plain(intake)} kcal, under {VERY_LOW_INTAKE}"
        return applies("safety_hold", "intake_vlcd", why, "very_low_intake")
    return passes(lambda: "nothing rules out a goal" + (f" ({', '.join(missing)}: not asked)" if missing else ""))


def _low_bmi(case: Case) -> Finding:
    if "low_bmi" in case.person.eligibility:
        return applies("safety_hold", "elig_low_bmi", "the profile says a low BMI, and the goal is fat loss")
    height, weight = _height(case), case.figures.current.kilograms
    if height is None or weight is None:
        return Finding(applies=False, words="no height" if height is None else "no weight", skipped=True)
    if bmi_between(weight, height, _LOWEST_BMI, 1000):
        return passes("no low BMI")
    return applies("safety_hold", "elig_low_bmi", f"a BMI under {_LOWEST_BMI}, and the goal is fat loss")


def _height(case: Case) -> Decimal | None:
    return case.person.profile.height_cm if case.person.profile else None


def too_fast_for_two_weeks(case: Case) -> Finding:
    """
    Row 5.
    """
    figures = case.figures
    if case.mode != "fat_loss":
        return passes("the goal is not fat loss")
    if not case.is_settled:
        return passes("phase week 1 or 2")
    if figures.rate2 is None:
        return skipped("no earlier week for a change over two weeks")
    if min(figures.current.n, figures.prior.n, figures.before.n) < FULL:
        return passes(f"not all three weeks have {FULL} weigh-ins")
    rate2 = figures.rate2
    if rate2 < _FASTEST:
        why = f"{signed_percent(rate2)} a week over two weeks, under {_FASTEST}%"
        return applies("safety_hold", "rate_bound_2w", why, "rapid_loss")
    return passes(lambda: f"{signed_percent(rate2)} a week over two weeks, not under {_FASTEST}%")


def too_fast_for_one_week(case: Case) -> Finding:
    """
    Row 6.
    """
    rate = case.figures.rate
    if rate is None or case.figures.kilograms_a_week is None:
        return skipped("no rate")
    if case.aim is None:
        return skipped("no goal")
    crossed = _crossed(case, rate, case.figures.kilograms_a_week) if case.is_settled else _crossed_early(rate)
    if crossed:
        return applies("human_review", "rate_bound_1w", crossed)
    return passes(lambda: f"{signed_percent(rate)} crosses no bound of {case.mode}")


def _crossed_early(rate: Decimal) -> str | None:
    if rate >= _FASTEST_AT_FIRST:
        return None
    return f"{signed_percent(rate)} in phase week 1 or 2, under {_FASTEST_AT_FIRST}%"


def _crossed(case: Case, rate: Decimal, kilograms: Decimal) -> str | None:
    match case.mode:
        case "fat_loss":
            if rate < _FASTEST:
                return f"{signed_percent(rate)}, under {_FASTEST}%"
            if kilograms < _FASTEST_KILOGRAMS:
                return f"{plain(kilograms)} kg a week, under {_FASTEST_KILOGRAMS} kg"
        case "lean_mass_gain":
            if rate > _FASTEST_GAIN:
                return f"{signed_percent(rate)}, over +{_FASTEST_GAIN}%"
        case _:
            return _left_its_place(case, rate)
    return None


def _left_its_place(case: Case, rate: Decimal) -> str | None:
    if abs(rate) > _FASTEST_EITHER_WAY:
        return f"{signed_percent(rate)}, over {_FASTEST_EITHER_WAY}% either way"
    current, anchor, drift = case.figures.current.kilograms, case.anchor, case.drift
    if current is None or anchor is None or drift is None:
        return None
    if abs(drift) >= _WIDEST_DRIFT:
        return f"a drift of {signed_percent(drift)}, at {_WIDEST_DRIFT}% or more"
    if abs(current - anchor) >= _WIDEST_DRIFT_KILOGRAMS:
        return f"{plain(abs(current - anchor))} kg from the anchor, at {_WIDEST_DRIFT_KILOGRAMS} kg or more"
    return None


def low_intake_or_loss(case: Case) -> Finding:
    """
    Row 7.
    """
    profile, intake, missing = case.person.profile, case.mean_intake, []
    floor, between = intake_floor(case), False
    if intake is None:
        missing.append(f"{len(case.logged)} logged days, fewer than 5")
    elif intake < (floor or LOWEST_FLOOR):
        why = f"a logged mean of {plain(intake)} kcal, under {floor or LOWEST_FLOOR}"
        return applies("human_review", "low_intake", why if floor else f"{why}, whatever the sex")
    elif floor is None and intake < _HIGHEST_FLOOR:
        between = True
    elif floor is None:
        missing.append("no sex")
    lean = profile.fat_free_mass_kg if profile else None
    if lean is None:
        missing.append("no fat-free mass")
    elif intake is not None and intake < _LOW_AVAILABILITY * lean:
        # What exercise costs is not recorded, so the true figure is lower still.
        why = f"at most {share(intake, lean)} kcal for each kg of fat-free mass, under {_LOW_AVAILABILITY}"
        return applies("human_review", "low_intake", why)
    if case.mode != "fat_loss":
        lost = _lost_percent(case)
        if lost is not None and lost < -_UNPLANNED_PERCENT:
            why = f"{signed_percent(lost)} from the highest mean of six months, and the goal is not fat loss"
            return applies("human_review", "unplanned_loss", why)
    found = f"no unplanned loss; low intake not asked: {_BETWEEN}" if between else "no low intake, no unplanned loss"
    return passes(lambda: found + (f" ({', '.join(missing)}: not asked)" if missing else ""))


def _lost_percent(case: Case) -> Decimal | None:
    current, highest = case.figures.current.kilograms, case.highest_mean_within(outside_fat_loss=True)
    if current is None or highest is None or current >= highest:
        return None
    return percent_change(current, highest, 1)
