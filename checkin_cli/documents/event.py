"""
A row of an event log: one entry of the check-in service, which a later one may supersede.

Such logs hold more than weeks need. What becomes of keys that are not named here says `documents.unread`.
"""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, NamedTuple

from checkin_cli.documents.daily import seoul_day, seoul_time
from checkin_cli.documents.pain import is_severe, with_severe_pain
from checkin_cli.documents.parts import (
    CALORIES,
    CONDITION,
    CUSTOMER_KEY,
    MACRO,
    PAIN,
    SLEEP_HOURS,
    SLEEP_QUALITY,
    WATER,
    WEIGHT,
)
from checkin_cli.documents.unread import holds_among, refuse_weights
from checkin_cli.documents.words import SAFETY_CATEGORIES
from checkin_cli.shapes import (
    Flag,
    ListOf,
    Misfit,
    Moment,
    Nullable,
    OneOf,
    Record,
    Text,
    kind_of,
    record,
)

EVENT = "event-log"
_EVENT_ID = Text(shortest=1, longest=200, visible=True)
_NO_BEARING = frozenset({"event_type"})
"""
Of a row, and known to change nothing.
"""


class SeoulMoment:
    """
    An instant under a key that says it is Korean time: with its offset, or without one in Seoul.
    """

    bound = False

    def read(self, value: object) -> datetime:
        """Return the instant, aware of its offset."""
        moment = Moment()
        # A clock without an offset ends in digits, and its dashes are those of the day.
        is_clock = isinstance(value, str) and value[-1:].isdigit() and "+" not in value and value.count("-") == 2
        return seoul_time(moment.read(f"{value}Z")) if is_clock else moment.read(value)

    def schema(self) -> dict[str, object]:
        """A string in the date-time format, its offset optional."""
        return {"type": "string"}


@record
class EventAnswers:
    """
    What the entry holds; what is null or left out is missing.
    """

    body_weight_kg: Annotated[Decimal | None, Nullable(WEIGHT)] = None
    calories_kcal: Annotated[Decimal | None, Nullable(CALORIES)] = None
    protein_g: Annotated[Decimal | None, Nullable(MACRO)] = None
    carbohydrate_g: Annotated[Decimal | None, Nullable(MACRO)] = None
    fat_g: Annotated[Decimal | None, Nullable(MACRO)] = None
    sleep_hours: Annotated[Decimal | None, Nullable(SLEEP_HOURS)] = None
    sleep_quality_1to5: Annotated[int | None, Nullable(SLEEP_QUALITY)] = None
    readiness_1to5: Annotated[int | None, Nullable(CONDITION)] = None
    water_liters: Annotated[Decimal | None, Nullable(WATER)] = None
    pain_0to10: Annotated[Decimal | None, Nullable(PAIN)] = None


@record
class EventTarget:
    """
    The plan of the day, where the log has one.
    """

    calories_kcal: Annotated[Decimal | None, Nullable(CALORIES)] = None
    protein_g: Annotated[Decimal | None, Nullable(MACRO)] = None


@record
class EventSession:
    """
    Whether the planned session took place.
    """

    session_done: Annotated[bool | None, Nullable(Flag())] = None


@record
class EventSafety:
    """
    What the service found; anything under this key that is not empty is a hold.
    """

    held: Annotated[bool | None, Nullable(Flag())] = None
    categories: Annotated[tuple[str, ...] | None, Nullable(ListOf(OneOf(SAFETY_CATEGORIES), unique=True))] = None


