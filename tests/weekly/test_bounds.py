"""
The bounds of the rows: the last value on one side, and the first on the other.
"""

from collections.abc import Callable, Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from checkin_cli.weekly.walk import JudgedWeek
from tests.weekly.scene import LAST, LEAN, MAINTENANCE, W, flag, goal_since, judged, outcome, profile

SLOW = [W("70.084"), W("70.00"), W("69.93")]
CALM = [W("70.00"), W("69.58")]


def eaten(kcal: int) -> Mapping[str, Any]:
    """As much as was planned."""
    return {"calories": Decimal(kcal), "planned_calories": Decimal(kcal)}


def proposals(*rows: tuple[str, int, str]) -> list[dict[str, str]]:
    """Verdict, weeks before the judged one, decision."""
    return [
        {"verdict": verdict, "proposed_on": str(LAST - timedelta(weeks=weeks)), "decision": decision}
        for verdict, weeks, decision in rows
    ]


BOUNDS: dict[str, tuple[Callable[[], JudgedWeek], str]] = {
    "a-bmi-of-18.5": (
        lambda: judged([W("74.50"), W("74.00")], person=profile(height_cm=200)),
        "maintain in_range",
    ),
    "a-bmi-under-18.5": (
        lambda: judged([W("74.50"), W("73.99")], person=profile(height_cm=200)),
        "safety_hold elig_low_bmi",
    ),
    "a-low-bmi-without-fat-loss": (
        lambda: judged([W("70.00"), W("70.20")], LEAN, profile(height_cm=200)),
        "maintain in_range",
    ),
    "a-low-bmi-that-the-profile-says": (
        lambda: judged(CALM, person=profile(eligibility=["low_bmi"])),
        "safety_hold elig_low_bmi",
    ),
    "a-low-bmi-that-the-profile-says-without-fat-loss": (
        lambda: judged([W("70.00"), W("70.20")], LEAN, profile(eligibility=["low_bmi"])),
        "maintain in_range",
    ),
    "1200-for-her": (
        lambda: judged([W("70.00"), W("69.58", each=eaten(1200))], person=profile(sex="female")),
        "maintain in_range",
    ),
    "30-kcal-for-each-kilogram-of-fat-free-mass": (
        lambda: judged([W("70.00"), W("69.58", each=eaten(1620))], person=profile(fat_free_mass_kg=54)),
        "maintain in_range",
    ),
    "just-under-30-kcal-for-each-kilogram-of-fat-free-mass": (
        lambda: judged([W("70.00"), W("69.58", each=eaten(1619))], person=profile(fat_free_mass_kg=54)),
        "human_review low_intake",
    ),
    "a-loss-of-5-percent-is-no-unplanned-one": (
        lambda: judged(
            [W("70.00"), *[W(kg) for kg in ("69.50", "69.00", "68.50", "68.00", "67.50", "67.00")], W("66.50")], LEAN
        ),
        "review_up below_range_2w",
    ),
    "a-loss-that-is-the-goal-is-no-unplanned-one": (
        lambda: judged(
            [W("70.00"), *[W(kg) for kg in ("69.50", "69.00", "68.50", "68.00", "67.50", "67.00")], W("66.49")]
        ),
        "maintain in_range",
    ),
    "a-loss-of-another-goal-is-no-unplanned-one-of-this": (
        lambda: judged(
            [W(kg, each={"goal": LEAN}) for kg in ("70.00", "69.50", "69.00", "68.50", "68.00", "67.50", "66.90")]
            + [W("66.49")]
        ),
        "maintain in_range",
    ),
    "loss-of-exactly-1.5-kg": (lambda: judged([W("120.00"), W("118.50")]), "maintain watch_1"),
    "loss-of-just-over-1.5-kg": (lambda: judged([W("120.00"), W("118.49")]), "human_review rate_bound_1w"),
    "two-weeks-at-exactly-the-bound": (
        lambda: judged([W("200.00"), W("197.20"), W("194.00")]),
        "human_review rate_bound_1w",
    ),
    "loss-of-3-percent-in-the-first-weeks": (
        lambda: judged([W("70.00"), W("67.90")], person=profile(goals=goal_since("fat_loss", 2))),
        "maintain phase_start",
    ),
    "loss-of-just-over-3-percent-in-the-first-weeks": (
        lambda: judged([W("70.00"), W("67.89")], person=profile(goals=goal_since("fat_loss", 2))),
        "human_review rate_bound_1w",
    ),
    "maintenance-at-exactly-1-percent": (lambda: judged([W("70.00"), W("70.70")], MAINTENANCE), "maintain watch_1"),
    "maintenance-at-exactly-1-percent-down": (
        lambda: judged([W("70.00"), W("69.30")], MAINTENANCE),
        "maintain watch_1",
    ),
    "maintenance-over-the-bound-down": (
        lambda: judged([W("70.00"), W("69.29")], MAINTENANCE),
        "human_review rate_bound_1w",
    ),
    "gain-just-over-the-bound-without-a-range-of-loss": (
        lambda: judged([W("100.00"), W("101.01")], LEAN),
        "human_review rate_bound_1w",
    ),
    "maintenance-just-under-2.3-kg-from-the-anchor": (
        lambda: judged([W("90.00")] * 3 + [W("90.80"), W("91.60"), W("92.29")], MAINTENANCE),
        "review_down above_range_2w",
    ),
    "maintenance-2.3-kg-under-the-anchor": (
        lambda: judged([W("90.00")] * 3 + [W("89.20"), W("88.40"), W("87.70")], MAINTENANCE),
        "human_review rate_bound_1w",
    ),
    "maintenance-just-under-3-percent-from-the-anchor": (
        lambda: judged([W("60.00")] * 3 + [W("60.50"), W("61.00"), W("61.50"), W("61.79")], MAINTENANCE),
        "review_down above_range_2w",
    ),
    "maintenance-3-percent-under-the-anchor": (
        lambda: judged([W("60.00")] * 3 + [W("59.50"), W("59.00"), W("58.50"), W("58.20")], MAINTENANCE),
        "human_review rate_bound_1w",
    ),
    "three-of-four-sessions-are-enough": (
        lambda: judged(
            [*SLOW[:-1], W("69.93", over={place: {"session": "done"} for place in range(3)})],
            person=profile(plan={"sessions_per_week": 4}),
        ),
        "review_down above_range_2w",
    ),
    "two-of-three-sessions-are-not": (
        lambda: judged(
            [*SLOW[:-1], W("69.93", over={place: {"session": "done"} for place in range(2)})],
            person=profile(plan={"sessions_per_week": 3}),
        ),
        "maintain adherence_first",
    ),
    "too-slow-a-gain-off-the-plan-is-no-reason-to-raise-it": (
        lambda: judged([W("60.00"), W("60.00"), W("60.00", each={"calories": Decimal(1500)})], LEAN),
        "maintain adherence_first",
    ),
    "planned-sessions-that-nobody-recorded-are-not-asked": (
        lambda: judged(SLOW, person=profile(plan={"sessions_per_week": 3})),
        "review_down above_range_2w",
    ),
    "menstruation-without-a-goal": (
        lambda: judged(CALM, None, profile(context=[flag("menstruation", LAST)])),
        "maintain low_confidence",
    ),
    "menstruation-in-a-week-of-two-weigh-ins": (
        lambda: judged([W("70.00"), W("69.58", 2)], person=profile(context=[flag("menstruation", LAST)])),
        "record_more need_weighins",
    ),
    "a-moved-point-waits-for-a-confirmation": (
        lambda: judged([W("38.00"), W("38.00", 4, over={2: {"kilograms": Decimal(380)}})]),
        "record_more confirm_weight",
    ),
    "a-first-weight-waits-for-a-confirmation": (
        lambda: judged([W("70.00", 4, over={0: {"kilograms": Decimal(20)}})]),
        "record_more confirm_weight",
    ),
    "a-weight-after-a-long-gap-waits-for-a-confirmation": (
        lambda: judged([W("70.00"), None, None, None, None, W("80.00", 4)]),
        "record_more confirm_weight",
    ),
    "a-soft-outlier-waits-for-nobody": (
        lambda: judged([W("70.00", 4), W("69.58", 4, over={2: {"kilograms": Decimal("67.80")}})], MAINTENANCE),
        "human_review rate_bound_1w",
    ),
    "a-plan-without-sessions-asks-for-none": (
        lambda: judged(
            [*SLOW[:-1], W("69.93", over={0: {"session": "skipped"}})], person=profile(plan={"sessions_per_week": 0})
        ),
        "review_down above_range_2w",
    ),
    "a-little-less-than-the-plan-is-near-too": (
        lambda: judged([*SLOW[:-1], W("69.93", each={"calories": Decimal(1800)})]),
        "review_down above_range_2w",
    ),
    "much-less-than-the-plan-is-not-near": (
        lambda: judged([*SLOW[:-1], W("69.93", each={"calories": Decimal(1799)})]),
        "maintain adherence_first",
    ),
    "troubled-digestion-on-three-days": (
        lambda: judged([*SLOW[:-1], W("69.93", over={place: {"troubled_digestion": True} for place in range(3)})]),
        "human_review recovery_conflict",
    ),
    "two-days-of-each-are-no-conflict": (
        lambda: judged(
            [
                *SLOW[:-1],
                W(
                    "69.93",
                    over={
                        place: {"short_night": True, "low_condition": True, "troubled_digestion": True}
                        for place in range(2)
                    },
                ),
            ]
        ),
        "review_down above_range_2w",
    ),
    "bad-nights-do-not-keep-more-energy-back": (
        lambda: judged([W("71.60"), W("70.80"), W("70.00", over={place: {"short_night": True} for place in range(7)})]),
        "review_up below_range_2w",
    ),
    "a-kilocalorie-over-the-floor": (
        lambda: judged([*SLOW[:-1], W("69.93", each=eaten(1201))], person=profile(sex="female")),
        "review_down above_range_2w",
    ),
    "the-plan-of-the-last-day-is-at-the-floor": (
        lambda: judged(
            [*SLOW[:-1], W("69.93", over={6: {"planned_calories": Decimal(1200)}})], person=profile(sex="female")
        ),
        "human_review at_floor",
    ),
    "the-plan-of-an-earlier-day-was-at-the-floor": (
        lambda: judged(
            [*SLOW[:-1], W("69.93", over={5: {"planned_calories": Decimal(1200)}})], person=profile(sex="female")
        ),
        "review_down above_range_2w",
    ),
    "the-floor-does-not-keep-more-energy-back": (
        lambda: judged([W("71.60"), W("70.80"), W("70.00", each=eaten(1200))], person=profile(sex="female")),
        "review_up below_range_2w",
    ),
    "proposed-twice-and-undecided": (
        lambda: judged(
            SLOW, person=profile(proposals=proposals(("review_down", 5, "pending"), ("review_down", 4, "pending")))
        ),
        "review_down above_range_2w",
    ),
    "proposed-twice-since-it-was-declined": (
        lambda: judged(
            SLOW,
            person=profile(
                proposals=[
                    {
                        "verdict": "review_down",
                        "proposed_on": str(LAST - timedelta(weeks=6)),
                        "decision": "declined",
                        "decided_on": str(LAST - timedelta(weeks=6)),
                    },
                    *proposals(("review_down", 5, "pending"), ("review_down", 4, "pending")),
                ]
            ),
        ),
        "review_down above_range_2w",
    ),
    "days-without-calories-are-not-days-off-the-plan": (
        lambda: judged([*SLOW[:-1], W("69.93", over={place: {"calories": None} for place in range(2)})]),
        "review_down above_range_2w",
    ),
    "days-without-calories-are-not-days-near-the-plan": (
        lambda: judged([*SLOW[:-1], W("69.93", over={place: {"calories": None} for place in range(3)})]),
        "maintain adherence_first",
    ),
    "a-proposal-after-the-week-does-not-count": (
        lambda: judged(
            SLOW, person=profile(proposals=proposals(*[("review_down", weeks, "pending") for weeks in (5, 4, -1)]))
        ),
        "review_down above_range_2w",
    ),
    "proposals-of-the-other-direction-do-not-count-for-this-one": (
        lambda: judged(
            SLOW, person=profile(proposals=proposals(*[("review_up", weeks, "pending") for weeks in (7, 6, 5)]))
        ),
        "review_down above_range_2w",
    ),
    "the-other-direction-proposed-three-weeks-before": (
        lambda: judged(SLOW, person=profile(proposals=proposals(("review_up", 3, "pending")))),
        "human_review flip",
    ),
    "the-other-direction-proposed-four-weeks-before": (
        lambda: judged(SLOW, person=profile(proposals=proposals(("review_up", 4, "pending")))),
        "review_down above_range_2w",
    ),
    "the-other-direction-proposed-after-the-week": (
        lambda: judged(SLOW, person=profile(proposals=proposals(("review_up", -1, "pending")))),
        "review_down above_range_2w",
    ),
    "the-other-side-four-weeks-before": (
        lambda: judged([W("72.40"), W("71.60"), W("71.30"), W("71.00"), W("70.93"), W("70.86")]),
        "review_down above_range_2w",
    ),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_each_bound_belongs_to_the_side_that_the_doctrine_says(name: str) -> None:
    week, expected = BOUNDS[name]
    assert outcome(week()) == expected
