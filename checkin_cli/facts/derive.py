"""
Documents to facts: the one place where values are judged.

A held document gives facts that hold no measured value, so that no layout can print one.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from checkin_cli.documents import AdaptiveCard, DailySnapshot, Document, Memory, Safety, WeeklySummary
from checkin_cli.documents.adaptive import ADAPTIVE
from checkin_cli.documents.daily import DAILY
from checkin_cli.documents.pain import with_severe_pain
from checkin_cli.documents.weekly import WEEKLY
from checkin_cli.documents.words import HOLD_REASONS, SAFETY_CATEGORIES
from checkin_cli.facts.daily import daily_mask
from checkin_cli.facts.tags import mask_of, tags_in
from checkin_cli.facts.week import card_tags, weekly_change, weekly_tags


class Tagged:
    """
    Facts with tags.
    """

    __slots__ = ()

    mask: int
    """
    The tags as bits, for predicates.
    """

    @property
    def tags(self) -> frozenset[str]:
        """
        The tags by name.
        """
        return tags_in(self.mask)


@dataclass(frozen=True, slots=True)
class DailyFacts(Tagged):
    """
    An ordinary day.
    """

    snapshot: DailySnapshot
    mask: int


@dataclass(frozen=True, slots=True)
class WeeklyFacts(Tagged):
    """
    An ordinary week; `change_percent` is what the reader sees, or None with too few weigh-ins.
    """

    summary: WeeklySummary
    change_percent: Decimal | None
    mask: int


@dataclass(frozen=True, slots=True)
class CardFacts(Tagged):
    """
    A draft card.
    """

    card: AdaptiveCard
    mask: int


@dataclass(frozen=True, slots=True)
class HeldFacts:
    """
    A document under a safety hold: who or when, and which categories, in the order of urgency.
    """

    surface: str
    first_day: date
    last_day: date
    categories: tuple[str, ...]
    subject_label: str | None = None
    delivery_state: str | None = None


@dataclass(frozen=True, slots=True)
class PublishedFacts:
    """
    A published card: its bytes, and nothing to derive.
    """

    body: str


OrdinaryFacts = DailyFacts | WeeklyFacts | CardFacts
"""
Facts that have tags, and copy with slots.
"""

Facts = OrdinaryFacts | HeldFacts | PublishedFacts


def derive_facts(document: Document) -> Facts:
    """
    Judge a document once: held, published or ordinary.
    """
    match document:
        case DailySnapshot():
            return _daily(document)
        case WeeklySummary():
            return _weekly(document)
        case AdaptiveCard():
            return _card(document)


SURFACE_OF = {DAILY: "daily", WEEKLY: "weekly", ADAPTIVE: "adaptive_operator"}
"""
The surface on which each kind of document is rendered.
"""


def surface_of(document: Document) -> str:
    """
    The surface on which a document is rendered.
    """
    return SURFACE_OF[document.schema_version]


def memory_of(document: Document) -> Memory | None:
    """
    The history that a document brings, if any.
    """
    return None if isinstance(document, AdaptiveCard) else document.memory


def _daily(snapshot: DailySnapshot) -> DailyFacts | HeldFacts:
    safety = snapshot.safety
    categories = safety.categories if safety else ()
    pain = snapshot.answers.pain
    if pain is not None:
        categories = with_severe_pain(categories, pain)
    if categories or (safety and safety.held):
        return HeldFacts("daily", snapshot.kst_day, snapshot.kst_day, _by_urgency(categories))
    return DailyFacts(snapshot, daily_mask(snapshot))


def _weekly(summary: WeeklySummary) -> WeeklyFacts | HeldFacts:
    safety, judgment = summary.safety or Safety(), summary.judgment
    judged = judgment.verdict == "safety_hold" or judgment.reason in HOLD_REASONS
    if judged or safety.held or safety.categories:
        return HeldFacts("weekly", summary.starts_on, summary.ends_on, _by_urgency(safety.categories))
    change = weekly_change(summary)
    return WeeklyFacts(summary, change, mask_of(weekly_tags(summary, change)))


def _card(card: AdaptiveCard) -> CardFacts | HeldFacts | PublishedFacts:
    if card.published_body is not None:
        return PublishedFacts(card.published_body)
    held = card.safety_held or card.approval_state == "held"
    if held or not set(HOLD_REASONS).isdisjoint(card.reason_category_ids):
        day = card.evaluation_day
        return HeldFacts("adaptive_operator", day, day, (), card.subject_label, card.delivery_state)
    return CardFacts(card, mask_of(card_tags(card)))


def _by_urgency(categories: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(category for category in SAFETY_CATEGORIES if category in categories)
