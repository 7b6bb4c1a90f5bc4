"""
How large a valid reply to any request can be, so that a limit on replies never refuses an honest one.
"""

from checkin_cli.doctrine.values import Variant
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.json_text import json_line

LARGEST_REPLY = 768
"""
Bytes: 256 output tokens at three bytes a token.
"""

_MOST_PRINCIPLES = 5
_IDENTITY = "0" * 16


def largest_reply(doctrine: Doctrine, surface: str) -> int:
    """
    The UTF-8 bytes of the longest reply that a document of the surface can call for, over all stages.
    """
    return max(len(json_line(reply)) for reply in (_coach(doctrine, surface), _polish(doctrine, surface)))


def _coach(doctrine: Doctrine, surface: str) -> object:
    principles = [each.id for each in doctrine.principles.values() if surface in each.surfaces]
    slots = [
        {
            "slot_id": rule.slot,
            "hard_identity": _IDENTITY,
            "principle_ids": _longest(principles, _MOST_PRINCIPLES),
            "atom_ids": _longest(rule.atoms, rule.max_clauses),
        }
        for rule in doctrine.playbooks[surface].prose
    ]
    return {"schema_version": "checkin-coach-v1", "surface": surface, "slots": slots}


def _polish(doctrine: Doctrine, surface: str) -> object:
    playbook = doctrine.playbooks[surface]
    clauses = [
        {"slot_id": slot, "atom_id": slot, "variant_id": _longest(_variant_ids(doctrine.tone[slot].variant), 1)[0]}
        for slot in playbook.tone
        if slot in doctrine.tone
    ]
    for rule in playbook.prose:
        widest = [
            {
                "slot_id": rule.slot,
                "atom_id": atom,
                "variant_id": _longest(_variant_ids(doctrine.atoms[atom].variant), 1)[0],
            }
            for atom in rule.atoms
            if atom in doctrine.atoms
        ]
        clauses += sorted(widest, key=lambda clause: -len(json_line(clause)))[: rule.max_clauses]
    return {"schema_version": "checkin-polish-v1", "surface": surface, "selections": clauses}


def _variant_ids(variants: tuple[Variant, ...]) -> list[str]:
    return [variant.id for variant in variants]


def _longest(ids: list[str] | tuple[str, ...], count: int) -> list[str]:
    return sorted(ids, key=lambda each: (-len(each), each))[:count]
