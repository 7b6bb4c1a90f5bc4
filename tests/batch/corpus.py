"""
Documents whose every request tells whose it is.

The first stage carries the id of the document's last adjustment. The second carries nothing of the document, so each
document is given atoms that no other has: what it asks to have reworded is its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from checkin_cli.doctrine import Doctrine, load_doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.facts import OrdinaryFacts
from checkin_cli.grounding import ground, offer
from checkin_cli.rendering import Prose, render_canonical
from tests.sampling import sample
from tests.written import written

Choice = dict[str, tuple[str, ...]]
"""Atom ids by prose slot."""

NOTE = "남몰래 적은 쪽지"
NAME = "c-1007"
WEIGHT = "78.6"


@dataclass(frozen=True)
class Corpus:
    """Lines of documents, and what is answered to the first stage of each."""

    lines: tuple[bytes, ...]
    choices: dict[str, Choice]

    @property
    def text(self) -> bytes:
        """The file that holds them."""
        return b"\n".join(self.lines) + b"\n"

    @property
    def owners(self) -> dict[tuple[str, ...], str]:
        """Whose a second stage about these atoms is."""
        return {_flat(choice): name for name, choice in self.choices.items()}


@lru_cache
def corpus(count: int) -> Corpus:
    """Personal days and those of a customer, always the same ones, each with atoms of its own."""
    doctrine, lines, taken = load_doctrine(), list[bytes](), dict[tuple[str, ...], str]()
    choices: dict[str, Choice] = {}
    for day in sample("daily", 100 * count):
        name = f"d-{len(lines)}"
        document = {**day, "ref": name, "memory": {**day["memory"], "recent_adjustment_id": name}}
        document["answers"] = {**day["answers"], "note": NOTE, "bodyweight_kg": 78.6}
        if "customer_key" in day:
            document["customer_key"] = NAME
        free = (choice for choice in _choices(document, doctrine) if _flat(choice) not in taken)
        if (choice := next(free, None)) is not None:
            taken[_flat(choice)] = name
            choices[name] = choice
            lines.append(written(document))
        if len(lines) == count:
            return Corpus(tuple(lines), choices)
    raise AssertionError("the sample is too small")


def _choices(document: dict[str, Any], doctrine: Doctrine) -> Iterator[Choice]:
    rendering = render_canonical(read_document(written(document), ReadingRules()), doctrine)
    if not isinstance(rendering.facts, OrdinaryFacts):
        return
    grounding = ground("daily", rendering.facts.tags, doctrine)
    slots = [segment for segment in rendering.screen.segments() if isinstance(segment, Prose)]
    offered = [[atom.id for atom in offer(slot, grounding)] for slot in slots]
    if not grounding.is_sufficient or any(len(atoms) < 2 for atoms in offered):
        return
    ways = [
        [each for size in range(1, slot.max_clauses + 1) for each in combinations(atoms, size)]
        for slot, atoms in zip(slots, offered, strict=True)
    ]
    for way in product(*ways):
        yield dict(zip((slot.slot for slot in slots), way, strict=True))


def _flat(choice: Choice) -> tuple[str, ...]:
    return tuple(atom for atoms in choice.values() for atom in atoms)
