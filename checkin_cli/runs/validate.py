"""
Read documents without rendering them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError
from checkin_cli.runs.inputs import RawInput


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What one input is, or why it is refused.
    """

    source: str
    line: int | None
    contract: str | None
    error: CheckinError | None


def validate_all(inputs: Iterable[RawInput], rules: ReadingRules) -> Iterator[Verdict]:
    """
    Yield a verdict for each input, in order.
    """
    for given in inputs:
        try:
            document = read_document(given.content(), rules)
        except CheckinError as error:
            yield Verdict(given.source, given.line, None, error.at(given.source, given.line))
        else:
            yield Verdict(given.source, given.line, document.schema_version, None)
