"""
The strict JSON Schema of a reply, derived from the reply models, with the offered ids as the only words.
"""

from checkin_cli.selection.replies import CoachReply, ExpressionReply, PolishReply
from checkin_cli.selection.requests import CoachRequest, ExpressionRequest, PolishRequest, Request
from checkin_cli.shapes import Record, strict
from checkin_cli.shapes.core import JsonSchema

_CONTRACTS = {"expression": ExpressionReply, "coach": CoachReply, "polish": PolishReply}


def strict_schema(request: Request) -> JsonSchema:
    """
    The schema of the reply to one request: every object closed, every key required.

    Raises `ValueError` for anything that the strict subset cannot say and that is not known to be enforced elsewhere.
    """
    schema = strict(Record(_CONTRACTS[request.stage]).schema())
    return _with_words(schema, _words(request))


def _words(request: Request) -> dict[str, list[str]]:
    """
    The words that each key may hold, in the order of the request.
    """
    words = {"surface": [request.surface]}
    match request:
        case ExpressionRequest():
            words["slot_id"] = [slot.slot_id for slot in request.slots]
            words["variant_id"] = [variant.id for slot in request.slots for variant in slot.variants]
        case CoachRequest():
            words["slot_id"] = [slot.slot_id for slot in request.slots]
            words["hard_identity"] = [slot.hard_identity for slot in request.slots]
            words["principle_ids"] = [principle.id for principle in request.principles]
            words["atom_ids"] = [atom.id for slot in request.slots for atom in slot.atoms]
        case PolishRequest():
            words["slot_id"] = list(dict.fromkeys(clause.slot_id for clause in request.clauses))
            words["atom_id"] = [clause.atom_id for clause in request.clauses]
            words["variant_id"] = [variant.id for clause in request.clauses for variant in clause.variants]
    return words


def _with_words(schema: JsonSchema, words: dict[str, list[str]]) -> JsonSchema:
    """
    The schema with an enumeration wherever a key holds ids.
    """
    properties = schema.get("properties")
    if isinstance(properties, dict):
        filled = {key: _filled(key, value, words) for key, value in properties.items()}
        return {**schema, "properties": filled}
    if isinstance(schema.get("items"), dict):
        return {**schema, "items": _with_words(strict(schema["items"]), words)}
    return schema


def _filled(key: str, schema: JsonSchema, words: dict[str, list[str]]) -> JsonSchema:
    if key in words and schema.get("type") == "string":
        return {"type": "string", "enum": words[key]}
    if key in words:
        return {"type": "array", "items": {"type": "string", "enum": words[key]}}
    return _with_words(schema, words)
