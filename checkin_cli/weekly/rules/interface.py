"""
A row of the judgment table, and what it finds in a week.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from checkin_cli.weekly.case import Case

Words = str | Callable[[], str]


class Finding(NamedTuple):
    """
    Whether a row applies to a week.
    """

    applies: bool
    words: Words
    """
    Why, in words or as a function that finds them: most are never read.
    """

    verdict: str = ""
    reason: str = ""
    categories: tuple[str, ...] = ()
    """
    What the safety part of the summary names.
    """

    skipped: bool = False
    """
    True if the row could not be asked, because its input is missing.
    """

    @property
    def why(self) -> str:
        """
        Why the row applies or not, with its numbers.
        """
        return self.words if isinstance(self.words, str) else self.words()


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One row: its number, its name, and the check that also explains it.
    """

    number: int
    name: str
    check: Callable[[Case], Finding]


def passes(why: Words) -> Finding:
    """
    The row does not apply.
    """
    return Finding(applies=False, words=why)


def skipped(why: str) -> Finding:
    """
    The row cannot be asked.
    """
    return Finding(applies=False, words=f"{why}: skipped", skipped=True)


def applies(verdict: str, reason: str, why: Words, *categories: str) -> Finding:
    """
    The row decides.
    """
    return Finding(applies=True, words=why, verdict=verdict, reason=reason, categories=categories)
