"""
The fact tags of a week and of a review card, and the change that both are judged by.
"""

from decimal import Decimal

from checkin_cli.documents import AdaptiveCard, Goal, Proposal, WeeklySummary
from checkin_cli.facts.memory import remembered
from checkin_cli.facts.tags import reason_tags
from checkin_cli.numbers import percent_change, round_half_away

_FEWEST_WEIGH_INS = 3
"""
In each of the two weeks; with fewer, no change is shown.
"""

_WITHIN_ONE_WEEK = Decimal("0.35")
"""
Percent: how far weight swings within a week (turicchi2020).
"""


def weekly_change(summary: WeeklySummary) -> Decimal | None:
    """
    The change in percent a week between the means as they stand in the document, rounded to 0.01.
    """
    current, prior = summary.average_weight_kg, summary.prior_average_weight_kg
    if current is None or prior is None:
        return None
    if min(summary.weigh_ins.current, summary.weigh_ins.prior) < _FEWEST_WEIGH_INS:
        return None
    return percent_change(current, prior, summary.gap_weeks)


def weekly_tags(summary: WeeklySummary, change: Decimal | None) -> frozenset[str]:
    """
    Answer every question of the weekly surface.
    """
    tags = {
        f"goal_{summary.goal.mode if summary.goal else 'missing'}",
        f"verdict_{summary.judgment.verdict}",
        *reason_tags((summary.judgment.reason,)),
        f"change_{_direction(change) or 'unknown'}",
        _checkins(summary.checkin_days),
        _weigh_ins(min(summary.weigh_ins.current, summary.weigh_ins.prior)),
        "gap_two" if summary.gap_weeks == 2 else "gap_one",
        *(f"acts_{action.id}" for action in summary.actions),
    }
    if summary.judgment.verdict.startswith("review_"):
        tags.add("verdict_review")
    if change and abs(change) <= _WITHIN_ONE_WEEK:
        tags.add("change_slight")
    return frozenset(tags | remembered(summary.memory)) | _position(change, summary.goal)


def card_tags(card: AdaptiveCard) -> frozenset[str]:
    """
    Answer every question of the operator's card.
    """
    known = card.current_mean_kg is not None and card.prior_mean_kg is not None
    tags = {
        f"goal_{card.goal.mode if card.goal else 'missing'}",
        f"decision_{card.decision}",
        "means_known" if known else "means_missing",
        f"approval_{card.approval_state}",
        f"delivery_{card.delivery_state}",
        *reason_tags(card.reason_category_ids),
    }
    rate = card.weekly_rate_percent
    tags.add(f"rate_{_direction(None if rate is None else round_half_away(rate)) or 'missing'}")
    if card.target_macros is not None:
        tags |= _proposed(card.target_macros)
    if card.carb_cycle is not None:
        tags.add("carb_cycle_proposed")
    return frozenset(tags) | _position(rate, card.goal)


def _proposed(target: Proposal) -> set[str]:
    amounts = {
        "calories_proposed": target.calories_kcal,
        "carbs_proposed": target.carbs_g,
        "protein_proposed": target.protein_g,
    }
    return {"macros_proposed", *(tag for tag, amount in amounts.items() if amount is not None)}


def _direction(change: Decimal | None) -> str | None:
    if change is None:
        return None
    if not change:
        return "none"
    return "up" if change > 0 else "down"


def _position(rate: Decimal | None, goal: Goal | None) -> frozenset[str]:
    if rate is None or goal is None:
        return frozenset({"range_unknown"})
    # Judge the rounded figures: what the reader sees is what was judged. Bounds are inclusive.
    low, high = (round_half_away(bound) for bound in goal.range_percent_per_week)
    shown = round_half_away(rate)
    if shown < low:
        return frozenset({"outside_range", "below_range"})
    if shown > high:
        return frozenset({"outside_range", "above_range"})
    return frozenset({"in_range"})


def _checkins(days: int) -> str:
    if days == 0:
        return "checkins_none"
    if days < 4:
        return "checkins_few"
    if days == 4:
        return "checkins_some"
    return "checkins_all" if days == 7 else "checkins_most"


def _weigh_ins(fewer: int) -> str:
    if fewer < _FEWEST_WEIGH_INS:
        return "weighins_low"
    return "weighins_three" if fewer == _FEWEST_WEIGH_INS else "weighins_full"
