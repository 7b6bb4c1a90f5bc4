"""
Fact tags: every document answers every question once, and every predicate of the doctrine has a document.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.facts import (
    CardFacts,
    DailyFacts,
    HeldFacts,
    WeeklyFacts,
    derive_facts,
    dimensions_of,
    mask_of,
    tags_in,
    tags_of,
)
from tests import strategies
from tests.sampling import sample
from tests.written import written

STRATEGY = {"daily": strategies.daily, "weekly": strategies.weekly, "adaptive_operator": strategies.card}


def tags(document: dict[str, Any]) -> frozenset[str]:
    """The tags of an ordinary document."""
    facts = derive_facts(read_document(written(document), ReadingRules()))
    assert isinstance(facts, DailyFacts | WeeklyFacts | CardFacts)
    return facts.tags


@pytest.mark.parametrize("surface", STRATEGY)
def test_every_question_is_answered_by_exactly_one_level(surface: str) -> None:
    @given(STRATEGY[surface]())
    @settings(max_examples=200)
    def check(document: dict[str, Any]) -> None:
        given_tags = tags(document)
        assert given_tags <= tags_of(surface)
        for dimension in dimensions_of(surface):
            assert given_tags & dimension.tags in dimension.levels, dimension.question

    check()


@pytest.mark.parametrize("surface", STRATEGY)
def test_a_mask_holds_the_tags_and_no_others(surface: str) -> None:
    for tag in tags_of(surface):
        assert tags_in(mask_of([tag])) == {tag}
    assert tags_in(mask_of(tags_of(surface))) == tags_of(surface)
    assert tags_in(mask_of(["no_such_tag"])) == frozenset()


def _predicates(doctrine: Doctrine) -> Iterable[tuple[str, str, frozenset[str], frozenset[str]]]:
    for playbook in doctrine.playbooks.values():
        for rule in playbook.prose:
            for atom in (doctrine.atoms[each] for each in rule.atoms):
                yield atom.id, playbook.surface, atom.requires, atom.forbids
    for action in doctrine.daily_actions:
        yield action.id, action.surface, action.requires, action.forbids


def test_every_predicate_and_trigger_has_a_document(doctrine: Doctrine) -> None:
    """Questions can depend on each other, so the loader's check is confirmed with real documents."""
    seen = {surface: {tags(document) for document in sample(surface, 3000)} for surface in STRATEGY}
    for owner, surface, requires, forbids in _predicates(doctrine):
        assert any(requires <= each and forbids.isdisjoint(each) for each in seen[surface]), owner
    for principle in doctrine.principles.values():
        for surface in principle.surfaces:
            assert any(not principle.triggers.isdisjoint(each) for each in seen[surface]), principle.id


