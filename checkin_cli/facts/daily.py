"""
The fact tags of a day.
"""

from decimal import Decimal

from checkin_cli.documents import Answers, DailySnapshot
from checkin_cli.documents.daily import Targets

_SHORT_NIGHT = 6
"""
Hours. Below this a night counts as short (doctrine: recovery flags).
"""

_FULL_NIGHT = 7
"""
Hours. From here on a night counts as enough (watson2015).
"""

_HIGH_EFFORT = 9

_DIGESTION = {
    "normal": "digestion_usual",
    "gas_bloating": "digestion_gas",
    "bristol_1": "digestion_hard",
    "bristol_2": "digestion_hard",
    "bristol_3": "digestion_usual",
    "bristol_4": "digestion_usual",
    "bristol_5": "digestion_other",
    "bristol_6": "digestion_loose",
    "bristol_7": "digestion_loose",
    None: "digestion_missing",
}
"""
Forms one and two pass slowly, three and four are usual, six and seven are loose (lewis1997).
"""


def daily_tags(snapshot: DailySnapshot) -> frozenset[str]:
    """
    Answer every question of the daily surface.
    """
    answers = snapshot.answers
    tags = {
        f"goal_{snapshot.goal.mode if snapshot.goal else 'missing'}",
        "weight_missing" if answers.bodyweight_kg is None else "weight_recorded",
        "intake_missing" if answers.calories_kcal is None else "intake_recorded",
        "macros_missing" if answers.macros is None else "macros_recorded",
        f"training_{answers.training.status if answers.training else 'missing'}",
        "water_missing" if answers.water_l is None else "water_recorded",
        _DIGESTION[answers.digestion],
        _sleep(answers.sleep_hours),
        _condition(answers.condition),
        _completeness(answers),
        *_plan(snapshot.targets),
    }
    if snapshot.day_type is not None:
        tags.add(f"day_{snapshot.day_type}")
    if answers.training and answers.training.rpe is not None and answers.training.rpe >= _HIGH_EFFORT:
        tags.add("effort_high")
    if answers.pain is not None and answers.pain > 0:
        tags.add("pain_present")
    if answers.stress is not None and answers.stress >= 4:
        tags.add("stress_high")
    tags |= _either_end("sleep_quality", answers.sleep_quality) | _either_end("appetite", answers.appetite)
    return frozenset(tags)


def _sleep(hours: Decimal | None) -> str:
    if hours is None:
        return "sleep_missing"
    if hours < _SHORT_NIGHT:
        return "sleep_short"
    return "sleep_enough" if hours >= _FULL_NIGHT else "sleep_between"


def _condition(score: int | None) -> str:
    if score is None:
        return "condition_missing"
    if score <= 2:
        return "condition_low"
    return "condition_high" if score >= 4 else "condition_middle"


def _either_end(name: str, score: int | None) -> set[str]:
    if score is None or score == 3:
        return set()
    return {f"{name}_low" if score < 3 else f"{name}_high"}


def _completeness(answers: Answers) -> str:
    facts = (
        answers.bodyweight_kg,
        answers.calories_kcal,
        answers.macros,
        answers.training,
        answers.sleep_hours,
        answers.condition,
        answers.digestion,
    )
    missing = facts.count(None)
    others = (answers.sleep_quality, answers.water_l, answers.appetite, answers.stress, answers.pain)
    if missing == len(facts) and others.count(None) == len(others):
        return "record_empty"
    return "record_partial" if missing else "record_full"


def _plan(targets: Targets | None) -> list[str]:
    if targets is None:
        return []
    # A target of zero is no plan: nothing is said about keeping it.
    plan = {"plan_calories": targets.calories_kcal, "plan_protein": targets.protein_g, "plan_water": targets.water_l}
    return [tag for tag, value in plan.items() if value]
