"""
A copy before it is text: blocks of locked lines, tone slots and prose slots.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from checkin_cli.doctrine import Atom, Slot, Variant


class Locked(str):
    """
    One line that code owns. Nobody chooses it, and it is compared byte for byte after every rendering.
    """

    __slots__ = ()


class OwnWords(Locked):
    """
    A line that holds the operator's own words.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Tone:
    """
    A place for one line of courtesy.
    """

    slot: str

    variants: tuple[Variant, ...]

    @property
    def canonical(self) -> Variant:
        """
        What is shown when nobody chooses.
        """
        return self.variants[0]

    @cached_property
    def texts(self) -> frozenset[str]:
        """
        Every approved wording.
        """
        return frozenset(variant.text for variant in self.variants)


class Prose(NamedTuple):
    """
    A place where code offers several true statements and shows one to three.
    """

    home: Slot
    mask: int
    """
    The tags of the document, as bits.
    """

    @property
    def slot(self) -> str:
        """
        The id of the slot.
        """
        return self.home.rule.slot

    @property
    def offered(self) -> tuple[Atom, ...]:
        """
        In playbook order, never empty.
        """
        return self.home.offered(self.mask)

    @property
    def canonical(self) -> tuple[Atom, ...]:
        """
        The first ones offered: they are shown when nobody chooses, so a document renders with no model.
        """
        return self.home.first(self.mask)

    @property
    def canonical_clauses(self) -> int:
        """
        How many are shown when nobody chooses.
        """
        return self.home.rule.canonical_clauses

    @property
    def max_clauses(self) -> int:
        """
        How many may be shown at most.
        """
        return self.home.rule.max_clauses


Segment = Locked | Tone | Prose


class Block(NamedTuple):
    """
    Lines that code owns, and then slots; one of them at least.
    """

    locked: tuple[Locked, ...]
    slots: tuple[Tone | Prose, ...] = ()

    @property
    def is_empty(self) -> bool:
        """
        True for a block that a layout leaves out.
        """
        return not (self.locked or self.slots)


class Screen(NamedTuple):
    """
    Everything one reader sees, block by block.
    """

    blocks: tuple[Block, ...]

    durable: bool = False
    """
    True for published text: one locked segment that passes through as it is, whatever its length and lines.
    """

    own_words: int = 0
    """
    How many segments hold the document's own words.
    """

    def segments(self) -> tuple[Segment, ...]:
        """
        All segments in reading order.
        """
        return tuple(segment for block in self.blocks for segment in (*block.locked, *block.slots))


def screen_of(blocks: Iterable[Block], *, durable: bool = False) -> Screen:
    """
    A screen of these blocks, empty ones left out.
    """
    kept = tuple(block for block in blocks if not block.is_empty)
    own_words = sum(isinstance(segment, OwnWords) for block in kept for segment in block.locked)
    return Screen(kept, durable=durable, own_words=own_words)


class Clause(NamedTuple):
    """
    One chosen wording in its slot. A tone slot's clause carries its slot id as atom id.
    """

    slot: str
    atom_id: str
    variant: Variant
