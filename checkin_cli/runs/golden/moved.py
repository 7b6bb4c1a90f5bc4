"""
Tell which of the same lines stand elsewhere.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Sequence


def moved_lines(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """
    The fewest lines of the first text that have to move to make the second of it, blank ones left out.

    Both hold the same lines. The work grows with their number and its logarithm.
    """
    places: defaultdict[str, deque[int]] = defaultdict(deque)
    for place, line in enumerate(after):
        places[line].append(place)
    kept = _longest_rise([places[line].popleft() for line in before])
    return tuple(line for at, line in enumerate(before) if at not in kept and line)


def _longest_rise(numbers: Sequence[int]) -> set[int]:
    """
    The places of a longest run of rising numbers. Patience sorting (Fredman 1975): the tops of the piles are sorted.
    """
    tops, holders, below = list[int](), list[int](), list[int | None]()
    for at, number in enumerate(numbers):
        pile = bisect_left(tops, number)
        tops[pile : pile + 1] = [number]
        holders[pile : pile + 1] = [at]
        below.append(holders[pile - 1] if pile else None)
    rise, place = set[int](), holders[-1] if holders else None
    while place is not None:
        rise.add(place)
        place = below[place]
    return rise
