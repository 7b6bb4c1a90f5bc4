"""
The closed vocabulary of fact tags, by surface.

A dimension is one question that every document of a surface answers with exactly one of its levels; a level is the
set of tags that the answer gives. That makes it decidable, when doctrine is loaded, whether any document can satisfy
a predicate.
"""

from collections.abc import Iterable
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


def _against_range(question: str, unknown: str, *known: str) -> Dimension:
    positions = ("in_range", "outside_range below_range", "outside_range above_range", "range_unknown")
    judged = (f"{change} {position}" for change in known for position in positions)
    return _dimension(question, f"{unknown} range_unknown", *judged)


_OPEN_REASONS = tuple(reason for reason in REASONS if reason not in HOLD_REASONS)
_SAFETY_REASONS = ("rate_bound_1w", "low_intake", "at_floor", "unplanned_loss")


def reason_tags(reasons: Iterable[str]) -> set[str]:
    """
    A tag for each reason code, with one for the group that it belongs to.
    """
    tags = set()
    for reason in reasons:
        tags.add(f"reason_{reason}")
        if reason.startswith("context_"):
            tags.add("reason_context")
        if reason.endswith("_range_2w"):
            tags.add("reason_two_weeks")
        if reason in _SAFETY_REASONS:
            tags.add("reason_safety")
    return tags


_MEMORY = _switches("adjusted_recently", "next_check_known")

_ANSWERS = (
    _dimension(
        "weight, also beside the one before",
        "weight_recorded",
        "weight_recorded weight_close",
        "weight_recorded weight_apart weight_up",
        "weight_recorded weight_apart weight_down",
        "weight_recorded weight_far",
        "weight_missing",
    ),
    _dimension(
        "intake, also beside the plan",
        "intake_recorded",
        "intake_recorded intake_zero",
        "intake_recorded intake_near_plan",
        "intake_recorded intake_off_plan intake_above_plan",
        "intake_recorded intake_off_plan intake_below_plan",
        "intake_missing",
    ),
    _dimension(
        "macros, protein also beside the plan",
        "macros_recorded",
        "macros_recorded protein_near_plan",
        "macros_recorded protein_off_plan",
        "macros_zero",
        "macros_missing",
    ),
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
)
_ANSWERED = frozenset().union(*(each.tags for each in _ANSWERS))
_MISSING = frozenset(tag for tag in _ANSWERED if tag.endswith("_missing"))

_DAILY = (
    _GOAL,
    _dimension("audience", "audience_personal", "audience_customer"),
    _dimension("day of the week", "on_monday", "on_midweek", "on_weekend"),
    _dimension("day type", "day_training", "day_rest", ""),
    *_ANSWERS,
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
        *(" ".join(sorted(reason_tags((reason,)))) for reason in _OPEN_REASONS),
    ),
    _against_range(
        "change, also against the goal range",
        "change_unknown",
        "change_none",
        "change_up",
        "change_up change_slight",
        "change_down",
        "change_down change_slight",
    ),
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
    _against_range("rate, also against the goal range", "rate_missing", "rate_none", "rate_up", "rate_down"),
    _dimension("approval", "approval_pending", "approval_approved"),
    _dimension("delivery", *(f"delivery_{state}" for state in DELIVERY_STATES)),
    *_switches("macros_proposed", "calories_proposed", "carbs_proposed", "protein_proposed", "carb_cycle_proposed"),
    *_switches(*sorted(reason_tags(_OPEN_REASONS))),
)

_NEVER_TOGETHER = {
    "record_empty": _ANSWERED - _MISSING,
    "record_full": _MISSING - {"water_missing"},
    "training_missing": frozenset({"effort_high", "effort_middle", "effort_easy", "training_brief", "training_long"}),
    "goal_missing": frozenset({"in_range", "outside_range", "below_range", "above_range"}),
}
"""
Answers that rule out answers to other questions.
"""

_IMPLIED = {
    **dict.fromkeys(("intake_near_plan", "intake_off_plan", "intake_above_plan", "intake_below_plan"), "plan_calories"),
    **dict.fromkeys(("protein_near_plan", "protein_off_plan"), "plan_protein"),
    **dict.fromkeys(("calories_proposed", "carbs_proposed", "protein_proposed"), "macros_proposed"),
    **{f"reason_{reason}": tag for reason in _OPEN_REASONS for tag in reason_tags((reason,)) - {f"reason_{reason}"}},
    "weighins_low": "change_unknown",
}
"""
Answers that bring another tag with them.
"""

_DIMENSIONS = {"daily": _DAILY, "weekly": _WEEKLY, "adaptive_operator": _ADAPTIVE}
_TAGS = {surface: frozenset().union(*(each.tags for each in dimensions)) for surface, dimensions in _DIMENSIONS.items()}

_BITS = {
    tag: 1 << place for place, tag in enumerate(dict.fromkeys(tag for tags in _TAGS.values() for tag in sorted(tags)))
}
_NOWHERE = 1 << len(_BITS)
"""
The bit of every tag outside the vocabulary: no document has it.
"""


def mask_of(tags: Iterable[str]) -> int:
    """
    Tags as a bit mask, in which predicates are cheap: one bit a tag, the same in every run of one version.
    """
    mask = 0
    for tag in tags:
        mask |= _BITS.get(tag, _NOWHERE)
    return mask


def tags_in(mask: int) -> frozenset[str]:
    """
    The tags of a mask, by name.
    """
    return frozenset(tag for tag, bit in _BITS.items() if mask & bit)


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
    requires |= {other for tag, other in _IMPLIED.items() if tag in requires and other in _TAGS[surface]}
    if any(tag in requires and requires & apart for tag, apart in _NEVER_TOGETHER.items()):
        return False
    return all(
        any(requires & dimension.tags <= level and not forbids & level for level in dimension.levels)
        for dimension in _DIMENSIONS[surface]
    )
