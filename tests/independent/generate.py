"""Generate seeded, varied customer histories; each carries ``id`` and ``tags``, the features that it uses."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

CATEGORIES = [
    "chest_pain_or_stroke_signs",
    "fainting_or_palpitations",
    "self_harm",
    "eating_disorder_signals",
    "rapid_loss",
    "very_low_intake",
    "reds_signs",
    "pregnancy_or_postpartum",
    "under_18",
    "medication_or_disease",
    "gut_alarm_signs",
    "dehydration_or_heat",
    "injury_or_severe_pain",
    "extreme_weight_cut",
]
MODES = ("fat_loss", "lean_mass_gain", "maintenance")
# Weekly rates (%): ordinary ones, and ones that lie on or just beside a bound.
RATES = {
    "fat_loss": ["-0.6", "-0.5", "-0.4", "-0.7", "-0.9", "-0.1", "0", "0.2", "-1.2", "-1.3", "-1.4", "-1.6", "-1.7"],
    "lean_mass_gain": ["0.3", "0.2", "0.4", "0", "-0.2", "-0.4", "0.6", "0.7", "0.9", "1.1", "-0.6"],
    "maintenance": [
        "0",
        "0.1",
        "-0.1",
        "0.2",
        "-0.2",
        "0.3",
        "-0.3",
        "0.4",
        "-0.4",
        "-0.6",
        "0.6",
        "0.9",
        "1.1",
        "-1.1",
    ],
}
BORDERS = {
    "fat_loss": [
        "-0.25",
        "-0.245",
        "-0.2449",
        "-0.24",
        "-0.255",
        "-1",
        "-1.004",
        "-1.005",
        "-1.01",
        "-1.5",
        "-1.504",
        "-1.505",
        "-1.51",
        "-3",
        "-3.01",
    ],
    "lean_mass_gain": [
        "0.1",
        "0.095",
        "0.0949",
        "0.09",
        "0.5",
        "0.504",
        "0.505",
        "0.51",
        "1",
        "1.004",
        "1.005",
        "1.01",
        "-3.005",
    ],
    "maintenance": [
        "0.25",
        "0.254",
        "0.255",
        "-0.25",
        "-0.254",
        "-0.255",
        "1",
        "1.004",
        "1.005",
        "-1",
        "-1.005",
        "-1.01",
    ],
}
RANGES = {
    "fat_loss": [("-0.80", "-0.30"), ("-1.00", "-0.10"), ("-0.50", "-0.20")],
    "lean_mass_gain": [("0.10", "0.25"), ("0.05", "0.75"), ("0.20", "0.60")],
    "maintenance": [("-0.50", "0.50"), ("-0.30", "0.20"), ("-0.10", "0.10")],
}


def rounded(value: Decimal, places: int) -> Decimal:
    """A weight as it would be typed."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)


