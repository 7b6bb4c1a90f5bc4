"""
Weigh-ins of other programs: which of a day counts, and what it gives to a check-in of the same day.

The doctrine takes the earliest weight of a day, and a person's correction before any other. Where neither says which
one counts, a person is asked.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal

from checkin_cli.errors import Place
from checkin_cli.numbers import rounded_alike
from checkin_cli.weekly.entries import Entry, at_one_time


@dataclass(slots=True)
class Added:
    """
    What was not taken: how many weigh-ins by code and file, and the days that a person has to settle.
    """

    passed_over: Counter[tuple[str, Place]] = field(default_factory=Counter)
    conflicts: list[tuple[date, tuple[Place, Place], str]] = field(default_factory=list)

    def pass_over(self, code: str, entries: Iterable[Entry]) -> None:
        """
        Count entries that add nothing.
        """
        self.passed_over.update((code, Place(entry.source)) for entry in entries)


def with_imports(imports: Iterable[Sequence[Entry]], days: dict[date, Entry], closed: Collection[date]) -> Added:
    """
    Add weigh-ins, those of a day together, to the days of a customer, in place. A day in conflict is taken out.

    Those of `closed` days are passed over. No more than one day is held at a time.
    """
    added = Added()
    for entries in imports:
        day = entries[0].day
        if day in closed:
            continue
        known, ordered = days.get(day), sorted(entries, key=_by_time)
        settled = _alone(ordered, added) if known is None or known.kilograms is None else _beside(known, ordered, added)
        if settled is None:
            days.pop(day, None)
        elif known is None or settled is known:
            days[day] = settled
        else:
            days[day] = known._replace(kilograms=settled.kilograms, weighed=settled.place)
    return added


def _alone(ordered: list[Entry], added: Added) -> Entry | None:
    """
    The earliest weigh-in. One without a time, or of the same time, may be earlier, so it must not say anything else.
    """
    first, *others = ordered
    for other in others:
        why = _why_unclear(first, other)
        if why and other.kilograms != first.kilograms:
            added.conflicts.append((first.day, (first.place, other.place), why))
            return None
    added.pass_over("same_weight", (other for other in others if other.kilograms == first.kilograms))
    added.pass_over("later_weight", (other for other in others if other.kilograms != first.kilograms))
    return first


def _why_unclear(first: Entry, other: Entry) -> str:
    """
    Why nobody knows which was earlier; empty where it is known.
    """
    if first.at is None or other.at is None:
        return "with other weights in exports, not all with a time"
    return "with other weights in exports at the same time" if at_one_time(first.at, other.at) else ""


def _beside(known: Entry, ordered: list[Entry], added: Added) -> Entry | None:
    """
    The check-in, where it is a correction or says what one of the weigh-ins says.
    """
    alike = [entry for entry in ordered if _agree(known.kilograms, entry.kilograms)]
    others = [entry for entry in ordered if entry not in alike]
    if not alike and not known.is_correction:
        places = (known.place, ordered[0].place)
        added.conflicts.append((known.day, places, "with another weight in a check-in and an export"))
        return None
    added.pass_over("same_weight", alike)
    added.pass_over("later_weight" if alike else "corrected_weight", others)
    return known


def _agree(checked_in: Decimal | None, weighed: Decimal | None) -> bool:
    return checked_in is not None and weighed is not None and rounded_alike(weighed, checked_in)


def _by_time(entry: Entry) -> tuple[datetime, Decimal, str, int, str]:
    # What has no time comes first, so that whatever else there is stands behind it.
    at = _NO_TIME if entry.at is None else entry.at.astimezone(UTC)
    return at, entry.kilograms or Decimal(0), entry.source, entry.line or 0, entry.path


_NO_TIME = datetime.min.replace(tzinfo=UTC)
