"""
What a selector may answer: three contracts of ids, closed, strings only.
"""

from typing import Annotated

from checkin_cli.selection.requests import COACH, EXPRESSION, POLISH
from checkin_cli.shapes import ListOf, OneOf, Pattern, Record, record

_WORD = Pattern("[!-~]{1,64}", "an id")


@record
class ToneSelection:
    """
    The wording of one tone slot.
    """

    slot_id: Annotated[str, _WORD]
    variant_id: Annotated[str, _WORD]


@record
class ExpressionReply:
    """
    One wording for each tone slot, in the order of the request.
    """

    schema_version: Annotated[str, OneOf((EXPRESSION,))]
    surface: Annotated[str, _WORD]
    selections: Annotated[tuple[ToneSelection, ...], ListOf(Record(ToneSelection))]


@record
class SlotSelection:
    """
    The atoms of one prose slot, in the order in which they were offered, and the principles that they rest on.
    """

    slot_id: Annotated[str, _WORD]
    hard_identity: Annotated[str, _WORD]
    principle_ids: Annotated[tuple[str, ...], ListOf(_WORD)]
    atom_ids: Annotated[tuple[str, ...], ListOf(_WORD)]


@record
class CoachReply:
    """
    The atoms of each prose slot of the request, in its order.
    """

    schema_version: Annotated[str, OneOf((COACH,))]
    surface: Annotated[str, _WORD]
    slots: Annotated[tuple[SlotSelection, ...], ListOf(Record(SlotSelection))]


@record
class ClauseSelection:
    """
    The wording of one clause.
    """

    slot_id: Annotated[str, _WORD]
    atom_id: Annotated[str, _WORD]
    variant_id: Annotated[str, _WORD]


@record
class PolishReply:
    """
    One wording for each clause of the request, in its order.
    """

    schema_version: Annotated[str, OneOf((POLISH,))]
    surface: Annotated[str, _WORD]
    selections: Annotated[tuple[ClauseSelection, ...], ListOf(Record(ClauseSelection))]


Reply = ExpressionReply | CoachReply | PolishReply
