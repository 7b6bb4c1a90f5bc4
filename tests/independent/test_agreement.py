"""
The product and a second implementation of the same rules say the same of every week.
"""

import random
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from checkin_cli.documents.words import REASONS
from tests.independent.adapter import Compared, Json, by_the_other, by_the_product
from tests.independent.edges import CASES
from tests.independent.generate import Maker
from tests.independent.independent import judge
from tests.independent.rough import rough_history
from tests.independent.vectors import VECTORS

_SHOWN = 5


def _smooth_history(name: str) -> Json:
    return Maker(name).make(name)


def _agreed(make: Callable[[str], Json], count: int) -> list[Compared]:
    """The weeks of generated histories, on which both sides must agree in every field."""
    weeks: list[Compared] = []
    differing = []
    for number in range(count):
        name = f"1/{number}"
        history = make(name)
        ours, theirs = by_the_product(history), by_the_other(judge(history))
        assert len(ours) == len(theirs) == len(history["week_starts"])
        differing += [(name, pair) for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]]
        weeks += theirs
    assert differing[:_SHOWN] == []
    return weeks


def _check_that_everything_occurs(weeks: list[Compared]) -> None:
    assert {week.row for week in weeks} == set(range(1, 19))
    assert {week.reason for week in weeks} == set(REASONS)


def test_hundreds_of_histories_are_judged_alike() -> None:
    _check_that_everything_occurs(_agreed(_smooth_history, 250))


def test_rough_histories_are_judged_alike() -> None:
    assert {week.row for week in _agreed(rough_history, 150)} == set(range(1, 19))


def _disputed_history(name: str) -> Json:
    history, chance = _smooth_history(name), random.Random(name)  # noqa: S311  # repeatable, not secret
    for day in history["days"]:
        # What is held is held, whichever check-in counts.
        if not day["safety"] and (day["pain"] or 0) < 7 and chance.random() < 0.02:
            day["disputed"] = True
    return history


def test_histories_with_days_said_in_two_ways_are_judged_alike() -> None:
    assert {week.row for week in _agreed(_disputed_history, 100)} >= set(range(1, 15))


@pytest.mark.full
def test_ten_thousand_histories_are_judged_alike() -> None:
    _check_that_everything_occurs(_agreed(_smooth_history, 10_000))


@pytest.mark.full
def test_thousands_of_rough_histories_are_judged_alike() -> None:
    _check_that_everything_occurs(_agreed(rough_history, 3_000))


@pytest.mark.parametrize(("history", "expected"), [case[1:] for case in VECTORS], ids=[case[0] for case in VECTORS])
def test_the_vectors_of_the_rules(history: Mapping[str, Any], expected: tuple[str, str, str | None]) -> None:
    for week in _both(history):
        assert (week.verdict, week.reason, _text(week)) == expected


@pytest.mark.parametrize(("history", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_edges_worked_out_by_hand(history: Mapping[str, Any], expected: tuple[str, str | None, int | None]) -> None:
    for week in _both(history):
        assert (week.reason, _text(week), week.gap) == expected


def _both(history: Mapping[str, Any]) -> tuple[Compared, Compared]:
    given = dict(history)
    (ours,), (theirs,) = by_the_product(given), by_the_other(judge(given))
    return ours, theirs


def _text(week: Compared) -> str | None:
    return None if week.rate is None else f"{week.rate:.2f}"
