"""
The two selectors without a model. They answer in the same wire contract and pass the same guard.
"""

import hashlib
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import assert_never

from checkin_cli.doctrine import Variant
from checkin_cli.json_text import json_line
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import (
    COACH,
    EXPRESSION,
    POLISH,
    CoachRequest,
    ExpressionRequest,
    Members,
    PolishRequest,
    Request,
    SlotOffer,
)
from checkin_cli.selection.selectors.interface import Answer, Selector, Turn

Pick = Callable[[str, int], int]
"""
The number of the option to take, of so many, for a slot or clause of that name.
"""


class First:
    """
    Takes the first of everything: the canonical wordings, and the first atoms that were offered.
    """

    name = "first"
    sends = False

    def refuses(self) -> Reason | None:
        """
        Never.
        """
        return None

    def get_ready(self) -> bool:
        """Nothing is needed."""
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:  # noqa: ARG002  # the seam has both
        """
        Answer with the first options.
        """
        return _answer(request, lambda _name, _options: 0)


class Rotate:
    """
    Takes turns: another wording every day for one reader wherever there are two, the same on every machine.
    """

    name = "rotate"
    sends = False

    def refuses(self) -> Reason | None:
        """
        Never.
        """
        return None

    def get_ready(self) -> bool:
        """Nothing is needed."""
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:  # noqa: ARG002  # no task for no model
        """
        Answer with the options of the day: each name starts elsewhere for each reader and moves on by one a day.
        """

        def pick(name: str, options: int) -> int:
            start = hashlib.sha256(f"{turn.who}\n{name}".encode()).digest()
            return (int.from_bytes(start[:8], "big") + turn.day) % options

        return _answer(request, pick)


BUILT_IN: Mapping[str, Selector] = {each.name: each for each in (First(), Rotate())}
"""
The selectors of this file by their names.
"""


def _answer(request: Request, pick: Pick) -> Answer:
    return Answer(json_line(_reply(request, pick)).decode("utf-8"), None, 0)


def _reply(request: Request, pick: Pick) -> Members:
    match request:
        case ExpressionRequest():
            selections = [
                {"slot_id": slot.slot_id, "variant_id": _variant(slot.slot_id, slot.variants, pick)}
                for slot in request.slots
            ]
            return {"schema_version": EXPRESSION, "surface": request.surface, "selections": selections}
        case CoachRequest():
            slots = [_slot(slot, request, pick) for slot in request.slots]
            return {"schema_version": COACH, "surface": request.surface, "slots": slots}
        case PolishRequest():
            selections = [
                {
                    "slot_id": clause.slot_id,
                    "atom_id": clause.atom_id,
                    "variant_id": _variant(clause.atom_id, clause.variants, pick),
                }
                for clause in request.clauses
            ]
            return {"schema_version": POLISH, "surface": request.surface, "selections": selections}
        case _:
            assert_never(request)


def _variant(name: str, variants: tuple[Variant, ...], pick: Pick) -> str:
    return variants[pick(name, len(variants))].id


def _slot(slot: SlotOffer, request: CoachRequest, pick: Pick) -> Members:
    """
    As many atoms as the canonical copy shows, in offered order.
    """
    groups = list(combinations(slot.atoms, min(slot.canonical_clauses, slot.max_clauses, len(slot.atoms))))
    atoms = groups[pick(slot.slot_id, len(groups))]
    behind = {principle for atom in atoms for principle in atom.principles}
    return {
        "slot_id": slot.slot_id,
        "hard_identity": slot.hard_identity,
        "principle_ids": [principle.id for principle in request.principles if principle.id in behind],
        "atom_ids": [atom.id for atom in atoms],
    }
