"""
How the page of a shadow run finds what differs: its functions, called in a browser.
"""

from collections.abc import Sequence
from random import Random

import pytest

from tests.full.conftest import FEW, Open

pytestmark = pytest.mark.full


def longest(a: Sequence[str], b: Sequence[str]) -> int:
    """The length of the longest common subsequence, the plain way."""
    row = [0] * (len(b) + 1)
    for one in a:
        diagonal = 0
        for place, other in enumerate(b, 1):
            diagonal, row[place] = row[place], diagonal + 1 if one == other else max(row[place], row[place - 1])
    return row[-1]


def test_lines_are_aligned_once_each_in_order_and_as_many_equal_ones_as_there_can_be(opened: Open) -> None:
    draw = Random(7)  # noqa: S311  # a seeded sample, not a secret
    cases = [["".join(draw.choices("abcd", k=draw.randrange(12))) for _ in "ab"] for _ in range(500)]
    aligned = opened(FEW).evaluate("(cases) => cases.map(([a, b]) => align([...a], [...b]))", cases)
    for (a, b), rows in zip(cases, aligned, strict=True):
        assert [i for i, _ in rows if i is not None] == list(range(len(a)))
        assert [j for _, j in rows if j is not None] == list(range(len(b)))
        assert all(row != [None, None] for row in rows)
        assert sum(None not in row and a[row[0]] == b[row[1]] for row in rows) >= longest(a, b)


def test_copies_too_long_for_a_table_are_still_shown_whole(opened: Open) -> None:
    rows = opened(FEW).evaluate("align([...Array(2000).keys()], [...Array(2000).keys()].reverse())")
    assert [i for i, _ in rows if i is not None] == list(range(2000))


def test_two_lines_are_split_into_what_they_share_and_what_differs(opened: Open) -> None:
    draw = Random(8)  # noqa: S311  # as above
    cases = [[" ".join(draw.choices(["물", "한", "잔", ""], k=draw.randrange(6))) for _ in "ab"] for _ in range(500)]
    parts = opened(FEW).evaluate("(cases) => cases.map(([a, b]) => split(a, b))", cases)
    for (a, b), part in zip(cases, parts, strict=True):
        assert [part["before"] + inner + part["after"] for inner in part["differ"]] == [a, b]
        assert (part["differ"] == ["", ""]) == (a == b)
