"""
The strict JSON Schema of a reply, derived from the reply models, with the offered ids as the only words.
"""

from checkin_cli.selection.replies import CoachReply, ExpressionReply, PolishReply
from checkin_cli.selection.requests import CoachRequest, ExpressionRequest, PolishRequest, Request
from checkin_cli.shapes import Record
from checkin_cli.shapes.core import JsonSchema

_CONTRACTS = {"expression": ExpressionReply, "coach": CoachReply, "polish": PolishReply}

_KEPT = frozenset(("type", "properties", "required", "additionalProperties", "items", "enum"))
_DROPPED = frozenset(
    ("pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "title", "description")
)
"""
What the strict subset cannot say and the guard still enforces.
"""


def strict_schema(request: Request) -> JsonSchema:
    """
    The schema of the reply to one request: every object closed, every key required.

    Raises `ValueError` for anything that the strict subset cannot say and that is not known to be enforced elsewhere.
    """
    schema = strict(Record(_CONTRACTS[request.stage]).schema())
    return _with_words(schema, _words(request))


def strict(schema: object) -> JsonSchema:
    """
    A schema in the strict subset. Raises as `strict_schema` does.
    """
    if not isinstance(schema, dict):
        raise TypeError
    if schema.keys() == {"const"}:
        return {"type": "string", "enum": [schema["const"]]}
    unknown = schema.keys() - _KEPT - _DROPPED
    if unknown:
        raise ValueError(min(unknown))
    kept: JsonSchema = {key: value for key, value in schema.items() if key in _KEPT}
    if kept.get("type") == "object":
        properties = kept["properties"]
        if not isinstance(properties, dict) or set(properties) != set(_list(kept["required"])):
            raise ValueError("an optional key")
        kept["properties"] = {key: strict(value) for key, value in properties.items()}
    if kept.get("type") == "array":
        kept["items"] = strict(kept["items"])
    return kept


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


def _list(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
