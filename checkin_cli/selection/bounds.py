"""
What the requests of a document cost at most, before anybody is asked.

No tokenizer that works on bytes makes more tokens than UTF-8 bytes, so bytes bound the input. The first request of a
document is known exactly; of the second one, the longest that an admissible choice in the first can lead to.
"""

from enum import StrEnum

from checkin_cli.doctrine import Atom, Doctrine
from checkin_cli.facts import OrdinaryFacts
from checkin_cli.facts.derive import surface_of
from checkin_cli.grounding import ground
from checkin_cli.json_text import canonical_json
from checkin_cli.rendering import Prose, Rendering, Tone
from checkin_cli.selection.pipeline import (
    ProseOffers,
    clause_offers,
    coach_request,
    coached_clauses,
    prose_offers,
    tone_offers,
    why_closed,
)
from checkin_cli.selection.requests import ClauseOffer, ExpressionRequest, PolishRequest, Request
from checkin_cli.selection.schemas import strict_schema

AROUND_MESSAGE = 64
"""
Tokens that a chat template may add for each message: role, separators, a preamble, the beginning of the reply.
"""


class Spared(StrEnum):
    """
    Why a document or a stage of it needs no request, whatever the gate says.
    """

    CANONICAL_MODE = "canonical_mode"
    REFUSED_INPUT = "refused_input"
    SAFETY_HOLD = "safety_hold"
    PUBLISHED = "published"
    GROUNDING_INSUFFICIENT = "grounding_insufficient"
    NO_SLOT = "no_slot"
    ONE_OPTION = "one_option"
    SENDS_NOTHING = "sends_nothing"


Bound = int | Spared
"""
Input tokens of one request at most, or why there is none.
"""


class Bounds:
    """
    The bounds of any document under one doctrine.
    """

    def __init__(self, doctrine: Doctrine, *, structured: bool = False) -> None:
        """
        With `structured` the schema of the reply is sent along, and counts as a message of its own.
        """
        self._doctrine = doctrine
        self._structured = structured
        self._weights: dict[str, int] = {}

    def of(self, mode: str, rendering: Rendering) -> dict[str, Bound]:
        """
        The bound of each stage of a mode, in the order of the stages. There is at most one request a stage.
        """
        if mode == "coach":
            return self._of_coach(rendering)
        slots = tone_offers(rendering)
        if slots:
            return {"expression": self.tokens(ExpressionRequest(surface_of(rendering.document), slots))}
        tones = any(isinstance(segment, Tone) for segment in rendering.screen.segments())
        closed = why_closed(rendering.facts)
        return {"expression": Spared(closed) if closed else Spared.ONE_OPTION if tones else Spared.NO_SLOT}

    def tokens(self, request: Request) -> int:
        """
        The most input tokens of one request: bytes of task and request document, and what a template adds.
        """
        task = self._doctrine.task(request.stage, request.surface)
        schema = AROUND_MESSAGE if self._structured else 0
        return len(task.encode("utf-8")) + self._size(request) + 2 * AROUND_MESSAGE + schema

    @staticmethod
    def of_texts(*texts: str) -> int:
        """
        The most input tokens of messages with these texts.
        """
        return sum(len(text.encode("utf-8")) + AROUND_MESSAGE for text in texts)

    def _of_coach(self, rendering: Rendering) -> dict[str, Bound]:
        facts, surface = rendering.facts, surface_of(rendering.document)
        if not isinstance(facts, OrdinaryFacts):
            closed = Spared(why_closed(facts) or Spared.NO_SLOT)
            return {"coach": closed, "polish": closed}
        grounding = ground(surface, facts.tags, self._doctrine)
        if not grounding.is_sufficient:
            return dict.fromkeys(("coach", "polish"), Spared.GROUNDING_INSUFFICIENT)
        offered = prose_offers(rendering, grounding)
        first = coach_request(rendering, self._doctrine, grounding, offered)
        second = self._longest_polish(rendering, offered)
        return {
            "coach": Spared.ONE_OPTION if first is None else self.tokens(first),
            "polish": Spared.ONE_OPTION if second is None else self.tokens(second),
        }

    def _longest_polish(self, rendering: Rendering, offered: ProseOffers) -> PolishRequest | None:
        """
        The longest second request that a choice in the first can lead to; None where none leads to any.

        A clause adds the same bytes wherever it stands, and any atoms up to the bound of the slot may be chosen
        together, so the heaviest of each slot make the longest request.
        """
        chosen = {segment.slot: self._heaviest(segment, atoms) for segment, atoms in offered if atoms}
        clauses = tuple(clause_offers(self._doctrine, coached_clauses(rendering, chosen)))
        return PolishRequest(surface_of(rendering.document), clauses) if clauses else None

    def _heaviest(self, segment: Prose, atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
        return tuple(sorted(atoms, key=self._weight, reverse=True)[: segment.max_clauses])

    def _weight(self, atom: Atom) -> int:
        """
        By how much an atom makes a request longer, up to what is equal for all atoms of its slot.
        """
        if atom.id not in self._weights:
            clause = ClauseOffer(atom.slot, atom.id, atom.variant)
            self._weights[atom.id] = self._size(PolishRequest("", (clause,))) if len(atom.variant) > 1 else 0
        return self._weights[atom.id]

    def _size(self, request: Request) -> int:
        document = len(canonical_json(request.members()))
        return document + (len(canonical_json(strict_schema(request))) if self._structured else 0)
