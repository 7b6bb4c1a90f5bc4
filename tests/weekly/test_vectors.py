"""
Worked examples of the doctrine: means, counts and history on one side, figure and verdict on the other.
"""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from tests.weekly.scene import FAT_LOSS, LAST, LEAN, W, entries_of, goal_since, judged, outcome, profile

_OFF_PLAN = {place: {"calories": Decimal(3000)} for place in range(4)}

VECTORS: dict[str, tuple[Sequence[W | None], str | None, str]] = {
    "inside-the-range": ([W("70.00"), W("69.58")], "-0.60", "maintain in_range"),
    "too-slow-twice": ([W("70.084"), W("70.00"), W("69.93")], "-0.10", "review_down above_range_2w"),
    "too-slow-after-a-week-inside": ([W("70.3518"), W("70.00"), W("69.93")], "-0.10", "maintain watch_1"),
    "too-slow-twice-off-plan": (
        [W("70.084"), W("70.00"), W("69.93", over=_OFF_PLAN)],
        "-0.10",
        "maintain adherence_first",
    ),
    "too-fast-twice": ([W("70.7786", 5), W("70.00", 5), W("69.20", 5)], "-1.14", "review_up below_range_2w"),
    "over-the-bound-of-one-week": (
        [W("70.3476", 5), W("70.00", 5), W("68.80", 5)],
        "-1.71",
        "human_review rate_bound_1w",
    ),
    "over-the-bound-of-two-weeks": (
        [W("71.0744", 5), W("70.00", 5), W("68.80", 5)],
        "-1.71",
        "safety_hold rate_bound_2w",
    ),
    "a-rounded-rate-outside": ([W("70.00"), W("69.83")], "-0.24", "maintain watch_1"),
    "a-tie-rounded-into-the-range": ([W("200.00"), W("199.51")], "-0.25", "maintain in_range"),
    "a-week-missing": ([W("70.00", 5), None, W("69.30", 5)], "-0.50", "maintain low_confidence"),
    "two-weigh-ins": ([W("70.00"), W("69.58", 2)], None, "record_more need_weighins"),
    "pounds-typed-as-kilograms": (
        [W("70.30"), W("70.30", 4, over={1: {"kilograms": Decimal("155.0")}})],
        "0.00",
        "record_more confirm_weight",
    ),
}


@pytest.mark.parametrize("name", VECTORS)
def test_each_vector_has_its_rate_and_its_verdict(name: str) -> None:
    weeks, rate, expected = VECTORS[name]
    found = judged(weeks, FAT_LOSS, profile(goals=goal_since("fat_loss", 6)))
    assert outcome(found) == expected
    assert found.case.figures.rate == (None if rate is None else Decimal(rate))


def test_gain_at_the_bound_is_not_over_it() -> None:
    found = judged([W("59.5238"), W("60.00"), W("60.60")], LEAN, profile(goals=goal_since("lean_mass_gain", 6)))
    assert (outcome(found), found.case.figures.rate) == ("review_down above_range_2w", Decimal("1.00"))


def test_pounds_are_named_by_their_ratio_and_count_nowhere() -> None:
    found = judged(VECTORS["pounds-typed-as-kilograms"][0])
    (question,) = found.questions
    assert (question.code, question.prompt) == ("unit_slip", "단위를 확인해 주세요")
    assert "2.20 times the median" in question.why
    assert (found.case.figures.current.n, found.case.figures.current.kilograms) == (3, Decimal("70.30"))


def test_the_vectors_are_those_of_the_last_week() -> None:
    assert {entry.day for entry in entries_of([W("70.00")])} <= {LAST.replace(day=day) for day in range(23, 30)}
