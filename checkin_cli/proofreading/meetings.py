"""
Clauses that can meet: every two wordings that some copy can set one after the other.
"""

from collections.abc import Iterator
from itertools import combinations

from checkin_cli.doctrine import Atom, Doctrine, Playbook, Variant
from checkin_cli.facts import is_satisfiable
from checkin_cli.proofreading.screen import adjacent
from checkin_cli.proofreading.values import Finding


def proofread_meetings(doctrine: Doctrine) -> list[Finding]:
    """
    Check each pair of wordings that can stand one after the other, lines of courtesy included.
    """
    return [
        finding
        for playbook in doctrine.playbooks.values()
        for first, second in _meetings(playbook, doctrine)
        for one in first
        for other in second
        for finding in adjacent(f"{one.id} + {other.id}", one.text, other.text)
    ]


def can_meet(surface: str, first: Atom, second: Atom) -> bool:
    """
    True if a document of the surface can have the tags of both.
    """
    return is_satisfiable(surface, first.requires | second.requires, first.forbids | second.forbids)


def _meetings(playbook: Playbook, doctrine: Doctrine) -> Iterator[tuple[tuple[Variant, ...], tuple[Variant, ...]]]:
    for rule in playbook.prose:
        atoms = [doctrine.atoms[atom] for atom in rule.atoms]
        for first, second in combinations(atoms, 2):
            if can_meet(playbook.surface, first, second):
                yield first.variant, second.variant
    for slot in playbook.tone:
        for atom in (doctrine.atoms[atom] for atom in playbook.prose[0].atoms):
            yield doctrine.tone[slot].variant, atom.variant
