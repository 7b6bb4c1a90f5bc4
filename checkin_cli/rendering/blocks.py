"""
Small parts that several layouts share.
"""

from decimal import Decimal

from checkin_cli.doctrine import Doctrine
from checkin_cli.numbers import quantity
from checkin_cli.rendering.segments import Locked, Prose, Tone
from checkin_cli.rendering.words import NOT_RECORDED

MACROS = "탄수화물·단백질·지방"


def bullet(text: str, *, from_document: bool = False) -> Locked:
    """
    One bullet line.
    """
    return Locked(f"- {text}", from_document=from_document)


def fact(label: str, value: str | None) -> Locked:
    """
    One labelled fact; a missing one says so.
    """
    return bullet(f"{label} {NOT_RECORDED if value is None else value}")


def macros(carbs: Decimal | None, protein: Decimal | None, fat: Decimal | None) -> list[str]:
    """
    The macros that are known, each with its name and unit.
    """
    named = (("탄수화물", carbs), ("단백질", protein), ("지방", fat))
    return [f"{name} {quantity(grams, 'g')}" for name, grams in named if grams is not None]


def tone(doctrine: Doctrine, slot: str) -> Tone:
    """
    A tone slot with its approved wordings.
    """
    return Tone(slot, doctrine.tone[slot].variant)


def prose(doctrine: Doctrine, surface: str, slot: str, tags: frozenset[str]) -> Prose:
    """
    A prose slot with the atoms whose predicates hold, in playbook order.
    """
    rule = next(rule for rule in doctrine.playbooks[surface].prose if rule.slot == slot)
    atoms = (doctrine.atoms[atom] for atom in rule.atoms)
    return Prose(slot, tuple(atom for atom in atoms if atom.holds(tags)), rule.canonical_clauses, rule.max_clauses)
