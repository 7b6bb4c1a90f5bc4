"""
Lines that stand elsewhere: the fewest that tell the difference.
"""

from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.runs.golden import moved_lines


def twice(lines: list[str]) -> st.SearchStrategy[tuple[list[str], list[str]]]:
    """The lines, and the same in any order."""
    return st.tuples(st.just(lines), st.permutations(lines))


def test_a_block_that_moved_is_told_by_its_lines_alone() -> None:
    first, second = ["a", "b", ""], ["c", "d", "e", "f", ""]
    assert moved_lines([*first, *second], [*second, *first]) == ("a", "b")
    assert moved_lines([*second, *first], [*first, *second]) == ("a", "b")


def test_equal_lines_keep_their_order() -> None:
    assert moved_lines(["a", "x", "a", "b"], ["a", "a", "b", "x"]) == ("x",)


@given(st.lists(st.text("abc", min_size=1), unique=True, max_size=8).flatmap(st.permutations).flatmap(twice))
def test_the_lines_that_stay_stand_in_one_order(pair: tuple[list[str], list[str]]) -> None:
    """And no line is named where nothing moved."""
    before, after = pair
    moved = moved_lines(before, after)
    assert [line for line in before if line not in moved] == [line for line in after if line not in moved]
    assert (not moved) == (before == after)
