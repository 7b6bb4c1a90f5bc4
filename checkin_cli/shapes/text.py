"""
The shape of words: normalised, free of invisible controls, counted after normalisation.
"""

import re
import unicodedata
from itertools import groupby
from typing import Literal

from checkin_cli.shapes.core import JsonSchema, Misfit, kind_of

_FORBIDDEN = {
    "one": re.compile("[\x00-\x1f\x7f-\x9f\ufeff]"),
    "many": re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff]|\r(?!\n)"),
    "verbatim": re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ufeff]"),
}
_DIRECTION_OR_BREAK = re.compile("[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

_MOST_MARKS = 256
"""
Combining marks in a row; no script needs a tenth of it. Composing takes the square of their number.
"""


def composed(text: str) -> str:
    """
    The words in NFC. Combining marks without end do not fit.
    """
    if text.isascii():
        return text
    if len(text) > _MOST_MARKS:
        marks = groupby(map(unicodedata.combining, text), key=bool)
        if any(sum(1 for _ in run) > _MOST_MARKS for are_marks, run in marks if are_marks):
            raise Misfit("text_length", "combining marks without end", f"at most {_MOST_MARKS} in a row")
    return unicodedata.normalize("NFC", text)


class Text:
    """
    Words, returned in NFC. Control characters do not fit, and lengths are counted in code points of the NFC text.

    `lines` says what else may stand in them: `one` nothing; `many` line feeds, CR LF and tabs, for words that are never
    rendered; `verbatim` line feeds, for text that was already published and is not normalised.
    `clean` also refuses direction marks and line separators, for words that a person reads in a copy.
    `visible` refuses blanks alone.
    """

    bound = False

    def __init__(
        self,
        longest: int | None = None,
        shortest: int = 0,
        *,
        lines: Literal["one", "many", "verbatim"] = "one",
        clean: bool = False,
        visible: bool = False,
    ) -> None:
        self.longest = longest
        self.shortest = shortest
        self.lines = lines
        self.clean = clean
        self.visible = visible

    def read(self, value: object) -> str:
        """Return the words."""
        if not isinstance(value, str):
            raise Misfit("wrong_type", kind_of(value), "string")
        text = value if self.lines == "verbatim" else composed(value)
        # What is printable holds none of them.
        invisible = None if text.isprintable() else self._invisible(text)
        if invisible:
            raise Misfit("control_character", f"U+{ord(invisible.group()[0]):04X}", "visible characters")
        if not self.shortest <= len(text) <= (self.longest or len(text)):
            upper = f" to {self.longest}" if self.longest else " or more"
            raise Misfit("text_length", f"{len(text)} characters", f"{self.shortest}{upper}")
        if self.visible and not text.strip():
            raise Misfit("text_length", "blanks only", "visible characters")
        return text

    def _invisible(self, text: str) -> re.Match[str] | None:
        return _FORBIDDEN[self.lines].search(text) or (_DIRECTION_OR_BREAK.search(text) if self.clean else None)

    def schema(self) -> JsonSchema:
        """A string with its lengths."""
        lower: JsonSchema = {"minLength": self.shortest} if self.shortest else {}
        upper: JsonSchema = {"maxLength": self.longest} if self.longest else {}
        return {"type": "string", **lower, **upper}