@given(strategies.held())
def test_a_hold_keeps_no_measured_value(document: dict[str, Any]) -> None:
    """However the document says so, and whoever wrote it."""
    facts = derive_facts(read_document(written(document), ReadingRules()))
    assert isinstance(facts, HeldFacts)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"sleep_hours": 5.9}, "sleep_short"),
        ({"sleep_hours": 6}, "sleep_between"),
        ({"sleep_hours": 7}, "sleep_enough"),
        ({"condition": 2}, "condition_low"),
        ({"condition": 3}, "condition_middle"),
        ({"condition": 4}, "condition_high"),
        ({"pain": 6}, "pain_present"),
        ({"bodyweight_kg": 78.783}, "weight_close"),
        ({"bodyweight_kg": 78.79}, "weight_up"),
        ({"bodyweight_kg": 77.21}, "weight_down"),
        ({"bodyweight_kg": 80.34}, "weight_up"),
        ({"bodyweight_kg": 80.35}, "weight_far"),
        ({"bodyweight_kg": 75.6}, "weight_far"),
        ({"calories_kcal": 2200}, "intake_near_plan"),
        ({"calories_kcal": 1800}, "intake_near_plan"),
        ({"calories_kcal": 2201}, "intake_above_plan"),
        ({"calories_kcal": 1799}, "intake_below_plan"),
        ({"calories_kcal": 0}, "intake_zero"),
        ({"macros": {"carbs_g": 1, "protein_g": 132, "fat_g": 0}}, "protein_near_plan"),
        ({"macros": {"carbs_g": 1, "protein_g": 133, "fat_g": 0}}, "protein_off_plan"),
        ({"macros": {"carbs_g": 0, "protein_g": 0, "fat_g": 0}}, "macros_zero"),
        ({"training": {"status": "done", "rpe": 6}}, "effort_easy"),
        ({"training": {"status": "done", "rpe": 6.5}}, "effort_middle"),
        ({"training": {"status": "done", "rpe": 9}}, "effort_high"),
        ({"training": {"status": "done", "duration_min": 30}}, "training_brief"),
        ({"training": {"status": "done", "duration_min": 90}}, "training_long"),
        ({"stress": 4}, "stress_high"),
        ({"digestion": "bristol_2"}, "digestion_hard"),
        ({"digestion": "bristol_6"}, "digestion_loose"),
        ({}, "record_empty"),
        ({"bodyweight_kg": 70}, "record_partial"),
    ],
)
def test_thresholds_fall_where_the_doctrine_says(answers: dict[str, Any], expected: str) -> None:
    document = {
        "schema_version": "daily-snapshot-v1",
        "kst_day": "2026-03-02",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "answers": answers,
        "targets": {"calories_kcal": 2000, "protein_g": 120},
        "memory": {"previous_bodyweight_kg": 78.003},
    }
    assert expected in tags(document)


@pytest.mark.parametrize(
    ("rate", "expected"),
    [
        ("-0.26", "below_range"),
        ("-0.255", "below_range"),
        ("-0.25", "in_range"),
        ("-0.2549", "in_range"),
        ("0.25", "in_range"),
        ("0.254", "in_range"),
        ("0.255", "above_range"),
    ],
)
def test_the_shown_rate_is_judged_and_bounds_are_inclusive(rate: str, expected: str) -> None:
    """What rounds to a bound is inside, because the reader sees the bound."""
    card = next(sample("adaptive_operator", 1))
    goal = {"mode": "maintenance", "range_percent_per_week": [Decimal("-0.25"), Decimal("0.25")]}
    assert expected in tags({**card, "goal": goal, "weekly_rate_percent": Decimal(rate)})


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"average_weight_kg": Decimal("100.35")}, "change_slight"),
        ({"average_weight_kg": Decimal("100.354")}, "change_slight"),
        ({"average_weight_kg": Decimal("99.65")}, "change_slight"),
        ({"checkin_days": 7}, "checkins_all"),
        ({"checkin_days": 6}, "checkins_most"),
        ({"weigh_ins": {"current": 7, "prior": 2}}, "weighins_low"),
        ({"weigh_ins": {"current": 3, "prior": 7}}, "weighins_three"),
        ({"weigh_ins": {"current": 4, "prior": 4}}, "weighins_full"),
        ({"judgment": {"verdict": "review_up", "reason": "below_range_2w"}}, "reason_two_weeks"),
        ({"judgment": {"verdict": "review_up", "reason": "below_range_2w"}}, "verdict_review"),
        ({"judgment": {"verdict": "human_review", "reason": "at_floor"}}, "reason_safety"),
        ({"judgment": {"verdict": "maintain", "reason": "context_cycle"}}, "reason_context"),
        ({"actions": [{"id": "custom", "text": "물병 챙기기"}]}, "acts_custom"),
        ({"memory": {"recent_adjustment_id": "adjust-7"}}, "adjusted_recently"),
    ],
)
def test_weeks_are_tagged_where_the_doctrine_says(change: dict[str, Any], expected: str) -> None:
    week = next(sample("weekly", 1))
    plain = {
        "average_weight_kg": Decimal(101),
        "prior_average_weight_kg": Decimal(100),
        "weigh_ins": {"current": 7, "prior": 7},
        "gap_weeks": 1,
        "memory": {},
        "actions": [],
    }
    assert expected in tags({**week, **plain, **change})
    assert "change_slight" not in tags({**week, **plain, "average_weight_kg": Decimal("100.355")})
