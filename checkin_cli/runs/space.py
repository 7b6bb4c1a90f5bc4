"""
Every text that a document can ever produce, whoever chooses: counted, walked and checked.

The space is a union of products. The first holds the canonical clauses with every wording of the tone slots; the
second, where principles support an offer, every admissible choice of atoms and wordings as well. No text is in both.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import prod

from checkin_cli.doctrine import Doctrine
from checkin_cli.errors import DocumentRefused, InternalFault
from checkin_cli.facts import OrdinaryFacts
from checkin_cli.facts.derive import surface_of
from checkin_cli.grounding import Grounding, ground, offer
from checkin_cli.json_text import canonical_json
from checkin_cli.rendering import Clause, Locked, Prose, Rendering, Segment, Tone, check_promises, compose

Alternative = tuple[Clause, ...]

_NUMBER = re.compile(r"[+-]?\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class SlotSpace:
    """
    Every way to fill one slot, each once, in a fixed order.
    """

    slot: str
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True)
class Space:
    """
    Every text of one document.
    """

    rendering: Rendering
    products: tuple[tuple[SlotSpace, ...], ...]

    @property
    def count(self) -> int:
        """
        How many texts there are, the canonical copy included.
        """
        return sum(_size(each) for each in self.products)

    @cached_property
    def digest(self) -> str:
        """
        SHA-256 over the locked lines and every way to fill each slot: a change to any reachable text changes it.
        """
        skeleton = [
            segment if isinstance(segment, Locked) else {"slot": segment.slot}
            for segment in self.rendering.screen.segments()
        ]
        filled = [
            {space.slot: [[clause.variant.text for clause in each] for each in space.alternatives] for space in slots}
            for slots in self.products
        ]
        return hashlib.sha256(canonical_json([skeleton, filled])).hexdigest()

    def clauses_of(self, number: int) -> Alternative:
        """
        The clauses of one text, by its number from 0 to `count` less one.
        """
        for slots in self.products:
            if number < _size(slots):
                return _chosen(slots, number)
            number -= _size(slots)
        raise IndexError

    def selections(self) -> Iterator[Alternative]:
        """
        The clauses of every text, in the order of their numbers.
        """
        for slots in self.products:
            for combination in product(*(space.alternatives for space in slots)):
                yield tuple(clause for alternative in combination for clause in alternative)

    def each_slot_varied(self) -> Iterator[Alternative]:
        """
        Every way to fill each slot once, the others at their first way; then the longest text of all.
        """
        for slots in self.products:
            first = [space.alternatives[0] for space in slots]
            for position, space in enumerate(slots):
                for alternative in space.alternatives:
                    yield _flat([*first[:position], alternative, *first[position + 1 :]])
            yield _flat([max(space.alternatives, key=_length) for space in slots])

    def text(self, clauses: Alternative) -> str:
        """
        One text, checked against the promises.

        Raises as `check_promises` does, and `InternalFault` if a number differs from the canonical copy.
        """
        text = compose(self.rendering.screen, clauses)
        try:
            check_promises(self.rendering.screen, text)
        except DocumentRefused as refused:
            found = "a choice that is longer, although the canonical copy fits"
            raise DocumentRefused(refused.code, found, refused.required) from None
        if _NUMBER.findall(text) != self._numbers:
            raise InternalFault("promise_broken", "a number that differs", "the numbers of the canonical copy")
        return text

    @cached_property
    def _numbers(self) -> list[str]:
        return _NUMBER.findall(self.rendering.body)


def space_of(rendering: Rendering, doctrine: Doctrine) -> Space:
    """
    The space of one rendered document. A held or published one has a single text.
    """
    segments = rendering.screen.segments()
    plain = tuple(_canonical(segment, rendering) for segment in segments if not isinstance(segment, Locked))
    if not isinstance(rendering.facts, OrdinaryFacts):
        return Space(rendering, (plain,))
    grounding = ground(surface_of(rendering.document), rendering.facts.tags, doctrine)
    coached = tuple(_offered(segment, grounding, rendering) for segment in segments if not isinstance(segment, Locked))
    inside = all(set(one.alternatives) <= set(other.alternatives) for one, other in zip(plain, coached, strict=True))
    return Space(rendering, (coached,) if inside else (plain, coached))


def _canonical(segment: Segment, rendering: Rendering) -> SlotSpace:
    match segment:
        case Tone():
            return SlotSpace(segment.slot, _tones(segment))
        case Prose():
            return SlotSpace(segment.slot, (_shown(segment, rendering),))
        case Locked():
            raise TypeError


def _offered(segment: Segment, grounding: Grounding, rendering: Rendering) -> SlotSpace:
    if not isinstance(segment, Prose) or not grounding.is_sufficient:
        return _canonical(segment, rendering)
    atoms = offer(segment, grounding)
    lengths = range(1, segment.max_clauses + 1)
    # Where no atom may be offered the canonical ones stay, and their wordings may still be chosen.
    kept = segment.offered[: segment.canonical_clauses]
    chosen = (picked for length in lengths for picked in combinations(atoms, length)) if atoms else (kept,)
    wordings = (
        product(*([Clause(segment.slot, atom.id, variant) for variant in atom.variant] for atom in picked))
        for picked in chosen
    )
    return SlotSpace(segment.slot, tuple(each for group in wordings for each in group))


def _tones(segment: Tone) -> tuple[Alternative, ...]:
    return tuple((Clause(segment.slot, segment.slot, variant),) for variant in segment.variants)


def _shown(segment: Prose, rendering: Rendering) -> Alternative:
    return tuple(clause for clause in rendering.clauses if clause.slot == segment.slot)


def _size(slots: Iterable[SlotSpace]) -> int:
    return prod(len(space.alternatives) for space in slots)


def _chosen(slots: tuple[SlotSpace, ...], number: int) -> Alternative:
    picked: list[Alternative] = []
    for space in reversed(slots):
        number, digit = divmod(number, len(space.alternatives))
        picked.insert(0, space.alternatives[digit])
    return _flat(picked)


def _flat(alternatives: Iterable[Alternative]) -> Alternative:
    return tuple(clause for alternative in alternatives for clause in alternative)


def _length(alternative: Alternative) -> int:
    return sum(len(clause.variant.text.encode("utf-16-le")) // 2 + 1 for clause in alternative)
