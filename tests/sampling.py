"""
Many plain documents fast: seeded draws over the answers that matter to fact tags.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from checkin_cli.documents import words

_RANGES = ([-1, -0.25], [-0.25, 0.25], [0.1, 0.5])
_MEMORY = {"recent_adjustment_id": "adjust-7", "next_check_at": "2026-03-09T09:00:00+09:00"}
_ACTIONS: dict[str, dict[str, Any]] = {
    "keep_calories": {"id": "keep_calories", "calories_kcal": 2000},
    "keep_protein": {"id": "keep_protein", "protein_g": 120},
    "keep_water": {"id": "keep_water", "water_l": 2.5},
    "record_mornings": {"id": "record_mornings", "count": 4},
    "custom": {"id": "custom", "text": "물병 챙기기"},
    **{action: {"id": action} for action in words.BARE_ACTIONS},
}
_GOALS = [
    None,
    *({"mode": mode, "range_percent_per_week": bounds} for mode in words.GOAL_MODES for bounds in _RANGES),
]
_OPEN_REASONS = [reason for reason in words.REASONS if reason not in words.HOLD_REASONS]


def sample(surface: str, count: int, seed: int = 7) -> Iterator[dict[str, Any]]:
    """Ordinary documents of a surface, always the same ones."""
    draw = Random(seed)  # noqa: S311  # a seeded sample, not a secret
    make = {"daily": _day, "weekly": _week, "adaptive_operator": _card}[surface]
    for _ in range(count):
        document = make(draw)
        goal = draw.choice(_GOALS)
        yield document if goal is None else {**document, "goal": goal}


def _day(draw: Random) -> dict[str, Any]:
    answers: dict[str, Any] = {
        "bodyweight_kg": draw.choice([78, 78.6, 77, 79.5, 84]),
        "calories_kcal": draw.choice([0, 1400, 1950, 2600]),
        "macros": draw.choice([{"carbs_g": 300, "protein_g": protein, "fat_g": 60} for protein in (60, 120.5)]),
        "training": {
            "status": draw.choice(words.TRAINING_STATUSES),
            **draw.choice([{}, {"rpe": draw.choice([5, 7, 9])}]),
            **draw.choice([{}, {"duration_min": draw.choice([20, 60, 100])}]),
        },
        "sleep_hours": draw.choice([4.5, 6.5, 8]),
        "sleep_quality": draw.randint(1, 5),
        "condition": draw.randint(1, 5),
        "digestion": draw.choice(words.DIGESTIONS),
        "water_l": 2,
        "appetite": draw.randint(1, 5),
        "stress": draw.randint(1, 5),
        "pain": draw.choice([0, 3, 6]),
    }
    targets = {"calories_kcal": 2000, "protein_g": 120, "water_l": 2.5}
    return {
        "schema_version": "daily-snapshot-v1",
        "kst_day": f"2026-03-0{draw.randint(2, 8)}",
        "finalized": True,
        "revision": 1,
        **draw.choice([{"audience": "personal"}, {"audience": "customer", "customer_key": "c-1"}]),
        "answers": _some(draw, answers),
        "targets": _some(draw, targets),
        "memory": _some(draw, {**_MEMORY, "previous_bodyweight_kg": 78.3}),
        **draw.choice([{}, {"day_type": draw.choice(words.DAY_TYPES)}]),
    }


def _some(draw: Random, parts: dict[str, Any]) -> dict[str, Any]:
    share = draw.choice([0, 0.2, 0.5, 0.9, 1])
    return {key: value for key, value in parts.items() if draw.random() < share}


def _week(draw: Random) -> dict[str, Any]:
    verdicts = [verdict for verdict in words.VERDICTS if verdict != "safety_hold"]
    reasons = {"record_more": words.REASONS[10:13], "human_review": (*words.REASONS[15:22], "watch_1")}
    verdict = draw.choice(verdicts)
    return {
        "schema_version": "weekly-summary-v1",
        "starts_on": "2026-03-02",
        "ends_on": "2026-03-08",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "average_weight_kg": draw.choice([None, 70, 70.1, 70.4, 72]),
        "prior_average_weight_kg": draw.choice([None, 70, 70.3, 71]),
        "weigh_ins": {"current": draw.randint(2, 7), "prior": draw.randint(2, 7)},
        "checkin_days": draw.randint(0, 7),
        "gap_weeks": draw.choice([1, 1, 2]),
        "judgment": {"verdict": verdict, "reason": draw.choice(reasons.get(verdict, _OPEN_REASONS))},
        "actions": [_ACTIONS[name] for name in draw.sample(list(_ACTIONS), draw.randint(0, 3))],
        "memory": _some(draw, _MEMORY),
    }


def _card(draw: Random) -> dict[str, Any]:
    mean = [None, 70, 71.25]
    proposed = _some(draw, {"calories_kcal": 2100, "carbs_g": 200, "protein_g": 140})
    return {
        "schema_version": "adaptive-card-v1",
        "evaluation_day": "2026-03-08",
        "subject_label": "A-1",
        "current_mean_kg": draw.choice(mean),
        "prior_mean_kg": draw.choice(mean),
        "weekly_rate_percent": draw.choice([None, -1.2, -0.1, 0, 0.2, 0.9]),
        "decision": draw.choice(words.DECISIONS),
        "reason_category_ids": draw.sample(_OPEN_REASONS, draw.choice([0, 1, 1, 2, 8])),
        "safety_held": False,
        "approval_state": draw.choice(["pending", "approved"]),
        "delivery_state": draw.choice(words.DELIVERY_STATES),
        "proposal_sha256": "0" * 64,
        "revision": 1,
        "customer_key": "c-1",
        "lifecycle": "draft",
        **draw.choice([{}, {"target_macros": proposed}, {"carb_cycle": {"low": {"fat_g": 60}}}]),
    }
