"""
Generated histories made rougher: lost days, pauses, odd weights, flags and proposals in any order.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from tests.independent.generate import Maker

Json = dict[str, Any]

_DIGESTIONS = ("normal", "gas_bloating", *(f"bristol_{form}" for form in range(1, 8)))
_FACTORS = ("0.45", "0.921", "0.955", "0.969", "0.97", "1.03", "1.031", "1.04", "1.079", "1.081", "2.2")
_PAUSES = (10, 13, 14, 15, 16, 20, 27, 28, 29, 30, 40)
_KCAL = (0, 799, 800, 1199, 1200, 1499, 1500, 1800, 2200)
_FLAGS = ("illness", "travel_holiday", "creatine_start", "new_scale", "menstruation_phase", "sodium_event")


def rough_history(name: str) -> Json:
    """One history, the same for the same name."""
    chance = Random(name)  # noqa: S311 - repeatable, not secret
    history = Maker(name).make(name)
    profile, starts = history["profile"], history["week_starts"]
    all_days = [date.fromisoformat(starts[0]) + timedelta(days=place) for place in range(7 * len(starts))]
    history["days"] = _with_gaps(history["days"], all_days, chance)
    for day in history["days"]:
        _roughen(day, chance)
    profile["context"] += [
        {"flag": chance.choice(_FLAGS), "day": str(chance.choice(all_days))} for _ in range(chance.choice((0, 1, 3, 6)))
    ]
    profile["proposals"] += [_proposal(all_days, chance) for _ in range(chance.choice((0, 0, 1, 3, 5)))]
    chance.shuffle(profile["proposals"])
    return history


def _with_gaps(days: list[Json], all_days: Sequence[date], chance: Random) -> list[Json]:
    kept = chance.choice((0.5, 0.7, 0.85, 0.95, 1, 1, 1))
    start = chance.choice(all_days)
    pause = range(chance.choice((0, 0, 0, *_PAUSES)))
    lost = {str(start + timedelta(days=place)) for place in pause}
    return [day for day in days if chance.random() < kept and day["day"] not in lost]


def _roughen(day: Json, chance: Random) -> None:
    if chance.random() < 0.9:
        day["safety"] = []
    if chance.random() < 0.15:
        day["digestion"] = chance.choice(_DIGESTIONS)
    if chance.random() < 0.1:
        day["sleep_hours"] = chance.choice(("4", "5.9", "6"))
    if chance.random() < 0.1:
        day["condition"] = chance.choice((1, 2, 3))
    if day["calories"] is not None and chance.random() < 0.05:
        day["calories"] = chance.choice(_KCAL)
    if day["weight"] is not None and chance.random() < 0.04:
        odd = (Decimal(day["weight"]) * Decimal(chance.choice(_FACTORS))).quantize(Decimal("0.1"))
        day["weight"] = str(odd) if 20 <= odd <= 400 else day["weight"]


def _proposal(all_days: Sequence[date], chance: Random) -> Json:
    return {
        "day": str(chance.choice(all_days)),
        "verdict": chance.choice(("review_up", "review_down")),
        "decision": chance.choice((None, None, "accepted", "rejected")),
    }
