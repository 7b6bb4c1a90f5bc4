"""
Rows of an event log: which of them still stand, on which day, and what several of one day give together.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, NamedTuple

from checkin_cli.errors import Place
from checkin_cli.weekly.entries import Entry, at_one_time


class Live(NamedTuple):
    """
    An event that nothing supersedes, with the day and the hour of the first event that it stands for.
    """

    entry: Entry
    day: date
    at: datetime


@dataclass(slots=True)
class CurrentEvents:
    """
    What is left of a log, what was passed over, and what a person has to settle.
    """

    live: list[Live] = field(default_factory=list)
    notes: list[tuple[str, Place, Place | None]] = field(default_factory=list)
    conflicts: list[tuple[date, tuple[Place, Place], str]] = field(default_factory=list)


def current_events(events: Sequence[Entry]) -> CurrentEvents:
    """
    Follow `supersedes`. A correction stands on the day that it names, else on the day of what it corrects.
    """
    current = CurrentEvents()
    known = _distinct(events, current)
    heirs: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in known.values():
        if entry.supersedes in known:
            heirs[entry.supersedes].append(entry)
        elif entry.supersedes is not None:
            current.notes.append(("unknown_supersedes", entry.place, None))
    for event_id, successors in heirs.items():
        if successors[0] is known[event_id]:
            continue
        current.notes.append(("superseded", known[event_id].place, successors[0].place))
    forks = {event_id for event_id, successors in heirs.items() if len(successors) > 1}
    reached: set[str] = set()
    for entry in known.values():
        if entry.event in heirs:
            continue
        chain = _chain(entry, known)
        reached |= chain.keys()
        root = list(chain.values())[-1]
        day = entry.day if entry.is_dated else root.day
        fork = next((event_id for event_id in chain if event_id in forks), None)
        if fork is not None:
            first, second = sorted(heirs[fork], key=_stable)[:2]
            current.conflicts.append((day, (first.place, second.place), "that supersede the same event"))
        elif root.at is not None:
            current.live.append(Live(entry, day, root.at))
    current.conflicts += _circles([known[event_id] for event_id in known if event_id not in reached], known)
    return current


def _circles(lost: Sequence[Entry], known: dict[str, Entry]) -> list[tuple[date, tuple[Place, Place], str]]:
    """
    Nothing stands for events that supersede each other in a circle: one conflict for each of their days.
    """
    by_day: dict[date, tuple[date, tuple[Place, Place], str]] = {}
    for entry in sorted(lost, key=_stable):
        other = known[entry.supersedes or ""]
        why = "that supersedes itself" if other is entry else "that supersede each other"
        by_day.setdefault(entry.day, (entry.day, (entry.place, other.place), why))
    return list(by_day.values())


def tied(entries: Sequence[Live]) -> tuple[Place, Place] | None:
    """
    The places of two events with different weights that are both the earliest of a day, if there are such.
    """
    weights = [live for live in _ordered(entries) if live.entry.kilograms is not None]
    for other in weights[1:]:
        if at_one_time(weights[0].at, other.at) and other.entry.kilograms != weights[0].entry.kilograms:
            return weights[0].entry.place, other.entry.place
    return None


def _ordered(entries: Sequence[Live]) -> list[Live]:
    return sorted(entries, key=lambda live: (live.at, _stable(live.entry)))


def merged(day: date, entries: Sequence[Live]) -> tuple[Entry, list[Entry]]:
    """
    What several events of a day give: the earliest weight, and of everything else the latest word.

    Also returns the entries whose weight does not count.
    """
    ordered = _ordered(entries)
    weights = [live for live in ordered if live.entry.kilograms is not None]
    chosen = weights[0].entry if weights else ordered[0].entry
    day_of_all = chosen._replace(day=day)
    for live in ordered:
        known: dict[str, Any] = {name: getattr(live.entry, name) for name in _LATEST}
        day_of_all = day_of_all._replace(**{name: value for name, value in known.items() if value is not None})
    return day_of_all, [live.entry for live in weights[1:]]


_LATEST = ("calories", "planned_calories", "planned_protein", "session", "short_night", "low_condition")


def _distinct(events: Sequence[Entry], current: CurrentEvents) -> dict[str, Entry]:
    known: dict[str, Entry] = {}
    unclear: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in events:
        event_id = entry.event or ""
        first = known.setdefault(event_id, entry)
        if first is entry:
            continue
        if first.identity == entry.identity:
            current.notes.append(("repeated", entry.place, first.place))
        else:
            unclear[event_id].append(entry)
    for event_id, others in unclear.items():
        first = known.pop(event_id)
        for day in sorted({first.day, *(other.day for other in others)}):
            places = (first.place, others[0].place)
            current.conflicts.append((day, places, "with the same event_id and different bytes"))
    return known


def _chain(entry: Entry, known: dict[str, Entry]) -> dict[str, Entry]:
    """
    An event and what it supersedes, back to the first; in a circle each event once.
    """
    chain: dict[str, Entry] = {}
    following: Entry | None = entry
    while following is not None and following.event not in chain:
        chain[following.event or ""] = following
        following = known.get(following.supersedes or "")
    return chain


def _stable(entry: Entry) -> tuple[date, str]:
    return entry.day, entry.event or ""
