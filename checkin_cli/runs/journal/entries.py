"""
What a journal holds of one document: claims, what a first stage earned, and the result.
"""

from array import array
from dataclasses import dataclass, field
from typing import Annotated

from checkin_cli.doctrine.values import ID
from checkin_cli.rendering import Screen
from checkin_cli.selection.attempt import Coached, Selected
from checkin_cli.selection.receipt_record import OUTCOMES, REASONS
from checkin_cli.selection.replay import clauses_of
from checkin_cli.selection.requests import CONTRACTS
from checkin_cli.shapes import Flag, Integer, ListOf, Nullable, OneOf, Record, members_of, record

_IDS = ListOf(ID)
_STAGE = OneOf(tuple(CONTRACTS))


@record
class KeptCoached:
    """
    What a valid first stage earned, as ids.
    """

    variant_ids: Annotated[tuple[str, ...], _IDS]
    principle_ids: Annotated[tuple[str, ...], _IDS]

    def on(self, screen: Screen) -> Coached:
        """
        The same with the clauses of the screen. Raises `Impossible`.
        """
        return Coached(clauses_of(screen, self.variant_ids), self.principle_ids)


@record
class KeptResult:
    """
    A result, as ids and enums.
    """

    variant_ids: Annotated[tuple[str, ...], _IDS]
    outcome: Annotated[str, OneOf(OUTCOMES)]
    reason: Annotated[str, OneOf(REASONS)]
    coach_valid: Annotated[bool, Flag()]
    polish_valid: Annotated[bool, Flag()]
    requests: Annotated[int, Integer(0, 2)]
    stages: Annotated[tuple[str, ...], ListOf(_STAGE)]
    principle_ids: Annotated[tuple[str, ...] | None, Nullable(_IDS)] = None

    def on(self, screen: Screen) -> Selected:
        """
        The same with the clauses of the screen. Raises `Impossible`.
        """
        return Selected(
            clauses_of(screen, self.variant_ids),
            self.outcome,
            self.reason,
            self.coach_valid,
            self.polish_valid,
            self.requests,
            self.stages,
            self.principle_ids,
        )


@record
class Entry:
    """
    One record of the journal: something that happened to document number `n`, counted from 0 in the order of the run.
    """

    n: Annotated[int, Integer(0)]
    claim: Annotated[str | None, _STAGE] = None
    coached: Annotated[KeptCoached | None, Record(KeptCoached)] = None
    settled: Annotated[KeptResult | None, Record(KeptResult)] = None


ENTRY = Record(Entry)


def coached_record(number: int, coached: Coached) -> dict[str, object]:
    """
    The record of a first stage. What nobody was asked about is not kept, so there are principles.
    """
    kept = {"variant_ids": [each.variant.id for each in coached.clauses], "principle_ids": coached.principle_ids or ()}
    return {"n": number, "coached": kept}


def settled_record(number: int, selected: Selected) -> dict[str, object]:
    """
    The record of a result.
    """
    kept = KeptResult(
        variant_ids=tuple(each.variant.id for each in selected.clauses),
        outcome=selected.outcome,
        reason=selected.reason,
        coach_valid=selected.coach_valid,
        polish_valid=selected.polish_valid,
        requests=selected.requests,
        stages=selected.stages,
        principle_ids=selected.principle_ids,
    )
    return {"n": number, "settled": members_of(kept)}


@dataclass(slots=True)
class Unsettled:
    """
    A document that an earlier part of the run was busy with.
    """

    claimed: list[str] = field(default_factory=list)
    coached: KeptCoached | None = None


class Index:
    """
    Where each result stands, eight bytes a document, and the few documents without one.
    """

    def __init__(self) -> None:
        self.unsettled: dict[int, Unsettled] = {}
        self._offsets = array("Q")

    def add(self, entry: Entry, offset: int) -> None:
        """
        Take a record that begins at this offset; it is never 0, because the identity stands there.
        """
        if entry.settled is not None:
            self._offsets.extend([0] * (entry.n + 1 - len(self._offsets)))
            self._offsets[entry.n] = offset
            self.unsettled.pop(entry.n, None)
            return
        unsettled = self.unsettled.setdefault(entry.n, Unsettled())
        if entry.claim is not None:
            unsettled.claimed.append(entry.claim)
        if entry.coached is not None:
            unsettled.coached = entry.coached

    def offset_of(self, number: int) -> int | None:
        """
        Where the result of a document stands, if it has one.
        """
        return self._offsets[number] or None if number < len(self._offsets) else None

    def results(self) -> int:
        """
        How many documents have a result.
        """
        return len(self._offsets) - self._offsets.count(0)
