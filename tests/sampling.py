"""
Many plain documents fast: seeded draws over the answers that matter to fact tags.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from checkin_cli.documents import words

_RANGES = ([-0.25, 0.25], [0.1, 0.25])
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
        "bodyweight_kg": draw.choice([48.2, 78.6, 110]),
        "calories_kcal": draw.choice([0, 1800, 2675]),
        "macros": {"carbs_g": 300, "protein_g": 120.5, "fat_g": 60},
        "training": draw.choice(
            [{"status": "done", "rpe": 9}, {"status": "done"}, {"status": "rest"}, {"status": "skipped"}]
        ),
        "sleep_hours": draw.choice([4.5, 6.5, 8]),
        "sleep_quality": draw.randint(1, 5),
        "condition": draw.randint(1, 5),
        "digestion": draw.choice(words.DIGESTIONS),
        "water_l": 2,
        "appetite": draw.randint(1, 5),
        "stress": draw.randint(1, 5),
        "pain": draw.choice([0, 3, 6]),
    }
    share = draw.choice([0, 0.5, 0.9, 1])
    targets = {"calories_kcal": 2000, "protein_g": 120, "water_l": 2.5}
    return {
        "schema_version": "daily-snapshot-v1",
        "kst_day": "2026-03-02",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "answers": {key: value for key, value in answers.items() if draw.random() < share},
        "targets": {key: value for key, value in targets.items() if draw.random() < share},
    }


def _week(draw: Random) -> dict[str, Any]:
    verdicts = [verdict for verdict in words.VERDICTS if verdict != "safety_hold"]
    return {
        "schema_version": "weekly-summary-v1",
        "starts_on": "2026-03-02",
        "ends_on": "2026-03-08",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "average_weight_kg": draw.choice([None, 70, 70.1, 72]),
        "prior_average_weight_kg": draw.choice([None, 70, 71]),
        "weigh_ins": {"current": draw.randint(0, 7), "prior": draw.randint(2, 7)},
        "checkin_days": draw.randint(0, 7),
        "gap_weeks": draw.randint(1, 2),
        "judgment": {"verdict": draw.choice(verdicts), "reason": draw.choice(_OPEN_REASONS)},
        "actions": [{"id": "coach_review"}],
    }


def _card(draw: Random) -> dict[str, Any]:
    mean = [None, 70, 71.25]
    return {
        "schema_version": "adaptive-card-v1",
        "evaluation_day": "2026-03-08",
        "subject_label": "A-1",
        "current_mean_kg": draw.choice(mean),
        "prior_mean_kg": draw.choice(mean),
        "weekly_rate_percent": draw.choice([None, -1.2, 0.1, 0.9]),
        "decision": draw.choice(words.DECISIONS),
        "reason_category_ids": draw.sample(_OPEN_REASONS, draw.randint(0, 8)),
        "safety_held": False,
        "approval_state": draw.choice(["pending", "approved"]),
        "delivery_state": draw.choice(words.DELIVERY_STATES),
        "proposal_sha256": "0" * 64,
        "revision": 1,
        "customer_key": "c-1",
        "lifecycle": "draft",
        **draw.choice([{}, {"target_macros": {"carbs_g": 200}}, {"carb_cycle": {"low": {"fat_g": 60}}}]),
    }
