"""
Which characters a wording may hold: Hangul syllables, single blanks, commas, full stops and question marks.
"""

import re
import unicodedata
from collections.abc import Iterator

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.errors import FILLERS, printable

PLACE = "wording"

_BREAK = re.compile("[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029]|  |\\A | \\Z")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PLACEHOLDER = re.compile(
    r"[{}\[\]<>|\\_`~^=+*#@&]|%[a-z(]|\$|[OoXx○●◯]{2,}\s?(?:님|씨|회원)|https?:|www\.|\.(?:com|net|org|kr)"
)
_FINE = re.compile(r"[가-힣 ,.?]")
_SENTENCES = re.compile(r"(?:[가-힣]{1,10}(?:,? |[.?] ))*[가-힣]{1,10}[.?]")


def check_characters(wording: str) -> Iterator[Refutation]:
    """
    Yield the first breach of each kind; characters that no editor shows are named as `U+200B`.
    """
    if not unicodedata.is_normalized("NFC", wording):
        yield Refutation("not_nfc", PLACE, "another normal form")
    for code, pattern in (("line_break", _BREAK), ("direction", _DIRECTION), ("placeholder", _PLACEHOLDER)):
        match = pattern.search(wording)
        if match:
            yield Refutation(code, PLACE, printable(match.group()))
    seen: set[str] = set()
    for letter in wording:
        wrong = _code_of(letter)
        if wrong and wrong not in seen:
            seen.add(wrong)
            yield Refutation(wrong, PLACE, f"U+{ord(letter):04X}" if wrong == "invisible" else printable(letter))
    if all(map(_FINE.fullmatch, wording)) and not _SENTENCES.fullmatch(wording):
        yield Refutation("not_sentences", PLACE)


def _code_of(letter: str) -> str | None:
    """
    What is wrong with one character, if anything.
    """
    if _FINE.fullmatch(letter) or _BREAK.fullmatch(letter) or _DIRECTION.fullmatch(letter):
        return None
    kind = unicodedata.category(letter)
    if letter in FILLERS or kind in {"Cf", "Mn", "Me", "Cn", "Co", "Cs"} or "\ufe00" <= letter <= "\ufe0f":
        return "invisible"
    if unicodedata.numeric(letter, None) is not None and not "\u4e00" <= letter <= "\u9fff":
        return "digit"
    return (
        "foreign_letter"
        if kind.startswith("L") or (kind in {"So", "Sk"} and "HANGUL" in unicodedata.name(letter, ""))
        else "other_character"
    )
