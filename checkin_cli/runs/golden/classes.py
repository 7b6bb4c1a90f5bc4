"""
Name a change of bytes: number, wording, order, whitespace or structure.

The work grows with the size of both texts and never with its square; what no copy can be is not compared line by line.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

from checkin_cli.runs.golden.changes import Edit, Kind
from checkin_cli.runs.golden.layers import also_in, below, only_in, traces
from checkin_cli.runs.golden.visible import around

LARGEST = 1 << 21
"""
Bytes of a golden whose lines are compared. A document has half of that, so its copy is never as long.
"""

_MOST_LINES = 1 << 16
_CHUNK = 1 << 16
_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7})(?=[ \r\n]|$)", re.MULTILINE)


def edit_of_copy(golden: bytes, now: bytes) -> Edit:
    """
    The change from an accepted copy to another one.
    """
    layers = _layers(golden, now)
    if layers:
        offset = first_difference(golden, now)
        identity = traces(layers, golden.decode("utf-8"), now.decode("utf-8"))
        return Edit(Kind.whitespace, offset, around(golden, offset), around(now, offset), layers, identity=identity)
    return incomparable(golden, now) or _edit_of_content(golden, now)


def incomparable(golden: bytes, now: bytes, largest: int = LARGEST) -> Edit | None:
    """
    The change of a golden that is no text to compare, named after why; None for all others.
    """
    too_long = len(golden) > largest or golden.count(b"\n") > _MOST_LINES
    found = {
        "conflict markers": _has_marker(golden) and not _has_marker(now),
        "empty file": not golden,
        "far too long": too_long,
        "not UTF-8": _decoded(golden) is None,
    }
    causes = tuple(cause for cause, is_so in found.items() if is_so)
    if not causes:
        return None
    offset = first_difference(golden, now)
    sides = around(golden, offset), around(now, offset)
    lost, gained = ((), ()) if too_long else _lines_alone(golden, now)
    # A digit of another encoding need not look like one.
    numbers = too_long or found["not UTF-8"] or _numbers(lost) != _numbers(gained)
    identity = (causes, hashlib.sha256(golden).hexdigest(), hashlib.sha256(now).hexdigest())
    return Edit(
        Kind.structure,
        offset,
        *sides,
        causes,
        lost,
        gained,
        numbers=numbers,
        compared=False,
        too_long=too_long,
        identity=identity,
    )


def first_difference(one: bytes, other: bytes) -> int:
    """
    The offset of the first byte that differs; the length of the shorter one where it is the beginning of the longer.
    """
    end = min(len(one), len(other))
    start = next((at for at in range(0, end, _CHUNK) if one[at : at + _CHUNK] != other[at : at + _CHUNK]), end)
    return next((at for at in range(start, min(start + _CHUNK, end)) if one[at] != other[at]), end)


def _decoded(raw: bytes) -> str | None:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _has_marker(raw: bytes) -> bool:
    # Most goldens hold none of these bytes, which is found out faster than that no line begins with them.
    return any(mark * 7 in raw for mark in (b"<", b"=", b">")) and _MARKER.search(raw) is not None


def _layers(golden: bytes, now: bytes) -> tuple[str, ...]:
    """
    The names of an invisible difference; none where it is another one, or would take too long to look at.
    """
    before = _decoded(golden)
    if before is None:
        return ()
    if golden.count(b"\n") > _MOST_LINES:
        return ("final newline",) if golden.rstrip(b"\n") == now.rstrip(b"\n") else ()
    return only_in(before, now.decode("utf-8"))


def _edit_of_content(golden: bytes, now: bytes) -> Edit:
    offset = first_difference(golden, now)
    sides = around(golden, offset), around(now, offset)
    before, after = golden.decode("utf-8"), now.decode("utf-8")
    kind, causes, lost, gained = _content(before, after)
    return Edit(
        kind,
        offset,
        *sides,
        causes,
        lost,
        gained,
        numbers=kind is not Kind.order and _numbers(lost) != _numbers(gained),
        identity=(kind, causes, traces(causes, before, after), lost, gained),
    )


_Content = tuple[Kind, tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _content(before: str, after: str) -> _Content:
    """
    The class, what comes on top, and the lines of either side alone.
    """
    old, new = below(before), below(after)
    lines, others = old.split("\n"), new.split("\n")
    lost, gained = _alone(lines, others), _alone(others, lines)
    also = also_in(before, after)
    if "".join(old.split()) == "".join(new.split()) and _numbers(lost) == _numbers(gained):
        return Kind.whitespace, ("spacing", *also), lost, gained
    if not any(lost) and not any(gained):
        return Kind.order, also, *_moved(lines, others)
    if _shape(old) != _shape(new):
        return Kind.structure, also, lost, gained
    return Kind.number if _words(lost) == _words(gained) else Kind.wording, also, lost, gained


def _lines_alone(golden: bytes, now: bytes) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    The lines of either side alone, whatever bytes they are made of.
    """
    lines, others = (raw.decode("utf-8", "surrogateescape").split("\n") for raw in (golden, now))
    return _alone(lines, others), _alone(others, lines)


def _alone(lines: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """
    The lines that stand in the others less often, in their order.
    """
    spare = Counter(lines) - Counter(others)
    alone = []
    for line in reversed(lines):
        if spare[line] > 0:
            spare[line] -= 1
            alone.append(line)
    return tuple(reversed(alone))


def _moved(lines: Sequence[str], others: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """
    The lines that stand in the place of another one.
    """
    places = [pair for pair in zip_longest(lines, others, fillvalue="") if pair[0] != pair[1]]
    return tuple(line for line, _ in places), tuple(line for _, line in places)


def _numbers(lines: Sequence[str]) -> list[str]:
    """
    The words that hold a digit, units and signs included, in order.
    """
    return [word for line in lines for word in line.split() if any(map(str.isdigit, word))]


def _words(lines: Sequence[str]) -> list[str]:
    """
    The other words, in order.
    """
    return [word for line in lines for word in line.split() if not any(map(str.isdigit, word))]


def _shape(text: str) -> list[list[bool]]:
    """
    For each block whether its lines are bullets.
    """
    return [[line.startswith("- ") for line in block.split("\n")] for block in text.strip("\n").split("\n\n")]