@record
class Event:
    """
    One entry. The day it is about is that of `occurred_at_kst`; without it, that of `recorded_at_kst`.
    """

    event_id: Annotated[str, _EVENT_ID]
    supersedes: Annotated[str | None, Nullable(_EVENT_ID)] = None
    recorded_at_kst: Annotated[datetime, SeoulMoment()]
    occurred_at_kst: Annotated[datetime | None, Nullable(SeoulMoment())] = None
    customer_key: Annotated[str | None, Nullable(CUSTOMER_KEY)] = None
    status: Annotated[str | None, Nullable(Text())] = None
    check_in: Annotated[EventAnswers | None, Nullable(Record(EventAnswers))] = None
    target: Annotated[EventTarget | None, Nullable(Record(EventTarget))] = None
    trainer_session: Annotated[EventSession | None, Nullable(Record(EventSession))] = None
    safety: Annotated[EventSafety | None, Nullable(Record(EventSafety))] = None

    @property
    def day(self) -> date:
        """
        The day in Seoul that the entry is about.
        """
        day = seoul_day(self.occurred_at_kst or self.recorded_at_kst)
        if day is None:
            raise Misfit("wrong_format", "a time that does not exist", "a time in Seoul", ["recorded_at_kst"])
        return day


_PARTS: Mapping[str, type] = {
    "check_in": EventAnswers,
    "target": EventTarget,
    "trainer_session": EventSession,
}
_RECORD = Record(Event)
_HOLDS_WEIGHTS = frozenset({"check_in"})
_KNOWN: Mapping[str, frozenset[str]] = {name: frozenset(Record(part).keys) for name, part in _PARTS.items()}


class LogRow(NamedTuple):
    """
    A row as it was read.
    """

    event: Event
    unread: tuple[tuple[str, ...], ...]
    """
    The keys that no rule reads, each with those above it.
    """


def is_event(value: object) -> bool:
    """
    True for an object that says of itself that it is an entry of a log.
    """
    return isinstance(value, dict) and "event_id" in value and "schema_version" not in value


def read_event(value: dict[str, object]) -> LogRow:
    """
    Read a parsed row. Raises `Misfit`, for a weight that no rule would read too.
    """
    kept = {key: item for key, item in value.items() if key in _RECORD.keys}
    other = {key: item for key, item in value.items() if key not in kept and key not in _NO_BEARING}
    unread: list[tuple[str, ...]] = [(key,) for key in other if not holds_among({key: other[key]})[0]]
    refuse_weights(other, [])
    for name, known in _KNOWN.items():
        part = kept.get(name)
        if isinstance(part, dict):
            beside = {key: item for key, item in part.items() if key not in known}
            if name in _HOLDS_WEIGHTS:
                refuse_weights(beside, [name])
            kept[name] = {key: item for key, item in part.items() if key in known}
            unread += [(name, key) for key in beside if not holds_among({key: beside[key]})[0]]
            other[name] = beside
    safety = _safety(kept.get("safety"))
    held, categories = holds_among(other)
    if is_severe(pain := _pain(other)):
        unread.remove(("check_in", "pain"))
        held, categories = True, with_severe_pain(categories, pain)
    if held:
        safety = _held_too(safety, categories)
    event = _RECORD.read({**kept, "safety": safety})
    _ = event.day
    return LogRow(event, tuple(unread))


def _pain(other: Mapping[str, object]) -> object:
    """
    What stands under the name that snapshots have for it.
    """
    check_in = other.get("check_in")
    return check_in.get("pain") if isinstance(check_in, dict) else None


def _safety(value: object) -> object:
    """
    High recall: what this program does not know under `safety`, and is not empty, counts as held.
    """
    if value is None or isinstance(value, bool):
        return None if value is None else {"held": value}
    if not isinstance(value, dict):
        raise Misfit("wrong_type", kind_of(value), "object", ["safety"])
    other = any(item for key, item in value.items() if key not in {"held", "categories"})
    known = {key: item for key, item in value.items() if key in {"held", "categories"}}
    return {**known, "held": True} if other else known


def _held_too(safety: object, categories: tuple[str, ...]) -> object:
    """
    What stands under `safety`, and a hold that stands elsewhere.
    """
    known = safety if isinstance(safety, dict) else {}
    named = known.get("categories")
    if isinstance(named, list):
        categories = (*named, *(category for category in categories if category not in named))
    return {**known, "held": True, "categories": list(categories)}
