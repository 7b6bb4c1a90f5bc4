"""
Names of providers, models and endpoints that are never asked, however they are written.
"""

import re
import unicodedata
from urllib.parse import unquote

_FORBIDDEN = ("kimi", "moonshot")

_CAPITALS = str.maketrans("ΜΟΝΗΤΚΙΡЅМОНТКІ", "monhtkipsmohtki")
"""
Letters of other scripts whose capitals look like other Latin letters than their small forms do.
"""

_LOOK_ALIKES = str.maketrans(
    {
        **dict.fromkeys("0оοօσ\U0001042c", "o"),
        **dict.fromkeys("1l|!іιⅼıӏɩ", "i"),
        **dict.fromkeys("5$ѕ", "s"),
        **dict.fromkeys("7тτ", "t"),
        **dict.fromkeys("кκĸ", "k"),
        **dict.fromkeys("мμ", "m"),
        **dict.fromkeys("пην", "n"),
        **dict.fromkeys("нһ", "h"),
    }
)
_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_\u115f\u1160\u3164]+")
_PUNYCODE = re.compile(r"xn--[a-z0-9-]+", re.IGNORECASE)
_LATIN = re.compile(r"(?:LETTER|CAPITAL|DOTLESS) ([A-Z])(?: WITH .*)?$")
_AUTHORITY = re.compile(r"^[a-z]+://([^/?#:]*)(?::\d+)?(.*)$", re.DOTALL | re.IGNORECASE)


def is_forbidden(name: str) -> bool:
    """
    True if a name holds one of the forbidden words, whatever its case, width, accents, separators and escapes.

    Digits and letters of other scripts that look like the ones of a word count as those.
    """
    return any(word in _normal(name) for word in _FORBIDDEN)


def is_forbidden_address(address: str) -> bool:
    """
    True if the host or the path of an address holds a forbidden word. The port is no name.
    """
    parts = _AUTHORITY.match(_decoded(address))
    return is_forbidden(address) if parts is None else any(is_forbidden(part) for part in parts.groups())


def _normal(name: str) -> str:
    text = _PUNYCODE.sub(_from_punycode, _decoded(name))
    latin = "".join(map(_latin, unicodedata.normalize("NFKD", text.translate(_CAPITALS))))
    return _NEITHER_LETTER_NOR_DIGIT.sub("", latin.casefold().translate(_LOOK_ALIKES))


def _decoded(name: str) -> str:
    while (once := unquote(name)) != name:
        name = once
    return name


def _latin(letter: str) -> str:
    """
    The plain letter or digit behind a decorated one; nothing for an accent.
    """
    if letter.isascii():
        return letter
    if unicodedata.combining(letter):
        return ""
    digit = unicodedata.digit(letter, None)
    if digit is not None:
        return str(digit)
    found = _LATIN.search(unicodedata.name(letter, ""))
    return found.group(1).lower() if found and "CYRILLIC" not in unicodedata.name(letter) else letter


def _from_punycode(label: re.Match[str]) -> str:
    try:
        return label.group()[4:].encode("ascii").decode("punycode")
    except ValueError:
        return label.group()
