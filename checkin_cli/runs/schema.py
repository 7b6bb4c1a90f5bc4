"""
The JSON Schemas that the program publishes.
"""

from checkin_cli.documents import document_schemas
from checkin_cli.errors import UsageError
from checkin_cli.facts.derive import SURFACE_OF
from checkin_cli.selection import RECEIPT, Receipt
from checkin_cli.shapes import Record
from checkin_cli.shapes.core import JsonSchema

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_DIGESTED = {
    "prompt_sha256": "the task texts of the stages that were asked, as canonical JSON by stage",
    "doctrine_sha256": "the list of all approved files with the SHA-256 of each, as doctrine.lock has it",
    "binding_sha256": "the covered facts and the revision of the document, as canonical JSON",
    "canonical_sha256": "the canonical copy in UTF-8, without a final newline",
    "output_sha256": "the copy that was written in UTF-8, without the final newline of its file",
}
"""
What each digest of a receipt is taken over.
"""


_SHORT = {**{surface: contract for contract, surface in SURFACE_OF.items()}, "receipt": RECEIPT}


def schema_names() -> list[str]:
    """
    The names that `schema_of` knows.
    """
    return [*document_schemas(), RECEIPT]


def schema_of(name: str) -> JsonSchema:
    """
    The schema of a document or of the receipt, by its name, or by a short one: its surface, or `receipt`.
    """
    schemas = {**document_schemas(), RECEIPT: _receipt()}
    full = _SHORT.get(name, name)
    if full not in schemas:
        raise UsageError("unknown_schema", "another name", f"one of {', '.join((*schemas, *_SHORT))}")
    return {"$schema": _DIALECT, "title": full, **schemas[full]}


def _receipt() -> JsonSchema:
    members = {name: key.shape.schema() for name, key in Record(Receipt).keys.items()}
    said = {name: {**members[name], "description": text} for name, text in _DIGESTED.items()}
    return {**Record(Receipt).schema(), "properties": {**members, **said}}
