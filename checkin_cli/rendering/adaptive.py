"""
The layout of the operator's card: the decision, what it rests on, what is proposed, and whether the customer has it.
"""

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import AdaptiveCard, Proposal
from checkin_cli.facts import CardFacts
from checkin_cli.numbers import mean, quantity, signed_percent
from checkin_cli.rendering.blocks import bullet, fact, macros, prose
from checkin_cli.rendering.segments import Block, Locked, OwnWords, Screen, screen_of
from checkin_cli.rendering.words import (
    APPROVAL,
    CARD_TITLE,
    CHANGE,
    CURRENT_MEAN,
    CYCLE_DAYS,
    DECISIONS,
    DELIVERY,
    GOALS,
    NOT_RECORDED,
    OPERATOR_NOTE,
    PRIOR_MEAN,
    PROPOSAL,
    REASONS,
    REVIEW,
)


def lay_out_card(facts: CardFacts, doctrine: Doctrine) -> Screen:
    """
    Title, subject and decision, known figures, proposal, review, note, states. Empty blocks are left out.
    """
    card = facts.card
    subject = subject_line(card.subject_label, card.evaluation_day.isoformat())
    reasons = (bullet(REASONS[reason]) for reason in card.reason_category_ids)
    review = prose(doctrine, "adaptive_operator", "adaptive.review_context", facts.mask)
    blocks = (
        Block((Locked(_title(card)),)),
        Block((subject, Locked(f"현재 판단: {DECISIONS[card.decision]}"))),
        Block(_figures(card)),
        Block(_proposal(card)),
        Block((Locked(REVIEW), *reasons), (review,)),
        Block(_note(card)),
        Block((Locked(f"승인 상태: {APPROVAL[card.approval_state]}"), Locked(DELIVERY[card.delivery_state]))),
    )
    return screen_of(blocks)


def subject_line(label: str, day: str) -> Locked:
    """
    Whom the card is about, and of which day.
    """
    return OwnWords(f"{label.strip()} · {day}")


def _title(card: AdaptiveCard) -> str:
    goal = GOALS[card.goal.mode] if card.goal else f"목표 {NOT_RECORDED}"
    return f"{CARD_TITLE} · {goal}"


def _figures(card: AdaptiveCard) -> tuple[Locked, ...]:
    current, prior, rate = card.current_mean_kg, card.prior_mean_kg, card.weekly_rate_percent
    known = (
        (CURRENT_MEAN, None if current is None else mean(current, "kg")),
        (PRIOR_MEAN, None if prior is None else mean(prior, "kg")),
        (CHANGE, None if rate is None else signed_percent(rate)),
    )
    return tuple(fact(label, value) for label, value in known if value is not None)


def _proposal(card: AdaptiveCard) -> tuple[Locked, ...]:
    cycle = card.carb_cycle
    days = ((CYCLE_DAYS[name], getattr(cycle, name)) for name in CYCLE_DAYS) if cycle else ()
    lines = [_amounts(label, proposal) for label, proposal in (("하루 목표", card.target_macros), *days)]
    bullets = [line for line in lines if line is not None]
    return (Locked(PROPOSAL), *bullets) if bullets else ()


def _amounts(label: str, proposal: Proposal | None) -> Locked | None:
    if proposal is None:
        return None
    parts = macros(proposal.carbs_g, proposal.protein_g, proposal.fat_g)
    if proposal.calories_kcal is not None:
        parts.insert(0, f"열량 {quantity(proposal.calories_kcal, 'kcal')}")
    return bullet(f"{label}: {' · '.join(parts)}") if parts else None


def _note(card: AdaptiveCard) -> tuple[Locked, ...]:
    note = (card.operator_note or "").strip()
    return (Locked(OPERATOR_NOTE), OwnWords(note)) if note else ()
