"""
The days of one customer: of several entries of a day, which one counts, and what a person has to settle.

Nothing here depends on the order in which entries come; only the places in notes do.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from checkin_cli.errors import Place
from checkin_cli.weekly.entries import Entry, WeighIn
from checkin_cli.weekly.events import Live, current_events, merged, tied
from checkin_cli.weekly.imported import with_imports


@dataclass(frozen=True, slots=True)
class Note:
    """
    Entries that count nowhere, or only in part, because another one does. Nothing is wrong.
    """

    code: str
    """
    `repeated`, `superseded`, `several` or `unknown_supersedes`; of an export `same_weight`, `later_weight` or
    `corrected_weight`.
    """

    place: Place
    by: Place | None = None
    count: int = 1
    """
    Weigh-ins of an export are counted together.
    """


SNAPSHOT_AND_EVENT = "with another weight in a snapshot and an event"
"""
Why two check-ins of a day are in conflict that no revision or event alone can settle: both have to say the same.
"""


@dataclass(frozen=True, slots=True)
class Conflict:
    """
    Entries of one day of which neither is the later one. A person has to say which counts; until then the day is empty.
    """

    day: date
    places: tuple[Place, Place]
    why: str


@dataclass(slots=True)
class History:
    """
    One customer: what each day gives, in the order of the days.
    """

    customer: str | None
    days: dict[date, Entry] = field(default_factory=dict)
    holds: list[tuple[date, tuple[str, ...]]] = field(default_factory=list)
    """
    Days with a safety flag and its categories, those of superseded entries too: a new check-in never clears one.
    """

    notes: list[Note] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)

    def weigh_ins(self) -> list[WeighIn]:
        """
        The weights that count before anybody has doubted them, one a day.
        """
        found = (entry.weigh_in() for entry in self.days.values())
        return [each for each in found if each is not None]


def history_of(customer: str | None, entries: Iterable[Entry], imports: Iterable[Sequence[Entry]] = ()) -> History:
    """
    Settle the days of one customer; `imports` are the weigh-ins of exports, those of a day together, in order of days.
    """
    history = History(customer)
    snapshots: defaultdict[date, list[Entry]] = defaultdict(list)
    events: list[Entry] = []
    for entry in entries:
        if entry.held:
            history.holds.append((entry.day, entry.categories))
        if entry.is_hold_alone:
            continue
        if entry.revision is None:
            events.append(entry)
        else:
            snapshots[entry.day].append(entry)
    found: dict[date, Entry] = {}
    for day, candidates in snapshots.items():
        chosen = candidates[0] if len(candidates) == 1 else _latest(day, candidates, history)
        if chosen is not None:
            found[day] = chosen
    if events:
        _add_events(events, found, history)
    added = with_imports(imports, found, {conflict.day for conflict in history.conflicts})
    history.notes += [Note(code, place, count=count) for (code, place), count in added.passed_over.items()]
    history.conflicts += [Conflict(day, places, why) for day, places, why in added.conflicts]
    history.days = {day: found[day] for day in sorted(found)}
    history.holds.sort()
    history.conflicts.sort(key=lambda conflict: (conflict.day, conflict.why))
    return history


def _latest(day: date, candidates: Sequence[Entry], history: History) -> Entry | None:
    """
    The entry with the highest revision; None where two with different bytes share it.
    """
    highest = max(entry.revision or 0 for entry in candidates)
    tops = [entry for entry in candidates if entry.revision == highest]
    first = tops[0]
    for other in tops[1:]:
        if other.identity != first.identity:
            places = (first.place, other.place)
            history.conflicts.append(Conflict(day, places, "of equal revision and different bytes"))
            return None
        history.notes.append(Note("repeated", other.place, first.place))
    seen: set[int] = set()
    for entry in candidates:
        if entry.revision != highest:
            code = "repeated" if entry.identity in seen else "superseded"
            history.notes.append(Note(code, entry.place, first.place))
            seen.add(entry.identity)
    return first


def _add_events(events: Sequence[Entry], found: dict[date, Entry], history: History) -> None:
    current = current_events(events)
    history.notes += [Note(code, place, by) for code, place, by in current.notes]
    history.conflicts += [Conflict(day, places, why) for day, places, why in dict.fromkeys(current.conflicts)]
    by_day: defaultdict[date, list[Live]] = defaultdict(list)
    for live in current.live:
        by_day[live.day].append(live)
    closed = {conflict.day for conflict in history.conflicts}
    for day, entries in by_day.items():
        if day in closed or not any(live.entry.is_checkin for live in entries):
            continue
        places = tied(entries)
        if places is not None:
            history.conflicts.append(Conflict(day, places, "with another weight at the same time"))
            found.pop(day, None)
            continue
        entry, unused = merged(day, entries)
        history.notes += [Note("several", each.place, entry.place) for each in unused]
        snapshot = found.get(day)
        if snapshot is None:
            found[day] = entry
        elif entry.kilograms in {None, snapshot.kilograms}:
            history.notes.append(Note("superseded", entry.place, snapshot.place))
        else:
            places = (snapshot.place, entry.place)
            history.conflicts.append(Conflict(day, places, SNAPSHOT_AND_EVENT))
            del found[day]
