"""
Named values in action texts: which there are, how each is written, and what guarantees that the document has it.
"""

import re
from collections.abc import Callable
from decimal import Decimal

from checkin_cli.doctrine.values import Action
from checkin_cli.numbers import quantity

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

WRITTEN: dict[str, Callable[[Decimal], str]] = {
    "calories_kcal": lambda value: quantity(value, "kcal"),
    "protein_g": lambda value: quantity(value, "g"),
    "water_l": lambda value: quantity(value, "L"),
    "count": lambda value: quantity(value, "번"),
}
"""
A value with its unit, in one call.
"""

_DAILY_GUARANTEES = {"calories_kcal": "plan_calories", "protein_g": "plan_protein", "water_l": "plan_water"}
_WEEKLY_OWNERS = {
    "calories_kcal": "keep_calories",
    "protein_g": "keep_protein",
    "water_l": "keep_water",
    "count": "record_mornings",
}


def check_placeholders(action: Action) -> str | None:
    """
    Say which named value the document might not have, or None.
    """
    for name in PLACEHOLDER.findall(action.text):
        if action.surface == "daily":
            guaranteed = _DAILY_GUARANTEES.get(name) in action.requires
        else:
            guaranteed = _WEEKLY_OWNERS.get(name) == action.id
        if not guaranteed:
            return f"the named value {{{name}}}"
    return None


def fill(text: str, values: dict[str, Decimal]) -> str:
    """
    Write the named values into an action text.
    """
    return PLACEHOLDER.sub(lambda name: WRITTEN[name[1]](values[name[1]]), text)
