"""
Selectors that answer as a test says, without a network.
"""

import random
from collections.abc import Callable, Iterable

from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.interface import Answer, Turn
from tests.loopback import Json, compact

Between = Callable[[int], None]


class Scripted:
    """Answers with the given texts in order, then well; `meanwhile` happens while each request is under way."""

    name = "openai"
    sends = True

    def __init__(self, replies: Iterable[str] = (), meanwhile: Between = lambda _number: None) -> None:
        self._replies = list(replies)
        self._meanwhile = meanwhile
        self.asked: list[Request] = []

    def refuses(self) -> Reason | None:
        return None

    def get_ready(self) -> bool:
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        self.asked.append(request)
        number = len(self.asked)
        self._meanwhile(number)
        reply = self._replies[number - 1] if number <= len(self._replies) else compact(any_reply(request.members()))
        return Answer(reply, None, 1)


class Drawn:
    """Draws one of the admissible replies."""

    name = "openai"
    sends = True

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  # repeatable, not secret

    def refuses(self) -> Reason | None:
        return None

    def get_ready(self) -> bool:
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        return Answer(compact(any_reply(request.members(), self._random)), None, 1)


def any_reply(asked: Json, draw: random.Random | None = None) -> Json:
    """An admissible reply: the first of everything, or whatever is drawn."""
    head = {"schema_version": asked["schema_version"], "surface": asked["surface"]}
    if "principles" not in asked:
        selections = [
            {key: each[key] for key in ("slot_id", "atom_id") if key in each}
            | {"variant_id": draw.choice(each["allowed_variant_ids"]) if draw else each["allowed_variant_ids"][0]}
            for each in asked.get("clauses") or asked["slots"]
        ]
        return {**head, "selections": selections}
    principles = [each["id"] for each in asked["principles"]]
    slots = []
    for slot in asked["slots"]:
        offered, most = slot["offered_atom_ids"], min(slot["max_clauses"], len(slot["offered_atom_ids"]))
        taken = sorted(draw.sample(range(len(offered)), draw.randint(1, most))) if draw else [0]
        slots.append(
            {
                "slot_id": slot["slot_id"],
                "hard_identity": slot["hard_identity"],
                "principle_ids": draw.sample(principles, draw.randint(1, len(principles))) if draw else principles,
                "atom_ids": [offered[position] for position in taken],
            }
        )
    return {**head, "slots": slots}
