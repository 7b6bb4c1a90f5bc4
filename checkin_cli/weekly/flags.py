"""
Safety flags that nobody has cleared, and how they are told.
"""

from collections.abc import Iterable, Sequence
from datetime import date

from checkin_cli.documents.words import SAFETY_CATEGORIES
from checkin_cli.weekly.person import Person

Flag = tuple[date, tuple[str, ...]]
"""
A day, and the categories that were flagged on it.
"""


def uncleared(holds: Iterable[Flag], person: Person) -> list[Flag]:
    """
    The flags of days after the one up to which a person has cleared them.
    """
    cleared = person.profile.safety_cleared_on if person.profile else None
    return [hold for hold in holds if cleared is None or hold[0] > cleared]


def categories_of(flags: Iterable[Flag]) -> tuple[str, ...]:
    """
    The categories of all of them, most urgent first.
    """
    named = {category for _, categories in flags for category in categories}
    return tuple(category for category in SAFETY_CATEGORIES if category in named)


def told(flags: Sequence[Flag]) -> str:
    """
    What is flagged and since when; the flags ascend by day, and there is one at least.
    """
    return f"{', '.join(categories_of(flags)) or 'held'}, open since {flags[0][0]}, cleared by nobody"
