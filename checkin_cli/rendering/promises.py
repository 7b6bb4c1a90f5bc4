"""
The promises, checked on every rendering in production, whoever chose the wordings.

The check reads the finished text against the segments and knows nothing of how it was composed: every line is a
locked line, byte for byte and in its place, or an approved wording of an atom of that slot whose conditions the
document meets, in order.
"""

import unicodedata
from typing import assert_never

from checkin_cli.errors import DocumentRefused, InternalFault
from checkin_cli.rendering.segments import Prose, Screen, Tone

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
    _check_lines(screen, text)
    if screen.own_words:
        _check_document_words(text)
    # A code point takes at most two units, so most copies need no count.
    if len(text) > LONGEST_COPY // 2 and len(text.encode("utf-16-le")) // 2 > LONGEST_COPY:
        raise DocumentRefused("copy_too_long", "a longer copy", f"at most {LONGEST_COPY} UTF-16 units")


def _check_lines(screen: Screen, text: str) -> None:
    # No segment reads past the end: nothing equals the end.
    lines = (*text.split("\n"), _END)
    at = 0
    for index, (locked, slots) in enumerate(screen.blocks):
        if index:
            if lines[at]:
                raise _broken("one empty line between blocks")
            at += 1
        start, at = at, at + len(locked)
        if lines[start:at] != locked or not all(locked):
            raise _broken("locked segments byte for byte")
        for slot in slots:
            at = _after(slot, lines, at)
    if at != len(lines) - 1:
        raise _broken("nothing after the last segment")


_END = "\n"
"""
Follows the last line of a split text; no line holds a line feed.
"""


def _after(segment: Tone | Prose, lines: tuple[str, ...], at: int) -> int:
    """
    Where the text goes on after a slot that begins in line `at`.
    """
    match segment:
        case Tone():
            if lines[at] not in segment.texts:
                raise _broken("an approved wording in each tone slot")
            return at + 1
        case Prose():
            shown = _count_shown(segment, lines, at)
            if not 1 <= shown <= segment.max_clauses:
                raise _broken("offered atoms in order, within the number of clauses")
            return at + shown
        case _:
            assert_never(segment)


def _count_shown(segment: Prose, lines: tuple[str, ...], at: int) -> int:
    """
    How many lines from `at` on are wordings of atoms that hold for the document, in playbook order.
    """
    wordings, mask, last, start = segment.home.wordings, segment.mask, -1, at
    while (found := wordings.get(lines[at])) is not None:
        place, matters, required = found
        if place <= last or mask & matters != required:
            break
        last, at = place, at + 1
    return at - start


def _check_durable(screen: Screen, text: str) -> None:
    if screen.segments() != (text,):
        raise _broken("published text as it was approved")


def _check_document_words(text: str) -> None:
    if not unicodedata.is_normalized("NFC", text):
        raise _broken("NFC throughout")
    if any(line != line.rstrip() for line in text.split("\n")):
        raise _broken("no blank at the end of a line")


def _broken(promise: str) -> InternalFault:
    return InternalFault("promise_broken", "a rendering that breaks it", promise)
