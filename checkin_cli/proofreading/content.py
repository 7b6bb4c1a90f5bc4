"""
What a string may not say and how it may not be set, as patterns of our own.

Digits are not looked at here: labels may hold them, and the doctrine refuses them in wordings.
"""

import re
import unicodedata
from collections.abc import Iterator

from checkin_cli.proofreading.forbidden import FORBIDDEN, STATEMENT
from checkin_cli.proofreading.values import Finding, Wording, broken

_SETTING = {
    "exclamation": ("[!！‼]",),
    "emoji": (
        "[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\ufe0f\u200d\u20e3♡♥]",
        r"[ㅋㅎㅠㅜ]{2,}|\^\^|[:;]-?[)D]",
    ),
    "quotes": (r"[\"'`“”„‘’«»「」『』《》]",),
    "dash": (r"[‒–—―]|--", r"(?<=\S) - (?=\S)"),
    "ellipsis": (r"[…‥⋯]|\.{2,}|·{2,}|ㆍ{2,}",),
}
_STATEMENT = re.compile("|".join(STATEMENT))
_PATTERNS = {rule: re.compile("|".join(parts)) for rule, parts in (_SETTING | FORBIDDEN).items()}


def check_content(wording: Wording) -> Iterator[Finding]:
    """
    Yield the first breach of each rule in one string.
    """
    if not unicodedata.is_normalized("NFC", wording.text):
        yield broken(wording.id, "not_nfc", "another normal form")
    text = unicodedata.normalize("NFC", wording.text)
    for rule, pattern in _PATTERNS.items():
        match = pattern.search(text)
        if match:
            yield broken(wording.id, rule, match.group().strip())
    statement = _STATEMENT.search(text)
    if wording.clause and statement:
        yield broken(wording.id, "statement", statement.group())
