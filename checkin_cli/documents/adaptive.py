"""
`adaptive-card-v1`: a proposal of the adaptive-nutrition review, for the operator.
"""

import hashlib
from datetime import date
from decimal import Decimal
from typing import Annotated

from checkin_cli.documents.parts import CALORIES, CUSTOMER_KEY, MACRO, REF, SHA256, WEIGHT, Goal, check_goal
from checkin_cli.documents.words import APPROVAL_STATES, DECISIONS, DELIVERY_STATES, LIFECYCLES, REASONS
from checkin_cli.shapes import Day, Flag, Integer, ListOf, Misfit, Nullable, Number, OneOf, Record, Text, record

ADAPTIVE = "adaptive-card-v1"


@record
class Proposal:
    """
    Calories and macros that a card proposes, each optional.
    """

    calories_kcal: Annotated[Decimal | None, CALORIES] = None
    carbs_g: Annotated[Decimal | None, MACRO] = None
    protein_g: Annotated[Decimal | None, MACRO] = None
    fat_g: Annotated[Decimal | None, MACRO] = None


@record
class CarbCycle:
    """
    Proposals for days of more and fewer carbohydrates.
    """

    high: Annotated[Proposal | None, Record(Proposal)] = None
    medium: Annotated[Proposal | None, Record(Proposal)] = None
    low: Annotated[Proposal | None, Record(Proposal)] = None


@record
class AdaptiveCard:
    """
    One review of one customer: a draft to be rendered, or a published text that passes through.
    """

    schema_version: Annotated[str, OneOf((ADAPTIVE,))]
    ref: Annotated[str | None, REF] = None
    evaluation_day: Annotated[date, Day()]
    subject_label: Annotated[str, Text(shortest=1, longest=40, clean=True, visible=True)]
    goal: Annotated[Goal | None, Record(Goal)] = None
    current_mean_kg: Annotated[Decimal | None, Nullable(WEIGHT)]
    prior_mean_kg: Annotated[Decimal | None, Nullable(WEIGHT)]
    weekly_rate_percent: Annotated[Decimal | None, Nullable(Number(-100, 100))]
    decision: Annotated[str, OneOf(DECISIONS)]
    reason_category_ids: Annotated[tuple[str, ...], ListOf(OneOf(REASONS), most=8, unique=True)]
    target_macros: Annotated[Proposal | None, Record(Proposal)] = None
    carb_cycle: Annotated[CarbCycle | None, Record(CarbCycle)] = None
    safety_held: Annotated[bool, Flag()]
    approval_state: Annotated[str, OneOf(APPROVAL_STATES)]
    delivery_state: Annotated[str, OneOf(DELIVERY_STATES)]
    proposal_sha256: Annotated[str, SHA256]
    revision: Annotated[int, Integer(1)]
    customer_key: Annotated[str, CUSTOMER_KEY]
    operator_note: Annotated[str | None, Text(clean=True)] = None
    lifecycle: Annotated[str, OneOf(LIFECYCLES)]
    published_body: Annotated[str | None, Text(shortest=1, lines="verbatim")] = None
    published_body_sha256: Annotated[str | None, SHA256] = None


def check_adaptive(card: AdaptiveCard) -> None:
    """
    Check the rules that join several fields.
    """
    check_goal(card.goal)
    if card.lifecycle == "draft":
        _require_absent(card)
        return
    if card.published_body is None:
        raise Misfit("lifecycle_rule", "no such key", "the text of the published card", ["published_body"])
    if card.published_body_sha256 is None:
        raise Misfit("lifecycle_rule", "no such key", "the digest of published_body", ["published_body_sha256"])
    if hashlib.sha256(card.published_body.encode("utf-8")).hexdigest() != card.published_body_sha256:
        raise Misfit("digest_mismatch", "another digest", "the SHA-256 of published_body", ["published_body_sha256"])


def _require_absent(card: AdaptiveCard) -> None:
    for key in ("published_body", "published_body_sha256"):
        if getattr(card, key) is not None:
            raise Misfit("lifecycle_rule", "a key of a published card", "no such key in a draft", [key])
