"""
The fact tags of a week and of a review card, and the change that both are judged by.
"""

from decimal import Decimal

from checkin_cli.documents import AdaptiveCard, Goal, WeeklySummary
from checkin_cli.numbers import percent_change, round_half_away

_FEWEST_WEIGH_INS = 3
"""
In each of the two weeks; with fewer, no change is shown.
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
    reason = summary.judgment.reason
    tags = {
        f"goal_{summary.goal.mode if summary.goal else 'missing'}",
        f"verdict_{summary.judgment.verdict}",
        f"reason_{reason}",
        _direction(change),
        _checkins(summary.checkin_days),
        "gap_two" if summary.gap_weeks == 2 else "gap_one",
    }
    if reason.startswith("context_"):
        tags.add("reason_context")
    return frozenset(tags) | _position(change, summary.goal)


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
        *(f"reason_{reason}" for reason in card.reason_category_ids),
    }
    if card.target_macros is not None:
        tags.add("macros_proposed")
    if card.carb_cycle is not None:
        tags.add("carb_cycle_proposed")
    return frozenset(tags) | _position(card.weekly_rate_percent, card.goal)


def _direction(change: Decimal | None) -> str:
    if change is None:
        return "change_unknown"
    if not change:
        return "change_none"
    return "change_up" if change > 0 else "change_down"


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
    return "checkins_some" if days == 4 else "checkins_most"
