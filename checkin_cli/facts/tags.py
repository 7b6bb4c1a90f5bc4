"""
The closed vocabulary of fact tags, by surface.

A dimension is one question that every document of a surface answers with exactly one of its levels; a level is the
set of tags that the answer gives. That makes it decidable, when doctrine is loaded, whether any document can satisfy
a predicate.
"""

from dataclasses import dataclass

from checkin_cli.documents.words import (
    DECISIONS,
    DELIVERY_STATES,
    GOAL_MODES,
    HOLD_REASONS,
    REASONS,
    VERDICTS,
    WEEKLY_ACTIONS,
)

SURFACES = ("daily", "weekly", "adaptive_operator")


@dataclass(frozen=True)
class Dimension:
    """
    One question about a document, and every answer as a set of tags.
    """

    question: str
    levels: tuple[frozenset[str], ...]

    @property
    def tags(self) -> frozenset[str]:
        """
        Every tag that some level gives.
        """
        return frozenset().union(*self.levels)


def _dimension(question: str, *levels: str) -> Dimension:
    return Dimension(question, tuple(frozenset(level.split()) for level in levels))


def _switches(*tags: str) -> tuple[Dimension, ...]:
    return tuple(_dimension(tag, tag, "") for tag in tags)


_GOAL = _dimension("goal", *(f"goal_{mode}" for mode in GOAL_MODES), "goal_missing")

_RANGE = _dimension(
    "change against the goal range",
    "in_range",
    "outside_range below_range",
    "outside_range above_range",
    "range_unknown",
)

_MEMORY = _switches("adjusted_recently", "next_check_known")

_DAILY = (
    _GOAL,
    _dimension("day of the week", "on_monday", "on_midweek", "on_weekend"),
    _dimension("day type", "day_training", "day_rest", ""),
    _dimension("weight", "weight_recorded", "weight_missing"),
    _dimension("weight beside the one before", "weight_close", "weight_apart", ""),
    _dimension("intake", "intake_recorded", "intake_recorded intake_zero", "intake_missing"),
    _dimension("intake beside the plan", "intake_near_plan", "intake_off_plan", ""),
    _dimension("macros", "macros_recorded", "macros_zero", "macros_missing"),
    _dimension("protein beside the plan", "protein_near_plan", ""),
    _dimension("training", "training_done", "training_rest", "training_skipped", "training_missing"),
    _dimension("effort", "effort_high", "effort_middle", "effort_easy", ""),
    _dimension("length of training", "training_brief", "training_long", ""),
    _dimension("sleep", "sleep_short", "sleep_between", "sleep_enough", "sleep_missing"),
    _dimension("sleep quality", "sleep_quality_low", "sleep_quality_high", ""),
    _dimension("condition", "condition_low", "condition_middle", "condition_high", "condition_missing"),
    _dimension(
        "digestion",
        "digestion_usual",
        "digestion_gas",
        "digestion_hard",
        "digestion_loose",
        "digestion_other",
        "digestion_missing",
    ),
    _dimension("water", "water_recorded", "water_missing"),
    _dimension("appetite", "appetite_low", "appetite_high", ""),
    _dimension("stress", "stress_high", ""),
    _dimension("pain", "pain_present", ""),
    _dimension("completeness of the seven facts", "record_full", "record_partial", "record_empty"),
    *_switches("plan_calories", "plan_protein", "plan_water"),
    *_MEMORY,
)

_WEEKLY = (
    _GOAL,
    _dimension(
        "verdict",
        *(
            f"verdict_{verdict} verdict_review" if verdict.startswith("review_") else f"verdict_{verdict}"
            for verdict in VERDICTS
            if verdict != "safety_hold"
        ),
    ),
    _dimension(
        "reason",
        *(
            f"reason_{reason} reason_context" if reason.startswith("context_") else f"reason_{reason}"
            for reason in REASONS
            if reason not in HOLD_REASONS
        ),
    ),
    _dimension(
        "change",
        "change_unknown",
        "change_none",
        "change_up",
        "change_up change_slight",
        "change_down",
        "change_down change_slight",
    ),
    _RANGE,
    _dimension("check-in days", "checkins_none", "checkins_few", "checkins_some", "checkins_most", "checkins_all"),
    _dimension("weigh-ins of the two weeks", "weighins_low", "weighins_three", "weighins_full"),
    _dimension("weeks between the means", "gap_one", "gap_two"),
    *_switches(*(f"acts_{action}" for action in WEEKLY_ACTIONS)),
    *_MEMORY,
)

_ADAPTIVE = (
    _GOAL,
    _dimension("decision", *(f"decision_{decision}" for decision in DECISIONS)),
    _dimension("means", "means_known", "means_missing"),
    _dimension("rate", "rate_missing", "rate_none", "rate_up", "rate_down"),
    _RANGE,
    _dimension("approval", "approval_pending", "approval_approved"),
    _dimension("delivery", *(f"delivery_{state}" for state in DELIVERY_STATES)),
    *_switches("macros_proposed", "calories_proposed", "carbs_proposed", "protein_proposed", "carb_cycle_proposed"),
    *_switches(*(f"reason_{reason}" for reason in REASONS if reason not in HOLD_REASONS), "reason_context"),
)

_DIMENSIONS = {"daily": _DAILY, "weekly": _WEEKLY, "adaptive_operator": _ADAPTIVE}
_TAGS = {surface: frozenset().union(*(each.tags for each in dimensions)) for surface, dimensions in _DIMENSIONS.items()}


def dimensions_of(surface: str) -> tuple[Dimension, ...]:
    """
    The questions that a document of the surface answers.
    """
    return _DIMENSIONS[surface]


def tags_of(surface: str) -> frozenset[str]:
    """
    Every tag that a document of the surface can have.
    """
    return _TAGS[surface]


def is_satisfiable(surface: str, requires: frozenset[str], forbids: frozenset[str]) -> bool:
    """
    True if each question has an answer that gives all required tags of its own and none of the forbidden ones.

    Questions are taken one by one; where two depend on each other (an empty record has no recorded weight), a test
    shows a document for every predicate of the doctrine.
    """
    if not requires | forbids <= _TAGS[surface]:
        return False
    return all(
        any(requires & dimension.tags <= level and not forbids & level for level in dimension.levels)
        for dimension in _DIMENSIONS[surface]
    )
