"""
Segments and chosen wordings to the body of a copy.
"""

from collections.abc import Iterable
from typing import assert_never

from checkin_cli.doctrine import Atom, Variant
from checkin_cli.memo import Memo
from checkin_cli.rendering.segments import Clause, Prose, Screen, Tone


def canonical_clauses(screen: Screen) -> tuple[Clause, ...]:
    """
    What is shown when nobody chooses: the first atoms of each slot in their canonical wording.
    """
    clauses: list[Clause] = []
    for block in screen.blocks:
        for slot in block.slots:
            match slot:
                case Tone():
                    clauses += _SHOWN[slot.slot, (), slot.variants[0]]
                case Prose():
                    clauses += _SHOWN[slot.slot, slot.canonical, None]
                case _:
                    assert_never(slot)
    return tuple(clauses)


def _shown(filling: tuple[str, tuple[Atom, ...], Variant | None]) -> tuple[Clause, ...]:
    """
    The canonical clauses of a slot: the wording of a tone slot, or the first wordings of atoms.
    """
    slot, atoms, wording = filling
    if wording is not None:
        return (Clause(slot, slot, wording),)
    return tuple(Clause(slot, atom.id, atom.variant[0]) for atom in atoms)


_SHOWN = Memo(_shown)


def compose(screen: Screen, clauses: Iterable[Clause]) -> str:
    """
    The body: lines joined by LF, blocks by one empty line, no final newline.
    """
    shown: dict[str, list[str]] = {}
    for slot, _, variant in clauses:
        shown.setdefault(slot, []).append(variant.text)
    lines: list[str] = []
    for locked, slots in screen.blocks:
        lines += locked
        for home in slots:
            lines += shown[home.slot]
        lines.append("")
    return "\n".join(lines[:-1])
