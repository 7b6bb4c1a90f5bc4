"""
The layout of one week: means and change, a word of coaching, the judgment, what to do and why.
"""

from decimal import Decimal
from typing import assert_never

from checkin_cli.doctrine import Doctrine
from checkin_cli.doctrine.placeholders import fill
from checkin_cli.documents import (
    BareAction,
    CustomAction,
    KeepCalories,
    KeepProtein,
    KeepWater,
    RecordMornings,
    WeeklyAction,
    WeeklySummary,
)
from checkin_cli.facts import WeeklyFacts
from checkin_cli.numbers import mean, percent_range, rate, signed_percent
from checkin_cli.rendering.blocks import bullet, fact, prose, tone
from checkin_cli.rendering.segments import Block, Locked, OwnWords, Screen, screen_of
from checkin_cli.rendering.words import (
    CHANGE,
    CHECKIN_RATE,
    CURRENT_MEAN,
    GOAL_RANGE,
    GOALS,
    PRIOR_MEAN,
    PRIOR_MEAN_AFTER_GAP,
    VERDICTS,
    WEEKLY_TITLE,
)


def lay_out_week(facts: WeeklyFacts, doctrine: Doctrine) -> Screen:
    """
    Title, figures, courtesy and interpretation, judgment with actions, rationale.
    """
    summary = facts.summary
    courtesy = (tone(doctrine, "weekly.courtesy"),) if summary.checkin_days > 0 else ()
    actions = tuple(_action(action, doctrine) for action in summary.actions)
    return screen_of(
        (
            Block((Locked(_title(summary)),)),
            Block(_figures(facts)),
            Block((), (*courtesy, prose(doctrine, "weekly", "weekly.interpretation", facts.mask))),
            Block((Locked(f"이번 주 판단: {VERDICTS[summary.judgment.verdict]}"), *actions)),
            Block((), (prose(doctrine, "weekly", "weekly.rationale", facts.mask),)),
        )
    )


def _title(summary: WeeklySummary) -> str:
    return WEEKLY_TITLE if summary.goal is None else f"이번 주 {GOALS[summary.goal.mode]} 리포트"


def _figures(facts: WeeklyFacts) -> tuple[Locked, ...]:
    summary = facts.summary
    change, goal = facts.change_percent, summary.goal
    return (
        fact(CURRENT_MEAN, _mean(summary.average_weight_kg)),
        fact(PRIOR_MEAN if summary.gap_weeks == 1 else PRIOR_MEAN_AFTER_GAP, _mean(summary.prior_average_weight_kg)),
        fact(CHANGE, None if change is None else signed_percent(change)),
        fact(CHECKIN_RATE, rate(summary.checkin_days, 7)),
        fact(GOAL_RANGE, None if goal is None else percent_range(*goal.range_percent_per_week)),
    )


def _mean(kilograms: Decimal | None) -> str | None:
    return None if kilograms is None else mean(kilograms, "kg")


def _action(action: WeeklyAction, doctrine: Doctrine) -> Locked:
    match action:
        case CustomAction():
            return OwnWords(bullet(action.text.strip()))
        case KeepCalories():
            values = {"calories_kcal": action.calories_kcal}
        case KeepProtein():
            values = {"protein_g": action.protein_g}
        case KeepWater():
            values = {"water_l": action.water_l}
        case RecordMornings():
            values = {"count": Decimal(action.count)}
        case BareAction():
            values = {}
        case _:
            assert_never(action)
    return bullet(fill(doctrine.actions[action.id].text, values))
