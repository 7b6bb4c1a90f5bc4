"""
Read documents without rendering them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from checkin_cli.documents import ReadingRules, faults_in, read_document
from checkin_cli.errors import DocumentRefused
from checkin_cli.runs.inputs import RawInput

MOST_FAULTS = 20
"""
Of one document: whoever has more corrects these first.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What one input is, or why it is refused.
    """

    source: str
    line: int | None
    contract: str | None
    errors: tuple[DocumentRefused, ...] = ()
    """
    In the order of the document; the first is the one that a render names.
    """

    has_more: bool = False
    """
    True for a document with more than `MOST_FAULTS`, of which the others are left out.
    """


def validate_all(inputs: Iterable[RawInput], rules: ReadingRules) -> Iterator[Verdict]:
    """
    Yield a verdict for each input, in order.
    """
    for given in inputs:
        try:
            document = read_document(given.content(), rules)
        except DocumentRefused:
            found = [error.at(given.source, given.line) for error in _faults(given, rules)]
            more = len(found) > MOST_FAULTS
            yield Verdict(given.source, given.line, None, tuple(found[:MOST_FAULTS]), has_more=more)
        else:
            yield Verdict(given.source, given.line, document.schema_version)


def _faults(given: RawInput, rules: ReadingRules) -> Iterator[DocumentRefused]:
    if isinstance(given.raw, DocumentRefused):
        return iter((given.raw,))
    return islice(faults_in(given.raw, rules), MOST_FAULTS + 1)
