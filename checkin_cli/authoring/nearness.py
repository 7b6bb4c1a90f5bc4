"""
Whether a wording is one of its own: not a small change of another, and not copied.
"""

from collections.abc import Iterator, Sequence

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.doctrine import Doctrine
from checkin_cli.proofreading.reading import read

_NEAR = 80
"""
Percent of equal pairs of letters, of all in both.
"""

_COPIED = 90
_SHORTEST_COPY = 8
"""
Letters: shorter turns of phrase belong to everybody.
"""


def check_nearness(
    wording: str, doctrine: Doctrine, proposed: Sequence[str], spoken: Sequence[str]
) -> Iterator[Refutation]:
    """
    Yield the approved wording that is nearly the same, an earlier proposal of the run, and words of the prompt.
    """
    for variant in doctrine.owners:
        if is_near(wording, variant.text):
            yield Refutation("near_duplicate", "wording", variant.id, f"{variant.id} {variant.text}")
            break
    if any(is_near(wording, each) for each in proposed):
        yield Refutation("own_words", "wording")
    letters = _letters(wording)
    if len(letters) >= _SHORTEST_COPY and any(_holds(each, letters) for each in spoken):
        yield Refutation("prompt_copied", "wording")


def is_near(one: str, other: str) -> bool:
    """
    True if two texts differ by a letter here and there, or hold the same words in another order.
    """
    first, second = _pairs(one), _pairs(other)
    if not first or not second:
        return False
    if 200 * len(first & second) >= _NEAR * (len(first) + len(second)):
        return True
    stems = read(one).asserted
    return len(stems) >= 3 and stems == read(other).asserted


def _holds(spoken: str, letters: str) -> bool:
    """
    True if what a person said holds the wording, or nearly all of its pairs of letters in one sentence.
    """
    if letters in _letters(spoken):
        return True
    pairs = _pairs(letters)
    return any(100 * len(pairs & _pairs(part)) >= _COPIED * len(pairs) for part in spoken.split("."))


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def _pairs(text: str) -> frozenset[str]:
    letters = _letters(text)
    return frozenset(letters[at : at + 2] for at in range(len(letters) - 1))
