"""
Write N daily snapshots, always the same bytes for the same N: `python bench/days.py N > days.jsonl`.
"""

import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

FIRST_DAY = date(2026, 1, 1)
ABSENT = 0.06
"""
How often one answer is missing.
"""


def days(number: int) -> Iterator[bytes]:
    """
    Yield the lines.
    """
    draw = Random(11)  # noqa: S311  # repeatable, not secret
    for index in range(number):
        done = draw.random() < 0.7
        training = {"status": "done", "duration_min": draw.randrange(20, 120, 5), "rpe": draw.randint(4, 10)}
        answers = {
            "bodyweight_kg": draw.randint(480, 1100) / 10,
            "calories_kcal": draw.randint(1200, 4200),
            "macros": {
                "carbs_g": draw.randint(80, 600),
                "protein_g": draw.randint(40, 240),
                "fat_g": draw.randint(20, 140),
            },
            "training": training if done else {"status": "rest"},
            "sleep_hours": draw.randint(40, 90) / 10,
            "sleep_quality": draw.randint(1, 5),
            "condition": draw.randint(1, 5),
            "digestion": draw.choice(["normal", "normal", "gas_bloating", "bristol_4", "bristol_6"]),
            "water_l": draw.randint(10, 40) / 10,
        }
        document = {
            "schema_version": "daily-snapshot-v1",
            "ref": f"d-{index}",
            "kst_day": str(FIRST_DAY + timedelta(days=index % 365)),
            "finalized": True,
            "revision": 1,
            "audience": "personal",
            "goal": {"mode": "lean_mass_gain", "range_percent_per_week": [0.1, 0.25]},
            "targets": {"calories_kcal": draw.randrange(1500, 3800, 50), "protein_g": draw.randrange(80, 220, 5)},
            "answers": {name: value for name, value in answers.items() if draw.random() >= ABSENT},
            "memory": {"recent_adjustment_id": f"adjustment.{index}"},
        }
        yield json.dumps(document, separators=(",", ":")).encode() + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.writelines(days(int(sys.argv[1])))
