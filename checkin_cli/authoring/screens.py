"""
Every text that a new wording can stand in, and one digest over all of them.

A text is a way to fill the slot of the wording: one to `max_clauses` atoms in the order of the playbook, some document
having the tags of all of them, each in each of its wordings. Above the first slot stands a line of courtesy.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from checkin_cli.authoring.neighbours import replace_variants
from checkin_cli.doctrine import Atom, Doctrine, Variant
from checkin_cli.facts import is_satisfiable
from checkin_cli.json_text import canonical_json

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Screens:
    """
    The texts of one proposal.
    """

    above: Lines
    """
    The lines of courtesy of which one stands above each text; empty where none does.
    """

    fillings: tuple[Lines, ...]
    """
    Short ones first, in playbook order.
    """

    @property
    def count(self) -> int:
        """
        How many texts there are, the line above included.
        """
        return len(self.fillings) * max(len(self.above), 1)

    @cached_property
    def digest(self) -> str:
        """
        SHA-256 over all of them: any change of a text that the wording can stand in changes it.
        """
        return hashlib.sha256(canonical_json([self.above, self.fillings])).hexdigest()

    def up_to(self, clauses: int) -> Sequence[Lines]:
        """
        The texts of at most so many clauses. Every two lines that can meet are in those of two.
        """
        return [each for each in self.fillings if len(each) <= clauses]


def screens_of(doctrine: Doctrine, atom_id: str, variant: Variant) -> Screens:
    """
    The texts in which a variant of the atom can stand, whether it is approved already or not.
    """
    atom = doctrine.atoms[atom_id]
    alone = replace_variants(doctrine, atom, (variant,))
    surface, playbook = next((s, p) for s, p in alone.playbooks.items() for rule in p.prose if rule.slot == atom.slot)
    rule = next(rule for rule in playbook.prose if rule.slot == atom.slot)
    atoms = [alone.atoms[each] for each in rule.atoms]
    tones = playbook.tone if rule is playbook.prose[0] else ()
    above = tuple(each.text for slot in tones for each in alone.tone[slot].variant)
    chosen = (picked for size in range(1, rule.max_clauses + 1) for picked in _choices(surface, atoms, atom_id, size))
    return Screens(above, tuple(lines for picked in chosen for lines in _worded(picked)))


def _choices(surface: str, atoms: Sequence[Atom], wanted: str, size: int) -> Iterator[tuple[Atom, ...]]:
    wanted_atom = next(each for each in atoms if each.id == wanted)
    others = [each for each in atoms if each.id != wanted and _can_meet(surface, (each, wanted_atom))]
    place = {each.id: position for position, each in enumerate(atoms)}
    for picked in combinations(others, size - 1):
        together = tuple(sorted((*picked, wanted_atom), key=lambda each: place[each.id]))
        if _can_meet(surface, together):
            yield together


def _can_meet(surface: str, atoms: Sequence[Atom]) -> bool:
    requires = frozenset().union(*(each.requires for each in atoms))
    return is_satisfiable(surface, requires, frozenset().union(*(each.forbids for each in atoms)))


def _worded(atoms: Sequence[Atom]) -> Iterator[Lines]:
    for variants in product(*(each.variant for each in atoms)):
        yield tuple(each.text for each in variants)
