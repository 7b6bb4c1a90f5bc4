"""
Documents of every kind, as Hypothesis strategies over parsed JSON.
"""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from checkin_cli.documents import words

Json = dict[str, Any]


DIRECTIONS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""
Characters that turn the direction of text; no line that a person reads holds one.
"""


def numbers(low: int, high: int, places: int = 3) -> st.SearchStrategy[Decimal]:
    return st.decimals(low, high, allow_nan=False, allow_infinity=False, places=places)


def _goal() -> st.SearchStrategy[Json]:
    bounds = st.lists(numbers(-2, 2, 2), min_size=2, max_size=2, unique=True).map(sorted)
    return st.fixed_dictionaries({"mode": st.sampled_from(words.GOAL_MODES), "range_percent_per_week": bounds})


_MACROS = {"carbs_g": numbers(0, 2000), "protein_g": numbers(0, 2000), "fat_g": numbers(0, 2000)}
_FIVE = st.integers(1, 5)
_WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff"), max_size=40
)
_LINE = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=f"\ufeff{DIRECTIONS}"),
    max_size=40,
)
_VISIBLE = _LINE.filter(lambda text: bool(text.strip()) and len(text) <= 20)
_SAFE = st.fixed_dictionaries({"held": st.just(False), "categories": st.just([])})
_HELD = st.fixed_dictionaries(
    {"held": st.booleans(), "categories": st.lists(st.sampled_from(words.SAFETY_CATEGORIES), min_size=1, unique=True)}
)

_ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "bodyweight_kg": numbers(20, 400),
        "calories_kcal": numbers(0, 15000, 1),
        "macros": st.fixed_dictionaries(_MACROS),
        "training": st.fixed_dictionaries(
            {"status": st.sampled_from(words.TRAINING_STATUSES)},
            optional={"duration_min": st.integers(0, 1440), "rpe": numbers(1, 10, 1), "summary": _WORDS},
        ),
        "sleep_hours": numbers(0, 24, 1),
        "sleep_quality": _FIVE,
        "condition": _FIVE,
        "digestion": st.sampled_from(words.DIGESTIONS),
        "water_l": numbers(0, 20, 1),
        "appetite": _FIVE,
        "stress": _FIVE,
        "pain": st.integers(0, 6),
        "note": _WORDS,
        "meals": _WORDS,
    },
)


def daily(safety: st.SearchStrategy[Json] = _SAFE) -> st.SearchStrategy[Json]:
    """Ordinary days; pass another `safety` for held ones."""
    return st.fixed_dictionaries(
        {
            "schema_version": st.just("daily-snapshot-v1"),
            "kst_day": st.dates(date(2020, 1, 1), date(2030, 1, 1)).map(date.isoformat),
            "finalized": st.just(value=True),
            "revision": st.integers(1, 9),
            "audience": st.just("personal"),
            "answers": _ANSWERS,
        },
        optional={
            "goal": _goal(),
            "day_type": st.sampled_from(words.DAY_TYPES),
            "safety": safety,
            "targets": st.fixed_dictionaries(
                {}, optional={**_MACROS, "calories_kcal": numbers(0, 15000, 1), "water_l": numbers(0, 20, 1)}
            ),
        },
    )


def weekly(safety: st.SearchStrategy[Json] = _SAFE) -> st.SearchStrategy[Json]:
    """Ordinary weeks."""
    mondays = st.integers(0, 500).map(lambda week: date(2020, 1, 6) + timedelta(weeks=week))
    actions = st.lists(
        st.one_of(
            st.fixed_dictionaries({"id": st.just("keep_calories"), "calories_kcal": numbers(0, 15000, 1)}),
            st.fixed_dictionaries({"id": st.just("record_mornings"), "count": st.integers(1, 7)}),
            st.fixed_dictionaries({"id": st.just("custom"), "text": _VISIBLE.filter(str.isprintable)}),
            st.sampled_from([{"id": "coach_review"}, {"id": "person_contact"}, {"id": "weigh_same_conditions"}]),
        ),
        max_size=6,
        unique_by=lambda action: action["id"],
    )
    verdicts = [verdict for verdict in words.VERDICTS if verdict != "safety_hold"]
    reasons = [reason for reason in words.REASONS if reason not in words.HOLD_REASONS]
    mean = st.none() | numbers(20, 400, 4)
    return mondays.flatmap(
        lambda monday: st.fixed_dictionaries(
            {
                "schema_version": st.just("weekly-summary-v1"),
                "starts_on": st.just(monday.isoformat()),
                "ends_on": st.just((monday + timedelta(days=6)).isoformat()),
                "finalized": st.just(value=True),
                "revision": st.integers(1, 9),
                "audience": st.just("personal"),
                "average_weight_kg": mean,
                "prior_average_weight_kg": mean,
                "weigh_ins": st.fixed_dictionaries({"current": st.integers(0, 7), "prior": st.integers(0, 7)}),
                "checkin_days": st.integers(0, 7),
                "judgment": st.fixed_dictionaries(
                    {"verdict": st.sampled_from(verdicts), "reason": st.sampled_from(reasons)}
                ),
                "actions": actions,
            },
            optional={"goal": _goal(), "gap_weeks": st.integers(1, 2), "safety": safety},
        )
    )


def card() -> st.SearchStrategy[Json]:
    """Ordinary draft cards."""
    reasons = [reason for reason in words.REASONS if reason not in words.HOLD_REASONS]
    proposal = st.fixed_dictionaries({}, optional={**_MACROS, "calories_kcal": numbers(0, 15000, 1)})
    mean = st.none() | numbers(20, 400, 4)
    return st.fixed_dictionaries(
        {
            "schema_version": st.just("adaptive-card-v1"),
            "evaluation_day": st.dates(date(2020, 1, 1), date(2030, 1, 1)).map(date.isoformat),
            "subject_label": _VISIBLE,
            "current_mean_kg": mean,
            "prior_mean_kg": mean,
            "weekly_rate_percent": st.none() | numbers(-5, 5, 3),
            "decision": st.sampled_from(words.DECISIONS),
            "reason_category_ids": st.lists(st.sampled_from(reasons), max_size=8, unique=True),
            "safety_held": st.just(value=False),
            "approval_state": st.sampled_from(["pending", "approved"]),
            "delivery_state": st.sampled_from(words.DELIVERY_STATES),
            "proposal_sha256": st.just("0" * 64),
            "revision": st.integers(1, 9),
            "customer_key": st.just("c-1"),
            "lifecycle": st.just("draft"),
        },
        optional={
            "goal": _goal(),
            "target_macros": proposal,
            "carb_cycle": st.fixed_dictionaries({}, optional={"high": proposal, "medium": proposal, "low": proposal}),
            "operator_note": _LINE,
        },
    )


def ordinary() -> st.SearchStrategy[Json]:
    """Any document that is neither held nor published."""
    return st.one_of(daily(), weekly(), card())


def held() -> st.SearchStrategy[Json]:
    """Any document under a safety hold, however it says so."""
    severe = daily().map(lambda day: {**day, "answers": {**day["answers"], "pain": 7}})
    judged = weekly().map(lambda week: {**week, "judgment": {"verdict": "safety_hold", "reason": "rate_bound_2w"}})
    flagged = st.tuples(card(), st.sampled_from(words.HOLD_REASONS)).map(
        lambda pair: {**pair[0], "reason_category_ids": [pair[1]]}
    )
    return st.one_of(
        daily(_HELD).filter(lambda day: "safety" in day),
        weekly(_HELD).filter(lambda week: "safety" in week),
        severe,
        judged,
        flagged,
        card().map(lambda draft: {**draft, "safety_held": True}),
        card().map(lambda draft: {**draft, "approval_state": "held"}),
    )
