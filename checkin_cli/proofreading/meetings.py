"""
Clauses that can meet: every two wordings that some copy can set one after the other.
"""

from collections.abc import Iterator
from itertools import combinations, product

from checkin_cli.doctrine import Atom, Doctrine, Playbook, Variant
from checkin_cli.facts import is_satisfiable
from checkin_cli.proofreading.screen import adjacent
from checkin_cli.proofreading.values import Finding, broken


def proofread_meetings(doctrine: Doctrine, only: str | None = None) -> list[Finding]:
    """
    Check each pair of wordings that can stand one after the other or in two slots of one message.

    Lines of courtesy are among them. `only` names an atom whose meetings alone are looked at.
    """
    return _side_by_side(doctrine, only) + _across_slots(doctrine, only)


def _side_by_side(doctrine: Doctrine, only: str | None) -> list[Finding]:
    return [
        finding
        for playbook in doctrine.playbooks.values()
        for first, second in _meetings(playbook, doctrine, only)
        for one in first
        for other in second
        for finding in adjacent(f"{one.id} + {other.id}", one.text, other.text)
    ]


def _across_slots(doctrine: Doctrine, only: str | None) -> list[Finding]:
    """
    Wordings of different slots with three equal words in a row.
    """
    return [
        broken(f"{one.id} + {other.id}", "repeated_words", " ".join(min(shared)))
        for playbook in doctrine.playbooks.values()
        for upper, lower in combinations(playbook.prose, 2)
        for first, second in product(upper.atoms, lower.atoms)
        if only in {None, first, second}
        if can_meet(playbook.surface, doctrine.atoms[first], doctrine.atoms[second])
        for one, other in product(doctrine.atoms[first].variant, doctrine.atoms[second].variant)
        if (shared := _triples(one.text) & _triples(other.text))
    ]


def _triples(text: str) -> set[tuple[str, ...]]:
    """
    The words of a claim are left out: how sure a sentence is has one form.
    """
    words = text.replace(".", "").split()
    triples = zip(words, words[1:], words[2:], strict=False)
    return {triple for triple in triples if _CLAIM.isdisjoint(triple)}


_CLAIM = frozenset({"연구가", "문헌이", "알려져"})


def can_meet(surface: str, first: Atom, second: Atom) -> bool:
    """
    True if a document of the surface can have the tags of both.
    """
    return is_satisfiable(surface, first.requires | second.requires, first.forbids | second.forbids)


def _meetings(
    playbook: Playbook, doctrine: Doctrine, only: str | None
) -> Iterator[tuple[tuple[Variant, ...], tuple[Variant, ...]]]:
    for rule in playbook.prose:
        atoms = [doctrine.atoms[atom] for atom in rule.atoms]
        for first, second in combinations(atoms, 2):
            if only in {None, first.id, second.id} and can_meet(playbook.surface, first, second):
                yield first.variant, second.variant
    for slot in playbook.tone:
        for atom in (doctrine.atoms[atom] for atom in playbook.prose[0].atoms if only in {None, atom}):
            yield doctrine.tone[slot].variant, atom.variant
