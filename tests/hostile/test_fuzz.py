"""
A short run of the fuzzer; `python -m tests.hostile.fuzz` plays for as long as one likes.
"""

import pytest

from checkin_cli.doctrine import Doctrine
from tests.hostile.fuzz import Broken, Guard, Reader, play


def test_any_bytes_keep_the_promises_of_the_reader(doctrine: Doctrine) -> None:
    ends = play(Reader(doctrine), 1, lambda number: number < 1500)
    assert min(ends["refused"], ends["rendered"]) > 50


def test_any_reply_keeps_the_promises_of_the_guard(doctrine: Doctrine) -> None:
    ends = play(Guard(doctrine), 1, lambda number: number < 600)
    assert {"success", "coached", "validation_rejected", "invalid_response"} <= set(ends)


def test_a_broken_promise_is_told_with_what_repeats_it(doctrine: Doctrine) -> None:
    """A check that cannot fail would prove nothing."""

    class Defective(Reader):
        def _check_ways(self, raw: bytes) -> None:
            raise ZeroDivisionError

    with pytest.raises(Broken, match="in round 5/0: b"):
        play(Defective(doctrine), 5, lambda number: number < 1)
