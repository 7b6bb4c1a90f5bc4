"""
The use case: the wanted weeks of each customer, judged.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date

from checkin_cli.documents.weekly import WeeklySummary
from checkin_cli.errors import DocumentRefused, UsageError
from checkin_cli.runs.summarize.gather import Gathered
from checkin_cli.runs.summarize.order import Order
from checkin_cli.runs.summarize.profiles import Profiles
from checkin_cli.runs.summarize.sent import Sent
from checkin_cli.weekly.calendar import label_of
from checkin_cli.weekly.flags import Flag, uncleared
from checkin_cli.weekly.grouping import by_week
from checkin_cli.weekly.history import Conflict, History, Note, history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.summary import summary_of
from checkin_cli.weekly.walk import JudgedWeek, judged_weeks


@dataclass(frozen=True, slots=True)
class Summarized:
    """
    One week of one customer.
    """

    customer: str | None
    label: str
    judged: JudgedWeek
    summary: WeeklySummary
    sent: int | None = None
    """
    The revision of a summary of this week that was sent and says something else.
    """


@dataclass(frozen=True, slots=True)
class ClosedWeek:
    """
    A week that was asked for and has no summary: check-ins of a day contradict each other.
    """

    customer: str | None
    label: str
    starts_on: date
    conflicts: list[Conflict]
    flags: list[Flag] = field(default_factory=list)
    """
    All safety flags that nobody has cleared, those of days after the week too: the hold needs no summary.
    """


@dataclass(frozen=True, slots=True)
class CustomerWeeks:
    """
    One customer: the days as they were settled, and the summaries in the order of the weeks.
    """

    customer: str | None
    person: Person
    history: History
    weeks: list[Summarized]
    closed: list[ClosedWeek] = field(default_factory=list)

    @property
    def notes(self) -> list[Note]:
        """
        What was passed over.
        """
        return self.history.notes

    @property
    def conflicts(self) -> list[Conflict]:
        """
        What could not be settled.
        """
        return self.history.conflicts

    @property
    def exit_code(self) -> int:
        """
        That of a refused input where a day is in conflict.
        """
        return DocumentRefused.exit_code if self.conflicts else 0


def summarize(gathered: Gathered, profiles: Profiles, order: Order, sent: Sent) -> Iterator[CustomerWeeks]:
    """
    Yield each customer who is asked for, in the order of the keys; personal check-ins come first.

    A week with an unsettled day gets no summary. Raises `UsageError` where it is not clear who is meant,
    and where nothing is a check-in, and nothing was refused.
    """
    found = gathered.entries.customers(2)
    if not (found or order.is_named or gathered.exit_code):
        raise UsageError("no_check_ins", "no check-in among the inputs", "at least one")
    if order.everybody:
        profiles.check_named()
        for customer, entries in gathered.entries:
            history = history_of(customer, entries, gathered.entries.weighed(customer))
            yield _customer(history, profiles.of(customer), order, sent)
        return
    if len(found) > 1:
        raise UsageError("customer_unclear", "check-ins of several customers", "--customer KEY, personal or --all")
    if not found and order.is_named:
        raise UsageError("customer_unclear", "no check-in of this customer", "a key that stands in the inputs")
    for customer, entries in gathered.entries:
        history = history_of(customer, entries, gathered.entries.weighed(customer))
        yield _customer(history, profiles.of_the_one(customer), order, sent)


def _customer(history: History, person: Person, order: Order, sent: Sent) -> CustomerWeeks:
    customer = history.customer
    # Somebody with a flag or a conflict, and no check-in that counts, is not left out.
    told = {day for day, _ in history.holds} | {conflict.day for conflict in history.conflicts}
    days = sorted(history.days.keys() | told) if told else history.days
    wanted = order.span.starts(days, order.first_weekday, from_the_start=not order.everybody)
    closed = by_week(history.conflicts, order.first_weekday)
    weeks = []
    for judged in judged_weeks(history, person, set(wanted) - closed.keys(), order.first_weekday):
        summary = summary_of(judged, customer, order.revision)
        label = label_of(summary.starts_on)
        weeks.append(Summarized(customer, label, judged, summary, sent.changed_since(summary)))
    flags = uncleared(history.holds, person)
    without = [
        ClosedWeek(customer, label_of(start), start, closed[start], flags) for start in wanted if start in closed
    ]
    return CustomerWeeks(customer, person, history, weeks, without)
