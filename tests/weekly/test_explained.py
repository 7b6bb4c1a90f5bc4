"""
What is said of every row of a week, those behind the one that decides too.
"""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal, localcontext

import pytest

from checkin_cli.weekly.entries import Target
from checkin_cli.weekly.rules.table import explain
from tests.weekly.scene import FAT_LOSS, LAST, MAINTENANCE, W, flag, judged, profile
from tests.weekly.test_findings import row, scene

_ABOVE = [W("70.084"), W("70.00"), W("69.93")]


def test_without_a_goal_no_week_is_inside_a_range() -> None:
    """Though its rate is known."""
    finding = row(11, judged([W("70.00"), W("69.58")], None))
    assert (finding.applies, finding.why) == (False, "no rate beside a range")


def test_only_the_change_over_three_weeks_is_called_so() -> None:
    assert "three weeks" not in row(11, judged([W("70.00"), W("69.58")])).why


_BELOW = [W("71.60"), W("70.80"), W("70.00")]


@pytest.mark.parametrize(
    ("weeks", "applying"), [(_BELOW[1:], {12}), (_BELOW, {17}), (_ABOVE[1:], {12}), (_ABOVE, {18})]
)
def test_of_the_rows_outside_the_range_only_that_of_the_side_and_the_count_applies(
    weeks: list[W], applying: set[int]
) -> None:
    """In an explanation too, where the rows behind the one that decides are asked as well."""
    worn = {place: {"short_night": True} for place in range(3)}
    calm = judged(weeks)
    assert {rule.number for rule, finding in explain(calm.case) if finding.applies} == applying
    tired = judged([*weeks[:-1], weeks[-1]._replace(over=worn, each=_AT_FLOOR)], person=profile(sex="female"))
    expected = applying | {14, 15} if applying == {18} else applying
    assert {rule.number for rule, finding in explain(tired.case) if finding.applies} == expected


_AT_FLOOR = {"calories": Decimal(1200), "planned_calories": Decimal(1200)}


@pytest.mark.parametrize(("n", "goal"), [(2, FAT_LOSS), (6, None)])
def test_menstruation_explains_no_week_without_a_rate_beside_a_goal(n: int, goal: Target | None) -> None:
    week = judged([W("70.00"), W("69.58", n)], goal, profile(context=[flag("menstruation", LAST)]))
    assert row(9, week).why == "nothing special in the week"


def test_an_explanation_is_text_that_no_decimal_context_changes() -> None:
    """Its words are found where sums are exact, not when somebody reads them."""
    case = judged([W(kg) for kg in ("60.11", "60.25", "60.31", "60.42")], MAINTENANCE).case
    assert case.drift is not None
    usual = explain(replace(case))
    with localcontext() as context:
        context.prec = 2
        assert explain(replace(case)) == usual
    assert [finding for _, finding in usual if not isinstance(finding.words, str)] == []


def test_proposals_are_counted_only_where_another_one_would_follow() -> None:
    """A first week outside proposes nothing."""
    pending = [
        {"verdict": "review_down", "proposed_on": str(LAST - timedelta(weeks=weeks)), "decision": "pending"}
        for weeks in (5, 4, 3)
    ]
    known = profile(proposals=pending)
    assert row(16, judged(_ABOVE, person=known)).applies
    assert not row(16, judged(_ABOVE[1:], person=known)).applies


@pytest.mark.parametrize(("day", "counts"), [(6, True), (7, False)])
def test_a_proposal_counts_up_to_the_last_day_of_the_week(day: int, *, counts: bool) -> None:
    """For those that nobody decided, and for those of the other direction."""

    def on(verdict: str, place: int) -> dict[str, str]:
        return {"verdict": verdict, "proposed_on": str(LAST + timedelta(days=place)), "decision": "pending"}

    third = profile(proposals=[on("review_down", place) for place in (-35, -28, day)])
    other = profile(proposals=[on("review_up", day)])
    for known in (third, other):
        assert row(16, judged(_ABOVE, person=known)).applies is counts


def test_weeks_in_a_row_are_named_before_a_drift() -> None:
    """In maintenance both are known; the drift is named where it decides alone."""
    weeks = [W(kg) for kg in ("60.00", "60.10", "60.20", "60.60", "61.00")]
    found = judged(weeks, MAINTENANCE)
    assert found.case.drift is not None
    assert row(18, found).why == "above the range for 2 judged weeks in a row"


@pytest.mark.parametrize("plan", [{"calories_kcal": 2000}, {"sessions_per_week": 0}])
def test_sessions_beside_a_plan_that_names_none_are_not_asked(plan: dict[str, int]) -> None:
    week = judged([*_ABOVE[:-1], W("69.93", each={"session": "done"})], person=profile(plan=plan))
    assert "no sessions beside a plan: not asked" in row(13, week).why


def test_a_week_without_weights_is_explained_too() -> None:
    """Nothing is compared with what is not there."""
    for goal in (FAT_LOSS, MAINTENANCE, None):
        week = judged([W("70.00"), W("69.80"), W("69.60"), W()], goal)
        assert all(finding.why for _, finding in explain(week.case))
        assert [number for number in (7, 11) if row(number, week).applies] == []


def test_the_distance_from_the_anchor_is_the_difference() -> None:
    assert row(6, scene("maintenance-2.3-kg-from-the-anchor")).why.startswith("2.3 kg from the anchor")


def test_an_open_flag_is_named_by_its_categories() -> None:
    assert row(1, scene("a-safety-flag-in-the-week")).why.startswith("gut_alarm_signs, open since 2026-11-26")


def test_what_was_proposed_upwards_three_times_is_undecided_too() -> None:
    pending = [
        {"verdict": "review_up", "proposed_on": str(LAST - timedelta(weeks=weeks)), "decision": "pending"}
        for weeks in (5, 4, 3)
    ]
    assert "review_up was proposed 3 times" in row(16, judged(_BELOW, person=profile(proposals=pending))).why


def test_a_soft_outlier_waits_for_nobody_however_few_the_weights_are() -> None:
    week = judged([W("70.00"), W("70.00", 3, over={1: {"kilograms": Decimal("72.15")}})])
    assert [doubt.code for doubt in week.case.week.doubts] == ["soft_outlier"]
    assert not row(3, week).applies


def test_three_weigh_ins_are_enough_to_miss_the_week_before() -> None:
    finding = row(4, judged([W("70.00", 2), W("69.58", 3)]))
    assert finding.reason == "need_prior_week"
    assert "3 weigh-ins, fewer" not in finding.why


def test_a_goal_of_check_ins_alone_has_no_phase_week() -> None:
    assert row(8, judged([W("70.00"), W("69.58")])).why.startswith("no history of goals")


def test_a_new_scale_without_a_week_before_changes_nothing() -> None:
    week = judged([W("69.58")], person=profile(context=[flag("new_scale", LAST)]))
    assert row(9, week).why == "nothing special in the week"


def test_menstruation_that_does_not_explain_the_rate_is_told_and_decides_nothing() -> None:
    week = judged([W("70.00"), W("70.50")], person=profile(context=[flag("menstruation", LAST)]))
    finding = row(9, week)
    assert not finding.applies
    assert "+0.07%" in finding.why
