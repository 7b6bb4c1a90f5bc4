"""
Text and bytes as a person can tell them apart on one line: what is invisible, or looks like something else, is named.
"""

import unicodedata

from checkin_cli.errors import joined

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\"}
_JAMO = (range(0x1100, 0x1200), range(0xA960, 0xA980), range(0xD7B0, 0xD800))
"""
Parts of Korean syllables, which look like the syllables that they make up.
"""

_BEFORE, _AFTER = 18, 36
"""
Bytes shown on both sides of a place.
"""

_WIDEST = 160
"""
Characters of a line that are shown.
"""


def visible(text: str) -> str:
    r"""
    Text in which each character can be seen: `U+200B`, `\r`, and `U+0020` for blanks at the end.
    """
    body = text.rstrip(" ")
    return joined((*map(_shown, body), *("U+0020",) * (len(text) - len(body))))


def around(raw: bytes, offset: int) -> str:
    r"""
    What stands at a byte and around it, in quotes, bytes that are no UTF-8 as `\xff`.
    """
    start, end = max(0, offset - _BEFORE), min(len(raw), offset + _AFTER)
    while start < offset and _is_continued(raw[start]):
        start += 1
    # A character is at most four bytes; what goes on longer is none.
    for _ in range(3):
        end += end < len(raw) and _is_continued(raw[end])
    text = raw[start:end].decode("utf-8", "surrogateescape")
    return f"{'…' if start else ''}'{joined(map(_shown, text))}'{'…' if end < len(raw) else ''}"


def windows(one: str, other: str) -> tuple[str, str]:
    """
    Two lines, each cut to what fits on a screen, around the first place where they differ.
    """
    end = min(len(one), len(other))
    at = next((place for place in range(end) if one[place] != other[place]), end)
    start = 0 if max(len(one), len(other)) <= _WIDEST else max(0, at - _WIDEST // 4)
    return window(one, start), window(other, start)


def window(line: str, start: int = 0) -> str:
    """
    A line cut to what fits on a screen, from a place on.
    """
    cut = line[start : start + _WIDEST]
    rest = len(line) - start - len(cut)
    return f"{'…' if start else ''}{visible(cut)}{f'… and {rest:,} more characters' if rest > 0 else ''}"


def _is_continued(byte: int) -> bool:
    return byte & 0xC0 == 0x80


def _shown(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    number = ord(char)
    if 0xDC80 <= number <= 0xDCFF:
        return f"\\x{number - 0xDC00:02x}"
    plain = char.isprintable() and not unicodedata.category(char).startswith("M")
    composed = unicodedata.is_normalized("NFC", char) and not any(number in part for part in _JAMO)
    return char if plain and composed else f"U+{number:04X}"
