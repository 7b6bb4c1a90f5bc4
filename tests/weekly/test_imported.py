"""
Weigh-ins of other programs: which of a day counts, alone and beside a check-in.
"""

import random
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from checkin_cli.errors import Place
from checkin_cli.numbers import rounded_alike
from checkin_cli.weekly.entries import Entry, WeighIn, entry_of_weigh_in
from checkin_cli.weekly.history import History, Note, history_of
from tests.weekly.scene import LAST, at, entry


def weighed(kilograms: str, hour: int | None = 7, line: int = 1, source: str = "libra.csv") -> Entry:
    """A weigh-in of Monday."""
    moment = None if hour is None else at(LAST, hour)
    return entry_of_weigh_in(WeighIn("c-1", LAST, Decimal(kilograms), moment, Place(source, line)))


def checked_in(kilograms: str | None, **fields: Any) -> Entry:
    """A check-in of Monday."""
    return entry(LAST, kilograms=None if kilograms is None else Decimal(kilograms), line=9, **fields)


def settled(entries: list[Entry]) -> History:
    """The days of these entries, as the product keeps weigh-ins apart from check-ins."""
    weigh_ins: dict[date, list[Entry]] = {}
    for each in entries:
        if each.is_imported:
            weigh_ins.setdefault(each.day, []).append(each)
    said = [each for each in entries if not each.is_imported]
    return history_of("c-1", said, [weigh_ins[day] for day in sorted(weigh_ins)])


def counted(history: History) -> str | None:
    """The weight of Monday, if there is one."""
    day = history.days.get(LAST)
    return None if day is None else str(day.kilograms)


def test_the_earliest_of_a_day_counts_whatever_the_order() -> None:
    entries = [weighed("72.90", 22, 1), weighed("72.40", 7, 2), weighed("72.40", 7, 3, "copy.csv")]
    for seed in range(5):
        random.Random(seed).shuffle(entries)  # noqa: S311  # repeatable, not secret
        history = settled(entries)
        assert (counted(history), history.conflicts) == ("72.40", [])
        notes = {(note.code, note.count) for note in history.notes}
        assert notes == {("later_weight", 1), ("same_weight", 1)}


def test_weights_of_one_time_are_neither_earlier_nor_later() -> None:
    first, other = weighed("72.40", 7, 1), weighed("73.00", 7, 2, "copy.csv")
    assert first.at is not None
    for apart, counting in ((0, None), (40, None), (60, "72.40")):
        later = other._replace(at=first.at + timedelta(seconds=apart))
        history = settled([later, first])
        assert (counted(history), len(history.conflicts)) == (counting, 0 if counting else 1)
    seconds = [each._replace(at=first.at + timedelta(seconds=at)) for each, at in ((first, 40), (other, 20))]
    assert counted(settled(seconds)) == "73.00"
    assert counted(settled([first, other._replace(kilograms=first.kilograms)])) == "72.40"


def test_a_weight_without_a_time_is_neither_earlier_nor_later() -> None:
    history = settled([weighed("72.40", 7, 1), weighed("73.00", None, 2)])
    (conflict,) = history.conflicts
    assert (counted(history), conflict.day) == (None, LAST)
    assert conflict.places == (Place("libra.csv", 2), Place("libra.csv", 1))
    assert counted(settled([weighed("72.40", 7, 1), weighed("72.40", None, 2)])) == "72.40"


def test_a_check_in_keeps_what_it_says_and_takes_a_weight_that_it_lacks() -> None:
    history = settled([checked_in(None, calories=Decimal(1800)), weighed("72.40")])
    day = history.days[LAST]
    assert (str(day.kilograms), day.calories, day.weight_place) == ("72.40", Decimal(1800), Place("libra.csv", 1))
    assert (day.place, history.notes) == (Place("days.jsonl", 9), [])


@pytest.mark.parametrize("said", ["72.4", "72.39", "72.3900"])
def test_a_check_in_says_what_the_scale_says_to_the_places_it_was_written_with(said: str) -> None:
    history = settled([checked_in(said), weighed("72.39"), weighed("73.10", 22, 2)])
    assert (counted(history), history.conflicts) == (said, [])
    assert history.notes == [Note("same_weight", Place("libra.csv")), Note("later_weight", Place("libra.csv"))]


def test_another_weight_than_the_check_in_is_for_a_person() -> None:
    """Neither is known to be the earlier one, and neither is a correction."""
    history = settled([checked_in("73.0", at=at(LAST, 21)), weighed("72.39")])
    (conflict,) = history.conflicts
    assert (counted(history), conflict.places) == (None, (Place("days.jsonl", 9), Place("libra.csv", 1)))


@pytest.mark.parametrize(
    "correction",
    [{"revision": 2}, {"revision": None, "event": "e-2", "supersedes": "e-1", "at": at(LAST, 21), "is_dated": True}],
)
def test_a_correction_wins(correction: dict[str, Any]) -> None:
    history = settled([checked_in("73.0", **correction), weighed("72.39")])
    assert (counted(history), history.conflicts) == ("73.0", [])
    assert Note("corrected_weight", Place("libra.csv")) in history.notes


def test_a_day_that_check_ins_contradict_stays_empty() -> None:
    """An export settles nothing between two people's words."""
    history = settled([checked_in("73.0"), checked_in("72.0"), weighed("72.00")])
    assert (counted(history), len(history.conflicts)) == (None, 1)


def test_other_days_stand_as_they_are() -> None:
    history = settled([entry(LAST + timedelta(days=1), kilograms=Decimal(72)), weighed("72.40")])
    assert [str(day.kilograms) for day in history.days.values()] == ["72.40", "72"]


def test_a_whole_number_is_compared_to_the_tenth() -> None:
    assert rounded_alike(Decimal("72.04"), Decimal(72))
    assert not rounded_alike(Decimal("72.40"), Decimal(72))
    assert rounded_alike(Decimal("72.35"), Decimal("72.4"))
