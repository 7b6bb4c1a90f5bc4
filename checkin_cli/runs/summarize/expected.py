"""
Inputs of one kind alone, beside the check-ins of a run.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from checkin_cli.documents import ReadingRules
from checkin_cli.errors import CheckinError, DocumentRefused, Place
from checkin_cli.runs.inputs import RawInput

T = TypeVar("T")


def read_expected(
    kind: type[T],
    name: str,
    read: Callable[[bytes, ReadingRules], object],
    inputs: Iterable[RawInput],
    rules: ReadingRules,
) -> Iterator[tuple[RawInput, T]]:
    """
    Yield each input with what it holds. Raises the first refusal, and for any document of another kind than `name`.
    """
    for given in inputs:
        try:
            found = read(given.content(), rules)
            if not isinstance(found, kind):
                raise DocumentRefused("unknown_document", "another document", name, Place(path="$.schema_version"))
        except CheckinError as error:
            raise error.at(given.source, given.line) from None
        yield given, found
