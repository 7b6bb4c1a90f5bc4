"""
What the table does not say: gaps, doubtful weights, special weeks, and what is asked about them.
"""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest

from checkin_cli.weekly.entries import Entry, Target
from checkin_cli.weekly.history import history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.summary import members_of_summary, summary_of
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks
from tests.weekly.scene import (
    FAT_LOSS,
    LAST,
    LEAN,
    MAINTENANCE,
    W,
    at,
    entries_of,
    entry,
    flag,
    goal_since,
    judged,
    outcome,
    profile,
)

_WEEK = timedelta(weeks=1)


def _codes(week: JudgedWeek) -> list[str]:
    return [question.code for question in week.questions]


def test_a_missing_week_halves_the_change_and_lowers_the_confidence() -> None:
    found = judged([W("70.00"), None, W("69.30")])
    figures = found.case.figures
    assert (figures.gap, figures.rate, figures.confidence.level) == (2, Decimal("-0.50"), "low")
    assert members_of_summary(summary_of(found, "c-1", 1))["gap_weeks"] == 2


def test_two_missing_weeks_end_the_comparison_and_the_next_full_week_is_the_new_baseline() -> None:
    assert judged([W("70.00"), None, None, W("69.30")]).case.figures.rate is None
    # Above the range twice before the break, and once after it.
    weeks = [W("70.14"), W("70.07"), W("70.00"), None, None, W("70.07"), W("70.00")]
    assert outcome(judged(weeks)) == "maintain watch_1"


@pytest.mark.parametrize("n", [1, 2])
def test_one_or_two_weigh_ins_show_values_and_ask_for_four_mornings(n: int) -> None:
    members = members_of_summary(summary_of(judged([W("70.00"), W("69.58", n)]), "c-1", 1))
    assert members["average_weight_kg"] == Decimal("69.58")
    assert members["actions"] == [{"id": "record_mornings", "count": 4}, {"id": "record_missing_items"}]


def test_a_soft_outlier_counts_unless_the_verdict_depends_on_it() -> None:
    calm = judged([W("70.00"), W("69.80", 6, over={5: {"kilograms": Decimal("67.80")}})])
    assert (outcome(calm), _codes(calm)) == ("maintain in_range", ["soft_outlier"])
    # -0.63 a week with it, +0.00 without: in the second week above the range only without.
    decisive = judged([W("70.07"), W("70.00"), W("70.00", 6, over={5: {"kilograms": Decimal("67.40")}})])
    assert decisive.case.figures.current.n == 6
    assert outcome(decisive) == "maintain low_confidence"
    assert "far from the usual" in decisive.judgment.finding.why


def test_only_a_settled_goal_of_loss_is_held_for_two_fast_weeks() -> None:
    """Of another goal a person is asked, and a goal that has just begun is waited for."""
    weeks = [W("72.00"), W("70.50"), W("69.20")]
    assert outcome(judged(weeks)) == "safety_hold rate_bound_2w"
    assert outcome(judged(weeks, MAINTENANCE)) == "human_review rate_bound_1w"
    assert outcome(judged(weeks, person=profile(goals=goal_since("fat_loss", 2)))) == "maintain phase_start"


def test_swelling_without_a_sudden_gain_is_no_flag_of_safety() -> None:
    swollen = profile(context=[flag("swelling_or_breathlessness", LAST)])
    assert outcome(judged([W("70.00"), W("70.00")], MAINTENANCE, swollen)) == "maintain in_range"


def test_what_was_lost_on_purpose_is_no_unplanned_loss_afterwards() -> None:
    """Only means since the last week of fat loss count."""
    lost = [W(kg, each={"goal": FAT_LOSS}) for kg in ("74.20", "73.50", "72.80", "72.10", "71.40", "70.70", "70.00")]
    assert outcome(judged([*lost, W("70.14")], LEAN)) == "maintain watch_1"


def test_a_soft_outlier_never_lifts_a_bound() -> None:
    found = judged([W("70.00"), W("69.30", 4, over={3: {"kilograms": Decimal("66.00")}})])
    assert outcome(found) == "human_review rate_bound_1w"


def test_an_implausible_weight_counts_when_a_person_vouches_for_it() -> None:
    weeks = [W("70.00"), W("69.58", 4, over={2: {"kilograms": Decimal("77.5")}})]
    assert judged(weeks).case.figures.current.n == 3
    vouched = judged(weeks, person=profile(context=[flag("weight_confirmed", LAST + timedelta(days=2))]))
    assert (vouched.case.figures.current.n, _codes(vouched)[:1]) == (4, ["sudden_gain"])


