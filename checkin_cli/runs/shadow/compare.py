"""
A control and a candidate of one document: where they differ, and in which bin that puts them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from checkin_cli.doctrine import Atom, Doctrine
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.faults import is_choice, is_fault
from checkin_cli.runs.shadow.ignores import Ignores


class Bin(StrEnum):
    """
    What became of a pair. A difference counts as ignored only where every part of it is.
    """

    SAME = "same"
    IGNORED = "ignored"
    DIFFERENT = "different"


LOCKED = "locked"
"""
Stands for a slot where lines differ that nobody chooses.
"""

REFUSED = "refused"
"""
Stands for a slot where one of the two has no copy, or both were refused for different reasons.
"""


class Clause(NamedTuple):
    """
    One line of a slot, as the receipt names it and as the doctrine words it.
    """

    atom: str
    """
    The atom, or the tone slot itself.
    """

    variant: str
    text: str


Slots = Mapping[str, tuple[Clause, ...]]
"""
The clauses of a copy by slot, in reading order.
"""


class Manner(StrEnum):
    """
    How a candidate differs in one slot from what the control states there.
    """

    WORDING = "wording"
    """
    The same statements in other words.
    """

    FEWER = "fewer"
    """
    Fewer statements, whichever they are: the candidate says less.
    """

    MORE = "more"
    """
    More statements, whichever they are.
    """

    OTHER = "other"
    """
    As many statements, but others, or in another order.
    """


@dataclass(frozen=True, slots=True)
class Difference:
    """
    A slot in which both say something else.
    """

    slot: str
    control: tuple[Clause, ...] = ()
    candidate: tuple[Clause, ...] = ()

    @property
    def manner(self) -> Manner:
        """
        How they differ. What has no statements on either side (a locked line, a refusal) is `other`.
        """
        ours, theirs = _atoms(self.control), _atoms(self.candidate)
        if ours == theirs:
            return Manner.WORDING if ours else Manner.OTHER
        if len(ours) == len(theirs):
            return Manner.OTHER
        return Manner.FEWER if len(theirs) < len(ours) else Manner.MORE


@dataclass(frozen=True, slots=True)
class Pair:
    """
    One document, its control and its candidate.
    """

    number: int
    """
    Counted from 0 in the order of the inputs.
    """

    control: Outcome
    candidate: Outcome

    @property
    def is_refused(self) -> bool:
        """
        True if neither has a copy, for one reason: there is nothing to compare.
        """
        control, candidate = self.control.error, self.candidate.error
        if control is None or candidate is None:
            return False
        # Read back from lines, a place is one text.
        return (control.code, str(control.place)) == (candidate.code, str(candidate.place))

    @property
    def is_fault(self) -> bool:
        """
        True if somebody was to choose and no answer counted, or not all of them did.
        """
        receipt = self.candidate.receipt
        return receipt is not None and is_fault(receipt.outcome, receipt.reason)

    @property
    def has_choice(self) -> bool:
        """
        True if somebody was to choose, whether an answer counted or not, and where nobody chooses at all.
        """
        receipt = self.candidate.receipt
        if receipt is None or receipt.selector == "none":
            return receipt is not None
        return is_choice(receipt.outcome, receipt.reason)


@dataclass(frozen=True, slots=True)
class Comparison:
    """
    What a pair showed.
    """

    bin: Bin
    differences: tuple[Difference, ...] = ()
    ignored: tuple[str, ...] = ()
    """
    The names of the ignores that covered a difference.
    """

    control: Slots | None = None
    candidate: Slots | None = None
    """
    None where there is no copy.
    """


class Wordings:
    """
    What the ids of receipts stand for, under one doctrine.
    """

    def __init__(self, doctrine: Doctrine) -> None:
        self._clauses = {
            variant.id: (
                owner.slot,
                Clause(owner.id if isinstance(owner, Atom) else owner.slot, variant.id, variant.text),
            )
            for variant, owner in doctrine.owners.items()
        }

    def slots(self, outcome: Outcome) -> Slots | None:
        """
        The slots of a copy; None where there is none.
        """
        if outcome.receipt is None:
            return None
        slots: dict[str, tuple[Clause, ...]] = {}
        for variant in outcome.receipt.variant_ids:
            slot, clause = self._clauses[variant]
            slots[slot] = (*slots.get(slot, ()), clause)
        return slots


class Comparer:
    """
    Compares pairs of one run.
    """

    def __init__(self, control: Wordings, candidate: Wordings, ignores: Ignores) -> None:
        self._control, self._candidate = control, candidate
        self._ignores = ignores

    def compare(self, pair: Pair) -> Comparison:
        """
        The bin of a pair, and why. Equal bytes are the same, whatever the ids say.
        """
        control, candidate = self._control.slots(pair.control), self._candidate.slots(pair.candidate)
        if pair.control.copy == pair.candidate.copy and (pair.control.copy is not None or pair.is_refused):
            return Comparison(Bin.SAME, (), (), control, candidate)
        differences = tuple(_differences(pair, control, candidate))
        surface = pair.control.receipt or pair.candidate.receipt
        covered = [self._ignores.covering(surface.surface if surface else "", each) for each in differences]
        is_ignored = bool(covered) and None not in covered
        names = tuple(dict.fromkeys(each.name for each in covered if each is not None))
        return Comparison(Bin.IGNORED if is_ignored else Bin.DIFFERENT, differences, names, control, candidate)


def _differences(pair: Pair, control: Slots | None, candidate: Slots | None) -> Iterator[Difference]:
    if control is None or candidate is None:
        yield Difference(REFUSED)
        return
    for slot in dict.fromkeys((*control, *candidate)):
        ours, theirs = control.get(slot, ()), candidate.get(slot, ())
        if _texts(ours) != _texts(theirs):
            yield Difference(slot, ours, theirs)
    if _locked(pair.control.copy, control) != _locked(pair.candidate.copy, candidate):
        yield Difference(LOCKED)


def _locked(copy: str | None, slots: Slots) -> list[str]:
    """
    The lines of a copy that nobody chooses.
    """
    chosen = {clause.text for clauses in slots.values() for clause in clauses}
    return [line for line in (copy or "").split("\n") if line not in chosen]


def _texts(clauses: tuple[Clause, ...]) -> list[str]:
    return [clause.text for clause in clauses]


def _atoms(clauses: tuple[Clause, ...]) -> list[str]:
    return [clause.atom for clause in clauses]
