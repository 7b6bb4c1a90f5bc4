"""
The fact tags of a day, as bits: each question is one look-up or one comparison, and names its answers here.
"""

from decimal import Decimal
from functools import reduce
from operator import attrgetter, getitem, or_
from typing import Any

from checkin_cli.documents import Answers, DailySnapshot, Memory
from checkin_cli.documents.daily import Macros, Targets
from checkin_cli.documents.words import DAY_TYPES, GOAL_MODES
from checkin_cli.facts.memory import remembered
from checkin_cli.facts.tags import mask_of
from checkin_cli.memo import Memo

_SHORT_NIGHT = Decimal(6)
"""
Hours. Below this a night counts as short (doctrine: recovery flags).
"""

_FULL_NIGHT = Decimal(7)
"""
Hours. From here on a night counts as enough (watson2015).
"""

_HIGH_EFFORT = Decimal(9)
_EASY_EFFORT = Decimal(6)
"""
RPE, of 10.
"""

_BRIEF = Decimal(30)
_LONG = Decimal(90)
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


def _level(*tags: str) -> int:
    return mask_of(tags)


_GOAL: dict[str | None, int] = {None: _level("goal_missing"), **{mode: _level(f"goal_{mode}") for mode in GOAL_MODES}}
_AUDIENCE = {audience: _level(f"audience_{audience}") for audience in ("personal", "customer")}
_DAY_TYPE: dict[str | None, int] = {None: 0, **{day: _level(f"day_{day}") for day in DAY_TYPES}}
_DAY_OF_WEEK = (_level("on_monday"), *(_level("on_midweek"),) * 4, *(_level("on_weekend"),) * 2)

_DIGESTION = {
    "normal": _level("digestion_usual"),
    "gas_bloating": _level("digestion_gas"),
    "bristol_1": _level("digestion_hard"),
    "bristol_2": _level("digestion_hard"),
    "bristol_3": _level("digestion_usual"),
    "bristol_4": _level("digestion_usual"),
    "bristol_5": _level("digestion_other"),
    "bristol_6": _level("digestion_loose"),
    "bristol_7": _level("digestion_loose"),
    None: _level("digestion_missing"),
}
"""
Forms one and two pass slowly, three and four are usual, six and seven are loose (lewis1997).
"""

_CONDITION = dict(
    zip(
        (None, 1, 2, 3, 4, 5),
        map(_level, ("condition_missing", *("condition_low",) * 2, "condition_middle", *("condition_high",) * 2)),
        strict=True,
    )
)


def _either_end(name: str) -> dict[int | None, int]:
    low, high = _level(f"{name}_low"), _level(f"{name}_high")
    return {None: 0, 1: low, 2: low, 3: 0, 4: high, 5: high}


_SLEEP_QUALITY = _either_end("sleep_quality")
_APPETITE = _either_end("appetite")
_STRESS = {None: 0, 1: 0, 2: 0, 3: 0, 4: _level("stress_high"), 5: _level("stress_high")}

_WEIGHT_MISSING, _WEIGHT_RECORDED = _level("weight_missing"), _level("weight_recorded")
_WEIGHT_CLOSE, _WEIGHT_FAR = _level("weight_close"), _level("weight_far")
_WEIGHT_UP, _WEIGHT_DOWN = _level("weight_apart", "weight_up"), _level("weight_apart", "weight_down")
_INTAKE_MISSING, _INTAKE_RECORDED = _level("intake_missing"), _level("intake_recorded")
_INTAKE_ZERO = _level("intake_recorded", "intake_zero")
_INTAKE_NEAR = _level("intake_near_plan")
_INTAKE_ABOVE = _level("intake_off_plan", "intake_above_plan")
_INTAKE_BELOW = _level("intake_off_plan", "intake_below_plan")
_MACROS_MISSING, _MACROS_RECORDED, _MACROS_ZERO = map(_level, ("macros_missing", "macros_recorded", "macros_zero"))
_PROTEIN_NEAR, _PROTEIN_OFF = _level("protein_near_plan"), _level("protein_off_plan")
_PLAN_CALORIES, _PLAN_PROTEIN, _PLAN_WATER = map(_level, ("plan_calories", "plan_protein", "plan_water"))
_RECORD_EMPTY, _RECORD_PARTIAL, _RECORD_FULL = map(_level, ("record_empty", "record_partial", "record_full"))


def daily_mask(snapshot: DailySnapshot) -> int:
    """
    Answer every question of the daily surface.
    """
    answers, training, memory = snapshot.answers, snapshot.answers.training, snapshot.memory
    mask = (
        _GOAL[snapshot.goal.mode if snapshot.goal else None]
        | _AUDIENCE[snapshot.audience]
        | _DAY_OF_WEEK[snapshot.kst_day.weekday()]
        | _DAY_TYPE[snapshot.day_type]
        | reduce(or_, map(getitem, _LEVELS, _ANSWERS(answers)))
        | (_TRAINING_MISSING if training is None else _SESSION[_PARTS(training)])
        | _body(answers.bodyweight_kg, memory)
        | _eaten(answers, snapshot.targets)
    )
    mask |= _completeness(mask, answers)
    return mask | mask_of(remembered(memory)) if memory else mask