def test_enough_weights_without_the_doubtful_one_are_judged_and_it_is_asked() -> None:
    found = judged([W("70.00"), W("69.58", 6, over={2: {"kilograms": Decimal("155.0")}})])
    assert (outcome(found), _codes(found), found.case.figures.current.n) == ("maintain in_range", ["unit_slip"], 5)


def test_of_two_events_a_day_the_earliest_weight_counts_and_the_latest_of_the_rest() -> None:
    def event(name: str, hour: int, **fields: object) -> Entry:
        return entry(LAST, revision=None, event=name, at=at(LAST, hour), **fields)

    history = history_of(
        "c-1",
        [
            event("evening", 21, kilograms=Decimal("71.2"), calories=Decimal(2100)),
            event("morning", 7, kilograms=Decimal("70.1"), calories=Decimal(400)),
        ],
    )
    assert (history.days[LAST].kilograms, history.days[LAST].calories) == (Decimal("70.1"), Decimal(2100))
    assert [note.code for note in history.notes] == ["several"]


def test_a_goal_switch_begins_again_and_does_not_judge_the_old_rate() -> None:
    goals = [
        {"mode": "fat_loss", "started_on": "2026-06-01"},
        {"mode": "maintenance", "started_on": str(LAST)},
    ]
    found = judged([W("70.00"), W("69.30"), W("70.65")], MAINTENANCE, profile(goals=goals))
    assert (outcome(found), found.case.figures.rate) == ("maintain phase_start", Decimal("1.95"))
    assert _codes(found) == []
    more = judged([W("70.00"), W("69.30"), W("70.80")], MAINTENANCE, profile(goals=goals))
    assert (outcome(more), _codes(more)) == ("maintain phase_start", ["gain_after_deficit"])


def test_the_gain_after_a_deficit_is_that_of_both_weeks_together() -> None:
    """Counted from the last week of the deficit, not week by week; past the second week it is asked no more."""

    def goals(phase_week: int) -> list[dict[str, str]]:
        return [{"mode": "fat_loss", "started_on": "2026-06-01"}, *goal_since("maintenance", phase_week)]

    twice = [W("70.00"), W("69.30"), W("70.35"), W("71.40")]
    asked = judged(twice, MAINTENANCE, profile(goals=goals(2)))
    assert _codes(asked) == ["gain_after_deficit"]
    assert "+3.03% since the deficit" in asked.questions[0].why
    assert _codes(judged([W("70.00"), W("69.30"), W("70.70"), W("70.60")], MAINTENANCE, profile(goals=goals(2)))) == []
    assert _codes(judged(twice, MAINTENANCE, profile(goals=goals(3)))) == []
    gap = [W("69.30"), None, W("70.80")]
    assert _codes(judged(gap, MAINTENANCE, profile(goals=goals(1)))) == ["gain_after_deficit"]
    few = [W("69.30", 2), W("70.00"), W("71.40")]
    assert _codes(judged(few, MAINTENANCE, profile(goals=goals(2)))) == []


def test_a_goal_that_starts_on_a_sunday_begins_with_the_week_of_that_sunday() -> None:
    """The bounds count sooner so, and a review still waits for the fourth week."""
    weeks = [W("70.00"), W("70.00"), W("69.93"), W("69.86"), W("69.79")]
    found = {}
    for phase_week in (1, 2, 3, 4):
        sunday = LAST - timedelta(weeks=phase_week - 1) + timedelta(days=6)
        known = profile(goals=[{"mode": "fat_loss", "started_on": str(sunday)}])
        found[phase_week] = outcome(judged(weeks, person=known))
    starts = dict.fromkeys((1, 2), "maintain phase_start")
    assert found == {**starts, 3: "maintain watch_1", 4: "review_down above_range_2w"}


def test_a_return_from_a_dip_is_a_sudden_gain_too() -> None:
    """Nobody can tell water that was lost from water that is held, so a person asks; nothing follows from it alone."""
    dip = {2: {"kilograms": Decimal("68.50")}, 3: {"kilograms": Decimal("70.60")}}
    found = judged([W("70.00"), W("70.00", over=dip)])
    assert "sudden_gain" in _codes(found)
    assert found.judgment.verdict == "maintain"


