"""
Choices that failed: which documents left somebody something to choose, and of which no answer counted, or not all.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from checkin_cli.numbers import percent_of
from checkin_cli.runs.render import Kind
from checkin_cli.selection.reasons import Failure, Reason

_FAULTS: frozenset[str] = frozenset((*Failure, *Reason))
_CLOSED = frozenset(("canonical_mode", "safety_hold", "published", "no_eligible_slot", "grounding_insufficient"))
"""
Outcomes and reasons of documents in which nobody has anything to choose.
"""


def is_fault(outcome: str, reason: str) -> bool:
    """
    True if somebody was to choose and no answer counted, or not all of them did.
    """
    return not _FAULTS.isdisjoint((outcome, reason))


def is_choice(outcome: str, reason: str) -> bool:
    """
    True if somebody was to choose, whether an answer counted or not.
    """
    return _CLOSED.isdisjoint((outcome, reason))


class Faults:
    """
    The choices of a run and how many of them failed, by the class of failure or `interrupted`.
    """

    def __init__(self, kinds: Mapping[Kind, int]) -> None:
        self.choices = 0
        self.by_word: Counter[str] = Counter()
        for (_, _, outcome, reason, _), count in kinds.items():
            self.choices += count * is_choice(outcome, reason)
            if is_fault(outcome, reason):
                self.by_word[_word(outcome, reason)] += count

    @property
    def count(self) -> int:
        """
        How many choices failed.
        """
        return self.by_word.total()

    @property
    def percent(self) -> float:
        """
        The share of the choices that failed, for people to read.
        """
        return percent_of(self.count, self.choices)

    def exceed(self, percent: float) -> bool:
        """
        True if a larger share of the choices failed. The counts are judged: a rounded share could pass by a hair.
        """
        return 100 * self.count > percent * self.choices

    def words(self) -> Iterator[str]:
        """
        Each class of failure with its count, the most frequent one first.
        """
        for word, count in sorted(self.by_word.items(), key=lambda item: (-item[1], item[0])):
            yield f"{word} {count:,}"


def _word(outcome: str, reason: str) -> str:
    if reason == Reason.INTERRUPTED:
        return reason
    # `expression` names the class as the outcome, `coach` as the reason.
    return outcome if outcome in {*Failure} else reason
