"""
The memo: what it keeps, and what it never does.
"""

import pytest

from checkin_cli.memo import Memo


def test_a_function_is_asked_once_for_equal_values() -> None:
    asked: list[int] = []

    def double(value: int) -> int:
        asked.append(value)
        return value * 2

    memo = Memo(double)
    assert [memo[3], memo[3], memo[4]] == [6, 6, 8]
    assert asked == [3, 4]


def test_it_never_holds_more_than_its_bound_and_forgets_the_older_half() -> None:
    memo: Memo[int, int] = Memo(abs, most=8)
    for value in range(100):
        assert memo[value] == value
        assert len(memo) <= 8
    assert 99 in memo
    assert 0 not in memo


def test_what_a_function_raises_is_not_kept() -> None:
    memo: Memo[str, int] = Memo(int)
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            memo["x"]
    assert len(memo) == 0