@pytest.mark.parametrize("name", ["illness", "travel_holiday", "menstruation"])
def test_a_flag_without_an_end_is_of_one_day_and_asked_about(name: str) -> None:
    """In its own week and in the next; with an end nobody is asked."""

    def asked(start: int, end: int | None = None) -> list[str]:
        last = None if end is None else LAST + timedelta(days=end)
        known = profile(context=[flag(name, LAST + timedelta(days=start), last)])
        return _codes(judged([W("70.00"), W("69.58"), W("69.17")], person=known))

    assert [asked(start) for start in (7, 6, 0, -7, -8)] == [[], *[["flag_without_end"]] * 3, []]
    assert asked(0, 2) == []
    ill = profile(context=[flag(name, LAST - timedelta(days=1))])
    assert ill.context[0].last_day == LAST - timedelta(days=1)


def test_a_sign_of_danger_goes_on_until_it_has_an_end() -> None:
    weeks = [W("70.00"), W("69.58"), W("69.58", over={3: {"kilograms": Decimal("72.00")}})]
    since = LAST - timedelta(days=10)
    for end, expected in ((None, "safety_hold"), (LAST - timedelta(days=1), "maintain")):
        known = profile(context=[flag("swelling_or_breathlessness", since, end)])
        assert judged(weeks, person=known).judgment.verdict == expected


def test_a_new_range_of_the_same_goal_does_not_begin_again() -> None:
    goals = [
        {"mode": "fat_loss", "started_on": "2026-06-01"},
        {"mode": "fat_loss", "started_on": str(LAST), "range_percent_per_week": [-0.8, -0.3]},
    ]
    found = judged([W("70.00"), W("69.58")], None, profile(goals=goals))
    assert outcome(found) == "maintain in_range"
    assert found.case.aim is not None
    assert (found.case.aim.high, found.case.aim.phase_week) == (Decimal("-0.3"), 26)


@pytest.mark.parametrize(("phase_week", "expected"), [(1, "phase_start"), (2, "phase_start"), (3, "watch_1")])
def test_the_first_comparison_of_a_goal_is_week_three(phase_week: int, expected: str) -> None:
    found = judged([W("70.00"), W("69.93")], FAT_LOSS, profile(goals=goal_since("fat_loss", phase_week)))
    assert found.judgment.reason == expected


def test_menstruation_is_taken_out_of_the_week_that_has_it() -> None:
    entering = profile(context=[flag("menstruation", LAST)])
    leaving = profile(context=[flag("menstruation", LAST - _WEEK)])
    both = profile(context=[flag("menstruation", LAST - _WEEK, LAST)])
    assert outcome(judged([W("70.00"), W("69.93")], person=entering)) == "maintain context_cycle"
    assert outcome(judged([W("70.00"), W("69.20")], person=leaving)) == "maintain context_cycle"
    assert outcome(judged([W("70.00"), W("69.93")], person=both)) == "maintain watch_1"
    # The bounds look at the raw rate.
    assert outcome(judged([W("70.00"), W("68.90")], person=leaving)) == "human_review rate_bound_1w"


def test_an_ill_week_is_neither_judged_nor_compared_with() -> None:
    ill = profile(context=[flag("illness", LAST - _WEEK)])
    weeks = [W("70.00"), W("68.00"), W("69.30")]
    assert outcome(judged(weeks[:2], person=ill, last=LAST - _WEEK)) == "human_review rate_bound_1w"
    after = judged(weeks, person=ill)
    assert (outcome(after), after.case.figures.gap, after.case.figures.rate) == (
        "maintain low_confidence",
        2,
        Decimal("-0.50"),
    )


def test_a_holiday_is_context_and_not_an_allowance() -> None:
    away = profile(context=[flag("travel_holiday", LAST + timedelta(days=6), LAST + timedelta(days=9))])
    assert outcome(judged([W("70.00"), W("70.50")], person=away)) == "maintain context_travel_holiday"
    assert outcome(judged([W("70.00"), W("70.80")], MAINTENANCE, away)) == "human_review rate_bound_1w"


@pytest.mark.parametrize(
    ("day", "reason"), [(-7, "in_range"), (-6, "context_new_scale"), (6, "context_new_scale"), (7, "in_range")]
)
def test_two_weeks_of_one_scale_are_judged(day: int, reason: str) -> None:
    scale = profile(context=[flag("new_scale", LAST + timedelta(days=day))])
    assert judged([W("70.00"), W("69.58")], person=scale).judgment.reason == reason


def test_a_sudden_gain_without_signs_is_a_question() -> None:
    found = judged([W("70.00"), W("70.00", over={4: {"kilograms": Decimal("72.01")}})], MAINTENANCE)
    assert "sudden_gain" in _codes(found)
    assert found.judgment.verdict != "safety_hold"


