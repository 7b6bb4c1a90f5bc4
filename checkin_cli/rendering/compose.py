"""
Segments and chosen wordings to the body of a copy.
"""

from checkin_cli.doctrine import Atom, Variant
from checkin_cli.memo import Memo
from checkin_cli.rendering.segments import Clause, Screen


def canonical_clauses(screen: Screen) -> tuple[Clause, ...]:
    """
    What is shown when nobody chooses: the first atoms of each slot in their canonical wording.
    """
    clauses: list[Clause] = []
    for _, slots in screen.blocks:
        for home in slots:
            clauses += _SHOWN[home.slot, home.canonical]
    return tuple(clauses)


def _shown(filling: tuple[str, Variant | tuple[Atom, ...]]) -> tuple[Clause, ...]:
    """
    The canonical clauses of a slot: the wording of a tone slot, or the first wordings of atoms.
    """
    slot, canonical = filling
    if isinstance(canonical, tuple):
        return tuple(Clause(slot, atom.id, atom.variant[0]) for atom in canonical)
    return (Clause(slot, slot, canonical),)


_SHOWN = Memo(_shown)


def compose(screen: Screen, clauses: tuple[Clause, ...]) -> str:
    """
    The body: lines joined by LF, blocks by one empty line, no final newline.
    """
    shown = _LINES[clauses]
    lines: list[str] = []
    for locked, slots in screen.blocks:
        lines += locked
        for home in slots:
            lines += shown[home.slot]
        lines.append("")
    del lines[-1]
    return "\n".join(lines)


def _lines(clauses: tuple[Clause, ...]) -> dict[str, list[str]]:
    """
    The lines of each slot.
    """
    shown: dict[str, list[str]] = {}
    for slot, _, variant in clauses:
        shown.setdefault(slot, []).append(variant.text)
    return shown


_LINES = Memo(_lines)
