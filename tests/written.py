"""
Parsed JSON with exact decimals back to text, for feeding generated documents to the reader.
"""

import json
from decimal import Decimal
from typing import Any


def written(document: Any) -> bytes:
    """JSON in UTF-8; decimals are written as they are."""
    return _text(document).encode("utf-8")


def _text(value: Any) -> str:
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_text(item) for item in value) + "]"
    return json.dumps(value)
