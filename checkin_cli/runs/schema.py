"""
The JSON Schemas that the program publishes.
"""

from checkin_cli.documents import document_schemas
from checkin_cli.errors import UsageError
from checkin_cli.selection import RECEIPT, Receipt
from checkin_cli.shapes import Record
from checkin_cli.shapes.core import JsonSchema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_names() -> list[str]:
    """
    The names that `schema_of` knows.
    """
    return [*document_schemas(), RECEIPT]


def schema_of(name: str) -> JsonSchema:
    """
    The schema of a document or of the receipt, by its name; `receipt` is short for the receipt's.
    """
    schemas = {**document_schemas(), RECEIPT: Record(Receipt).schema()}
    full = RECEIPT if name == "receipt" else name
    if full not in schemas:
        raise UsageError("unknown_schema", "another name", f"one of {', '.join(schemas)}")
    return {"$schema": _DIALECT, "title": full, **schemas[full]}
