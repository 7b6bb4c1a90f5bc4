"""
A row of the judgment table, and what it finds in a week.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from checkin_cli.weekly.case import Case


class Finding(NamedTuple):
    """
    Whether a row applies to a week, and why, with its numbers.
    """

    applies: bool
    why: str
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


@dataclass(frozen=True, slots=True)
class Rule:
    """
    One row: its number, its name, and the check that also explains it.
    """

    number: int
    name: str
    check: Callable[[Case], Finding]


def passes(why: str) -> Finding:
    """
    The row does not apply.
    """
    return Finding(applies=False, why=why)


def skipped(why: str) -> Finding:
    """
    The row cannot be asked.
    """
    return Finding(applies=False, why=f"{why}: skipped", skipped=True)


def applies(verdict: str, reason: str, why: str, *categories: str) -> Finding:
    """
    The row decides.
    """
    return Finding(applies=True, why=why, verdict=verdict, reason=reason, categories=categories)
