"""
Small parts that several layouts share.
"""

from decimal import Decimal

from checkin_cli.doctrine import Doctrine, ToneSlot
from checkin_cli.memo import Memo
from checkin_cli.numbers import quantity
from checkin_cli.rendering.segments import Locked, Prose, Tone
from checkin_cli.rendering.words import NOT_RECORDED

MACROS = "탄수화물·단백질·지방"


def bullet(text: str) -> Locked:
    """
    One bullet line.
    """
    return Locked(f"- {text}")


def fact(label: str, value: str | None) -> Locked:
    """
    One labelled fact; a missing one says so.
    """
    return bullet(f"{label} {NOT_RECORDED if value is None else value}")


def macros(carbs: Decimal | None, protein: Decimal | None, fat: Decimal | None) -> list[str]:
    """
    The macros that are known, each with its name and unit.
    """
    return list(filter(None, (CARBS[carbs], PROTEIN[protein], FAT[fat])))


def _named(name: str) -> Memo[Decimal | None, str | None]:
    return Memo(lambda grams: None if grams is None else f"{name} {quantity(grams, 'g')}")


CARBS, PROTEIN, FAT = _named("탄수화물"), _named("단백질"), _named("지방")
"""
Each macro with its name and unit, by its grams; None where it is not known.
"""

_TONES: Memo[ToneSlot, Tone] = Memo(lambda slot: Tone(slot.slot, slot.variant))


def tone(doctrine: Doctrine, slot: str) -> Tone:
    """
    A tone slot with its approved wordings.
    """
    return _TONES[doctrine.tone[slot]]


def prose(doctrine: Doctrine, surface: str, slot: str, mask: int) -> Prose:
    """
    A prose slot, which offers the atoms whose predicates hold for a document with these tags.
    """
    return Prose(doctrine.slot(surface, slot), mask)
