"""
Bytes to parsed JSON, as RFC 8259 has it and no wider.

The standard library's C scanner does the work. What it lets through (duplicate keys, NaN, lone surrogates, any depth)
and what it reports differently from version to version is found by `locate`, which looks only at texts that are
refused or suspicious, so a verdict and its place are the same on every Python.
"""

import json
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text.locate import find_fault

_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF32 = (b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")
_BLANKS = " \t\n\r"
_QUOTE = ord('"')
_UNBOUNDED = Decimal("Infinity")


class _RepeatedKeyError(ValueError):
    pass


def decode_utf8(raw: bytes) -> str:
    """
    Decode UTF-8, dropping one leading byte order mark; other encodings are refused by name or by byte offset.
    """
    refuse_wide_encodings(raw)
    skipped = len(_BOM) if raw.startswith(_BOM) else 0
    try:
        return raw[skipped:].decode("utf-8") if skipped else raw.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + skipped
    raise DocumentRefused("not_utf8", f"bytes that are not UTF-8 at byte {offset}", "UTF-8")


def refuse_wide_encodings(raw: bytes) -> None:
    """
    Refuse UTF-16 and UTF-32 by name, with or without a byte order mark.
    """
    if raw.startswith(b'{"'):
        return
    start = raw[:4]
    # JSON begins with an ASCII character, so NULs among its first four bytes are the rest of a wider unit.
    if raw.startswith(_UTF32) or (start.count(0) == 3 and len(start) == 4):
        raise DocumentRefused("utf32_encoding", "UTF-32", "UTF-8")
    if raw.startswith(_UTF16) or _is_wide_start(start):
        raise DocumentRefused("utf16_encoding", "UTF-16", "UTF-8")


def _is_wide_start(start: bytes) -> bool:
    """
    True where the first units of 16 bits are ASCII; behind a quote any character may follow.

    A NUL that merely stands in UTF-8 is a fault with a place, and no other encoding.
    """
    if len(start) < 2 or (start[0] == 0) == (start[1] == 0):
        return False
    high = 0 if start[0] == 0 else 1
    # The second unit may be cut off, at the end of a line too.
    return len(start) == 2 or start[high + 2 : high + 3] == b"\x00" or (len(start) == 4 and start[1 - high] == _QUOTE)


def parse_json(text: str) -> object:
    """
    Parse one JSON value; numbers with a fraction or exponent become exact decimals.

    Raises `DocumentRefused` with a line and column, or with the `$.path` of a duplicate key or lone surrogate.
    A number beyond every range reads as an infinite decimal, which no shape accepts.
    """
    if not text.strip(_BLANKS):
        raise DocumentRefused("empty_input", "no text", "one JSON value")
    if "\ufeff" in text or "\\ud" in text or "\\uD" in text:
        raise_fault(text)
    try:
        return _STRICT.decode(text)
    except (ValueError, ArithmeticError, RecursionError):
        raise_fault(text)
    # Well-formed after all: a number that is too long for an int or too large for a decimal.
    return _TOLERANT.decode(text)


def raise_fault(text: str) -> None:
    """
    Raise the first fault of a JSON text, if it has one.
    """
    fault = find_fault(text)
    if fault is not None:
        raise fault


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _RepeatedKeyError
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _tolerant_int(digits: str) -> object:
    try:
        return int(digits)
    except ValueError:
        return _UNBOUNDED


def _tolerant_decimal(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except InvalidOperation:
        return _UNBOUNDED


_STRICT = json.JSONDecoder(object_pairs_hook=_distinct, parse_float=Decimal, parse_constant=_no_constant)
_TOLERANT = json.JSONDecoder(
    object_pairs_hook=_distinct,
    parse_int=_tolerant_int,
    parse_float=_tolerant_decimal,
    parse_constant=_no_constant,
)


def parse_own(raw: bytes) -> Any:  # noqa: ANN401  # parsed JSON may be anything
    """
    Parse bytes that this program wrote and whose digest was checked; whole numbers are plain integers.
    """
    return json.loads(raw)


def parse_anyhow(raw: bytes) -> object:
    """
    Parse what may break the rules of `parse_json`: another encoding, or repeated keys, whose values are listed.

    Raises `ValueError` for what is no JSON at all, and for nesting without end.
    """
    try:
        return _ANYHOW.decode(raw.decode(json.detect_encoding(raw), "surrogatepass"))
    except RecursionError:
        raise ValueError from None


def _all_of_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    every: dict[str, list[object]] = {}
    for key, value in pairs:
        every.setdefault(key, []).append(value)
    return {key: values[0] if len(values) == 1 else values for key, values in every.items()}


_ANYHOW = json.JSONDecoder(object_pairs_hook=_all_of_each, parse_int=_tolerant_int, parse_float=_tolerant_decimal)
