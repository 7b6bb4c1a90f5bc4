"""
One prose slot with its atoms, prepared for every document of a run.
"""

from functools import cached_property

from checkin_cli.doctrine.values import Atom, ProseRule
from checkin_cli.memo import Memo

_EARLY = 20
"""
Tags that the first atoms of a slot ask for. Most documents need no further atom, and differ little in so few tags.
"""


class Slot:
    """
    The atoms of a slot in playbook order, and what a document with given tags gets of them.
    """

    def __init__(self, rule: ProseRule, atoms: tuple[Atom, ...]) -> None:
        self.rule = rule
        self._conditions = [(*atom.asked, atom) for atom in atoms]
        self._asked_early = 0
        self._early = 0
        for matters, _, _ in self._conditions:
            if (self._asked_early | matters).bit_count() > _EARLY:
                break
            self._asked_early |= matters
            self._early += 1
        self._found_early: Memo[int, tuple[Atom, ...]] = Memo(lambda mask: self._first(mask, (), 0, self._early))

    def offered(self, mask: int) -> tuple[Atom, ...]:
        """
        Every atom that holds. Never empty: one atom of each slot has no conditions.
        """
        return tuple(atom for matters, required, atom in self._conditions if mask & matters == required)

    def first(self, mask: int) -> tuple[Atom, ...]:
        """
        The beginning of what is offered: the atoms that are shown when nobody chooses.
        """
        early = self._found_early[mask & self._asked_early]
        return early if len(early) == self.rule.canonical_clauses else self._first(mask, early, self._early, None)

    def _first(self, mask: int, found: tuple[Atom, ...], start: int, end: int | None) -> tuple[Atom, ...]:
        for matters, required, atom in self._conditions[start:end]:
            if mask & matters == required:
                found = (*found, atom)
                if len(found) == self.rule.canonical_clauses:
                    break
        return found

    @cached_property
    def wordings(self) -> dict[str, tuple[int, int, int]]:
        """
        Each approved wording of the slot by its text, with the place of its atom in playbook order and what it asks.
        """
        return {
            variant.text: (place, matters, required)
            for place, (matters, required, atom) in enumerate(self._conditions)
            for variant in atom.variant
        }
