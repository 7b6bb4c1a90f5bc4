"""
From a judged week to its `weekly-summary-v1`.
"""

from checkin_cli.documents import BareAction, Goal, KeepCalories, KeepProtein, RecordMornings, Safety, WeeklyAction
from checkin_cli.documents.weekly import WEEKLY, WeeklySummary, WeighIns
from checkin_cli.documents.weekly import Judgment as JudgmentPart
from checkin_cli.documents.words import SAFETY_CATEGORIES
from checkin_cli.shapes import made
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.walk import JudgedWeek

_MORNINGS = 4


def summary_of(judged: JudgedWeek, customer: str | None, revision: int) -> WeeklySummary:
    """
    The document of a week. Audience and key are those of the profile, else those of the check-ins.
    """
    case, judgment = judged.case, judged.judgment
    figures, aim = case.figures, case.aim
    key = _key(case, customer)
    # A flag of a later day is open now, when this is written: no row, but a hold.
    later = tuple(category for _, categories in case.later_flags for category in categories)
    held = judgment.verdict == "safety_hold" or bool(case.later_flags)
    named = {*judgment.finding.categories, *later}
    categories = tuple(category for category in SAFETY_CATEGORIES if category in named)
    members: dict[str, object] = {
        "schema_version": WEEKLY,
        "starts_on": case.week.starts_on,
        "ends_on": case.week.ends_on,
        "finalized": True,
        "revision": revision,
        "audience": "personal" if key is None else "customer",
        "customer_key": key,
        "goal": None if aim is None else made(Goal, {"mode": aim.mode, "range_percent_per_week": (aim.low, aim.high)}),
        "average_weight_kg": figures.current.kilograms,
        "prior_average_weight_kg": figures.prior.kilograms,
        "weigh_ins": made(WeighIns, {"current": figures.current.n, "prior": figures.prior.n}),
        "checkin_days": case.week.checkin_days,
        "gap_weeks": figures.gap,
        "judgment": made(JudgmentPart, {"verdict": judgment.verdict, "reason": judgment.reason}),
        "actions": _actions(case, "safety_hold" if held else judgment.verdict),
        "safety": made(Safety, {"held": True, "categories": categories}) if held else None,
    }
    return made(WeeklySummary, members)


def members_of_summary(summary: WeeklySummary) -> dict[str, object]:
    """
    The document as JSON members, in the order of the contract.
    """
    members: dict[str, object] = {
        "schema_version": summary.schema_version,
        "starts_on": summary.starts_on,
        "ends_on": summary.ends_on,
        "finalized": summary.finalized,
        "revision": summary.revision,
        "audience": summary.audience,
    }
    if summary.customer_key is not None:
        members["customer_key"] = summary.customer_key
    if summary.goal is not None:
        bounds = summary.goal.range_percent_per_week
        members["goal"] = {"mode": summary.goal.mode, "range_percent_per_week": list(bounds)}
    members |= {
        "average_weight_kg": summary.average_weight_kg,
        "prior_average_weight_kg": summary.prior_average_weight_kg,
        "weigh_ins": {"current": summary.weigh_ins.current, "prior": summary.weigh_ins.prior},
        "checkin_days": summary.checkin_days,
    }
    if summary.gap_weeks != 1:
        members["gap_weeks"] = summary.gap_weeks
    members["judgment"] = {"verdict": summary.judgment.verdict, "reason": summary.judgment.reason}
    members["actions"] = [vars(action) for action in summary.actions]
    if summary.safety is not None:
        members["safety"] = {"held": summary.safety.held, "categories": list(summary.safety.categories)}
    return members


def _key(case: Case, customer: str | None) -> str | None:
    profile = case.person.profile
    if profile is None or (profile.customer_key is None and not profile.personal and profile.audience is None):
        return customer
    if profile.personal or profile.audience == "personal":
        return None
    return profile.customer_key or customer


def _actions(case: Case, verdict: str) -> tuple[WeeklyAction, ...]:
    match verdict:
        case "record_more":
            return RecordMornings(id="record_mornings", count=_MORNINGS), BareAction(id="record_missing_items")
        case "maintain":
            return (*_plan(case), BareAction(id="weigh_same_conditions"))
        case "review_up" | "review_down":
            return BareAction(id="coach_review"), BareAction(id="weigh_same_conditions")
        case _:
            return (BareAction(id="person_contact"),)


def _plan(case: Case) -> tuple[WeeklyAction, ...]:
    """
    What was planned: by the profile, else by the last check-in of the week that says it.
    """
    plan = case.person.profile.plan if case.person.profile else None
    calories, protein = (plan.calories_kcal, plan.protein_g) if plan else (None, None)
    for entry in reversed(case.week.entries):
        calories = entry.planned_calories if calories is None else calories
        protein = entry.planned_protein if protein is None else protein
    return (
        *((KeepCalories(id="keep_calories", calories_kcal=calories),) if calories else ()),
        *((KeepProtein(id="keep_protein", protein_g=protein),) if protein else ()),
    )
