"""
The revision binding: which values of a document a receipt vouches for.

Covered are the values of closed type: numbers, days, words of closed lists, flags. Never covered are words and names:
free text, labels, notes, the customer key, the ref.
"""

from datetime import UTC, date, datetime
from decimal import Decimal

from checkin_cli.json_text import canonical_text, quoted
from checkin_cli.memo import Memo
from checkin_cli.numbers import plain
from checkin_cli.shapes import shapes_of


def binding_of(document: object) -> bytes:
    """
    Canonical JSON of the covered values of a record: equal facts give equal bytes, however their numbers were written.
    """
    return written(document).encode("utf-8")


def written(value: object) -> str:
    """
    One covered value as canonical JSON, or a record of them: its members in the order of their names.
    """
    if isinstance(value, Decimal):
        return f'"{plain(value)}"'
    if isinstance(value, str | bool | int):
        return canonical_text(value)
    if isinstance(value, tuple):
        return f"[{','.join(map(written, value))}]"
    if isinstance(value, datetime):
        return quoted(value.astimezone(UTC).isoformat())
    if isinstance(value, date):
        return quoted(value.isoformat())
    present = ((name, getattr(value, name)) for name in _COVERED[type(value)])
    return f"{{{','.join(f'{quoted(name)}:{written(item)}' for name, item in present if item is not None)}}}"


_COVERED: Memo[type, list[str]] = Memo(
    lambda cls: sorted(name for name, shape in shapes_of(cls).items() if shape.bound)
)
