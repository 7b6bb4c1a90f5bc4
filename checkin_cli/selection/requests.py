"""
What a selector is asked: ids that this run offers, with the wordings behind them, and nothing of the document.
"""

import hashlib
from dataclasses import dataclass

from checkin_cli.doctrine import Atom, Playbook, Principle, Variant
from checkin_cli.json_text import canonical_json

EXPRESSION = "korean-expression-v1"
COACH = "checkin-coach-v1"
POLISH = "checkin-polish-v1"

CONTRACTS = {"expression": EXPRESSION, "coach": COACH, "polish": POLISH}
"""
The wire contract of each stage.
"""

Members = dict[str, object]


@dataclass(frozen=True, slots=True)
class ToneOffer:
    """
    A tone slot with two wordings or more.
    """

    slot_id: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class ExpressionRequest:
    """
    Choose one wording for each tone slot.
    """

    surface: str
    slots: tuple[ToneOffer, ...]

    stage = "expression"

    def members(self) -> Members:
        """
        The request document.
        """
        slots = [{"slot_id": each.slot_id, "allowed_variant_ids": _ids(each.variants)} for each in self.slots]
        return {"schema_version": EXPRESSION, "surface": self.surface, "slots": slots}


@dataclass(frozen=True, slots=True)
class SlotOffer:
    """
    A prose slot whose atoms can be chosen in more than one way.
    """

    slot_id: str
    canonical_text: str
    canonical_clauses: int
    max_clauses: int
    atoms: tuple[Atom, ...]

    @property
    def hard_identity(self) -> str:
        """
        What the reply must repeat: it is about this slot with this canonical text.
        """
        return hashlib.sha256(canonical_json([self.slot_id, self.canonical_text])).hexdigest()[:16]

    def members(self) -> Members:
        """
        The offer as part of a request document.
        """
        return {
            "slot_id": self.slot_id,
            "hard_identity": self.hard_identity,
            "max_clauses": self.max_clauses,
            "offered_atom_ids": [atom.id for atom in self.atoms],
            "texts": {atom.id: atom.variant[0].text for atom in self.atoms},
        }


@dataclass(frozen=True, slots=True)
class CoachRequest:
    """
    Choose atoms for each prose slot, and the principles that they rest on.
    """

    surface: str
    playbook: Playbook
    principles: tuple[Principle, ...]
    memory: tuple[tuple[str, object], ...]
    slots: tuple[SlotOffer, ...]

    stage = "coach"

    def members(self) -> Members:
        """
        The request document.
        """
        return {
            "schema_version": COACH,
            "surface": self.surface,
            "playbook": {"id": self.playbook.id, "version": self.playbook.version},
            "principles": [{"id": each.id, "text": each.text} for each in self.principles],
            "memory": [{"key": key, "value": value} for key, value in self.memory],
            "slots": [slot.members() for slot in self.slots],
        }


@dataclass(frozen=True, slots=True)
class ClauseOffer:
    """
    A clause of the coached copy with two wordings or more. A tone slot carries its slot id as atom id.
    """

    slot_id: str
    atom_id: str
    variants: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class PolishRequest:
    """
    Choose one wording for each clause of the coached copy.
    """

    surface: str
    clauses: tuple[ClauseOffer, ...]

    stage = "polish"

    def members(self) -> Members:
        """
        The request document.
        """
        clauses = [
            {
                "slot_id": each.slot_id,
                "atom_id": each.atom_id,
                "allowed_variant_ids": _ids(each.variants),
                "texts": {variant.id: variant.text for variant in each.variants},
            }
            for each in self.clauses
        ]
        return {"schema_version": POLISH, "surface": self.surface, "clauses": clauses}


Request = ExpressionRequest | CoachRequest | PolishRequest


def message_of(request: Request) -> str:
    """
    The user message of a request: its document as canonical JSON, and nothing else.
    """
    return canonical_json(request.members()).decode("utf-8")


def _ids(variants: tuple[Variant, ...]) -> list[str]:
    return [variant.id for variant in variants]
