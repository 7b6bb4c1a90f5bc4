"""
What summaries cost: all weeks of all customers beside reading and validating the same rows, in order and shuffled.

Usage: `python bench/weeks.py [--days DAYS] [CUSTOMERS...]` (default 200 of 180 days each). Several numbers of customers
show whether memory grows with them: `python bench/weeks.py --days 1826 50 100 200`.
"""

import argparse
import json
import shlex
import sys
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from batch import Run, run

CHECKIN = (sys.executable, "-m", "checkin_cli")
FIRST_DAY, DAYS = date(2026, 5, 4), 180


def rows(customers: int, days: int) -> Iterator[bytes]:
    """
    Yield the check-ins of customers who lose a fifth and then keep it, in the order of customers and days.
    """
    draw = Random(7)  # noqa: S311  # repeatable, not secret
    for number in range(customers):
        start = kilograms = draw.uniform(60, 90)
        for day in range(days):
            kilograms += draw.gauss(-0.04 if kilograms > 0.8 * start else 0, 0.05)
            document = {
                "schema_version": "daily-snapshot-v1",
                "kst_day": str(FIRST_DAY + timedelta(days=day)),
                "finalized": True,
                "revision": 1,
                "audience": "customer",
                "customer_key": f"c-{number:06}",
                "goal": {"mode": "fat_loss", "range_percent_per_week": [-1, -0.25]},
                "targets": {"calories_kcal": 1900, "protein_g": 130},
                "answers": {
                    "bodyweight_kg": round(kilograms + draw.gauss(0, 0.4), 1),
                    "calories_kcal": draw.randint(1700, 2100),
                    "macros": {"carbs_g": 200, "protein_g": 130, "fat_g": 60},
                    "training": {"status": "done", "duration_min": 60, "rpe": 7},
                    "sleep_hours": draw.randint(50, 80) / 10,
                    "condition": draw.randint(2, 5),
                    "digestion": "normal",
                },
            }
            yield json.dumps(document, separators=(",", ":")).encode() + b"\n"


def quietly(*arguments: str) -> Run:
    """
    Run the program without what it says.
    """
    return run(("/bin/sh", "-c", f"exec {shlex.join((*CHECKIN, *arguments))} >/dev/null 2>&1"))


def measure(customers: int, days: int) -> None:
    """
    Print processor time and memory of both orders.
    """
    with tempfile.TemporaryDirectory() as folder:
        in_order, shuffled, output = (str(Path(folder, name)) for name in ("a.jsonl", "b.jsonl", "weeks.jsonl"))
        with Path(in_order).open("wb") as file:
            file.writelines(rows(customers, days))
        # Another program shuffles: what this one held would count as memory of those that it starts.
        run(("/bin/sh", "-c", f"exec shuf {in_order} -o {shuffled}"))
        for given in (in_order, shuffled):
            read = quietly("validate", given)
            made = quietly("summarize", given, "--all", "--weeks", "all", "-o", output, "--force")
            order = "in order" if given == in_order else "shuffled"
            print(
                f"{customers:,} customers, {customers * days:,} rows {order}: "
                f"validate {read.cpu:.2f} s, {read.memory:.0f} MB; "
                f"summarize {made.cpu:.2f} s, {made.memory:.0f} MB; ratio {made.cpu / read.cpu:.2f}"
            )


if __name__ == "__main__":
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("customers", nargs="*", type=int, default=[200])
    given.add_argument("--days", type=int, default=DAYS)
    asked = given.parse_args()
    for number in asked.customers:
        measure(number, asked.days)
