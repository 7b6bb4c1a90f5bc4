"""
`weekly-summary-v1`: one week of one person, judged.
"""

from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated

from checkin_cli.documents.parts import (
    CALORIES,
    CUSTOMER_KEY,
    MACRO,
    REF,
    WATER,
    WEIGHT,
    Goal,
    Memory,
    Safety,
    check_audience,
    check_goal,
)
from checkin_cli.documents.words import BARE_ACTIONS, FIRST_DAYS, REASONS, VERDICTS
from checkin_cli.shapes import Always, Day, Integer, ListOf, Misfit, Nullable, OneOf, Record, Text, Union, record

WEEKLY = "weekly-summary-v1"


@record
class KeepCalories:
    """
    Continue the calories of the plan.
    """

    id: Annotated[str, OneOf(("keep_calories",))]
    calories_kcal: Annotated[Decimal, CALORIES]


@record
class KeepProtein:
    """
    Continue the protein of the plan.
    """

    id: Annotated[str, OneOf(("keep_protein",))]
    protein_g: Annotated[Decimal, MACRO]


@record
class KeepWater:
    """
    Continue the water of the plan.
    """

    id: Annotated[str, OneOf(("keep_water",))]
    water_l: Annotated[Decimal, WATER]


@record
class RecordMornings:
    """
    Weigh on so many mornings.
    """

    id: Annotated[str, OneOf(("record_mornings",))]
    count: Annotated[int, Integer(1, 7)]


@record
class BareAction:
    """
    An action without a number.
    """

    id: Annotated[str, OneOf(BARE_ACTIONS)]


@record
class CustomAction:
    """
    One line in the operator's own words.
    """

    id: Annotated[str, OneOf(("custom",))]
    text: Annotated[str, Text(shortest=1, longest=120, clean=True, visible=True)]


WeeklyAction = KeepCalories | KeepProtein | KeepWater | RecordMornings | BareAction | CustomAction

_ACTION = Union(
    "id",
    {
        "keep_calories": Record(KeepCalories),
        "keep_protein": Record(KeepProtein),
        "keep_water": Record(KeepWater),
        "record_mornings": Record(RecordMornings),
        **dict.fromkeys(BARE_ACTIONS, Record(BareAction)),
        "custom": Record(CustomAction),
    },
)


@record
class WeighIns:
    """
    How many weigh-ins stand behind each mean.
    """

    current: Annotated[int, Integer(0, 7)]
    prior: Annotated[int, Integer(0, 7)]


@record
class Judgment:
    """
    The verdict of the week and the row of the table that gave it.
    """

    verdict: Annotated[str, OneOf(VERDICTS)]
    reason: Annotated[str, OneOf(REASONS)]


@record
class WeeklySummary:
    """
    One week. The change between the means is computed when it is rendered, never accepted.
    """

    schema_version: Annotated[str, OneOf((WEEKLY,))]
    ref: Annotated[str | None, REF] = None
    starts_on: Annotated[date, Day()]
    ends_on: Annotated[date, Day()]
    finalized: Annotated[bool, Always("not_finalized")]
    revision: Annotated[int, Integer(1)]
    audience: Annotated[str, OneOf(("personal", "customer"))]
    customer_key: Annotated[str | None, CUSTOMER_KEY] = None
    goal: Annotated[Goal | None, Record(Goal)] = None
    average_weight_kg: Annotated[Decimal | None, Nullable(WEIGHT)]
    prior_average_weight_kg: Annotated[Decimal | None, Nullable(WEIGHT)]
    weigh_ins: Annotated[WeighIns, Record(WeighIns)]
    checkin_days: Annotated[int, Integer(0, 7)]
    gap_weeks: Annotated[int, Integer(1, 2)] = 1
    judgment: Annotated[Judgment, Record(Judgment)]
    actions: Annotated[tuple[WeeklyAction, ...], ListOf(_ACTION, most=6)]
    safety: Annotated[Safety | None, Record(Safety)] = None
    memory: Annotated[Memory | None, Record(Memory)] = None


def check_weekly(summary: WeeklySummary, first_day: str) -> None:
    """
    Check the rules that join several fields; `first_day` is the weekday on which weeks start.
    """
    check_audience(summary.audience, summary.customer_key)
    check_goal(summary.goal)
    if summary.ends_on - summary.starts_on != timedelta(days=6):
        raise Misfit("not_a_week", "a range that is not seven days", "six days after starts_on", ["ends_on"])
    if FIRST_DAYS[summary.starts_on.weekday()] != first_day:
        raise Misfit("not_a_week", "another weekday", f"a {first_day.title()}", ["starts_on"])
    ids = [action.id for action in summary.actions if not isinstance(action, CustomAction)]
    for index, action in enumerate(summary.actions):
        if ids.count(action.id) > 1:
            raise Misfit("duplicate_item", "an action listed twice", "each action once", ["actions", index, "id"])
