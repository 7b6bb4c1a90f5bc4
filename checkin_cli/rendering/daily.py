"""
The layout of one day: seven facts, a word of coaching, what to do.
"""

from decimal import Decimal

from checkin_cli.doctrine import Action, Doctrine
from checkin_cli.doctrine.placeholders import fill
from checkin_cli.documents import Answers, Training
from checkin_cli.documents.daily import Targets
from checkin_cli.facts import DailyFacts
from checkin_cli.numbers import quantity
from checkin_cli.rendering.blocks import MACROS, bullet, fact, macros, prose, tone
from checkin_cli.rendering.segments import Locked, Screen
from checkin_cli.rendering.words import DAILY_ACTIONS, DAILY_TITLE, DIGESTION, NOT_RECORDED, TRAINING

_MOST_ACTIONS = 4


def lay_out_day(facts: DailyFacts, doctrine: Doctrine) -> Screen:
    """
    Title, facts, acknowledgement and interpretation, actions.
    """
    snapshot = facts.snapshot
    return Screen(
        (
            (Locked(DAILY_TITLE),),
            _facts(snapshot.answers),
            (
                tone(doctrine, "daily.acknowledgement"),
                prose(doctrine, "daily", "daily.interpretation", facts.tags),
            ),
            (Locked(DAILY_ACTIONS), *_actions(facts, doctrine)),
        )
    )


def _facts(answers: Answers) -> tuple[Locked, ...]:
    weight, calories, eaten = answers.bodyweight_kg, answers.calories_kcal, answers.macros
    return (
        fact("체중", None if weight is None else quantity(weight, "kg")),
        fact("섭취", None if calories is None else quantity(calories, "kcal")),
        fact(MACROS, None)
        if eaten is None
        else bullet(" · ".join(macros(eaten.carbs_g, eaten.protein_g, eaten.fat_g))),
        fact("운동", None if answers.training is None else _training(answers.training)),
        fact("수면", _sleep(answers.sleep_hours, answers.sleep_quality)),
        fact("컨디션", None if answers.condition is None else f"{answers.condition}/5"),
        fact("소화", None if answers.digestion is None else DIGESTION[answers.digestion]),
    )


def _training(training: Training) -> str:
    parts = [TRAINING[training.status]]
    if training.duration_min is not None:
        parts.append(quantity(training.duration_min, "분"))
    if training.rpe is not None:
        parts.append(f"RPE {quantity(training.rpe, '')}")
    return " · ".join(parts)


def _sleep(hours: Decimal | None, quality: int | None) -> str | None:
    if hours is None and quality is None:
        return None
    slept = NOT_RECORDED if hours is None else quantity(hours, "시간")
    return f"{slept} · 수면 질 {NOT_RECORDED if quality is None else f'{quality}/5'}"


def chosen_actions(tags: frozenset[str], doctrine: Doctrine) -> list[Action]:
    """
    What a day asks for: the most urgent actions that hold, at most four.
    """
    return [action for action in doctrine.daily_actions if action.holds(tags)][:_MOST_ACTIONS]


def _actions(facts: DailyFacts, doctrine: Doctrine) -> list[Locked]:
    plan = _plan(facts.snapshot.targets)
    return [bullet(fill(action.text, plan)) for action in chosen_actions(facts.tags, doctrine)]


def _plan(targets: Targets | None) -> dict[str, Decimal]:
    if targets is None:
        return {}
    named = {"calories_kcal": targets.calories_kcal, "protein_g": targets.protein_g, "water_l": targets.water_l}
    return {name: value for name, value in named.items() if value is not None}
