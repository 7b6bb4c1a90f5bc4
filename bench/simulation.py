"""
How noise alone is judged: invented customers of known truth, by the product's own judgment and by a rule of one week.

A weigh-in of day t is `w(t) * (1 + (e(t) + s(t)) / 100)` kilograms, rounded to 0.1:
`w(t) = 80 * (1 + rate / 100) ** (t / 7)`, the truth;
`e(t) = 0.3 * e(t - 1) + sqrt(1 - 0.3 ** 2) * 0.66 * z`, z standard normal: an SD of 0.66 % (cheuvront2004);
`s(t) = 0.35 * cos(2 * pi * t / 7)`, highest on Mondays, which swings by 0.35 % to either side (turicchi2020).
Weigh-ins stand on days of each week that are drawn anew. Every day is a check-in, so only weights decide.
"""

import argparse
import math
import random
import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from checkin_cli.errors import Place
from checkin_cli.numbers import percent_change
from checkin_cli.weekly.entries import Entry, Target, WeighIn, entry_of_weigh_in
from checkin_cli.weekly.history import history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks, weeks_of

NOISE, LAG_1, SWING = 0.66, 0.3, 0.35
START = date(2025, 1, 6)
WEEKS, FIRST_JUDGED = 12, 3
GOALS = {
    "fat_loss": Target("fat_loss", Decimal("-1.00"), Decimal("-0.25")),
    "lean_mass_gain": Target("lean_mass_gain", Decimal("0.10"), Decimal("0.50")),
    "maintenance": Target("maintenance", Decimal("-0.25"), Decimal("0.25")),
}


@dataclass(frozen=True)
class Truth:
    """
    What is true of a customer, in percent of body weight a week, and how many weigh-ins a week tell of it.
    """

    mode: str
    rate: float
    weigh_ins: int

    @property
    def is_on_target(self) -> bool:
        """
        True where every call to act is wrong; otherwise every week without one is.
        """
        goal = GOALS[self.mode]
        return goal.low <= Decimal(str(self.rate)) <= goal.high


TRUTHS = (
    *(Truth("fat_loss", rate, n) for rate in (-0.6, 0.0) for n in (7, 5, 4)),
    Truth("lean_mass_gain", 0.3, 5),
    Truth("lean_mass_gain", 0.0, 5),
    Truth("maintenance", 0.0, 5),
)


class Shares(NamedTuple):
    """
    Of the weeks of many customers, the share in which somebody is asked to act.
    """

    one_week: float
    """
    By a rule that acts on each week outside the range.
    """

    review: float
    person: float
    """
    By the product: `review_up` or `review_down`, and `human_review` or `safety_hold`.
    """

    @property
    def product(self) -> float:
        """
        By the product, in whatever way.
        """
        return self.review + self.person


def days_of(truth: Truth, chance: random.Random, *, noise: float = NOISE, lag_1: float = LAG_1) -> Iterator[Entry]:
    """
    Yield the check-ins of one customer.
    """
    error = chance.gauss(0, noise)
    weighed: set[int] = set()
    for t in range(WEEKS * 7):
        if t % 7 == 0:
            weighed = set(chance.sample(range(7), truth.weigh_ins))
        swing = SWING * math.cos(2 * math.pi * t / 7)
        kilograms = 80 * (1 + truth.rate / 100) ** (t / 7) * (1 + (error + swing) / 100)
        error = lag_1 * error + math.sqrt(1 - lag_1**2) * chance.gauss(0, noise)
        place = Place("", t)
        found = entry_of_weigh_in(WeighIn(None, START + timedelta(days=t), Decimal(f"{kilograms:.1f}"), None, place))
        yield found._replace(
            kilograms=found.kilograms if t % 7 in weighed else None,
            goal=GOALS[truth.mode],
            revision=1,
            is_imported=False,
        )


def weeks_under(truth: Truth, customers: int, seed: int) -> Iterator[JudgedWeek]:
    """
    Yield the judged weeks of customers of one truth, from the fourth week on, when two in a row can be outside.
    """
    chance = random.Random(f"{seed} {truth}")  # noqa: S311  # repeatable, not secret
    wanted = [START + timedelta(weeks=week) for week in range(FIRST_JUDGED, WEEKS)]
    for _ in range(customers):
        yield from judged_weeks(history_of(None, days_of(truth, chance)), Person(), wanted, 0)


def shares(truth: Truth, customers: int, seed: int) -> Shares:
    """
    How often somebody is asked to act.
    """
    found: Counter[str] = Counter()
    weeks = 0
    for week in weeks_under(truth, customers, seed):
        weeks += 1
        case, verdict = week.case, week.judgment.verdict
        rate = case.figures.rate
        found["one week"] += rate is not None and case.aim is not None and case.aim.side_of(rate) != "inside"
        found["review"] += verdict in {"review_up", "review_down"}
        found["person"] += verdict in {"human_review", "safety_hold"}
    return Shares(found["one week"] / weeks, found["review"] / weeks, found["person"] / weeks)


def spread(weigh_ins: int, customers: int, seed: int, **noise: float) -> tuple[float, float]:
    """
    The SD of the change over one week and over two, in percent a week, where nothing changes.
    """
    chance = random.Random(f"{seed} {weigh_ins} {noise}")  # noqa: S311  # repeatable, not secret
    truth = Truth("maintenance", 0.0, weigh_ins)
    rates: list[Decimal] = []
    rates2: list[Decimal] = []
    for _ in range(customers):
        weeks = weeks_of(history_of(None, days_of(truth, chance, **noise)), Person(), 0)
        means = [week.mean.kilograms for week in weeks.values() if week.mean.kilograms is not None]
        rates += [percent_change(current, prior, 1) for prior, current in pairwise(means)]
        rates2 += [percent_change(current, before, 2) for before, current in zip(means, means[2:], strict=False)]
    return float(statistics.pstdev(rates)), float(statistics.pstdev(rates2))


def main() -> None:
    """
    Print both tables.
    """
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--customers", type=int, default=2000)
    given.add_argument("--seed", type=int, default=27)
    asked = given.parse_args()
    print("| weigh-ins a week | SD of rate, 1 week | SD of rate2 |\n| --- | --- | --- |")
    for n in (1, 3, 4, 5, 7):
        rate, rate2 = spread(n, asked.customers, asked.seed)
        calm, calm2 = spread(n, asked.customers, asked.seed, noise=0.5, lag_1=0.0)
        print(f"| {n} | {rate:.2f} ({calm:.2f}) | {rate2:.2f} ({calm2:.2f}) |")
    print("\n| truth, % a week | weigh-ins | to act by one week | by the product | review | person |")
    print("| --- | --- | --- | --- | --- | --- |")
    for truth in TRUTHS:
        found = shares(truth, asked.customers, asked.seed)
        state = "steady" if truth.is_on_target else "stalled"
        figures = " | ".join(f"{share:.0%}" for share in (found.one_week, found.product, found.review, found.person))
        print(f"| {truth.mode} {truth.rate:+.2f}, {state} | {truth.weigh_ins} | {figures} |")


if __name__ == "__main__":
    main()