def _sleep(hours: Decimal | None) -> int:
    if hours is None:
        return _level("sleep_missing")
    if hours < _SHORT_NIGHT:
        return _level("sleep_short")
    return _level("sleep_enough" if hours >= _FULL_NIGHT else "sleep_between")


def _effort(rpe: Decimal | None) -> int:
    if rpe is None:
        return 0
    easy = "effort_easy" if rpe <= _EASY_EFFORT else "effort_middle"
    return _level("effort_high" if rpe >= _HIGH_EFFORT else easy)


def _length(minutes: Decimal | None) -> int:
    brief = _level("training_brief") if minutes is not None and minutes <= _BRIEF else 0
    return brief | (_level("training_long") if minutes is not None and minutes >= _LONG else 0)


def _session(parts: tuple[str, Decimal | None, Decimal | None]) -> int:
    status, minutes, rpe = parts
    return _level(f"training_{status}") | _effort(rpe) | _length(minutes)


_TRAINING_MISSING, _SESSION = _level("training_missing"), Memo(_session)
_PARTS = attrgetter("status", "duration_min", "rpe")

_SLEEP = Memo(_sleep)
_WATER: Memo[Decimal | None, int] = Memo(lambda litres: _level("water_missing" if litres is None else "water_recorded"))
_PAIN: Memo[Decimal | None, int] = Memo(lambda score: _level("pain_present") if score else 0)
_LEVELS: tuple[dict[Any, int], ...] = (
    _DIGESTION,
    _CONDITION,
    _SLEEP_QUALITY,
    _APPETITE,
    _STRESS,
    _SLEEP,
    _WATER,
    _PAIN,
)
_ANSWERS = attrgetter("digestion", "condition", "sleep_quality", "appetite", "stress", "sleep_hours", "water_l", "pain")
"""
The answers that are judged by themselves.
"""


def _body(weight: Decimal | None, memory: Memory | None) -> int:
    if weight is None:
        return _WEIGHT_MISSING
    last = memory.previous_bodyweight_kg if memory else None
    if last is None:
        return _WEIGHT_RECORDED
    if _within(weight, last, _CLOSE_WEIGHT):
        return _WEIGHT_RECORDED | _WEIGHT_CLOSE
    if not _within(weight, last, _FAR_WEIGHT):
        return _WEIGHT_RECORDED | _WEIGHT_FAR
    return _WEIGHT_RECORDED | (_WEIGHT_UP if weight > last else _WEIGHT_DOWN)


def _eaten(answers: Answers, targets: Targets | None) -> int:
    """
    Intake and macros, each also beside the plan. A target of zero is no plan: nothing is said about keeping it.
    """
    calories, macros = answers.calories_kcal, answers.macros
    mask = _macros(macros) | (_INTAKE_MISSING if calories is None else _INTAKE_RECORDED if calories else _INTAKE_ZERO)
    if targets is None:
        return mask
    planned = targets.calories_kcal
    if planned:
        mask |= _PLAN_CALORIES | (_intake_beside(calories, planned) if calories else 0)
    if targets.protein_g:
        mask |= _PLAN_PROTEIN
        if macros and mask & _MACROS_RECORDED:
            mask |= _PROTEIN_NEAR if _within(macros.protein_g, targets.protein_g, _NEAR_PLAN) else _PROTEIN_OFF
    return mask | _PLAN_WATER if targets.water_l else mask


def _intake_beside(calories: Decimal, planned: Decimal) -> int:
    if _within(calories, planned, _NEAR_PLAN):
        return _INTAKE_NEAR
    return _INTAKE_ABOVE if calories > planned else _INTAKE_BELOW


def _macros(macros: Macros | None) -> int:
    if macros is None:
        return _MACROS_MISSING
    return _MACROS_RECORDED if macros.carbs_g or macros.protein_g or macros.fat_g else _MACROS_ZERO


def _within(value: Decimal, reference: Decimal, percent: int) -> bool:
    return abs(value - reference) * 100 <= reference * percent


def _completeness(mask: int, answers: Answers) -> int:
    missing = mask & _SEVEN_MISSING
    if not missing:
        return _RECORD_FULL
    others = (answers.sleep_quality, answers.water_l, answers.appetite, answers.stress, answers.pain)
    empty = missing == _SEVEN_MISSING and others.count(None) == len(others)
    return _RECORD_EMPTY if empty else _RECORD_PARTIAL


_SEVEN_MISSING = mask_of(
    f"{fact}_missing" for fact in ("weight", "intake", "macros", "training", "sleep", "condition", "digestion")
)
