"""
Which approved principles a document rests on, and which atoms they let a request offer.

Equal facts and doctrine give equal groundings; nothing but fact tags is read.
"""

from dataclasses import dataclass
from typing import Literal

from checkin_cli.doctrine import Atom, Doctrine, Principle
from checkin_cli.facts.risks import excluded_risks
from checkin_cli.rendering import Prose

FEWEST_PRINCIPLES = 3
"""
With fewer the copy stays canonical and nothing is asked.
"""

MOST_PRINCIPLES = 5


@dataclass(frozen=True, slots=True)
class Match:
    """
    A principle beside a document.
    """

    principle: Principle
    matches: tuple[str, ...]
    """
    The triggers that the document has, sorted.
    """

    @property
    def score(self) -> int:
        """
        How many triggers match.
        """
        return len(self.matches)


@dataclass(frozen=True, slots=True)
class Passed(Match):
    """
    A principle of the surface that was not picked.
    """

    why: Literal["no_match", "risk_excluded", "outscored"]


@dataclass(frozen=True, slots=True)
class Grounding:
    """
    The principles of a surface, sorted into those that were picked, best first, and the others.
    """

    picked: tuple[Match, ...]
    passed: tuple[Passed, ...]

    @property
    def is_sufficient(self) -> bool:
        """
        True if enough principles were picked for anything to be offered.
        """
        return len(self.picked) >= FEWEST_PRINCIPLES

    def supports(self, atom: Atom) -> bool:
        """
        True if at least one picked principle stands behind the atom.
        """
        return any(each.principle.id in atom.principles for each in self.picked)


def ground(surface: str, tags: frozenset[str], doctrine: Doctrine) -> Grounding:
    """
    Pick up to five principles: by number of matching triggers, then priority, then id.
    """
    excluded = excluded_risks(tags)
    matching: list[Match] = []
    passed: list[Passed] = []
    for principle in doctrine.principles_of(surface):
        matches = tuple(sorted(principle.triggers & tags))
        if not matches:
            passed.append(Passed(principle, matches, "no_match"))
        elif principle.risk in excluded:
            passed.append(Passed(principle, matches, "risk_excluded"))
        else:
            matching.append(Match(principle, matches))
    matching.sort(key=lambda each: (-each.score, each.principle.priority, each.principle.id))
    outscored = (Passed(each.principle, each.matches, "outscored") for each in matching[MOST_PRINCIPLES:])
    return Grounding(tuple(matching[:MOST_PRINCIPLES]), (*outscored, *passed))


def offer(prose: Prose, grounding: Grounding) -> tuple[Atom, ...]:
    """
    The atoms of a slot that a request may offer: those that hold and that a picked principle supports.

    Empty where the grounding is not sufficient; the slot then keeps its canonical clauses.
    """
    if not grounding.is_sufficient:
        return ()
    return tuple(atom for atom in prose.offered if grounding.supports(atom))
