"""
Tell whether a change moves what a copy claims: ids and decision of its receipt, or the words of a line that code owns.
"""

from collections import Counter
from collections.abc import Iterable

from checkin_cli.documents import read_document
from checkin_cli.rendering import Locked, render_canonical
from checkin_cli.runs.document import Context
from checkin_cli.runs.golden.changes import Change, Edit, Kind
from checkin_cli.runs.golden.receipts import CLAIMS
from checkin_cli.runs.inputs import RawInput


def is_claim(copy: Change | None, receipt: Change | None, given: RawInput, context: Context) -> bool:
    """
    True if the change moves a claim. Numbers in a locked line are no words of it.

    Which lines of a golden were locked is not known any more, so a line that vanished counts as one unless a line of a
    slot came in its place.
    """
    if isinstance(receipt, Edit) and CLAIMS.intersection(receipt.members):
        return True
    if not isinstance(copy, Edit) or not copy.compared or copy.kind in {Kind.whitespace, Kind.order}:
        return False
    lost, gained = _words(copy.lost), _words(copy.gained)
    vanished, appeared = lost - gained, gained - lost
    owned = _words(_locked(given, context))
    chosen = sum(count for line, count in appeared.items() if line not in owned)
    return chosen < appeared.total() or vanished.total() > chosen


def _locked(given: RawInput, context: Context) -> list[str]:
    """
    The lines that code owns, whoever chooses the others.
    """
    screen = render_canonical(read_document(given.content(), context.rules), context.doctrine).screen
    segments = [segment for segment in screen.segments() if isinstance(segment, Locked)]
    return [line for segment in segments for line in segment.split("\n")]


def _words(lines: Iterable[str]) -> Counter[str]:
    """
    Lines without their numbers, blank ones left out.
    """
    masked = (" ".join("#" if any(map(str.isdigit, word)) else word for word in line.split()) for line in lines)
    return Counter(line for line in masked if line)
