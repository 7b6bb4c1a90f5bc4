"""What the independent judgement rests on: readings, records, exact numbers and the screening of weights."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from statistics import median
from typing import Any

FULL, LOW, NONE = "FULL", "LOW", "NONE"


@dataclass(frozen=True)
class Readings:
    """Every default is the reading taken; the other value is the other reading (docs/judgment.md)."""

    hold_persists: bool = True  # a safety flag stays open in later weeks, for no check-in clears it
    sparse_is_missing: bool = False  # a week of 1-2 weigh-ins is passed over as if it were missing
    low_can_drop: bool = True  # one step down from LOW is NONE
    gap3_resets: bool = True  # a gap of three weeks also resets the two-week count
    holds_are_judged: bool = True  # a FULL week held by rows 1, 2 or 5 still counts as a judged week
    rate3_used: bool = True  # rate3 replaces the rate in rows 11-18 (lean gain, maintenance)
    rate3_any_phase: bool = False  # rate3 may reach back before week 2 of the phase
    planned_loss_counts: bool = False  # of a loss of 5 %, what was lost in fat loss counts, too
    no_log_is_missing: bool = True  # a week without any intake or training entry skips that part of row 13
    wait_after_accept: bool = True  # an accepted change starts the two-week count again
    creatine_by_days: bool = True  # two weeks of creatine are 14 days, touching up to three weeks
    digestion_any_day: bool = False  # one day of poor digestion is a digestion flag (else three)
    soft_by_reason: bool = False  # a changed reason, too, makes a soft outlier count (else a changed verdict only)
    soft_current_only: bool = False  # only the judged week's soft outliers are left out, not the prior week's
    flip_of_reviews: bool = False  # a flip needs the other side to have been outside twice, too
    age_by_birthday: bool = True  # under 18 until the year after the 18th birthday's year (the safe side)
    any_change_of_range_restarts: bool = False  # a new goal entry of the same mode restarts the phase


@dataclass(frozen=True)
class Entry:
    """One day's check-in."""

    day: date
    weight: Fraction | None
    calories: int | None
    sleep: Fraction | None
    condition: int | None
    digestion: str | None
    training: str | None
    held: bool


@dataclass(frozen=True)
class Goal:
    """The goal in force in one week; ``key`` names the run of weeks in one mode."""

    mode: str
    lo: Fraction
    hi: Fraction
    phase_week: int
    key: tuple[str, date]


@dataclass(frozen=True)
class Week:
    """Seven days: the entries, the usable weights, the soft outliers among them and the excluded days."""

    start: date
    entries: list[Entry]
    weights: dict[date, Fraction]
    soft: set[date]
    excluded: list[date]
    disputed: bool  # a day of it is said in two ways

    @property
    def end(self) -> date:
        """The last of the seven days."""
        return self.start + timedelta(days=6)

    def used(self, without_soft: bool) -> dict[date, Fraction]:
        """The weights that make the mean."""
        return {d: w for d, w in self.weights.items() if not (without_soft and d in self.soft)}


@dataclass(frozen=True)
class Figures:
    """What section 2.2 computes for one week and its prior week."""

    n_cur: int
    n_prev: int
    gap: int | None
    mean: Fraction | None
    prior_mean: Fraction | None
    rate: Fraction | None
    confidence: str


@dataclass(frozen=True)
class Result:
    """One week's judgement and what later weeks need to know of it."""

    start: date
    row: int
    verdict: str
    reason: str
    figures: Figures
    excluded: list[date]
    phase_key: tuple[str, date] | None
    judged: bool
    side: int  # -1 below the range, 0 inside, +1 above
    by_drift: bool  # outside by maintenance drift: counts as outside twice
    twice: bool  # outside twice: one of rows 13 to 18 applies
    breaks: bool  # no comparable earlier week although there are weights


Decision = tuple[int, str, str]


def number(value: Any) -> Fraction:
    """An exact number from JSON text or a JSON number."""
    return Fraction(str(value))


def round_to(value: Fraction, places: int) -> Fraction:
    """Round half away from zero."""
    scale: int = 10**places
    whole = (abs(value) * scale * 2 + 1) // 2
    return Fraction(whole if value >= 0 else -whole, scale)


def show(value: Fraction | None, places: int) -> str | None:
    """A rounded figure as text with a fixed number of decimals."""
    if value is None:
        return None
    digits = str(abs(round_to(value, places) * 10**places).numerator).rjust(places + 1, "0")
    sign = "-" if round_to(value, places) < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def mean_of(values: Iterable[Fraction]) -> Fraction | None:
    """The arithmetic mean stored to 0.0001 kg, or None of nothing."""
    items = list(values)
    return round_to(sum(items, Fraction(0)) / len(items), 4) if items else None


def percent(now: Fraction, before: Fraction, divisor: int) -> Fraction:
    """The change in percent of the earlier value per week, rounded once to 0.01."""
    return round_to((now - before) / before * 100 / divisor, 2)


def read_entry(raw: dict[str, Any]) -> Entry:
    """One day of the input. Any safety category is a hold, and so is pain of 7 or more (SPEC 3)."""
    weight, sleep, pain = raw.get("weight"), raw.get("sleep_hours"), raw.get("pain")
    held = bool(raw.get("safety")) or (pain is not None and pain >= 7)
    weight, sleep = (None if x is None else number(x) for x in (weight, sleep))
    day = date.fromisoformat(raw["day"])
    return Entry(
        day, weight, raw.get("calories"), sleep, raw.get("condition"), raw.get("digestion"), raw.get("training"), held
    )


def screen(entries: list[Entry], height_cm: Fraction | None) -> dict[date, str]:
    """Call each weight ``ok``, ``soft`` (kept, tested) or ``excluded`` (until confirmed), in order of days (2.8)."""
    accepted: list[tuple[date, Fraction]] = []
    calls: dict[date, str] = {}
    for entry in entries:
        if entry.weight is not None:
            calls[entry.day] = screen_one(entry.day, entry.weight, accepted, height_cm)
            if calls[entry.day] != "excluded":
                accepted.append((entry.day, entry.weight))
    return calls


def screen_one(day: date, x: Fraction, accepted: list[tuple[date, Fraction]], height_cm: Fraction | None) -> str:
    """Judge one weight against the accepted weights before it."""
    if not accepted:
        bmi = None if height_cm is None else x / (height_cm / 100) ** 2
        return "ok" if 30 <= x <= 250 and (bmi is None or 12 <= bmi <= 60) else "excluded"
    last_day, last = accepted[-1]
    if (day - last_day).days > 28:
        return "excluded" if abs(x - last) * 100 > 8 * last else "ok"
    window_end = day if (day - last_day).days <= 14 else last_day + timedelta(days=1)
    middle = Fraction(median(w for d, w in accepted[-14:] if (window_end - d).days <= 14))
    for low, high in (("2.09", "2.32"), ("0.43", "0.48"), ("9.5", "10.5"), ("0.095", "0.105")):
        if Fraction(low) <= x / middle <= Fraction(high):
            return "excluded"
    if abs(x - middle) > min(middle * 8 / 100, Fraction("6.8")):
        return "excluded"
    return "soft" if abs(x - middle) * 100 > 3 * middle else "ok"
