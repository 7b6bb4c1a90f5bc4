"""
The eighteen rows, each forced once, and each asked first where several apply.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from checkin_cli.documents.words import REASONS
from checkin_cli.weekly.entries import Target
from checkin_cli.weekly.rules import TABLE
from checkin_cli.weekly.rules.table import explain
from checkin_cli.weekly.walk import JudgedWeek
from tests.weekly.scene import FAT_LOSS, GOALS, LAST, LEAN, MAINTENANCE, W, flag, goal_since, judged, outcome, profile

_SETTLED = {"goals": goal_since("fat_loss", 6)}
_SLOW = [W("70.084"), W("70.00"), W("69.93")]
_CALM = [W("70.00"), W("69.58")]
_DRIFTING = [
    *[W("70.00")] * 3,
    *[W(kg) for kg in ("70.17", "70.34", "70.51", "70.68", "70.85", "71.02", "71.19", "71.36", "71.40")],
]


def _eaten(kcal: int) -> Mapping[str, Any]:
    return {"calories": Decimal(kcal), "planned_calories": Decimal(kcal)}


def _days_off(count: int) -> Mapping[int, Mapping[str, Any]]:
    return {place: {"calories": Decimal(2201)} for place in range(count)}


def _proposals(*rows: tuple[str, int, str]) -> list[dict[str, str]]:
    return [
        {
            "verdict": verdict,
            "proposed_on": str(LAST - timedelta(weeks=weeks)),
            "decision": decision,
            **({} if decision == "pending" else {"decided_on": str(LAST - timedelta(weeks=weeks))}),
        }
        for verdict, weeks, decision in rows
    ]


def _accepted(day: int) -> dict[str, str]:
    """A change that was accepted, by its day before or after the first one of the judged week."""
    on = str(LAST + timedelta(days=day))
    return {"verdict": "review_down", "proposed_on": on, "decision": "accepted", "decided_on": on}


Scene = tuple[int, str, Target | None, Sequence[W | None], Mapping[str, Any]]

SCENES: dict[str, Scene] = {
    "a-safety-flag-in-the-week": (
        1,
        "safety_hold safety_flag",
        FAT_LOSS,
        [W("70.00"), W("69.58", over={3: {"held": True, "categories": ("gut_alarm_signs",)}})],
        {},
    ),
    "a-safety-flag-of-an-earlier-week-stays-open": (
        1,
        "safety_hold safety_flag",
        FAT_LOSS,
        [W("70.00", over={0: {"held": True}}), W("69.58"), W("69.20")],
        {},
    ),
    "sudden-gain-with-swelling": (
        1,
        "safety_hold safety_flag",
        MAINTENANCE,
        [W("70.00"), W("70.00", over={4: {"kilograms": Decimal("72.01")}})],
        {"context": [flag("swelling_or_breathlessness", LAST)]},
    ),
    "under-18-by-birth-year": (2, "safety_hold elig_under_18", FAT_LOSS, _CALM, {"birth_year": 2008}),
    "under-18-by-flag": (2, "safety_hold elig_under_18", FAT_LOSS, _CALM, {"eligibility": ["under_18"]}),
    "pregnancy": (2, "safety_hold elig_pregnancy", FAT_LOSS, _CALM, {"eligibility": ["pregnancy"]}),
    "eating-disorder": (2, "safety_hold elig_eating_disorder", LEAN, _CALM, {"eligibility": ["eating_disorder"]}),
    "low-bmi-with-fat-loss": (2, "safety_hold elig_low_bmi", FAT_LOSS, _CALM, {"height_cm": 195}),
    "very-low-intake": (
        2,
        "safety_hold intake_vlcd",
        FAT_LOSS,
        [W("70.00"), W("69.58", each=_eaten(799))],
        _SETTLED,
    ),
    "a-weight-to-confirm": (
        3,
        "record_more confirm_weight",
        FAT_LOSS,
        [W("70.00"), W("69.58", 4, over={2: {"kilograms": Decimal("77.5")}})],
        _SETTLED,
    ),
    "few-check-ins": (4, "record_more need_weighins", FAT_LOSS, [W("70.00"), W("69.58", 3, days=3)], _SETTLED),
    "no-week-before": (4, "record_more need_prior_week", FAT_LOSS, [W("69.58")], _SETTLED),
    "three-weeks-apart": (4, "record_more need_prior_week", FAT_LOSS, [W("70.00"), None, None, W("69.58")], _SETTLED),
    "a-week-before-with-two-weigh-ins": (
        4,
        "record_more need_prior_week",
        FAT_LOSS,
        [W("70.00", 2), W("69.58")],
        _SETTLED,
    ),
    "loss-over-the-bound-for-two-weeks": (
        5,
        "safety_hold rate_bound_2w",
        FAT_LOSS,
        [W("72.00", 4), W("70.50", 4), W("69.50", 4)],
        _SETTLED,
    ),
    "loss-over-the-bound-for-one-week": (
        6,
        "human_review rate_bound_1w",
        FAT_LOSS,
        [W("70.00"), W("68.90")],
        _SETTLED,
    ),
    "loss-over-the-bound-in-kilograms": (
        6,
        "human_review rate_bound_1w",
        FAT_LOSS,
        [W("120.00"), W("118.40")],
        _SETTLED,
    ),
    "gain-over-the-bound": (
        6,
        "human_review rate_bound_1w",
        LEAN,
        [W("70.00"), W("70.71")],
        {"goals": goal_since("lean_mass_gain", 6)},
    ),
    "maintenance-over-the-bound": (6, "human_review rate_bound_1w", MAINTENANCE, [W("70.00"), W("70.71")], {}),
    "maintenance-drifted-by-3-percent": (
        6,
        "human_review rate_bound_1w",
        MAINTENANCE,
        [W("60.00")] * 3 + [W("60.50"), W("61.00"), W("61.50"), W("61.80")],
        {},
    ),
    "maintenance-2.3-kg-from-the-anchor": (
        6,
        "human_review rate_bound_1w",
        MAINTENANCE,
        [W("90.00")] * 3 + [W("90.80"), W("91.60"), W("92.30")],
        {},
    ),
    "loss-over-the-early-bound": (
        6,
        "human_review rate_bound_1w",
        FAT_LOSS,
        [W("70.00"), W("67.80")],
        {"goals": goal_since("fat_loss", 2)},
    ),
    "low-intake-for-her": (
        7,
        "human_review low_intake",
        FAT_LOSS,
        [W("70.00"), W("69.58", each=_eaten(1199))],
        {**_SETTLED, "sex": "female"},
    ),
    "low-intake-for-him": (
        7,
        "human_review low_intake",
        FAT_LOSS,
        [W("70.00"), W("69.58", each=_eaten(1499))],
        {**_SETTLED, "sex": "male"},
    ),
    "low-intake-whatever-the-sex": (
        7,
        "human_review low_intake",
        FAT_LOSS,
        [W("70.00"), W("69.58", each=_eaten(1199))],
        _SETTLED,
    ),
    "low-energy-availability": (
        7,
        "human_review low_intake",
        FAT_LOSS,
        [W("70.00"), W("69.58", each=_eaten(1600))],
        {**_SETTLED, "fat_free_mass_kg": 54},
    ),
    "unplanned-loss": (
        7,
        "human_review unplanned_loss",
        LEAN,
        [W("70.00"), W("69.50"), W("69.00"), W("68.50"), W("68.00"), W("67.50"), W("67.00"), W("66.49")],
        {},
    ),
    "second-week-of-a-goal": (
        8,
        "maintain phase_start",
        FAT_LOSS,
        [W("70.00"), W("69.00")],
        {"goals": goal_since("fat_loss", 2)},
    ),
    "illness": (9, "maintain context_illness", FAT_LOSS, _SLOW, {"context": [flag("illness", LAST)]}),
    "holiday": (9, "maintain context_travel_holiday", FAT_LOSS, _SLOW, {"context": [flag("travel_holiday", LAST)]}),
    "creatine-in-its-second-week": (
        9,
        "maintain context_creatine_start",
        FAT_LOSS,
        _SLOW,
        {"context": [flag("creatine_start", LAST - timedelta(days=13))]},
    ),
    "a-new-scale-between-the-weeks": (
        9,
        "maintain context_new_scale",
        FAT_LOSS,
        _SLOW,
        {"context": [flag("new_scale", LAST)]},
    ),
    "menstruation-explains-the-rate": (
        9,
        "maintain context_cycle",
        FAT_LOSS,
        _SLOW,
        {"context": [flag("menstruation", LAST, LAST + timedelta(days=3))]},
    ),
    "three-weigh-ins": (10, "maintain low_confidence", FAT_LOSS, [W("70.00"), W("69.58", 3)], _SETTLED),
    "four-check-ins": (10, "maintain low_confidence", FAT_LOSS, [W("70.00", 4), W("69.58", 4, days=4)], _SETTLED),
    "no-goal": (10, "maintain low_confidence", None, _CALM, {}),
    "inside": (11, "maintain in_range", FAT_LOSS, _CALM, _SETTLED),
    "outside-once": (12, "maintain watch_1", FAT_LOSS, [W("70.00"), W("69.93")], _SETTLED),
    "too-slow-twice-and-sessions-missed": (
        13,
        "maintain adherence_first",
        FAT_LOSS,
        [*_SLOW[:-1], W("69.93", over={0: {"session": "done"}, 2: {"session": "skipped"}})],
        {**_SETTLED, "plan": {"sessions_per_week": 3}},
    ),
    "short-nights-before-less-energy": (
        14,
        "human_review recovery_conflict",
        FAT_LOSS,
        [*_SLOW[:-1], W("69.93", over={place: {"short_night": True} for place in range(3)})],
        _SETTLED,
    ),
    "low-condition-before-less-energy": (
        14,
        "human_review recovery_conflict",
        FAT_LOSS,
        [*_SLOW[:-1], W("69.93", over={place: {"low_condition": True} for place in range(3)})],
        _SETTLED,
    ),
    "at-the-floor": (
        15,
        "human_review at_floor",
        FAT_LOSS,
        [*_SLOW[:-1], W("69.93", each=_eaten(1200))],
        {**_SETTLED, "sex": "female"},
    ),
    "at-both-floors-whatever-the-sex": (
        15,
        "human_review at_floor",
        FAT_LOSS,
        [*_SLOW[:-1], W("69.93", each=_eaten(1200))],
        _SETTLED,
    ),
    "proposed-three-times": (
        16,
        "human_review undecided",
        FAT_LOSS,
        _SLOW,
        {**_SETTLED, "proposals": _proposals(*[("review_down", weeks, "pending") for weeks in (5, 4, 3)])},
    ),
    "a-change-of-side": (
        16,
        "human_review flip",
        FAT_LOSS,
        [W("71.60"), W("70.80"), W("70.70"), W("70.60")],
        _SETTLED,
    ),
    "below-twice": (
        17,
        "review_up below_range_2w",
        FAT_LOSS,
        [W("71.60"), W("70.80"), W("70.00")],
        _SETTLED,
    ),
    "too-fast-a-loss-reaches-the-coach-in-spite-of-the-plan": (
        17,
        "review_up below_range_2w",
        FAT_LOSS,
        [W("71.60"), W("70.80"), W("70.00", each={"calories": Decimal(1500)})],
        _SETTLED,
    ),
    "maintenance-drifted-down-by-2-percent": (
        17,
        "review_up below_range_2w",
        MAINTENANCE,
        [W("70.00")] * 3
        + [W("69.84"), W("69.67"), W("69.50"), W("69.33"), W("69.16"), W("69.00"), W("68.83"), W("68.66"), W("68.50")],
        {},
    ),
    "above-twice": (18, "review_down above_range_2w", FAT_LOSS, _SLOW, _SETTLED),
}


@pytest.mark.parametrize("name", SCENES)
def test_each_row_decides_where_it_should(name: str) -> None:
    row, expected, goal, weeks, members = SCENES[name]
    found = judged(weeks, goal, profile(**members))
    assert (found.judgment.rule.number, outcome(found)) == (row, expected)


def test_every_row_and_every_reason_has_a_scene() -> None:
    """A row or a code without a scene would prove nothing."""
    assert {row for row, *_ in SCENES.values()} == {rule.number for rule in TABLE} == set(range(1, 19))
    assert {expected.split()[1] for _, expected, *_ in SCENES.values()} == set(REASONS)


Near = Callable[[], JudgedWeek]

NEAR: dict[str, tuple[Near, str]] = {
    "800-kcal": (lambda: judged([W("70.00"), W("69.58", each=_eaten(800))]), "human_review low_intake"),
    "four-weights-without-the-doubtful-one": (
        lambda: judged([W("70.00"), W("69.58", 5, over={2: {"kilograms": Decimal("77.5")}})]),
        "maintain in_range",
    ),
    "five-check-ins": (lambda: judged([W("70.00", 5), W("69.58", 5, days=5)]), "maintain in_range"),
    "four-days-near-the-plan": (
        lambda: judged([*_SLOW[:-1], W("69.93", over=_days_off(3))]),
        "maintain adherence_first",
    ),
    "five-days-near-the-plan": (
        lambda: judged([*_SLOW[:-1], W("69.93", over=_days_off(2))]),
        "review_down above_range_2w",
    ),
    "10-percent-is-near-the-plan": (
        lambda: judged([*_SLOW[:-1], W("69.93", each={"calories": Decimal(2200)})]),
        "review_down above_range_2w",
    ),
    "the-first-weeks-of-a-goal-do-not-count": (
        lambda: judged(_SLOW, person=profile(goals=goal_since("fat_loss", 3))),
        "maintain watch_1",
    ),
    "a-flag-between-the-clearing-and-the-week": (
        lambda: judged(
            [W("70.00", over={3: {"held": True}}), W("69.58")],
            person=profile(safety_cleared_on=str(LAST - timedelta(days=5))),
        ),
        "safety_hold safety_flag",
    ),
    "a-flag-on-the-day-of-the-clearing": (
        lambda: judged(
            [W("70.00", over={3: {"held": True}}), W("69.58")],
            person=profile(safety_cleared_on=str(LAST - timedelta(days=4))),
        ),
        "maintain in_range",
    ),
    "a-bound-is-inside": (lambda: judged([W("70.00"), W("69.30")]), "maintain in_range"),
    "just-under-the-bound-of-two-weeks": (
        lambda: judged([W("72.00", 4), W("70.90", 4), W("69.84", 4)]),
        "review_up below_range_2w",
    ),
    "three-weigh-ins-long-ago-are-too-few-for-a-hold": (
        lambda: judged([W("72.00", 3), W("70.50", 4), W("69.50", 4)]),
        "maintain watch_1",
    ),
    "loss-of-1.50-percent-is-no-bound": (lambda: judged([W("70.00"), W("68.95")]), "maintain watch_1"),
    "1500-for-him": (
        lambda: judged([W("70.00"), W("69.58", each=_eaten(1500))], person=profile(sex="male")),
        "maintain in_range",
    ),
    "1200-for-nobody-knows-whom": (
        lambda: judged([W("70.00"), W("69.58", each=_eaten(1200))], person=profile()),
        "maintain in_range",
    ),
    "four-logged-days-are-no-mean": (
        lambda: judged([W("70.00"), W("69.58", each=_eaten(700), over={n: {"calories": None} for n in range(3)})]),
        "maintain in_range",
    ),
    "a-cleared-flag": (
        lambda: judged(
            [W("70.00", over={0: {"held": True}}), W("69.58")], person=profile(safety_cleared_on="2026-11-20")
        ),
        "maintain in_range",
    ),
    "a-flag-after-the-clearing": (
        lambda: judged(
            [W("70.00"), W("69.58", over={0: {"held": True}})], person=profile(safety_cleared_on="2026-11-20")
        ),
        "safety_hold safety_flag",
    ),
    "nineteen-for-certain": (lambda: judged(_CALM, person=profile(birth_year=2007)), "maintain in_range"),
    "decided-proposals-start-anew": (
        lambda: judged(
            _SLOW,
            person=profile(
                proposals=_proposals(
                    ("review_down", 6, "pending"), ("review_down", 5, "declined"), ("review_down", 4, "pending")
                )
            ),
        ),
        "review_down above_range_2w",
    ),
    "an-accepted-change-is-waited-for": (
        lambda: judged(_SLOW, person=profile(proposals=_proposals(("review_down", 0, "accepted")))),
        "maintain watch_1",
    ),
    "proposals-count-in-the-order-of-their-days": (
        lambda: judged(
            _SLOW,
            person=profile(
                proposals=_proposals(
                    ("review_down", 1, "pending"),
                    ("review_down", 2, "pending"),
                    ("review_down", 3, "pending"),
                    ("review_down", 5, "declined"),
                )
            ),
        ),
        "human_review undecided",
    ),
    "the-week-of-an-accepted-change-does-not-count": (
        lambda: judged([W("70.168"), *_SLOW], person=profile(proposals=[_accepted(-7)])),
        "maintain watch_1",
    ),
    "two-weeks-after-an-accepted-change": (
        lambda: judged([W("70.168"), *_SLOW], person=profile(proposals=[_accepted(-8)])),
        "review_down above_range_2w",
    ),
    "drift-too-waits-two-weeks-after-an-accepted-change": (
        lambda: judged(_DRIFTING, MAINTENANCE, profile(proposals=[_accepted(-7)])),
        "maintain watch_1",
    ),
    "outside-by-drift-counts-for-the-week-after": (
        lambda: judged([*_DRIFTING, W("71.20"), W("71.42")], MAINTENANCE),
        "review_down above_range_2w",
    ),
    "the-age-is-asked-before-pregnancy": (
        lambda: judged(_CALM, person=profile(birth_year=2009, eligibility=["pregnancy"])),
        "safety_hold elig_under_18",
    ),
    "too-few-weigh-ins-come-before-a-missing-week": (lambda: judged([W("70.00", 2)]), "record_more need_weighins"),
    "a-week-that-says-nothing-neither-adds-nor-resets": (
        lambda: judged([W("70.168"), W("70.084"), W("70.00", 3), W("69.93", 4), W("69.86", 4)]),
        "review_down above_range_2w",
    ),
    "a-week-inside-resets": (lambda: judged([W("70.084"), W("70.00"), W("69.58"), W("69.51")]), "maintain watch_1"),
    "the-change-over-three-weeks-is-inside": (
        lambda: judged([W("60.00"), W("59.80"), W("60.11"), W("60.42")], LEAN),
        "maintain in_range",
    ),
    "the-change-over-three-weeks-is-outside": (
        lambda: judged([W("60.00"), W("60.50"), W("60.75"), W("60.95")], LEAN),
        "maintain watch_1",
    ),
    "the-change-over-three-weeks-is-outside-again": (
        lambda: judged([W("60.00"), W("60.40"), W("60.80"), W("60.98")], LEAN),
        "review_down above_range_2w",
    ),
    "three-weeks-reach-no-further-than-the-second-of-a-goal": (
        lambda: judged(
            [W("60.00"), W("60.40"), W("60.80"), W("60.98")], LEAN, profile(goals=goal_since("lean_mass_gain", 4))
        ),
        "maintain in_range",
    ),
    "three-weeks-are-on-one-scale": (
        lambda: judged(
            [W("60.00"), W("60.40"), W("60.80"), W("60.98")],
            LEAN,
            profile(context=[flag("new_scale", LAST - timedelta(weeks=2))]),
        ),
        "maintain in_range",
    ),
    "three-weeks-need-three-full-gaps": (
        lambda: judged([W("60.00"), W("60.40", 3), W("60.80"), W("60.98")], LEAN),
        "maintain in_range",
    ),
    "another-goal-in-the-check-ins-starts-anew": (
        lambda: judged([W("60.00"), W("60.40", each={"goal": GOALS["maintenance"]}), W("60.80")], LEAN),
        "maintain watch_1",
    ),
}


@pytest.mark.parametrize("name", NEAR)
def test_what_stands_near_a_row(name: str) -> None:
    scene, expected = NEAR[name]
    assert outcome(scene()) == expected


def test_every_row_explains_itself() -> None:
    """What is said of a row and what it decides come from one check."""
    for row, _, goal, weeks, members in SCENES.values():
        found = judged(weeks, goal, profile(**members))
        findings = list(explain(found.case))
        assert [rule for rule, _ in findings] == list(TABLE)
        assert all(finding.why for _, finding in findings)
        first = next(rule.number for rule, finding in findings if finding.applies)
        assert first == found.judgment.rule.number == row
