"""
A schema in the strict subset that endpoints enforce while a model writes.
"""

from collections.abc import Mapping

from checkin_cli.shapes.core import JsonSchema

_KEPT = frozenset(("type", "properties", "required", "additionalProperties", "items", "enum"))
_DROPPED = frozenset(
    ("pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "title", "description")
)
"""
What the strict subset cannot say and whoever reads the reply still enforces.
"""


def strict(schema: object, overrides: Mapping[str, JsonSchema] | None = None) -> JsonSchema:
    """
    The same schema in the strict subset: every object closed, every key required, dropped what it lacks.

    `overrides` say in its place what the subset cannot express, by path: `principles`, `items[].id`. Raises
    `ValueError` for anything else that it cannot, and for an override that no place asks for.
    """
    left = dict(overrides or {})
    made = _strict(schema, "", left)
    if left:
        raise ValueError(min(left))
    return made


def _strict(schema: object, path: str, overrides: dict[str, JsonSchema]) -> JsonSchema:
    if path in overrides:
        return overrides.pop(path)
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
        if kept.get("additionalProperties") is not False:
            raise ValueError("an open object")
        within = f"{path}." if path else ""
        kept["properties"] = {key: _strict(value, f"{within}{key}", overrides) for key, value in properties.items()}
    if kept.get("type") == "array":
        kept["items"] = _strict(kept["items"], f"{path}[]", overrides)
    return kept


def _list(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []
