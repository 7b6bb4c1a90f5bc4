"""
Inputs to entries: snapshots, exports and rows of event logs count, other documents are passed over and counted.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from checkin_cli.documents import AdaptiveCard, DailySnapshot, Document, ReadingRules, WeeklySummary, read_row
from checkin_cli.documents.danger import Sign, signs_in
from checkin_cli.documents.event import LogRow
from checkin_cli.documents.profile import CustomerProfile
from checkin_cli.errors import CheckinError, DocumentRefused, Place
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.private import private_table
from checkin_cli.runs.summarize.order import Order
from checkin_cli.runs.summarize.profiles import Profiles
from checkin_cli.runs.summarize.spool import CREATE, Spool
from checkin_cli.runs.summarize.unread import Unread
from checkin_cli.weekly.calendar import FIRST_YEAR, LAST_YEAR, has_weeks
from checkin_cli.weekly.entries import Entry, entry_of_event, entry_of_hold, entry_of_snapshot

Row = Document | LogRow | CustomerProfile

_ACCEPTED = (None, "accepted")
_TOGETHER = 64


@dataclass(slots=True)
class Gathered:
    """
    What there was to read.
    """

    entries: Spool
    passed_over: Counter[str] = field(default_factory=Counter)
    """
    What is no check-in, by its kind.
    """

    unread: Unread = field(default_factory=Unread)
    exit_code: int = 0


@contextlib.contextmanager
def gather(
    inputs: Iterable[RawInput],
    rules: ReadingRules,
    profiles: Profiles,
    order: Order,
    refused: Callable[[CheckinError], None],
) -> Iterator[Gathered]:
    """
    Read everything and keep the entries of the customers that are wanted.

    Rows of a log that do not say whose they are belong to the customer of exports, else to the one who is asked for.

    A refused input is handed to `refused`; the others are read all the same. Profiles among the inputs join the others.
    """
    with private_table(CREATE) as table:
        gathered = Gathered(Spool(table))
        owner = rules.export.customer_key or order.customer
        for given, row in _rows(inputs, rules):
            try:
                entry = _entry_of(given, row, owner, profiles, gathered)
                if entry is not None and not has_weeks(entry.day):
                    raise no_week("$.kst_day" if entry.revision is not None else "$.recorded_at_kst")
            except CheckinError as error:
                gathered.exit_code = max(gathered.exit_code, error.exit_code)
                refused(error.at(given.source, given.line))
                if isinstance(given.raw, bytes):
                    _keep_signs(signs_in(given.raw, rules, owner), given, order, gathered, refused)
                continue
            if entry is not None and order.wants(entry.customer):
                gathered.entries.add(entry)
        yield gathered


def _rows(inputs: Iterable[RawInput], rules: ReadingRules) -> Iterator[tuple[RawInput, Row | CheckinError]]:
    """
    Read some inputs before anything is done with the first: a processor runs the same code faster the second time.
    """
    waiting = iter(inputs)
    while batch := list(islice(waiting, _TOGETHER)):
        yield from zip(batch, [_row_of(given, rules) for given in batch], strict=True)


def _row_of(given: RawInput, rules: ReadingRules) -> Row | CheckinError:
    try:
        return read_row(given.content(), rules)
    except CheckinError as error:
        return error


def _entry_of(
    given: RawInput, row: Row | CheckinError, owner: str | None, profiles: Profiles, gathered: Gathered
) -> Entry | None:
    raw = given.raw
    match row:
        case CheckinError():
            raise row
        case DailySnapshot():
            return entry_of_snapshot(row, hash(raw), given.source, given.line)
        case LogRow(event, unread) if event.status in _ACCEPTED:
            gathered.unread.add(unread)
            return entry_of_event(event, hash(raw), given.source, given.line, owner)
        case LogRow(event):
            gathered.passed_over["event with another status than accepted"] += 1
            entry = entry_of_event(event, hash(raw), given.source, given.line, owner)
            # Whoever has to confirm it: a sign of danger does not wait for that.
            return entry._replace(is_hold_alone=True) if entry.held else None
        case CustomerProfile():
            profiles.add(row, given.source, given.line)
        case WeeklySummary() | AdaptiveCard():
            gathered.passed_over[row.schema_version] += 1
    return None


def _keep_signs(
    signs: Iterable[Sign],
    given: RawInput,
    order: Order,
    gathered: Gathered,
    refused: Callable[[CheckinError], None],
) -> None:
    """
    A sign of danger is not lost with the input that was refused.
    """
    for sign in signs:
        if sign.is_named and sign.day is not None and has_weeks(sign.day):
            if order.wants(sign.customer):
                place = Place(given.source, given.line)
                gathered.entries.add(entry_of_hold(sign.customer, sign.day, sign.categories, place))
        else:
            found, required = "a sign of danger in a refused input", "a customer and a day that can be read"
            refused(DocumentRefused("sign_of_danger", found, required, Place(given.source, given.line)))


def no_week(path: str = "") -> DocumentRefused:
    """
    The refusal of a day that is in no week.
    """
    required = f"a day of {FIRST_YEAR} to {LAST_YEAR}"
    return DocumentRefused("out_of_range", "a day outside the range", required, Place(path=path))
