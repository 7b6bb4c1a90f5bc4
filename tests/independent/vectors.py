"""The thirteen test vectors of the rules as complete histories."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

LAST = date(2026, 11, 23)  # the judged week, phase week 6 of its goal
WEIGH_DAYS = {2: (0, 3), 3: (0, 3, 6), 4: (0, 2, 4, 6), 5: (0, 1, 3, 5, 6), 6: (0, 1, 2, 4, 5, 6), 7: tuple(range(7))}


def week(weeks_ago: int, weight: str | None, n: int, kcal_days: int = 7) -> list[dict[str, Any]]:
    """Seven check-ins, ``n`` of them with the weight; the rest of the week is unremarkable."""
    start = LAST - timedelta(days=7 * weeks_ago)
    return [
        {
            "day": (start + timedelta(days=i)).isoformat(),
            "weight": weight if weight is not None and i in WEIGH_DAYS[n] else None,
            "calories": 2000 if i < kcal_days else 2600,
            "sleep_hours": "7.5",
            "condition": 4,
            "digestion": "normal",
            "training": "done" if i % 2 == 0 else "rest",
            "pain": 0,
            "safety": [],
        }
        for i in range(7)
    ]


def history(mode: str, *weeks: list[dict[str, Any]]) -> dict[str, Any]:
    """A history whose goal is in phase week 6 in the judged week."""
    started = (LAST - timedelta(days=35)).isoformat()
    profile = {
        "customer_key": "c",
        "audience": "customer",
        "goals": [{"mode": mode, "started_on": started}],
        "sex": "female",
        "birth_year": 1990,
        "height_cm": "190",
        "plan": {"calories_kcal": 2000, "protein_g": 120, "sessions_per_week": 4},
        "context": [],
        "eligibility": [],
        "proposals": [],
    }
    return {"days": [day for days in weeks for day in days], "profile": profile, "week_starts": [LAST.isoformat()]}


def fat_loss(*weeks: list[dict[str, Any]]) -> dict[str, Any]:
    """A fat-loss history."""
    return history("fat_loss", *weeks)


def slipped() -> dict[str, Any]:
    """Vector 12: six weigh-ins at 70.3, then three and one of 155.0."""
    days = week(1, "70.3", 6) + week(0, "70.3", 3)
    days[7 + 4]["weight"] = "155.0"
    return fat_loss(days)


# 70.08 -> 70.00 is -0.11 and 70.084 -> 70.00 is -0.12; the week before the pair only sets the history.
VECTORS: list[tuple[str, dict[str, Any], tuple[str, str, str | None]]] = [
    ("1 in range", fat_loss(week(1, "70.00", 6), week(0, "69.58", 6)), ("maintain", "in_range", "-0.60")),
    (
        "2 slow twice",
        fat_loss(week(2, "70.084", 6), week(1, "70.00", 6), week(0, "69.93", 6)),
        ("review_down", "above_range_2w", "-0.10"),
    ),
    (
        "3 slow once",
        fat_loss(week(2, "70.352", 6), week(1, "70.00", 6), week(0, "69.93", 6)),
        ("maintain", "watch_1", "-0.10"),
    ),
    (
        "4 slow twice, intake 3/7",
        fat_loss(week(2, "70.084", 6), week(1, "70.00", 6), week(0, "69.93", 6, kcal_days=3)),
        ("maintain", "adherence_first", "-0.10"),
    ),
    (
        "5 fast twice",
        fat_loss(week(2, "70.779", 5), week(1, "70.00", 5), week(0, "69.20", 5)),
        ("review_up", "below_range_2w", "-1.14"),
    ),
    (
        "6 bound, rate2 -1.10",
        fat_loss(week(2, "70.348", 5), week(1, "70.00", 5), week(0, "68.80", 5)),
        ("human_review", "rate_bound_1w", "-1.71"),
    ),
    (
        "7 bound, rate2 -1.60",
        fat_loss(week(2, "71.074", 5), week(1, "70.00", 5), week(0, "68.80", 5)),
        ("safety_hold", "rate_bound_2w", "-1.71"),
    ),
    ("8 just outside", fat_loss(week(1, "70.00", 6), week(0, "69.83", 6)), ("maintain", "watch_1", "-0.24")),
    ("9 just inside", fat_loss(week(1, "200.00", 6), week(0, "199.51", 6)), ("maintain", "in_range", "-0.25")),
    ("10 gap of two", fat_loss(week(2, "70.00", 5), week(0, "69.30", 5)), ("maintain", "low_confidence", "-0.50")),
    ("11 two weigh-ins", fat_loss(week(1, "70.00", 6), week(0, "69.58", 2)), ("record_more", "need_weighins", None)),
    ("12 unit slip", slipped(), ("record_more", "confirm_weight", "0.00")),
    (
        "13 lean, +0.80 then +1.00",
        history("lean_mass_gain", week(2, "59.524", 6), week(1, "60.00", 6), week(0, "60.60", 6)),
        ("review_down", "above_range_2w", "1.00"),
    ),
]
