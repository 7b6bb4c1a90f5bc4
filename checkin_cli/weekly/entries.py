"""
What one check-in gives to the week.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.documents import DailySnapshot
from checkin_cli.documents.event import Event
from checkin_cli.documents.pain import with_severe_pain
from checkin_cli.errors import Place

_SHORT_NIGHT = Decimal(6)
"""
Hours. Below this a night counts against recovery (design; the norm of 7 is watson2015).
"""

_LOW_CONDITION = 2
_USUAL_DIGESTION = ("normal", "bristol_3", "bristol_4")


@dataclass(frozen=True, slots=True, repr=False)
class WeighIn:
    """
    One weight of one person on one day in Seoul. It has no `repr`, so that no traceback can show one.
    """

    customer: str | None
    """
    The customer key; None for personal check-ins.
    """

    day: date
    kilograms: Decimal
    """
    Exactly as it was recorded.
    """

    at: datetime | None
    """
    When it was recorded, with its offset, if that is known.
    """

    place: Place
    """
    The input that it stands in.
    """


class Target(NamedTuple):
    """
    A goal as a check-in has it: the range in percent of body weight a week.
    """

    mode: str
    low: Decimal
    high: Decimal


class Entry(NamedTuple):
    """
    One check-in, reduced to what weeks are made of. What was not recorded is None.
    """

    customer: str | None
    day: date
    identity: int
    """
    A hash of its bytes, good for this process: equal entries are one entry.
    """

    source: str
    line: int | None
    revision: int | None
    """
    None for the row of an event log, where `supersedes` decides instead.
    """

    at: datetime | None
    kilograms: Decimal | None
    calories: Decimal | None
    planned_calories: Decimal | None
    planned_protein: Decimal | None
    session: str | None
    """
    `done`, `rest` or `skipped`.
    """

    short_night: bool | None
    low_condition: bool | None
    troubled_digestion: bool | None
    held: bool
    categories: tuple[str, ...]
    goal: Target | None
    event: str | None = None
    supersedes: str | None = None
    is_dated: bool = False
    """
    True for an event that says itself which day it is about.
    """

    is_checkin: bool = True
    """
    False for an event without answers: it may add to a day and supersede, and makes no day by itself.
    """

    is_imported: bool = False
    """
    True for a weigh-in of another program: a day with a weight and nothing else.
    """

    path: str = ""
    """
    The place within a JSON document that has no lines.
    """

    is_hold_alone: bool = False
    """
    True for an event that nobody has accepted: its safety flag counts, and nothing else of it.
    """

    weighed: Place | None = None
    """
    The input that the weight stands in, if it is another one.
    """

    def __repr__(self) -> str:
        return "Entry()"

    @property
    def place(self) -> Place:
        """
        The input that it stands in.
        """
        return Place(self.source, self.line, path=self.path)

    @property
    def weight_place(self) -> Place:
        """
        The input that its weight stands in.
        """
        return self.weighed or self.place

    @property
    def is_correction(self) -> bool:
        """
        True for what a person wrote over something earlier.
        """
        return self.supersedes is not None or (self.revision or 0) > 1

    def weigh_in(self) -> WeighIn | None:
        """
        Its weight, if it has one.
        """
        if self.kilograms is None:
            return None
        return WeighIn(self.customer, self.day, self.kilograms, self.at, self.weight_place)


def at_one_time(first: datetime, other: datetime) -> bool:
    """
    True where nobody can say which was earlier: equal times, or times of one minute of which one has no seconds.
    """
    if first == other:
        return True
    shorter, longer = (moment.astimezone(UTC).replace(second=0, microsecond=0) for moment in (first, other))
    return shorter == longer and (shorter == first or longer == other)


def entry_of_snapshot(snapshot: DailySnapshot, identity: int, source: str, line: int | None) -> Entry:
    """
    Reduce a daily snapshot.
    """
    answers, targets, goal, safety = snapshot.answers, snapshot.targets, snapshot.goal, snapshot.safety
    sleep, condition, digestion, pain = answers.sleep_hours, answers.condition, answers.digestion, answers.pain
    categories = safety.categories if safety else ()
    if pain is not None:
        categories = with_severe_pain(categories, pain)
    return Entry(
        snapshot.customer_key,
        snapshot.kst_day,
        identity,
        source,
        line,
        snapshot.revision,
        snapshot.recorded_at,
        answers.bodyweight_kg,
        answers.calories_kcal,
        targets.calories_kcal if targets else None,
        targets.protein_g if targets else None,
        answers.training.status if answers.training else None,
        None if sleep is None else sleep < _SHORT_NIGHT,
        None if condition is None else condition <= _LOW_CONDITION,
        None if digestion is None else digestion not in _USUAL_DIGESTION,
        bool(categories) or (safety is not None and safety.held),
        categories,
        None if goal is None else Target(goal.mode, *goal.range_percent_per_week),
    )


def entry_of_event(event: Event, identity: int, source: str, line: int | None, customer: str | None) -> Entry:
    """
    Reduce a row of an event log; `customer` is whose log it is where the row does not say.
    """
    answers, target, session, safety = event.check_in, event.target, event.trainer_session, event.safety
    sleep = answers.sleep_hours if answers else None
    condition = answers.readiness_1to5 if answers else None
    categories = with_severe_pain((safety.categories or ()) if safety else (), answers.pain_0to10 if answers else None)
    done = session.session_done if session else None
    return Entry(
        event.customer_key or customer,
        event.day,
        identity,
        source,
        line,
        None,
        event.occurred_at_kst or event.recorded_at_kst,
        answers.body_weight_kg if answers else None,
        answers.calories_kcal if answers else None,
        target.calories_kcal if target else None,
        target.protein_g if target else None,
        None if done is None else "done" if done else "skipped",
        None if sleep is None else sleep < _SHORT_NIGHT,
        None if condition is None else condition <= _LOW_CONDITION,
        None,
        bool(categories) or (safety is not None and bool(safety.held)),
        categories,
        None,
        event.event_id,
        event.supersedes,
        event.occurred_at_kst is not None,
        answers is not None,
    )


def entry_of_hold(customer: str | None, day: date, categories: tuple[str, ...], place: Place) -> Entry:
    """
    The safety flag of an input of which nothing else counts.
    """
    return Entry(
        customer,
        day,
        hash((day, categories)),
        place.source,
        place.line,
        *(None,) * 10,
        held=True,
        categories=categories,
        goal=None,
        is_hold_alone=True,
    )


def entry_of_weigh_in(weigh_in: WeighIn) -> Entry:
    """
    A weigh-in of another program as an entry that knows nothing but its weight.
    """
    place = weigh_in.place
    return Entry(
        weigh_in.customer,
        weigh_in.day,
        hash((weigh_in.day, weigh_in.at, weigh_in.kilograms)),
        place.source,
        place.line,
        None,
        weigh_in.at,
        weigh_in.kilograms,
        *(None,) * 7,
        held=False,
        categories=(),
        goal=None,
        is_dated=True,
        is_imported=True,
        path=place.path,
    )
