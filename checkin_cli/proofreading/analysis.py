"""
The morphological analysis that several checks look at.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from checkin_cli.proofreading.values import Wording

if TYPE_CHECKING:
    from kiwipiepy import Kiwi, Sentence


def sentences_of(wordings: Sequence[Wording]) -> Iterator[list["Sentence"]]:
    """
    Yield the sentences of each string with their tokens.
    """
    yield from _kiwi().split_into_sents([wording.text for wording in wordings], return_tokens=True)


@cache
def _kiwi() -> "Kiwi":
    """
    The analyser, which takes a second to start, once.
    """
    from kiwipiepy import Kiwi

    return Kiwi()
