"""
Put equal changes together, so that one look serves for all of them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from checkin_cli.runs.golden.changes import Change, Difference, Different, Edit, Missing, Orphaned, Unreadable
from checkin_cli.selection import Digester

_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Group:
    """
    Differences that are one and the same change, in the order of their cases.
    """

    id: str
    """
    The same in every run as long as the change is: a digest of it, keyed where receipts are.
    """

    differences: tuple[Difference, ...]

    @property
    def first(self) -> Difference:
        """
        The one that stands for all.
        """
        return self.differences[0]

    @property
    def traits(self) -> tuple[str, ...]:
        """
        The class, `number` where numbers moved with it, and `claim`.
        """
        first = self.first
        edits = [first.copy, first.receipt] if isinstance(first, Different) else []
        moved = any(isinstance(edit, Edit) and edit.numbers for edit in edits)
        kind = () if first.kind is None else (str(first.kind),)
        return tuple(dict.fromkeys((*kind, *(("number",) * moved), *(("claim",) * first.claim))))


def id_of(difference: Difference, digester: Digester) -> str:
    """
    The id of the group that a difference belongs to.
    """
    return digester.digest(repr(_identity(difference)).encode("utf-8", "backslashreplace"))[:_DIGITS]


def grouped(differences: Iterable[Difference], digester: Digester) -> list[Group]:
    """
    The groups, in the order of their first members; those whose copies are as accepted come last.
    """
    groups: dict[str, list[Difference]] = {}
    for difference in differences:
        groups.setdefault(id_of(difference, digester), []).append(difference)
    found = [Group(name, tuple(members)) for name, members in groups.items()]
    # A new doctrine moves every receipt: what a customer reads must not stand below that.
    return sorted(found, key=lambda group: group.first.receipt_alone)


def _identity(difference: Difference) -> tuple[object, ...]:
    match difference:
        case Orphaned():
            return ("orphaned", *(path.suffix for path in difference.orphan.files))
        case Different():
            parts = _part(difference.copy), _part(difference.receipt)
            return (difference.state, difference.claim, *parts)


def _part(change: Change | None) -> tuple[object, ...]:
    match change:
        case None:
            return ()
        case Missing():
            return ("missing",)
        case Unreadable():
            return ("unreadable", change.found)
        case Edit():
            return (change.kind, change.identity)
