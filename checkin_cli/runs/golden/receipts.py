"""
Name a change of a receipt by the members that changed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.runs.golden.changes import Edit, Kind
from checkin_cli.runs.golden.classes import edit_of_copy, first_difference, incomparable
from checkin_cli.runs.golden.layers import only_in, traces
from checkin_cli.runs.golden.visible import around
from checkin_cli.selection import Receipt
from checkin_cli.selection.receipt_record import DIGESTS

CLAIMS = frozenset({"atom_ids", "principle_ids", "decision_id"})
"""
Members that say what a copy claims.
"""

_LARGEST = 1 << 18
"""
Bytes of a golden whose members are compared: a receipt is a hundredth of that.
"""

_MEMBERS = tuple(field.name for field in fields(Receipt))
_OTHER, _DOCTRINE = "another member", "doctrine_sha256"


def edit_of_receipt(golden: bytes, now: bytes) -> Edit:
    """
    The change from an accepted receipt to another one. Members that no receipt has are called another member.
    """
    broken = incomparable(golden, now, _LARGEST)
    if broken is not None:
        return broken
    before, after = _members(golden), _members(now)
    if before is None or after is None:
        return _no_receipt(golden, now)
    return _edit_of_members(golden, now, before, after)


def _edit_of_members(golden: bytes, now: bytes, before: Mapping[str, object], after: Mapping[str, object]) -> Edit:
    offset = first_difference(golden, now)
    sides = around(golden, offset), around(now, offset)
    names = tuple(name for name in dict.fromkeys((*after, *before)) if _value(before, name) != _value(after, name))
    if not names:
        kind = Kind.whitespace if list(before) == list(after) else Kind.order
        texts = golden.decode("utf-8"), now.decode("utf-8")
        causes = only_in(*texts) or ("layout of the JSON",)
        order = () if kind is Kind.whitespace else tuple(before)
        return Edit(kind, offset, *sides, causes, identity=(kind, traces(causes, *texts), order))
    lost = tuple(_lines(names, before, after))
    gained = tuple(_lines(names, after, before))
    known = tuple(dict.fromkeys(name if name in _MEMBERS else _OTHER for name in names))
    kind = _kind(names, before, after)
    numbers = any(_is_number(before.get(name)) or _is_number(after.get(name)) for name in names)
    # The digests of a document differ from case to case; all else must be the same for two changes to be equal.
    shared = tuple((name, _value(before, name), _value(after, name)) for name in names if name not in DIGESTS)
    edit = Edit(kind, offset, *sides, (), lost, gained, known, numbers=numbers, identity=(known, shared))
    return replace(edit, doctrines=_doctrines(before, after))


def _doctrines(before: Mapping[str, object], after: Mapping[str, object]) -> tuple[str, str] | None:
    """
    Both digests of doctrine where they differ, and are digests: anybody may have written a golden.
    """
    one, other = str(before.get(_DOCTRINE)), str(after.get(_DOCTRINE))
    return (one, other) if one != other and re.fullmatch("[0-9a-f]{64}", one) else None


def _no_receipt(golden: bytes, now: bytes) -> Edit:
    text = edit_of_copy(golden, now)
    sides = text.golden, text.now
    return Edit(
        Kind.structure,
        text.offset,
        *sides,
        ("not JSON",),
        text.lost,
        text.gained,
        numbers=text.numbers,
        compared=False,
        identity=("not JSON", text.identity),
    )


def _members(raw: bytes) -> dict[str, object] | None:
    try:
        value = parse_json(decode_utf8(raw))
    except DocumentRefused:
        return None
    return value if isinstance(value, dict) else None


def _value(members: Mapping[str, object], name: str) -> str | None:
    return repr(members[name]) if name in members else None


def _kind(names: tuple[str, ...], before: Mapping[str, object], after: Mapping[str, object]) -> Kind:
    if before.keys() != after.keys():
        return Kind.structure
    # Digests follow from what they are taken of: they decide only where nothing else changed.
    decisive = [name for name in names if not name.endswith("_sha256")]
    if decisive and all(_is_number(after[name]) for name in decisive):
        return Kind.number
    if decisive and all(_same_items(before[name], after[name]) for name in decisive):
        return Kind.order
    return Kind.wording


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _same_items(one: object, other: object) -> bool:
    return isinstance(one, list) and isinstance(other, list) and Counter(map(repr, one)) == Counter(map(repr, other))


def _share_items(one: list[object], other: list[object]) -> bool:
    """
    True if neither holds an item that the other has not: only order or count differ.
    """
    return all(item in other for item in one) and all(item in one for item in other)


def _lines(names: tuple[str, ...], members: Mapping[str, object], others: Mapping[str, object]) -> Iterator[str]:
    """
    What one side says of the members that changed, but for digests of the document; of lists, what the other has not.
    """
    for name in names:
        value, other = members.get(name), others.get(name)
        if name in DIGESTS or name not in members:
            continue
        if isinstance(value, list) and isinstance(other, list) and not _share_items(value, other):
            yield from (f"{name} {_text(item)}" for item in value if item not in other)
        else:
            yield f"{name} {_text(value)}"


def _text(value: object) -> str:
    match value:
        case str():
            return value
        case list():
            return ", ".join(map(_text, value)) or "none"
        case None | bool():
            return {None: "null", False: "false", True: "true"}[value]
    return str(value)
