"""
What a wording meets: the approved ones beside which some copy can set it.
"""

from collections.abc import Iterator
from dataclasses import replace

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.doctrine import Atom, Doctrine, Variant
from checkin_cli.proofreading.meetings import proofread_meetings


def check_neighbours(variant: Variant, atom: Atom, doctrine: Doctrine) -> Iterator[Refutation]:
    """
    Yield the first breach of each rule with a neighbour, above, below or in another slot of the message.
    """
    # The atom with this wording alone: what its approved ones meet was proofread when they were approved.
    alone = replace_variants(doctrine, atom, (variant,))
    seen: set[str] = set()
    for finding in proofread_meetings(alone, atom.id):
        one, _, other = finding.id.partition(" + ")
        neighbour = other if one == variant.id else one
        if finding.rule not in seen and variant.id in {one, other}:
            seen.add(finding.rule)
            text = next((each.text for each in doctrine.owners if each.id == neighbour), "")
            yield Refutation(finding.rule, finding.id, finding.found, f"{neighbour} {text}")


def replace_variants(doctrine: Doctrine, atom: Atom, variants: tuple[Variant, ...]) -> Doctrine:
    """
    The same doctrine with other wordings of one atom.
    """
    return replace(doctrine, atoms={**doctrine.atoms, atom.id: replace(atom, variant=variants)})