class Maker:
    """Makes one history out of one seed."""

    def __init__(self, seed: str) -> None:
        """Draw what holds for the whole history."""
        self.rng = rng = Random(seed)
        self.weeks = rng.randint(12, 30)
        self.first = date(2026, 1, 5) + timedelta(days=7 * rng.randint(0, 20) + rng.choice((0, 0, 0, 0, 0, 0, 3, 6)))
        self.style = rng.choice(("flat", "flat", "noisy", "noisy", "ends", "sawtooth"))
        self.base = Decimal(
            rng.choice(["50", "55", "60", "62.5", "70", "70", "72.3", "80", "80", "90", "100", "120", "200"])
        )
        self.places = rng.choice((1, 1, 2, 2, 3)) if self.style != "sawtooth" else 3
        self.noise = rng.choice(("0.002", "0.004", "0.006"))
        self.scarcity = rng.choice((0, 0, 0, 0, 1, 2))  # how often weigh-ins or days are missing
        self.sticky = rng.choice((0.5, 0.7, 0.85))
        self.kcal_style = rng.choice(("good", "good", "good", "good", "poor", "mixed", "none", "low", "vlcd", "edge"))
        self.train_style = rng.choice(("good", "good", "good", "good", "poor", "mixed", "none"))
        self.recovery = rng.random() < 0.25
        self.focus = rng.choice((None,) * 5 + ("floor", "recovery", "undecided", "flip"))
        if self.focus:
            self.kcal_style = self.train_style = "good"
            self.scarcity, self.style, self.recovery = (
                0,
                rng.choice(("flat", "ends", "noisy")),
                self.focus == "recovery",
            )
        self.tags: set[str] = {self.style}
        self.days: list[dict[str, Any]] = []
        self.context: list[dict[str, str]] = []

    def start(self, index: int) -> date:
        """The first day of a week."""
        return self.first + timedelta(days=7 * index)

    def goals(self) -> list[dict[str, Any]]:
        """One to three goals; some without a start day, some that only change the range."""
        rng = self.rng
        goal: dict[str, Any] = {"mode": rng.choice(MODES)}
        if rng.random() < 0.55:
            goal["started_on"] = (self.start(0) - timedelta(days=rng.choice((-3, 0, 0, 1, 7, 14, 21, 200)))).isoformat()
        else:
            self.tags.add("no_start_day")
        goals = [goal]
        for at in sorted(rng.sample(range(3, self.weeks), rng.choice((0, 0, 0, 0, 1, 1, 2)))):
            same = rng.random() < 0.15
            mode = goals[-1]["mode"] if same else rng.choice([m for m in MODES if m != goals[-1]["mode"]])
            self.tags.add("range_change" if same else "goal_switch")
            day = self.start(at) + timedelta(days=rng.choice((0, 0, 0, 2, 6)))
            goals.append({"mode": mode, "started_on": day.isoformat()})
        for goal in goals:
            if rng.random() < 0.2:
                goal["range_percent_per_week"] = list(rng.choice(RANGES[goal["mode"]]))
            elif goal["mode"] == "fat_loss" and rng.random() < 0.05:
                goal.update(range_percent_per_week=["-1.50", "-0.50"], approved_by="coach")
        return goals

    def mode_at(self, goals: list[dict[str, Any]], index: int) -> str:
        """The mode in force in a week."""
        end = (self.start(index) + timedelta(days=6)).isoformat()
        begun = [g for g in goals if g.get("started_on", "") <= end] or goals[:1]
        return str(begun[-1]["mode"])

    def path(self, goals: list[dict[str, Any]]) -> list[Decimal]:
        """The true mean of each week: a walk of sticky rates, or a saw between the base and a border."""
        rng, level, levels = self.rng, self.base, [self.base]
        rate, drifting = Decimal(0), rng.random() < 0.12
        for index in range(1, self.weeks):
            mode = self.mode_at(goals, index)
            if self.focus and rng.random() < 0.9:
                rate = self.pushed(mode, index)
            elif drifting and mode != "fat_loss":
                rate = Decimal(rng.choice(("-0.9", "-0.7", "-0.5", "-0.95", "0.2")))
            elif index == 1 or rng.random() > self.sticky:
                pool = BORDERS[mode] if rng.random() < 0.4 else RATES[mode]
                rate = Decimal(rng.choice(pool))
                if rng.random() < 0.02:
                    rate = Decimal(rng.choice(("-3.1", "-3", "-2", "2", "3", "-4")))
            if self.style == "sawtooth":
                level = self.base if index % 2 == 0 else self.base * (1 + rate / 100)
                if rng.random() < 0.1:
                    level = self.base + Decimal(rng.choice(("-1.5", "-1.501", "-1.499", "2.3", "-2.3", "2.299")))
                if rng.random() < 0.15:
                    level = self.base * Decimal(rng.choice(("0.97", "1.03", "0.98", "1.02", "1.0199", "0.9801")))
            else:
                level = level * (1 + rate / 100)
                if level < self.base * Decimal("0.75") or level > self.base * Decimal("1.3"):
                    level = self.base
            levels.append(level)
        return levels

    def pushed(self, mode: str, index: int) -> Decimal:
        """A rate just outside the range: upwards, or for flips upwards and downwards by turns."""
        up = self.focus != "flip" or index // 2 % 2 == 0
        pools = {"fat_loss": ("-0.1 0 -0.15", "-1.1 -1.2"), "lean_mass_gain": ("0.6 0.7 0.8", "0 -0.1 -0.2")}
        pool = pools.get(mode, ("0.3 0.35 0.4", "-0.3 -0.35 -0.4"))[0 if up else 1]
        return Decimal(self.rng.choice(pool.split()))

    def weigh_days(self) -> list[int]:
        """Which days of a week have a weight."""
        rng = self.rng
        usual = {0: (7, 7, 6, 6, 5, 5, 4), 1: (7, 6, 5, 4, 4, 3, 3, 2), 2: (6, 5, 4, 3, 3, 2, 1, 0, 0)}[self.scarcity]
        count = rng.choice(usual)
        if rng.random() < 0.03:
            count = rng.choice((0, 0, 1, 2, 3))
        if rng.random() < 0.04:
            return list(range(count)) if rng.random() < 0.5 else list(range(7 - count, 7))
        return sorted(rng.sample(range(7), count))

    def weights(self, level: Decimal) -> dict[int, str]:
        """The weights of one week around its mean."""
        rng, days = self.rng, self.weigh_days()
        values = {}
        for place, day in enumerate(days):
            value = level
            if self.style == "noisy":
                value = level * (1 + Decimal(self.noise) * Decimal(str(round(rng.gauss(0, 1), 3))))
            elif self.style == "ends" and len(days) % 2 == 0:
                value = level + Decimal("0.3") * (1 if place % 2 else -1)  # varied days, mean kept
            values[day] = rounded(value, self.places)
        if values and rng.random() < 0.06:
            day = rng.choice(list(values))
            values[day] = rounded(self.slip(values[day]), self.places)
            if rng.random() < 0.1 and len(values) > 1:
                other = rng.choice([d for d in values if d != day])
                values[other] = values[day]
        return {day: str(value) for day, value in values.items() if 20 <= value <= 400}

    def slip(self, value: Decimal) -> Decimal:
        """A wrong or odd entry: pounds, a decimal slip, an implausible value, or a soft outlier."""
        kind = self.rng.choice(("unit", "unit_back", "decimal", "implausible", "soft", "soft", "edge"))
        self.tags.add("slip_" + kind)
        factor = {
            "unit": ("2.20462", "2.2046", "2.09", "2.32", "2.08"),
            "unit_back": ("0.4536", "0.43", "0.48"),
            "decimal": ("10", "0.1", "9.5", "0.105"),
            "implausible": ("1.09", "0.91", "1.2", "0.8", "1.12"),
            "soft": ("1.035", "0.965", "1.045", "0.95", "1.06"),
            "edge": ("1.03", "0.97", "1.08", "0.92", "1.0301", "1.0801"),
        }[kind]
        return value * Decimal(self.rng.choice(factor))

    def kcal(self, target: int, day: int, week_style: str, low: int) -> int | None:
        """One day's intake."""
        rng = self.rng
        good = target + rng.choice((0, 20, -30, target // 10, -(target // 10)))
        if target <= 1501:  # at the floor of row 7: the mean stays on or above it
            good = target + rng.choice((0, 0, 20, target // 10))
        if week_style == "good":
            return good
        if week_style == "edge":  # four, five or six days on or just beyond 10 %
            return rng.choice((target * 11 // 10, target * 9 // 10, target * 11 // 10 + 1, target * 9 // 10 - 1))
        if week_style == "poor":
            return good if day < rng.choice((2, 3, 4, 5)) else target * 13 // 10
        if week_style == "low":
            return low
        return None

    def answers(self, index: int, weighed: dict[int, str], plan: dict[str, Any]) -> None:
        """Write the check-ins of one week."""
        rng = self.rng
        target = int(plan.get("calories_kcal", 2000))
        styles = {"mixed": ("good", "poor", "none"), "vlcd": ("good", "good", "low"), "low": ("good", "good", "low")}
        style = rng.choice(styles.get(self.kcal_style, (self.kcal_style,)))
        bottom = (780, 799, 800, 650) if self.kcal_style == "vlcd" else (1100, 1199, 1200, 1450, 1499, 1500, 900)
        low, log_days = rng.choice(bottom), rng.choice((7, 7, 7, 7, 6, 5, 4))
        trained = {"good": 4, "poor": rng.choice((1, 2, 3)), "mixed": rng.choice((0, 2, 3, 4)), "none": 0}[
            self.train_style
        ]
        tired = self.recovery and rng.random() < 0.7
        kind, tired_days = rng.choice(("sleep", "condition", "digestion")), rng.choice((1, 2, 3, 3, 4))
        skipped_days = (
            rng.choice((0, 0, 0, 0, 0, 0, 1, 2, 3, 4)) if self.scarcity < 2 else rng.choice((0, 1, 2, 3, 4, 5))
        )
        free = [d for d in range(7) if d not in weighed]
        absent = set(rng.sample(free, min(skipped_days, len(free))))
        for day in range(7):
            if day in absent:
                continue
            bad = tired and day < tired_days
            entry: dict[str, Any] = {
                "day": (self.start(index) + timedelta(days=day)).isoformat(),
                "weight": weighed.get(day),
                "calories": self.kcal(target, day, style, low) if day < log_days else None,
                "sleep_hours": rng.choice(("5.9", "5", "5.5"))
                if bad and kind == "sleep"
                else rng.choice(("6", "7.5", "8")),
                "condition": rng.choice((1, 2)) if bad and kind == "condition" else rng.choice((3, 4, 5)),
                "digestion": "gas_bloating"
                if bad and kind == "digestion"
                else rng.choice(("normal", "bristol_4", None)),
                "training": None
                if self.train_style == "none"
                else "done"
                if day < trained
                else rng.choice(("rest", "skipped")),
                "pain": rng.choice((None, 0, 0, 1, 3, 6)),
                "safety": [],
            }
            if weighed.get(day) is None and rng.random() < 0.01:
                entry.update(dict.fromkeys(("calories", "sleep_hours", "condition", "digestion", "training", "pain")))
                self.tags.add("empty_day")
            self.days.append(entry)

    def add_context(self) -> None:
        """Dated context flags; cycles come every four weeks."""
        rng = self.rng
        for flag in ("illness", "travel_holiday", "creatine_start", "new_scale", "sodium_event"):
            if rng.random() < 0.14:
                for _ in range(rng.choice((1, 1, 2))):
                    day = self.start(rng.randrange(self.weeks)) + timedelta(days=rng.choice((0, 0, 1, 3, 6)))
                    self.context.append({"flag": flag, "day": day.isoformat()})
                    self.tags.add("context_" + flag)
        if rng.random() < 0.2:
            self.tags.add("context_menstruation")
            for week in range(rng.randrange(4), self.weeks, 4):
                day = self.start(week) + timedelta(days=rng.choice((0, 3, 5)))
                self.context.append({"flag": "menstruation_phase", "day": day.isoformat()})
                if rng.random() < 0.4:
                    self.context.append({"flag": "menstruation_phase", "day": (day + timedelta(days=3)).isoformat()})

    def add_safety(self) -> None:
        """Flags and strong pain, mostly late in the history because a hold stays open."""
        rng = self.rng
        if self.days and rng.random() < 0.14:
            late = self.days[int(len(self.days) * rng.choice((0.2, 0.6, 0.8, 0.9))) :]
            entry = rng.choice(late)
            if rng.random() < 0.3:
                entry["pain"] = rng.choice((7, 8, 10))
            else:
                entry["safety"] = [rng.choice(CATEGORIES)]
            self.tags.add("safety")

    def proposals(self) -> list[dict[str, Any]]:
        """Earlier proposals: undecided runs, accepted and rejected ones."""
        rng = self.rng
        if rng.random() > (0.9 if self.focus == "undecided" else 0.25):
            return []
        verdict, made = rng.choice(("review_up", "review_down")), []
        begin = rng.randrange(3, self.weeks)
        if self.focus == "undecided":
            verdict, begin = rng.choice(("review_down", "review_down", "review_up")), rng.randrange(3, 9)
        decisions = rng.choice(
            ([None] * 3, [None] * 4, [None] * 2, ["accepted"], ["rejected", None], [None] * 3 + ["accepted"])
        )
        for place, decision in enumerate(decisions):
            day = self.start(begin + place) + timedelta(days=rng.choice((0, 0, 1)))
            made.append({"day": day.isoformat(), "verdict": verdict, "decision": decision})
            self.tags.add(f"proposal_{decision}")
        return made

    def profile(self, goals: list[dict[str, Any]]) -> dict[str, Any]:
        """The customer profile, with parts left out now and then."""
        rng = self.rng
        sex = rng.choice(("female", "male"))
        floor = 1200 if sex == "female" else 1500
        plan: dict[str, Any] = {
            "calories_kcal": rng.choice((2000, 2000, 1800, 2400, floor, floor + 1)),
            "protein_g": 120,
        }
        if self.focus == "floor":
            plan["calories_kcal"] = floor + rng.choice((0, 0, 0, 1, -10))
        plan["sessions_per_week"] = rng.choice((4, 4, 5, 3))
        profile: dict[str, Any] = {"customer_key": "c", "audience": "customer", "goals": goals, "plan": plan}
        profile.update(sex=sex, birth_year=rng.choice((1960, 1985, 1990, 2001)))
        height = Decimal(160) + 15 * (self.base - 60) / 40
        if rng.random() < 0.05:  # BMI close to 18.5
            height = (self.base / Decimal(rng.choice(("18.4", "18.6", "18.5")))).sqrt() * 100
        profile["height_cm"] = str(rounded(min(height, Decimal(205)), 1))
        if self.base > 150:
            profile["height_cm"] = "195.0"
        if rng.random() < 0.06:
            profile["fat_free_mass_kg"] = str(rounded(self.base * Decimal("0.75"), 1))
        if rng.random() < 0.03:
            profile["birth_year"] = self.first.year - rng.choice((16, 17, 17, 18))
            self.tags.add("young")
        if rng.random() < 0.04:
            profile["eligibility"] = [rng.choice(("pregnancy", "breastfeeding", "eating_disorder", "under_18"))]
        for part in ("sex", "birth_year", "height_cm", "plan"):
            if rng.random() < 0.05:
                del profile[part]
                self.tags.add("without_" + part)
        return profile

    def make(self, ident: str) -> dict[str, Any]:
        """The whole history."""
        rng = self.rng
        goals = self.goals()
        if rng.random() < 0.01:
            self.tags.add("no_goal")
        profile = self.profile([] if "no_goal" in self.tags else goals)
        missing = set()
        if rng.random() < 0.3:
            at = rng.randrange(1, self.weeks)
            missing = set(range(at, at + rng.choice((1, 1, 2, 3, 5))))
            self.tags.add("missing_weeks")
        for index, level in enumerate(self.path(goals)):
            if index not in missing:
                self.answers(index, self.weights(level), profile.get("plan", {}))
        self.add_context()
        self.add_safety()
        profile.update(context=self.context, proposals=self.proposals())
        starts = [self.start(i).isoformat() for i in range(self.weeks + rng.choice((0, 0, 0, 1)))]
        return {"id": ident, "tags": sorted(self.tags), "days": self.days, "profile": profile, "week_starts": starts}
