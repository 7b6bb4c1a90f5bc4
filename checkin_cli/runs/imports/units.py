"""
Units of weight, and the way to kilograms: exact, and rounded once.
"""

import re
from decimal import Context, Decimal
from enum import Enum

from checkin_cli.errors import DocumentRefused
from checkin_cli.numbers import round_half_away

_EXACT = Context(prec=100)
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,20})?")


class Unit(Enum):
    """
    A unit by the word that exports write. The value is what one of it weighs in kilograms, by definition.
    """

    kg = Decimal(1)
    lb = Decimal("0.45359237")
    st = Decimal("6.35029318")

    def kilograms(self, number: Decimal) -> Decimal:
        """
        Convert exactly, then round once to 0.01 kg, half away from zero.
        """
        return round_half_away(_EXACT.multiply(number, self.value))


_WORDS = {"kg": Unit.kg, "kgs": Unit.kg, "lb": Unit.lb, "lbs": Unit.lb, "st": Unit.st}


def unit_of(word: str) -> Unit | None:
    """
    The unit that a word of an export names; None for any other word.
    """
    return _WORDS.get(word.strip().lower())


def agreed(named: Unit | None, stated: Unit | None) -> Unit:
    """
    The unit that the export names or that the operator stated. Raises where there is none, or two that differ.
    """
    if named is None and stated is None:
        raise DocumentRefused("unit_unclear", "no unit", "kg, lb or st")
    if named is not None and stated is not None and named is not stated:
        raise DocumentRefused("unit_contradicted", f"{named.name} in the export", f"{stated.name}, as --from says")
    unit = named or stated
    assert unit is not None  # noqa: S101
    return unit


def number_of(text: str, *, comma: bool = False) -> Decimal:
    """
    The number that a cell holds, exactly. `comma` also takes one as the decimal point.
    """
    plain = text.strip()
    if comma and plain.count(",") == 1 and "." not in plain:
        plain = plain.replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        raise DocumentRefused("row_unreadable", "text that is no plain number", "a weight like 72.4")
    return Decimal(plain)
