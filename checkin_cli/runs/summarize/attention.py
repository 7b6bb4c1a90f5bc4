"""
Who needs a person first, and why.
"""

import heapq
from collections.abc import Iterable
from typing import NamedTuple

from checkin_cli.rendering.words import EMERGENCY
from checkin_cli.runs.summarize.run import ClosedWeek, CustomerWeeks, Summarized
from checkin_cli.weekly.flags import categories_of, told

_MOST_SHOWN = 50
_NOTHING = 9
_RANKS = {"human_review": 3, "review_up": 4, "review_down": 4}


class Call(NamedTuple):
    """
    One customer who needs a person; the lowest rank first, then the key.
    """

    rank: int
    customer: str
    """
    The key; empty for personal check-ins.
    """

    week: str
    what: str
    why: str


class Attention:
    """
    Collects calls in bounded memory: the most urgent are kept, the others counted.
    """

    def __init__(self, most: int = _MOST_SHOWN) -> None:
        self._most = most
        self._calls: list[Call] = []
        self.count = 0
        """
        How many customers need a person.
        """

    def add(self, customer: CustomerWeeks) -> None:
        """
        Take a customer; of several weeks the most urgent one counts, of equal ones the last.
        """
        calls = [_of_week(week) for week in customer.weeks]
        calls += [_of_closed(week) for week in customer.closed if week.flags]
        calls += [
            Call(2, customer.customer or "", str(conflict.day), "conflict", f"check-ins {conflict.why}")
            for conflict in customer.conflicts
        ]
        urgent = [call for call in reversed(calls) if call.rank < _NOTHING]
        if urgent:
            self.count += 1
            self._calls.append(min(urgent, key=lambda call: call.rank))
            if len(self._calls) >= 2 * self._most:
                self._calls = heapq.nsmallest(self._most, self._calls)

    def first(self) -> list[Call]:
        """
        The most urgent calls, in order.
        """
        return heapq.nsmallest(self._most, self._calls)


_QUIET = Call(_NOTHING, "", "", "", "")
"""
A week that needs nobody.
"""


def _rank_of(categories: Iterable[str]) -> int:
    """
    That of a hold: one with an emergency line comes first.
    """
    return 0 if any(category in EMERGENCY for category in categories) else 1


def _of_closed(week: ClosedWeek) -> Call:
    """
    A hold does not wait until somebody has settled the week.
    """
    why = f"{told(week.flags)}; no summary, for check-ins contradict each other"
    return Call(_rank_of(categories_of(week.flags)), week.customer or "", week.label, "safety_hold safety_flag", why)


def _of_week(week: Summarized) -> Call:
    judgment, questions = week.judged.judgment, week.judged.questions
    rank = _RANKS.get(judgment.verdict, _NOTHING)
    if judgment.verdict == "safety_hold":
        rank = _rank_of(judgment.finding.categories)
    later = week.judged.case.later_flags
    if later:
        rank = min(rank, _rank_of(categories_of(later)))
    if rank == _NOTHING and not questions:
        return _QUIET
    what, why = f"{judgment.verdict} {judgment.reason}", judgment.finding.why
    if later and judgment.verdict != "safety_hold":
        what, why = f"question {questions[0].code}", questions[0].why
    if rank == _NOTHING:
        rank = 5
        what = f"question {questions[0].code}"
        why = questions[0].why
    return Call(rank, week.customer or "", week.label, what, why)
