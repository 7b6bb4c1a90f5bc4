"""
Names of providers, models and endpoints that are never asked, however they are written.
"""

import re
import unicodedata
from urllib.parse import unquote

_FORBIDDEN = ("kimi", "moonshot")

_LOOK_ALIKES = str.maketrans(
    {
        **dict.fromkeys("0оοօ", "o"),
        **dict.fromkeys("1l|!іιⅼı", "i"),
        **dict.fromkeys("5$ѕ", "s"),
        **dict.fromkeys("7тτ", "t"),
        **dict.fromkeys("кκ", "k"),
        **dict.fromkeys("мμ", "m"),
        **dict.fromkeys("пη", "n"),
        **dict.fromkeys("нһ", "h"),
    }
)
_NEITHER_LETTER_NOR_DIGIT = re.compile(r"[\W_]+")
_PUNYCODE = re.compile(r"xn--[a-z0-9-]+")


def is_forbidden(name: str) -> bool:
    """
    True if a name holds one of the forbidden words, whatever its case, width, accents, separators and escapes.

    Digits and letters of other scripts that look like the ones of a word count as those.
    """
    return any(word in _normal(name) for word in _FORBIDDEN)


def _normal(name: str) -> str:
    text = _PUNYCODE.sub(_decoded, unquote(unquote(name)).casefold())
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return _NEITHER_LETTER_NOR_DIGIT.sub("", bare.casefold().translate(_LOOK_ALIKES))


def _decoded(label: re.Match[str]) -> str:
    try:
        return label.group()[4:].encode("ascii").decode("punycode")
    except ValueError:
        return label.group()
