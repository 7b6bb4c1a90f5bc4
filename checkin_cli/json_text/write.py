"""
JSON out: canonical bytes for digests, one line for records, several lines for people.

All of it refuses NaN, and keeps Korean readable.
"""

import json
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any

from checkin_cli.memo import Memo
from checkin_cli.numbers import plain

_CANONICAL = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_LINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_PRETTY = json.JSONEncoder(ensure_ascii=False, allow_nan=False, indent=2)


def canonical_json(value: object) -> bytes:
    """
    Sorted keys, no blanks, unescaped UTF-8: equal values give equal bytes.
    """
    return canonical_text(value).encode("utf-8")


def canonical_text(value: object) -> str:
    """
    The same before it is encoded.
    """
    return _CANONICAL.encode(value)


def quoted(text: str | None) -> str:
    """
    A string as both ways of writing have it, or `null`.
    """
    return "null" if text is None else encode_basestring(text)


def json_line(value: object) -> bytes:
    """
    One line in UTF-8, keys in the order given, without a final newline.
    """
    return _LINE.encode(value).encode("utf-8")


def json_pretty(value: object) -> bytes:
    """
    Indented lines in UTF-8, keys in the order given, with a final newline.
    """
    return _PRETTY.encode(value).encode("utf-8") + b"\n"


def exact_line(value: object) -> bytes:
    """
    As `json_line`, for values that hold exact decimals and days too: a decimal is written as the number that it is.
    """
    return _WRITERS[type(value)](value).encode("utf-8")


def _object(members: dict[str, object]) -> str:
    return f"{{{','.join([_KEYS[key] + _WRITERS[type(item)](item) for key, item in members.items()])}}}"


def _array(items: list[object] | tuple[object, ...]) -> str:
    return f"[{','.join([_WRITERS[type(item)](item) for item in items])}]"


_KEYS: Memo[str, str] = Memo(lambda key: f"{encode_basestring(key)}:")
_WRITERS: dict[type, Callable[[Any], str]] = {
    str: encode_basestring,
    bool: _LINE.encode,
    type(None): _LINE.encode,
    int: str,
    Decimal: plain,
    date: '"{!s}"'.format,
    dict: _object,
    list: _array,
    tuple: _array,
}
