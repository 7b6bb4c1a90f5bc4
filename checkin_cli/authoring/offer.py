"""
What a draft delivers: an atom, its approved wordings, and the principles with their sources that they rest on.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from string import ascii_lowercase

from checkin_cli.doctrine import Atom, Doctrine, Principle, Source
from checkin_cli.errors import UsageError
from checkin_cli.json_text import canonical_text


@dataclass(frozen=True)
class Offer:
    """
    Everything that a proposal may know and cite. A principle that is not here was not delivered.
    """

    surface: str
    atom: Atom
    new_id: str
    """
    The id that the new variant gets: the first free one of the atom.
    """

    principles: tuple[Principle, ...]
    sources: tuple[Source, ...]

    @property
    def slot(self) -> str:
        """
        The slot that the atom stands in.
        """
        return self.atom.slot

    @property
    def register(self) -> str:
        """
        The register of the surface.
        """
        return register_of(self.slot)

    @cached_property
    def text(self) -> str:
        """
        The offer as it is sent: canonical JSON, the same bytes for the same doctrine.
        """
        return canonical_text(
            {
                "surface": self.surface,
                "slot": self.slot,
                "atom": self.atom.id,
                "id": self.new_id,
                "register": self.register,
                "requires": sorted(self.atom.requires),
                "forbids": sorted(self.atom.forbids),
                "approved_wordings": [{"id": each.id, "text": each.text} for each in self.atom.variant],
                "principles": [
                    {"id": each.id, "text": each.text, "claim": each.claim, "sources": list(each.sources)}
                    for each in self.principles
                ],
                "sources": [{"id": each.id, "finding": each.finding} for each in self.sources],
            }
        )

    @property
    def words(self) -> tuple[str, ...]:
        """
        Every delivered text that a statement can rest on.
        """
        return (*(each.text for each in self.atom.variant), *(each.text for each in self.principles))


def register_of(slot: str) -> str:
    """
    The register that a slot's sentences have.
    """
    return "hapsyo" if slot.startswith("adaptive.") else "haeyo"


def offer_of(doctrine: Doctrine, slot: str, atom_id: str, taken: Collection[str] = ()) -> Offer:
    """
    What is delivered for one atom; `taken` are ids that queued proposals hold.

    Raises `UsageError` for an atom that the slot does not have.
    """
    homes = {rule.slot: surface for surface, playbook in doctrine.playbooks.items() for rule in playbook.prose}
    if slot not in homes:
        raise UsageError("unknown_id", "another slot", f"one of {', '.join(sorted(homes))}")
    atom = doctrine.atoms.get(atom_id)
    if atom is None or atom.slot != slot:
        raise UsageError("unknown_id", f"no such atom of {slot}", "an atom of that slot")
    principles = tuple(doctrine.principles[each] for each in atom.principles)
    sources = dict.fromkeys(source for each in principles for source in each.sources)
    held = {variant.id for owner in doctrine.atoms.values() for variant in owner.variant} | set(taken)
    new_id = next(each for each in _ids(atom_id) if each not in held)
    return Offer(homes[slot], atom, new_id, principles, tuple(doctrine.sources[each] for each in sources))


def _ids(atom_id: str) -> Iterator[str]:
    """
    `atom.a` to `atom.z`, then `atom.aa` and on.
    """
    for length in (1, 2, 3):
        for letters in product(ascii_lowercase, repeat=length):
            yield f"{atom_id}.{''.join(letters)}"
