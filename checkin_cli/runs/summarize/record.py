"""
A judged week for machines: its figures, what each row found, and what a person is asked.
"""

from checkin_cli.runs.summarize.run import ClosedWeek, Summarized
from checkin_cli.weekly.flags import categories_of
from checkin_cli.weekly.rules.table import explain
from checkin_cli.weekly.walk import JudgedWeek


def record_of(week: Summarized) -> dict[str, object]:
    """
    The week as JSON members. They hold the customer's figures, so keep them like the check-ins.
    """
    judged = week.judged
    judgment = judged.judgment
    return {
        "customer_key": week.summary.customer_key,
        "week": week.label,
        "starts_on": week.summary.starts_on,
        "verdict": judgment.verdict,
        "reason": judgment.reason,
        "row": judgment.rule.number,
        "why": judgment.finding.why,
        "figures": _figures(judged),
        "changed_since_revision": week.sent,
        "questions": [
            {"code": each.code, "place": str(each.place) or None, "why": each.why, "prompt": each.prompt}
            for each in judged.questions
        ],
        "rules": [
            {
                "row": rule.number,
                "name": rule.name,
                "applies": finding.applies,
                "skipped": finding.skipped,
                "why": finding.why,
            }
            for rule, finding in explain(judged.case)
        ],
    }


def record_of_closed(week: ClosedWeek) -> dict[str, object]:
    """
    A week without a summary, with what a person has to settle.
    """
    return {
        "customer_key": week.customer,
        "week": week.label,
        "starts_on": week.starts_on,
        "verdict": None,
        "reason": None,
        "conflicts": [
            {"day": each.day, "places": [str(place) for place in each.places], "why": f"check-ins {each.why}"}
            for each in week.conflicts
        ],
        "safety": _hold(week),
    }


def _hold(week: ClosedWeek) -> dict[str, object] | None:
    if not week.flags:
        return None
    return {"held": True, "categories": list(categories_of(week.flags)), "since": week.flags[0][0]}


def _figures(judged: JudgedWeek) -> dict[str, object]:
    case = judged.case
    figures, aim = case.figures, case.aim
    return {
        "average_weight_kg": figures.current.kilograms,
        "prior_average_weight_kg": figures.prior.kilograms,
        "weigh_ins": {"current": figures.current.n, "prior": figures.prior.n, "before": figures.before.n},
        "gap_weeks": figures.gap,
        "rate_percent": figures.rate,
        "rate2_percent": figures.rate2,
        "rate3_percent": figures.rate3,
        "drift_percent": case.drift,
        "confidence": figures.confidence.level,
        "checkin_days": case.week.checkin_days,
        "phase_week": None if aim is None else aim.phase_week,
        "logged_days": len(case.logged),
        "mean_intake_kcal": case.mean_intake,
    }
