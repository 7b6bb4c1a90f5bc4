"""
Independent judgement of weekly weight histories: one class, one pass over the weeks, no code of the product.

All arithmetic is exact (``Fraction``); figures are rounded once, half away from zero. Where the rules can be read in
two ways, the reading taken is a default of ``Readings`` and stands in docs/judgment.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from tests.independent.basis import (
    FULL,
    LOW,
    NONE,
    Decision,
    Figures,
    Goal,
    Readings,
    Result,
    Week,
    mean_of,
    number,
    percent,
    read_entry,
    screen,
    show,
)

FAT_LOSS, LEAN_GAIN, MAINTENANCE = "fat_loss", "lean_mass_gain", "maintenance"
DEFAULT_RANGES = {FAT_LOSS: ("-1.00", "-0.25"), LEAN_GAIN: ("0.10", "0.50"), MAINTENANCE: ("-0.25", "0.25")}
KCAL_FLOOR = {"female": 1200, "male": 1500}
POOR_DIGESTION = {"gas_bloating", "bristol_1", "bristol_2", "bristol_5", "bristol_6", "bristol_7"}
CONTEXT_REASONS = ("illness", "travel_holiday", "creatine_start", "new_scale")
CYCLE_KG = Fraction("0.45")
PAST_START = 1000  # the phase week of a goal without a start day: "past week 2"


@dataclass
class Judge:
    """One customer's history, judged week by week from the first week on."""

    doc: dict[str, Any]
    readings: Readings = field(default_factory=Readings)

    def __post_init__(self) -> None:
        """Read the input and screen its weights."""
        clear = [raw for raw in self.doc["days"] if not raw.get("disputed")]
        self.disputed = {date.fromisoformat(raw["day"]) for raw in self.doc["days"] if raw.get("disputed")}
        self.entries = sorted((read_entry(raw) for raw in clear), key=lambda e: e.day)
        self.by_day = {e.day: e for e in self.entries}
        if len(self.by_day) != len(self.entries):
            raise ValueError("two entries on one day")
        self.profile: dict[str, Any] = self.doc.get("profile") or {}
        height = self.profile.get("height_cm")
        self.height_cm = None if height is None else number(height)
        self.calls = screen(self.entries, self.height_cm)
        self.flags: dict[str, list[date]] = {}
        for item in self.profile.get("context") or []:
            self.flags.setdefault(item["flag"], []).append(date.fromisoformat(item["day"]))
        self.weeks: dict[date, Week] = {}
        self.results: list[Result] = []

    def run(self) -> list[Result]:
        """Judge every requested week, in the order of the request."""
        wanted = [date.fromisoformat(text) for text in self.doc["week_starts"]]
        found: dict[date, Result] = {}
        for weekday in sorted({day.weekday() for day in wanted}):
            aligned = [day for day in wanted if day.weekday() == weekday]
            first = min([entry.day for entry in self.entries[:1]] + aligned)
            start = first - timedelta(days=(first.weekday() - weekday) % 7)
            self.weeks, self.results = {}, []
            while start <= max(aligned):
                self.weeks[start] = self.read_week(start)
                self.results.append(self.judge_week(self.weeks[start]))
                start += timedelta(days=7)
            found.update({result.start: result for result in self.results})
        return [found[day] for day in wanted]

    def read_week(self, start: date) -> Week:
        """Gather the seven days that begin on ``start``."""
        days = [start + timedelta(days=i) for i in range(7)]
        entries = [self.by_day[d] for d in days if d in self.by_day]
        weights = {e.day: e.weight for e in entries if e.weight is not None and self.calls[e.day] != "excluded"}
        soft = {d for d in weights if self.calls[d] == "soft"}
        excluded = [d for d in days if self.calls.get(d) == "excluded"]
        return Week(start, entries, weights, soft, excluded, not self.disputed.isdisjoint(days))

    def judge_week(self, week: Week) -> Result:
        """Judge one week; if leaving out its soft outliers changes the verdict, judge it at confidence LOW."""
        result = self.table(week, without_soft=False, force_low=False)
        involved = [week] if self.readings.soft_current_only else self.involved(week)
        if any(each.soft for each in involved):
            without = self.table(week, without_soft=True, force_low=False)
            other_reason = self.readings.soft_by_reason and without.reason != result.reason
            if without.verdict != result.verdict or other_reason:
                result = self.table(week, without_soft=False, force_low=True)
        return result

    def flagged(self, flag: str, week: Week) -> bool:
        """Whether a context flag is dated in the week."""
        return any(week.start <= day <= week.end for day in self.flags.get(flag, []))

    def prior_of(self, week: Week) -> Week | None:
        """The earlier week to compare with: one or two weeks back, with weights and not ill."""
        needed = 3 if self.readings.sparse_is_missing else 1
        for gap in (1, 2):
            earlier = self.weeks.get(week.start - timedelta(days=7 * gap))
            if earlier is not None and len(earlier.weights) >= needed and not self.flagged("illness", earlier):
                return earlier
        return None

    def involved(self, week: Week) -> list[Week]:
        """The week, its prior week and the two before that, as far as there are any."""
        found, each = [week], self.prior_of(week)
        while each is not None and len(found) < 4:
            found.append(each)
            each = self.prior_of(each)
        return found

    def figures(self, week: Week, without_soft: bool, force_low: bool) -> Figures:
        """Means, gap, rate and confidence."""
        current = week.used(without_soft)
        mean = mean_of(current.values())
        prior = self.prior_of(week)
        if prior is None:
            return Figures(len(current), 0, None, mean, None, None, NONE)
        before = prior.used(without_soft and not self.readings.soft_current_only)
        prior_mean = mean_of(before.values())
        gap = (week.start - prior.start).days // 7
        confidence = self.confidence(list(current), list(before), gap)
        if (force_low or week.disputed or prior.disputed) and confidence == FULL:
            confidence = LOW
        rate = None
        if confidence != NONE and mean is not None and prior_mean is not None:
            rate = percent(mean, prior_mean, gap)
        return Figures(len(current), len(before), gap, mean, prior_mean, rate, confidence)

    def confidence(self, current: list[date], before: list[date], gap: int) -> str:
        """FULL, LOW or NONE, with the step down for a shifted or lopsided pair of weeks."""
        fewest = min(len(current), len(before))
        if fewest <= 2:
            return NONE
        level = FULL if fewest >= 4 and gap == 1 else LOW
        centre_now = Fraction(sum(d.toordinal() for d in current), len(current))
        centre_then = Fraction(sum(d.toordinal() for d in before), len(before))
        shifted = abs(centre_now - centre_then - 7 * gap) > 2
        kinds = [{d.weekday() >= 5 for d in days} for days in (current, before)]
        lopsided = kinds in ([{True}, {False}], [{False}, {True}])
        if not (shifted or lopsided):
            return level
        return LOW if level == FULL or not self.readings.low_can_drop else NONE

    def rate2(self, week: Week, without_soft: bool) -> Fraction | None:
        """The rate over the week, its prior week and the prior week's prior week, if all have 4 weigh-ins."""
        prior = self.prior_of(week)
        oldest = None if prior is None else self.prior_of(prior)
        if prior is None or oldest is None:
            return None
        prior_without = without_soft and not self.readings.soft_current_only
        used = [week.used(without_soft), prior.used(prior_without), oldest.used(prior_without)]
        if min(len(weights) for weights in used) < 4:
            return None
        now, then = mean_of(used[0].values()), mean_of(used[2].values())
        assert now is not None
        assert then is not None
        return percent(now, then, (week.start - oldest.start).days // 7)

    def rate3(self, week: Week, goal: Goal, mean: Fraction, without_soft: bool) -> Fraction | None:
        """The rate over three FULL gaps on one scale, for lean gain and maintenance; the caller's week is FULL."""
        if goal.mode == FAT_LOSS or not self.readings.rate3_used or len(self.results) < 3:
            return None
        if not self.readings.rate3_any_phase and goal.phase_week - 3 < 2:
            return None
        if any(result.figures.confidence != FULL for result in self.results[-2:]):
            return None
        oldest = self.weeks[week.start - timedelta(days=21)]
        if any(oldest.start < day <= week.end for day in self.flags.get("new_scale", [])):
            return None
        without = without_soft and not self.readings.soft_current_only
        weeks = [self.weeks[week.start - timedelta(days=7 * back)] for back in range(4)]
        if min(len(each.used(without)) for each in weeks) < 4:
            return None
        then = mean_of(oldest.used(without).values())
        return None if then is None else percent(mean, then, 3)

    def goal_of(self, week: Week) -> Goal | None:
        """The goal in force at the end of the week, with its range and phase week."""
        history = sorted(self.profile.get("goals") or [], key=lambda g: str(g.get("started_on") or ""))
        begun = [g for g in history if (g.get("started_on") or "") <= week.end.isoformat()]
        if not begun:
            return None
        goal = first = begun[-1]
        for earlier in reversed(begun[:-1]):
            if earlier["mode"] != goal["mode"] or self.readings.any_change_of_range_restarts:
                break
            first = earlier
        mode, started = goal["mode"], first.get("started_on")
        lo, hi = (number(text) for text in goal.get("range_percent_per_week") or DEFAULT_RANGES[mode])
        lowest = {FAT_LOSS: "-1.50" if goal.get("approved_by") else "-1.00", MAINTENANCE: "-0.50"}.get(mode)
        highest = {LEAN_GAIN: "0.75", MAINTENANCE: "0.50"}.get(mode)
        if lo >= hi or (lowest and lo < number(lowest)) or (highest and hi > number(highest)):
            raise ValueError("range breaks a hard limit")
        if started is None:
            return Goal(mode, lo, hi, PAST_START, (mode, date.min))
        begin = date.fromisoformat(started)
        return Goal(mode, lo, hi, (week.end - begin).days // 7 + 1, (mode, begin))

    def judged_before(self, goal: Goal) -> list[Result]:
        """The judged weeks of the present phase, newest first."""
        return [r for r in reversed(self.results) if r.judged and r.phase_key == goal.key]

    def anchor(self, goal: Goal) -> Fraction | None:
        """The mean of the first two judged weeks of the mode."""
        first = [r.figures.mean for r in reversed(self.judged_before(goal))][:2]
        means = [m for m in first if m is not None]
        return sum(means, Fraction(0)) / 2 if goal.mode == MAINTENANCE and len(means) == 2 else None

    def table(self, week: Week, without_soft: bool, force_low: bool) -> Result:
        """Apply the eighteen rows; the first that matches wins."""
        fig = self.figures(week, without_soft, force_low)
        goal = self.goal_of(week)
        context = self.context_row(week, goal, fig)
        judged = goal is not None and goal.phase_week >= 3 and fig.confidence == FULL
        judged = judged and context is None and len(week.entries) >= 5
        ranged: Decision = (10, "maintain", "low_confidence")  # no goal: no range to judge by
        side, by_drift = 0, False
        if judged and goal is not None:
            ranged, side, by_drift = self.range_rows(week, goal, fig, without_soft)
        decision = (
            self.hold_rows(week, goal, fig)
            or self.data_rows(week, fig)
            or self.bound_rows(week, goal, fig, without_soft)
            or self.intake_row(week, goal, fig)
            or ((8, "maintain", "phase_start") if goal is not None and goal.phase_week <= 2 else None)
            or context
            or ((10, "maintain", "low_confidence") if fig.confidence == LOW or len(week.entries) < 5 else None)
            or ranged
        )
        row, verdict, reason = decision
        if row in (1, 2, 5) and not self.readings.holds_are_judged:
            judged = False
        twice, breaks = ranged[0] >= 13, fig.n_cur > 0 and fig.gap is None
        key = None if goal is None else goal.key
        return Result(week.start, row, verdict, reason, fig, week.excluded, key, judged, side, by_drift, twice, breaks)

    def hold_rows(self, week: Week, goal: Goal | None, fig: Figures) -> Decision | None:
        """Rows 1 and 2."""
        seen = [e for e in self.entries if e.day <= week.end] if self.readings.hold_persists else week.entries
        if any(e.held for e in seen):
            return 1, "safety_hold", "safety_flag"
        eligibility = self.profile.get("eligibility") or []
        born = self.profile.get("birth_year")
        if "under_18" in eligibility or (
            born is not None and week.end.year - born < 18 + self.readings.age_by_birthday
        ):
            return 2, "safety_hold", "elig_under_18"
        if "pregnancy" in eligibility or "breastfeeding" in eligibility:
            return 2, "safety_hold", "elig_pregnancy"
        if "eating_disorder" in eligibility:
            return 2, "safety_hold", "elig_eating_disorder"
        if goal is not None and goal.mode == FAT_LOSS and self.height_cm is not None and fig.mean is not None:
            if fig.mean / (self.height_cm / 100) ** 2 < Fraction("18.5"):
                return 2, "safety_hold", "elig_low_bmi"
        logged = self.logged_mean(week)
        if logged is not None and logged < 800:
            return 2, "safety_hold", "intake_vlcd"
        return None

    def data_rows(self, week: Week, fig: Figures) -> Decision | None:
        """Rows 3 and 4."""
        if week.excluded and fig.n_cur < 4:
            return 3, "record_more", "confirm_weight"
        if len(week.entries) < 4 or fig.n_cur <= 2:
            return 4, "record_more", "need_weighins"
        if fig.confidence == NONE:
            lacking = fig.gap is None or fig.n_prev <= 2
            return 4, "record_more", "need_prior_week" if lacking else "need_weighins"
        return None

    def bound_rows(self, week: Week, goal: Goal | None, fig: Figures, without_soft: bool) -> Decision | None:
        """Rows 5 and 6, on raw rates."""
        if goal is None or fig.rate is None or fig.mean is None or fig.prior_mean is None or fig.gap is None:
            return None
        crossed = (6, "human_review", "rate_bound_1w")
        if goal.phase_week <= 2:
            return crossed if fig.rate < -3 else None
        if goal.mode == FAT_LOSS:
            rate2 = self.rate2(week, without_soft)
            if rate2 is not None and rate2 < Fraction("-1.50"):
                return 5, "safety_hold", "rate_bound_2w"
            too_fast = fig.rate < Fraction("-1.50") or (fig.mean - fig.prior_mean) / fig.gap < Fraction("-1.5")
            return crossed if too_fast else None
        if goal.mode == LEAN_GAIN:
            return crossed if fig.rate > 1 else None
        anchor = self.anchor(goal)
        drifted = anchor is not None and (
            abs(percent(fig.mean, anchor, 1)) >= 3 or abs(fig.mean - anchor) >= Fraction("2.3")
        )
        return crossed if abs(fig.rate) > 1 or drifted else None

    def logged_mean(self, week: Week) -> Fraction | None:
        """The mean logged intake, if at least five days were logged."""
        logged = [e.calories for e in week.entries if e.calories is not None]
        return Fraction(sum(logged), len(logged)) if len(logged) >= 5 else None

    def intake_row(self, week: Week, goal: Goal | None, fig: Figures) -> Decision | None:
        """Row 7. Energy availability is taken at its upper bound: no training energy is known."""
        logged = self.logged_mean(week)
        floor = KCAL_FLOOR.get(self.profile.get("sex") or "", 1200)
        lean = self.profile.get("fat_free_mass_kg")
        if logged is not None:
            if logged < floor or (lean is not None and logged / number(lean) < 30):
                return 7, "human_review", "low_intake"
        if (goal is not None and goal.mode == FAT_LOSS) or fig.mean is None:
            return None
        since = week.start - timedelta(days=182)
        earlier = [w for w in self.weeks.values() if since <= w.start < week.start and len(w.weights) >= 3]
        planned = [w.start for w in earlier if self.aims_at_loss(w)]
        if planned and not self.readings.planned_loss_counts:
            earlier = [w for w in earlier if w.start > max(planned)]
        means = [m for m in (mean_of(w.weights.values()) for w in earlier) if m is not None]
        if means and percent(fig.mean, max(means), 1) < -5:
            return 7, "human_review", "unplanned_loss"
        return None

    def aims_at_loss(self, week: Week) -> bool:
        """Whether fat loss is the goal at the end of the week."""
        goal = self.goal_of(week)
        return goal is not None and goal.mode == FAT_LOSS

    def context_row(self, week: Week, goal: Goal | None, fig: Figures) -> Decision | None:
        """Row 9."""
        prior = self.prior_of(week)
        creatine = self.flags.get("creatine_start", [])
        if self.readings.creatine_by_days:
            on_creatine = any(day <= week.end and week.start <= day + timedelta(days=13) for day in creatine)
        else:
            on_creatine = any(0 <= (week.end - day).days < 14 for day in creatine)
        scale_from = week.start - timedelta(days=1) if prior is None else prior.start
        new_scale = any(scale_from < day <= week.end for day in self.flags.get("new_scale", []))
        found = (self.flagged("illness", week), self.flagged("travel_holiday", week), on_creatine, new_scale)
        for name, present in zip(CONTEXT_REASONS, found, strict=True):
            if present:
                return 9, "maintain", f"context_{name}"
        if goal is None or prior is None or fig.rate is None or fig.mean is None or fig.prior_mean is None:
            return None
        now, then = self.flagged("menstruation_phase", week), self.flagged("menstruation_phase", prior)
        if now != then and fig.gap is not None:
            mean = fig.mean - CYCLE_KG if now else fig.mean
            prior_mean = fig.prior_mean - CYCLE_KG if then else fig.prior_mean
            if goal.lo <= percent(mean, prior_mean, fig.gap) <= goal.hi:
                return 9, "maintain", "context_cycle"
        return None

    def range_rows(self, week: Week, goal: Goal, fig: Figures, without_soft: bool) -> tuple[Decision, int, bool]:
        """Rows 11 to 18 of a judged week: the decision, the side it counts on, and whether drift put it there."""
        assert fig.rate is not None
        assert fig.mean is not None
        rate3 = self.rate3(week, goal, fig.mean, without_soft)
        rate = fig.rate if rate3 is None else rate3
        side = -1 if rate < goal.lo else 1 if rate > goal.hi else 0
        anchor = self.anchor(goal)
        drift = Fraction(0) if anchor is None else percent(fig.mean, anchor, 1)
        drift_side = -1 if drift <= -2 else 1 if drift >= 2 else 0
        if side == 0 and drift_side == 0:
            return (11, "maintain", "in_range"), 0, False
        fresh, run = self.run_length(week, goal, side)
        drift_twice = drift_side if fresh >= 2 else 0
        below = (side < 0 and run >= 2) or drift_twice < 0
        above = (side > 0 and run >= 2) or drift_twice > 0
        if not (below or above):
            return (12, "maintain", "watch_1"), side or drift_side, False
        direction = -1 if below else 1
        return self.review_rows(week, goal, direction), direction, direction == drift_twice

    def run_length(self, week: Week, goal: Goal, side: int) -> tuple[int, int]:
        """Judged weeks since the last accepted change, and those in a row on this side; both with this week."""
        accepted = [p for p in self.proposals(week) if p.get("decision") == "accepted"]
        if not accepted or not self.readings.wait_after_accept:
            since, fresh = date.min, 2
        else:
            since = max(date.fromisoformat(p["day"]) for p in accepted)
            known = [r for r in self.judged_before(goal) if r.start > since and r.start >= self.barrier()]
            fresh = len(known) + (week.start > since)
        if week.start <= since:
            return 0, 0
        run, barrier = 1, self.barrier()
        for result in self.judged_before(goal):
            if result.side != side or result.start <= since:
                break
            if result.start < barrier:
                break
            run += 2 if result.by_drift else 1
        return fresh, run

    def barrier(self) -> date:
        """The last week without an earlier week to compare with: a new baseline."""
        baselines = [r.start for r in self.results if r.breaks and self.readings.gap3_resets]
        return max(baselines, default=date.min)

    def proposals(self, week: Week) -> list[dict[str, Any]]:
        """The earlier proposals known when the week ends, oldest first."""
        known = [p for p in self.profile.get("proposals") or [] if p["day"] <= week.end.isoformat()]
        return sorted(known, key=lambda p: str(p["day"]))

    def review_rows(self, week: Week, goal: Goal, direction: int) -> Decision:
        """Rows 13 to 18: outside twice on one side; below points up, above points down."""
        down = direction > 0
        if self.poor_adherence(week) and not (goal.mode == FAT_LOSS and not down):
            return 13, "maintain", "adherence_first"
        if down and self.recovery_flag(week):
            return 14, "human_review", "recovery_conflict"
        target = (self.profile.get("plan") or {}).get("calories_kcal")
        floor = KCAL_FLOOR.get(self.profile.get("sex") or "", 1200)
        if down and target is not None and number(target) <= floor:
            return 15, "human_review", "at_floor"
        verdict = "review_down" if down else "review_up"
        undecided = 0
        for proposal in self.proposals(week):
            if proposal["verdict"] == verdict:
                undecided = undecided + 1 if proposal.get("decision") is None else 0
        if undecided >= 3:
            return 16, "human_review", "undecided"
        since = week.start - timedelta(days=21)
        opposite = [r for r in self.judged_before(goal) if r.side == -direction and r.start >= since]
        proposed = [p for p in self.proposals(week) if p["verdict"] != verdict and p["day"] >= since.isoformat()]
        if proposed or any(r.twice or not self.readings.flip_of_reviews for r in opposite):
            return 16, "human_review", "flip"
        return (18, verdict, "above_range_2w") if down else (17, verdict, "below_range_2w")

    def poor_adherence(self, week: Week) -> bool:
        """Intake within 10 % of target on fewer than 5 days, or less than 75 % of the planned sessions done."""
        plan = self.profile.get("plan") or {}
        target, sessions = plan.get("calories_kcal"), plan.get("sessions_per_week")
        logged = [e.calories for e in week.entries if e.calories is not None]
        trained = [e.training for e in week.entries if e.training is not None]
        skip_empty = self.readings.no_log_is_missing
        if target is not None and not (skip_empty and not logged):
            if len([kcal for kcal in logged if abs(kcal - number(target)) * 10 <= number(target)]) < 5:
                return True
        if sessions and not (skip_empty and not trained):
            return trained.count("done") * 4 < int(sessions) * 3
        return False

    def recovery_flag(self, week: Week) -> bool:
        """Short sleep or low condition on three days, or the digestion flag."""
        short = len([e for e in week.entries if e.sleep is not None and e.sleep < 6])
        low = len([e for e in week.entries if e.condition is not None and e.condition <= 2])
        poor = len([e for e in week.entries if e.digestion in POOR_DIGESTION])
        return short >= 3 or low >= 3 or poor >= (1 if self.readings.digestion_any_day else 3)


def public(result: Result) -> dict[str, Any]:
    """The output members of one week."""
    fig = result.figures
    judged = {"starts_on": result.start.isoformat(), "verdict": result.verdict, "reason": result.reason}
    shown = {"rate": show(fig.rate, 2), "mean": show(fig.mean, 4), "prior_mean": show(fig.prior_mean, 4)}
    counts = {"n_cur": fig.n_cur, "n_prev": fig.n_prev, "gap": fig.gap}
    return {**judged, **shown, **counts, "excluded": [day.isoformat() for day in result.excluded]}


def judge(doc: dict[str, Any], readings: Readings | None = None) -> list[Result]:
    """Judge every requested week of one history."""
    return Judge(doc, readings or Readings()).run()
