"""
The fact tags of a day.
"""

from decimal import Decimal

from checkin_cli.documents import Answers, DailySnapshot, Memory, Training
from checkin_cli.documents.daily import Macros, Targets
from checkin_cli.facts.memory import remembered

_SHORT_NIGHT = 6
"""
Hours. Below this a night counts as short (doctrine: recovery flags).
"""

_FULL_NIGHT = 7
"""
Hours. From here on a night counts as enough (watson2015).
"""

_HIGH_EFFORT = 9
_EASY_EFFORT = 6
"""
RPE, of 10.
"""

_BRIEF = 30
_LONG = 90
"""
Minutes of training.
"""

_NEAR_PLAN = 10
"""
Percent of the plan, either way (doctrine: adherence of intake).
"""

_CLOSE_WEIGHT = 1
"""
Percent of the weight before: half again the usual swing from morning to morning (cheuvront2004).
"""

_FAR_WEIGHT = 3
"""
Percent of the weight before: beyond it a value is one to confirm (doctrine: soft outlier).
"""

_DAY_OF_WEEK = {0: "on_monday", 5: "on_weekend", 6: "on_weekend"}

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
        f"audience_{snapshot.audience}",
        "weight_missing" if answers.bodyweight_kg is None else "weight_recorded",
        "intake_missing" if answers.calories_kcal is None else "intake_recorded",
        _macros(answers.macros),
        _DAY_OF_WEEK.get(snapshot.kst_day.weekday(), "on_midweek"),
        f"training_{answers.training.status if answers.training else 'missing'}",
        "water_missing" if answers.water_l is None else "water_recorded",
        _DIGESTION[answers.digestion],
        _sleep(answers.sleep_hours),
        _condition(answers.condition),
        _completeness(answers),
        *_plan(snapshot.targets),
        *remembered(snapshot.memory),
    }
    if snapshot.day_type is not None:
        tags.add(f"day_{snapshot.day_type}")
    if answers.calories_kcal == 0:
        tags.add("intake_zero")
    if answers.training is not None:
        tags |= _training(answers.training)
    tags |= _beside_plan(answers, snapshot.targets) | _beside_last(answers.bodyweight_kg, snapshot.memory)
    if answers.pain is not None and answers.pain > 0:
        tags.add("pain_present")
    if answers.stress is not None and answers.stress >= 4:
        tags.add("stress_high")
    tags |= _either_end("sleep_quality", answers.sleep_quality) | _either_end("appetite", answers.appetite)
    return frozenset(tags)


def _training(training: Training) -> set[str]:
    tags = set()
    if training.rpe is not None:
        easy = "effort_easy" if training.rpe <= _EASY_EFFORT else "effort_middle"
        tags.add("effort_high" if training.rpe >= _HIGH_EFFORT else easy)
    if training.duration_min is not None and training.duration_min <= _BRIEF:
        tags.add("training_brief")
    if training.duration_min is not None and training.duration_min >= _LONG:
        tags.add("training_long")
    return tags


def _macros(macros: Macros | None) -> str:
    if macros is None:
        return "macros_missing"
    return "macros_recorded" if macros.carbs_g or macros.protein_g or macros.fat_g else "macros_zero"


def _beside_plan(answers: Answers, targets: Targets | None) -> set[str]:
    if targets is None:
        return set()
    tags = set()
    if answers.calories_kcal and targets.calories_kcal:
        if _within(answers.calories_kcal, targets.calories_kcal, _NEAR_PLAN):
            tags.add("intake_near_plan")
        else:
            above = answers.calories_kcal > targets.calories_kcal
            tags |= {"intake_off_plan", "intake_above_plan" if above else "intake_below_plan"}
    if _macros(answers.macros) == "macros_recorded" and answers.macros and targets.protein_g:
        near = _within(answers.macros.protein_g, targets.protein_g, _NEAR_PLAN)
        tags.add("protein_near_plan" if near else "protein_off_plan")
    return tags


def _beside_last(weight: Decimal | None, memory: Memory | None) -> set[str]:
    last = memory.previous_bodyweight_kg if memory else None
    if weight is None or last is None:
        return set()
    if _within(weight, last, _CLOSE_WEIGHT):
        return {"weight_close"}
    if not _within(weight, last, _FAR_WEIGHT):
        return {"weight_far"}
    return {"weight_apart", "weight_up" if weight > last else "weight_down"}


def _within(value: Decimal, reference: Decimal, percent: int) -> bool:
    return abs(value - reference) * 100 <= reference * percent


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
