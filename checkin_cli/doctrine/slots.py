"""
One prose slot with its atoms, prepared for every document of a run.
"""

from functools import cached_property

from checkin_cli.doctrine.values import Atom, ProseRule


class Slot:
    """
    The atoms of a slot in playbook order, and what a document with given tags gets of them.
    """

    def __init__(self, rule: ProseRule, atoms: tuple[Atom, ...]) -> None:
        self.rule = rule
        self._conditions = [(*atom.asked, atom) for atom in atoms]

    def offered(self, mask: int) -> tuple[Atom, ...]:
        """
        Every atom that holds. Never empty: one atom of each slot has no conditions.
        """
        return tuple(atom for matters, required, atom in self._conditions if mask & matters == required)

    def first(self, mask: int) -> tuple[Atom, ...]:
        """
        The beginning of what is offered: the atoms that are shown when nobody chooses.
        """
        found: list[Atom] = []
        for matters, required, atom in self._conditions:
            if mask & matters == required:
                found.append(atom)
                if len(found) == self.rule.canonical_clauses:
                    break
        return tuple(found)

    @cached_property
    def wordings(self) -> dict[str, tuple[int, Atom]]:
        """
        Each approved wording of the slot by its text, with the place of its atom in playbook order.
        """
        atoms = (atom for _, _, atom in self._conditions)
        return {variant.text: (place, atom) for place, atom in enumerate(atoms) for variant in atom.variant}
