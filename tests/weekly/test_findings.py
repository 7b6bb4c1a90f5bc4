"""
What a row says beside its verdict: the categories of a hold, the numbers that it was judged by, what it could not ask.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import pytest

from checkin_cli.weekly.rules import Finding
from checkin_cli.weekly.rules.table import explain
from checkin_cli.weekly.walk import JudgedWeek
from tests.weekly.scene import FAT_LOSS, LAST, LEAN, MAINTENANCE, W, goal_since, judged, profile
from tests.weekly.test_table import SCENES


def row(number: int, week: JudgedWeek) -> Finding:
    """What a row finds in a week, whatever the rows before it say."""
    return next(finding for rule, finding in explain(week.case) if rule.number == number)


def scene(name: str) -> JudgedWeek:
    _, _, goal, weeks, members = SCENES[name]
    return judged(weeks, goal, profile(**members))


CATEGORIES = {
    "a-safety-flag-in-the-week": ("gut_alarm_signs",),
    "under-18-by-birth-year": ("under_18",),
    "under-18-by-flag": ("under_18",),
    "pregnancy": ("pregnancy_or_postpartum",),
    "eating-disorder": ("eating_disorder_signals",),
    "very-low-intake": ("very_low_intake",),
    "loss-over-the-bound-for-two-weeks": ("rapid_loss",),
}


@pytest.mark.parametrize("name", SCENES)
def test_each_hold_names_its_categories_and_no_other_verdict_has_any(name: str) -> None:
    """A low BMI and a sudden gain with swelling have none in the closed list."""
    assert scene(name).judgment.finding.categories == CATEGORIES.get(name, ())


@pytest.mark.parametrize("name", SCENES)
def test_a_row_that_does_not_apply_decides_nothing(name: str) -> None:
    """And one that was skipped does not apply."""
    for _, finding in explain(scene(name).case):
        if not finding.applies:
            assert (finding.verdict, finding.reason, finding.categories) == ("", "", ())
        assert not (finding.applies and finding.skipped)


def test_the_categories_of_several_flags_stand_in_the_order_of_the_list() -> None:
    """Each once, whatever the order of the days."""
    flags = {
        0: {"held": True, "categories": ("self_harm", "under_18")},
        2: {"held": True, "categories": ("chest_pain_or_stroke_signs", "self_harm")},
    }
    finding = judged([W("70.00"), W("69.58", over=flags)]).judgment.finding
    assert finding.categories == ("chest_pain_or_stroke_signs", "self_harm", "under_18")


_TWICE = [W("70.084"), W("70.00"), W("69.93")]
_NO_PLAN = {"planned_calories": None}

SKIPPED: dict[str, tuple[int, Callable[[], JudgedWeek], str]] = {
    "no-earlier-week": (5, lambda: judged([W("70.00"), W("69.58")]), "no earlier week"),
    "no-rate": (6, lambda: judged([W("69.58")]), "no rate"),
    "no-goal": (6, lambda: judged([W("70.00"), W("69.58")], None), "no goal"),
    "no-plan-and-no-sessions": (
        13,
        lambda: judged([*_TWICE[:-1], W("69.93", each=_NO_PLAN)]),
        "no calories beside a plan, no sessions beside a plan",
    ),
    "no-sex": (15, lambda: judged(_TWICE), "no sex"),
    "no-planned-calories": (
        15,
        lambda: judged([*_TWICE[:-1], W("69.93", each=_NO_PLAN)], person=profile(sex="female")),
        "no planned calories",
    ),
}


@pytest.mark.parametrize("name", SKIPPED)
def test_a_row_without_its_input_is_skipped_and_says_what_is_missing(name: str) -> None:
    number, week, missing = SKIPPED[name]
    finding = row(number, week())
    assert (finding.applies, finding.skipped) == (False, True)
    assert missing in finding.why
    assert finding.why.endswith("skipped")


def _person(**members: Any) -> Mapping[str, Any]:
    return {"person": profile(**members)}


ASKED: dict[str, tuple[int, Callable[[], JudgedWeek], list[str], list[str]]] = {
    "nobody-knows-anything": (
        2,
        lambda: judged([W("70.00"), W("69.58", each={"calories": None})]),
        ["no birth year", "no height", "0 logged days"],
        [],
    ),
    "the-height-does-not-matter-where-nothing-is-lost": (
        2,
        lambda: judged([W("70.00"), W("69.58")], LEAN),
        ["no birth year"],
        ["no height", "logged days"],
    ),
    "everything-is-known": (
        2,
        lambda: judged([W("70.00"), W("69.58")], **_person(birth_year=1990, height_cm=170)),
        [],
        ["not asked"],
    ),
    "no-weight-for-a-bmi": (
        2,
        lambda: judged([W("70.00"), W()], **_person(height_cm=170)),
        ["no weight"],
        ["no height"],
    ),
    "nothing-of-the-body": (
        7,
        lambda: judged([W("70.00"), W("69.58")]),
        ["no sex", "no fat-free mass"],
        ["logged days"],
    ),
    "too-few-logged-days": (
        7,
        lambda: judged(
            [W("70.00"), W("69.58", over={place: {"calories": None} for place in range(3)})],
            **_person(sex="male", fat_free_mass_kg=50),
        ),
        ["4 logged days"],
        ["no sex", "no fat-free mass"],
    ),
    "calories-near-the-plan-and-no-sessions": (
        13,
        lambda: judged(_TWICE),
        ["no sessions beside a plan"],
        ["no calories"],
    ),
    "sessions-as-planned-and-no-calories": (
        13,
        lambda: judged(
            [*_TWICE[:-1], W("69.93", each={**_NO_PLAN, "session": "done"})], **_person(plan={"sessions_per_week": 3})
        ),
        ["no calories beside a plan"],
        ["no sessions"],
    ),
    "calories-and-sessions-as-planned": (
        13,
        lambda: judged([*_TWICE[:-1], W("69.93", each={"session": "done"})], **_person(plan={"sessions_per_week": 3})),
        [],
        ["not asked"],
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_row_that_passes_says_what_it_did_not_ask(name: str) -> None:
    number, week, missing, known = ASKED[name]
    finding = row(number, week())
    assert (finding.applies, finding.skipped) == (False, False)
    assert ("not asked" in finding.why) == bool(missing)
    assert [words for words in missing if words not in finding.why] == []
    assert [words for words in known if words in finding.why] == []


def test_between_the_floors_of_an_unknown_sex_low_intake_is_not_asked() -> None:
    for kcal, asked in (("1200", False), ("1499", False), ("1500", True)):
        found = row(7, judged([W("70.00"), W("69.58", each={"calories": Decimal(kcal)})]))
        assert ("no low intake" in found.why, "low intake not asked: no sex" in found.why) == (asked, not asked)
        assert "no unplanned loss" in found.why


def test_where_everything_is_known_nothing_is_left_to_say() -> None:
    known = profile(
        birth_year=1990,
        height_cm=170,
        sex="male",
        fat_free_mass_kg=50,
        plan={"calories_kcal": 2000, "sessions_per_week": 3},
    )
    week = judged([*_TWICE[:-1], W("69.93", each={"session": "done"})], person=known)
    assert [row(number, week).why for number in (2, 7, 13)] == [
        "nothing rules out a goal",
        "no low intake, no unplanned loss",
        "the plan was kept",
    ]


_ACCEPTED = {
    "verdict": "review_down",
    "proposed_on": str(LAST),
    "decision": "accepted",
    "decided_on": str(LAST),
}
NUMBERS: dict[str, tuple[int, Callable[[], JudgedWeek], list[str]]] = {
    "since-when-a-flag-is-open": (
        1,
        lambda: judged([W("70.00", over={3: {"held": True}, 5: {"held": True}}), W("69.58")]),
        ["held, open since 2026-11-19"],
    ),
    "the-bound-of-the-first-weeks": (6, lambda: scene("loss-over-the-early-bound"), ["-3.14%", "under -3.00%"]),
    "the-bound-of-two-weeks": (5, lambda: scene("loss-over-the-bound-for-two-weeks"), ["-1.74%", "under -1.50%"]),
    "the-bound-of-loss": (6, lambda: scene("loss-over-the-bound-for-one-week"), ["-1.57%", "under -1.50%"]),
    "the-bound-of-loss-in-kilograms": (6, lambda: scene("loss-over-the-bound-in-kilograms"), ["-1.6 kg", "-1.5 kg"]),
    "the-bound-of-gain": (6, lambda: scene("gain-over-the-bound"), ["+1.01%", "over +1.00%"]),
    "the-bound-either-way": (6, lambda: scene("maintenance-over-the-bound"), ["+1.01%", "1.00% either way"]),
    "the-drift": (6, lambda: scene("maintenance-drifted-by-3-percent"), ["+3.00%", "at 3% or more"]),
    "the-distance-from-the-anchor": (
        6,
        lambda: scene("maintenance-2.3-kg-from-the-anchor"),
        ["2.3 kg from"],
    ),
    "the-unplanned-loss": (7, lambda: scene("unplanned-loss"), ["-5.01%"]),
    "the-energy-for-each-kilogram": (7, lambda: scene("low-energy-availability"), ["29.63 kcal", "under 30"]),
    "a-very-low-intake": (2, lambda: scene("very-low-intake"), ["799 kcal", "under 800"]),
    "the-rate-beside-the-range": (11, lambda: judged([W("70.00"), W("69.58")]), ["-0.60%", "inside", "-1.00~-0.25%"]),
    "the-rate-above-the-range": (11, lambda: judged([W("70.00"), W("69.93")]), ["-0.10%", "above", "-1.00~-0.25%"]),
    "the-change-over-three-weeks": (
        11,
        lambda: judged([W("60.00"), W("59.80"), W("60.11"), W("60.42")], LEAN),
        ["+0.23%", "inside", "over three weeks"],
    ),
    "the-drift-beside-the-rate": (
        11,
        lambda: judged([W("70.00")] * 3 + [W("70.10")], MAINTENANCE),
        ["inside", "drift +0.14%"],
    ),
    "the-first-week-outside": (12, lambda: judged([W("70.00"), W("69.93")]), ["above the range for the first"]),
    "the-first-week-after-an-accepted-change": (
        12,
        lambda: judged(_TWICE, **_person(proposals=[_ACCEPTED])),
        ["above the range", "since the accepted change"],
    ),
    "how-often-in-a-row": (18, lambda: judged(_TWICE), ["above the range for 2 judged weeks in a row"]),
    "outside-by-drift": (17, lambda: scene("maintenance-drifted-down-by-2-percent"), ["a drift of -2."]),
    "two-doubtful-weights": (
        3,
        lambda: judged(
            [W("70.00"), W("69.58", 7, over={2: {"kilograms": Decimal(155)}, 4: {"kilograms": Decimal(15)}})]
        ),
        ["2 to confirm", "5 weigh-ins"],
    ),
    "the-first-doubtful-weight": (3, lambda: scene("a-weight-to-confirm"), ["2026-11-25", "3 weigh-ins"]),
    "the-first-of-two-doubtful-weights": (
        3,
        lambda: judged([W("70.00"), W("69.58", 5, over={day: {"kilograms": Decimal(155)} for day in (1, 3)})]),
        ["2026-11-24", "3 weigh-ins"],
    ),
    "check-ins-and-confidence": (4, lambda: judged([W("70.00"), W("69.58")]), ["7 check-ins", "confidence"]),
    "weigh-ins-that-were-too-few": (4, lambda: judged([W("70.00"), W("69.58", 2)]), ["2 weigh-ins, fewer than 3"]),
    "phase-week": (8, lambda: judged([W("70.00"), W("69.58")], **_person(goals=goal_since("fat_loss", 6))), ["week 6"]),
    "rate-over-two-weeks": (5, lambda: judged([W("70.28"), W("70.14"), W("70.00")]), ["-0.20%", "-1.50%"]),
    "rate-that-crosses-nothing": (6, lambda: judged([W("70.00"), W("69.58")]), ["-0.60%", "fat_loss"]),
    "without-the-water": (
        9,
        lambda: scene("menstruation-explains-the-rate"),
        ["-0.10%", "-0.74%", "0.45 kg", "inside"],
    ),
    "sessions": (13, lambda: scene("too-slow-twice-and-sessions-missed"), ["1 of 3 planned sessions", "75%"]),
    "short-nights": (14, lambda: scene("short-nights-before-less-energy"), ["3 short nights"]),
    "the-floor": (15, lambda: scene("at-the-floor"), ["1200 kcal are planned", "floor is 1200"]),
    "proposals": (16, lambda: scene("proposed-three-times"), ["review_down", "3 times"]),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_row_says_the_numbers_that_it_was_judged_by(name: str) -> None:
    number, week, expected = NUMBERS[name]
    why = row(number, week()).why
    assert [words for words in expected if words not in why] == []


def test_a_row_that_cannot_apply_says_so_without_a_number() -> None:
    """Outside of nothing, and never twice."""
    calm = judged([W("70.00"), W("69.58")], FAT_LOSS)
    for number in (12, 13, 14, 15, 16, 17, 18):
        finding = row(number, calm)
        assert (finding.applies, finding.skipped) == (False, False)
        assert finding.why.startswith(("not ", "no move down"))
