"""
Parts that several documents share.
"""

from datetime import datetime
from decimal import Decimal
from typing import Annotated

from checkin_cli.documents.words import GOAL_MODES, SAFETY_CATEGORIES
from checkin_cli.numbers import plain
from checkin_cli.shapes import Flag, Integer, ListOf, Misfit, Moment, Number, OneOf, Pattern, Text, record

REF = Pattern("[A-Za-z0-9][A-Za-z0-9._-]{0,63}", "a name of A-Z, a-z, 0-9, dots, dashes and underscores, 64 at most")
OPAQUE_ID = Pattern("[a-z][a-z0-9_.-]{1,63}", "an id of a-z, 0-9, dots, dashes and underscores", bound=True)
SHA256 = Pattern("[0-9a-f]{64}", "64 lower-case hexadecimal digits")
CUSTOMER_KEY = Text(shortest=1, longest=128, clean=True, visible=True)
CALORIES = Number(0, 15000)
MACRO = Number(0, 2000)
WATER = Number(0, 20)
WEIGHT = Number(20, 400)
SLEEP_HOURS = Number(0, 24)
SLEEP_QUALITY = Integer(1, 5, meaning="1 the worst night to 5 the best")
CONDITION = Integer(1, 5, meaning="1 the worst day to 5 the best")
APPETITE = Integer(1, 5, meaning="1 no appetite to 5 the most")
STRESS = Integer(1, 5, meaning="1 no stress to 5 the most")
EFFORT = Number(1, 10, meaning="rated effort of the session, 1 the least to 10 all that was possible")
PAIN = Number(0, 10, meaning="0 none to 10 the worst")


@record
class Goal:
    """
    What a customer works towards, with the range of change in percent of body weight a week.
    """

    mode: Annotated[str, OneOf(GOAL_MODES)]
    range_percent_per_week: Annotated[tuple[Decimal, Decimal], ListOf(Number(-10, 10), least=2, most=2)]


@record
class Safety:
    """
    What the service upstream found; any category, or `held`, stops the ordinary copy.
    """

    held: Annotated[bool, Flag()] = False
    categories: Annotated[tuple[str, ...], ListOf(OneOf(SAFETY_CATEGORIES), unique=True)] = ()


@record
class Memory:
    """
    The only history that a grounding may use.
    """

    previous_bodyweight_kg: Annotated[Decimal | None, WEIGHT] = None
    recent_adjustment_id: Annotated[str | None, OPAQUE_ID] = None
    next_check_at: Annotated[datetime | None, Moment(bound=True)] = None

    def keys(self) -> tuple[str, ...]:
        """
        The keys that this document brings, in the order of the contract.
        """
        return tuple(key for key, _ in self.items())

    def items(self) -> tuple[tuple[str, str], ...]:
        """
        What this document brings, as words: exact decimals, and times with their offset.
        """
        weight, moment = self.previous_bodyweight_kg, self.next_check_at
        named = {
            "previous_bodyweight_kg": None if weight is None else plain(weight),
            "recent_adjustment_id": self.recent_adjustment_id,
            "next_check_at": None if moment is None else moment.isoformat(),
        }
        return tuple((name, value) for name, value in named.items() if value is not None)


def check_goal(goal: Goal | None) -> None:
    """
    Refuse a range that is empty or written backwards.
    """
    if goal is not None and not goal.range_percent_per_week[0] < goal.range_percent_per_week[1]:
        raise Misfit(
            "empty_range",
            "a lower bound that is not below the upper",
            "lower, then upper",
            ["goal", "range_percent_per_week"],
        )


def check_audience(audience: str, customer_key: str | None) -> None:
    """
    A key without an audience, or an audience without a key, would leave the question of consent unanswerable.
    """
    if audience == "customer" and customer_key is None:
        raise Misfit("customer_key_rule", "no such key", "a key for the audience customer", ["customer_key"])
    if audience == "personal" and customer_key is not None:
        raise Misfit("customer_key_rule", "a key", "no key for the audience personal", ["customer_key"])
