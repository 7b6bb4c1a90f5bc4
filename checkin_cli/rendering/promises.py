"""
The promises, checked on every rendering in production, whoever chose the wordings.

The check reads the finished text against the segments and knows nothing of how it was composed: every line is a
locked line, byte for byte and in its place, or an approved wording of an atom that was offered there, in order.
"""

import unicodedata
from collections.abc import Iterable
from typing import assert_never

from checkin_cli.errors import DocumentRefused, InternalFault
from checkin_cli.rendering.segments import Locked, Prose, Screen, Segment, Tone

LONGEST_COPY = 4096
"""
UTF-16 code units: one messenger message.
"""


def check_promises(screen: Screen, text: str) -> None:
    """
    Raise `InternalFault` for a broken promise, `DocumentRefused` for a copy that does not fit one message.
    """
    if screen.durable:
        _check_durable(screen, text)
        return
    lines = _Lines(text)
    for index, block in enumerate(screen.blocks):
        if index and not lines.next_is([""]):
            raise _broken("one empty line between blocks")
        for segment in block:
            _check_segment(segment, lines)
    if not lines.at_end():
        raise _broken("nothing after the last segment")
    if any(segment.from_document for segment in screen.segments() if isinstance(segment, Locked)):
        _check_document_words(text)
    # A code point takes at most two units, so most copies need no count.
    if len(text) > LONGEST_COPY // 2 and len(text.encode("utf-16-le")) // 2 > LONGEST_COPY:
        raise DocumentRefused("copy_too_long", "a longer copy", f"at most {LONGEST_COPY} UTF-16 units")


class _Lines:
    """
    The lines of a finished text, taken one by one.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0

    def next_is(self, allowed: Iterable[str]) -> bool:
        """
        Take the next line if it is one of the allowed ones.
        """
        taken = not self.at_end() and self._lines[self._at] in allowed
        self._at += taken
        return taken

    def at_end(self) -> bool:
        return self._at == len(self._lines)


def _check_segment(segment: Segment, lines: _Lines) -> None:
    match segment:
        case Locked():
            if not segment.text or not lines.next_is([segment.text]):
                raise _broken("locked segments byte for byte")
        case Tone():
            if not lines.next_is([variant.text for variant in segment.variants]):
                raise _broken("an approved wording in each tone slot")
        case Prose():
            shown = sum(lines.next_is([variant.text for variant in atom.variant]) for atom in segment.offered)
            if not 1 <= shown <= segment.max_clauses:
                raise _broken("offered atoms in order, within the number of clauses")
        case _:
            assert_never(segment)


def _check_durable(screen: Screen, text: str) -> None:
    if [segment.text for segment in screen.segments() if isinstance(segment, Locked)] != [text]:
        raise _broken("published text as it was approved")


def _check_document_words(text: str) -> None:
    if not unicodedata.is_normalized("NFC", text):
        raise _broken("NFC throughout")
    if any(line != line.rstrip() for line in text.split("\n")):
        raise _broken("no blank at the end of a line")


def _broken(promise: str) -> InternalFault:
    return InternalFault("promise_broken", "a rendering that breaks it", promise)
