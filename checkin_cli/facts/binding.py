"""
The revision binding: which values of a document a receipt vouches for.

Covered are the values of closed type: numbers, days, words of closed lists, flags. Never covered are words and names:
free text, labels, notes, the customer key, the ref.
"""

from datetime import UTC, date, datetime
from decimal import Decimal

from checkin_cli.documents import Document
from checkin_cli.json_text import canonical_json
from checkin_cli.numbers import plain
from checkin_cli.shapes import shapes_of

_COVERED: dict[type, tuple[str, ...]] = {}


def binding_of(document: Document) -> bytes:
    """
    Canonical JSON of the covered values: equal facts give equal bytes, however their numbers were written.
    """
    return canonical_json(_plain_value(document))


def _plain_value(value: object) -> object:
    # Most values are decimals; those come first.
    if isinstance(value, Decimal):
        return plain(value)
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, tuple):
        return [_plain_value(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    present = ((name, getattr(value, name)) for name in _covered(type(value)))
    return {name: _plain_value(item) for name, item in present if item is not None}


def _covered(record: type) -> tuple[str, ...]:
    if record not in _COVERED:
        _COVERED[record] = tuple(name for name, shape in shapes_of(record).items() if shape.bound)
    return _COVERED[record]