def test_weighing_on_other_days_of_the_week_lowers_the_confidence() -> None:
    late = {place: {"kilograms": None} for place in range(3)} | {
        place: {"kilograms": Decimal("69.58")} for place in range(3, 7)
    }
    found = judged([W("70.00", 4), W("69.58", 4, over=late)])
    assert outcome(found) == "maintain low_confidence"
    assert "other days" in found.judgment.finding.why


def test_late_data_judges_the_week_anew() -> None:
    entries = entries_of([W("70.00"), W("69.58")])
    late = entry(LAST, revision=2, kilograms=Decimal("70.60"), goal=FAT_LOSS)
    (first,) = judged_weeks(history_of("c-1", entries), Person(), [LAST], 0)
    (second,) = judged_weeks(history_of("c-1", [*entries, late]), Person(), [LAST], 0)
    assert (first.case.figures.rate, second.case.figures.rate) == (Decimal("-0.60"), Decimal("-0.36"))


def test_a_change_over_three_weeks_needs_three_full_gaps() -> None:
    rates: list[Callable[[], JudgedWeek]] = [
        lambda: judged([W("60.00"), W("60.10"), W("60.20"), W("60.30")], LEAN),
        lambda: judged([W("60.00", 3), W("60.10"), W("60.20"), W("60.30")], LEAN),
        lambda: judged([W("60.00"), None, W("60.10"), W("60.20"), W("60.30")], LEAN),
    ]
    assert [week().case.figures.rate3 for week in rates] == [Decimal("0.17"), None, None]


def test_what_else_is_asked() -> None:
    nothing = judged([W("70.00"), W("69.58", over={0: {"calories": Decimal(0)}})])
    stone = judged([W("77.00"), *[W(str(76 - index)) for index in range(7)]])
    wide = judged([W("70.00"), W("69.58")], FAT_LOSS._replace(low=Decimal(-2)))
    differs = judged([W("70.00"), W("69.58")], FAT_LOSS, profile(goals=goal_since("maintenance", 9)))
    switch = judged([W("70.00"), W("69.58", each={"goal": MAINTENANCE})])
    missing = judged([W("70.00"), W("69.58")], None)
    assert [_codes(each) for each in (nothing, stone, wide, differs, switch, missing)] == [
        ["nothing_eaten"],
        ["much_lost"],
        ["range_limit"],
        ["goal_differs"],
        ["goal_switch"],
        ["goal_missing"],
    ]


def test_the_days_of_a_hold_are_those_up_to_the_week() -> None:
    weeks = [W("70.00"), W("69.58"), W("69.20", over={0: {"held": True}})]
    history = history_of("c-1", entries_of(weeks))
    first, second = judged_weeks(history, Person(), [LAST - _WEEK, LAST], 0)
    assert (first.judgment.verdict, second.judgment.verdict) == ("maintain", "safety_hold")


def test_a_later_revision_does_not_clear_a_flag() -> None:
    entries = entries_of([W("70.00"), W("69.58", over={0: {"held": True, "categories": ("self_harm",)}})])
    later = entry(LAST, revision=2, kilograms=Decimal("69.58"), goal=FAT_LOSS)
    (found,) = judged_weeks(history_of("c-1", [*entries, later]), Person(), [LAST], 0)
    assert found.judgment.finding.categories == ("self_harm",)


@pytest.mark.parametrize(
    ("low", "high", "approved", "asked"),
    [
        ("-1.00", "-0.25", {}, []),
        ("-1.20", "-0.25", {}, ["range_limit"]),
        ("-1.50", "-0.25", {"approved_by": "a coach"}, []),
        ("-1.51", "-0.25", {"approved_by": "a coach"}, ["range_limit"]),
        ("-0.50", "0", {}, []),
        ("-0.50", "0.10", {"approved_by": "a coach"}, ["range_limit"]),
        ("0.25", "1.00", {}, ["range_limit"]),
    ],
)
def test_the_range_of_a_check_in_is_asked_about(
    low: str, high: str, approved: dict[str, str], asked: list[str]
) -> None:
    """Beyond -1.00 only a profile may allow it, and no range of fat loss reaches a gain."""
    (goal,) = goal_since("fat_loss", 9)
    person = profile(goals=[goal | approved])
    week = judged([W("70.00"), W("69.58")], Target("fat_loss", Decimal(low), Decimal(high)), person)
    assert _codes(week) == asked
