"""
Which of several entries of a day counts, whatever order they come in.
"""

from datetime import timedelta
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.weekly.entries import Entry
from checkin_cli.weekly.history import History, history_of
from checkin_cli.weekly.person import Person
from checkin_cli.weekly.summary import members_of_summary, summary_of
from checkin_cli.weekly.walk import judged_weeks
from tests.weekly.scene import FAT_LOSS, LAST, at, entry


def _event(name: str, day: int = 0, supersedes: str | None = None, kg: str = "70", **fields: object) -> Entry:
    when = LAST + timedelta(days=day)
    known = {"revision": None, "event": name, "supersedes": supersedes, "kilograms": Decimal(kg), "at": at(when, 8)}
    return entry(when, **{**known, **fields})


def _weights(history: History) -> dict[int, str]:
    return {(weigh_in.day - LAST).days: str(weigh_in.kilograms) for weigh_in in history.weigh_ins()}


def test_the_highest_revision_counts() -> None:
    entries = [
        entry(LAST, revision=revision, kilograms=Decimal(f"7{revision}"), line=revision) for revision in (2, 3, 1)
    ]
    history = history_of("c-1", entries)
    assert _weights(history) == {0: "73"}
    assert sorted((note.code, note.place.line, note.by and note.by.line) for note in history.notes) == [
        ("superseded", 1, 3),
        ("superseded", 2, 3),
    ]


def test_equal_revisions_of_different_bytes_are_for_a_person() -> None:
    entries = [entry(LAST, kilograms=Decimal(kg), line=line) for line, kg in enumerate(("70", "71"), 1)]
    history = history_of("c-1", entries)
    (conflict,) = history.conflicts
    assert (_weights(history), conflict.day, [place.line for place in conflict.places]) == ({}, LAST, [1, 2])


def test_a_conflict_below_a_later_revision_is_none() -> None:
    entries = [entry(LAST, kilograms=Decimal(kg)) for kg in ("70", "71")]
    history = history_of("c-1", [*entries, entry(LAST, revision=2, kilograms=Decimal(72))])
    assert (history.conflicts, _weights(history)) == ([], {0: "72"})


def test_equal_bytes_count_once() -> None:
    history = history_of("c-1", [entry(LAST, kilograms=Decimal(70)), entry(LAST, kilograms=Decimal(70))])
    assert (_weights(history), [note.code for note in history.notes]) == ({0: "70"}, ["repeated"])


def test_a_correction_stands_on_the_day_of_what_it_corrects() -> None:
    chain = [_event("a", 0), _event("b", 2, "a", "71"), _event("c", 3, "b", "72")]
    assert _weights(history_of("c-1", chain)) == {0: "72"}


def test_a_correction_that_names_its_day_stands_there() -> None:
    chain = [_event("a", 0), _event("b", 1, "a", "71", is_dated=True)]
    assert _weights(history_of("c-1", chain)) == {1: "71"}


def test_a_correction_of_an_event_that_is_not_here_counts_on_its_own_day() -> None:
    history = history_of("c-1", [_event("b", 2, "a", "71")])
    assert (_weights(history), [note.code for note in history.notes]) == ({2: "71"}, ["unknown_supersedes"])


def test_two_corrections_of_one_event_are_for_a_person() -> None:
    history = history_of("c-1", [_event("a"), _event("b", 1, "a", "71"), _event("c", 1, "a", "72")])
    assert (_weights(history), len(history.conflicts)) == ({}, 1)


def test_events_in_a_circle_are_for_a_person() -> None:
    """Each of their days is: none is lost in silence."""
    history = history_of("c-1", [_event("a", 0, "b"), _event("b", 1, "a"), _event("c", 2)])
    assert (_weights(history), [(conflict.day - LAST).days for conflict in history.conflicts]) == ({2: "70"}, [0, 1])


def test_one_event_id_of_different_bytes_is_for_a_person() -> None:
    history = history_of("c-1", [_event("a"), _event("a", kg="71"), _event("b", 1)])
    assert (_weights(history), [conflict.day for conflict in history.conflicts]) == ({1: "70"}, [LAST])


def test_an_event_without_answers_makes_no_day_and_may_retract_one() -> None:
    entries = [_event("a"), _event("b", 1), _event("c", 1, "b", is_checkin=False, kilograms=None)]
    assert list(history_of("c-1", entries).days) == [LAST]


def test_a_snapshot_and_an_event_of_one_day_agree_or_are_for_a_person() -> None:
    snapshot = entry(LAST, kilograms=Decimal(70))
    assert _weights(history_of("c-1", [snapshot, _event("a")])) == {0: "70"}
    assert len(history_of("c-1", [snapshot, _event("a", kg="71")]).conflicts) == 1


def test_no_value_shows_in_a_repr() -> None:
    given = entry(LAST, kilograms=Decimal("70.123"))
    assert "70.123" not in repr([given, given.weigh_in(), history_of("c-1", [given]).weigh_ins()])


_DAYS = st.integers(0, 27)
_KILOGRAMS = st.decimals("68", "72", places=1)


@st.composite
def _logs(draw: st.DrawFn) -> list[Entry]:
    if draw(st.booleans()):
        return [
            entry(LAST - timedelta(days=draw(_DAYS)), revision=draw(st.integers(1, 3)), kilograms=kg, goal=FAT_LOSS)
            for kg in draw(st.lists(_KILOGRAMS, min_size=1, max_size=40))
        ]
    count = draw(st.integers(1, 25))
    earlier = st.none() | st.integers(0, count - 1)
    names = draw(st.lists(st.integers(0, count - 1), min_size=count, max_size=count)) if draw(st.booleans()) else None
    return [
        _event(
            str(index if names is None else names[index]),
            -draw(_DAYS),
            None if (of := draw(earlier)) is None else str(of),
            str(draw(_KILOGRAMS)),
        )
        for index in range(count)
    ]


@given(log=_logs(), data=st.data())
def test_neither_order_nor_repetition_changes_a_summary(log: list[Entry], data: st.DataObject) -> None:
    repeated = [*log, *data.draw(st.lists(st.sampled_from(log), max_size=5))]
    shuffled = data.draw(st.permutations(repeated))
    assert _summaries(log) == _summaries(shuffled)


def _summaries(log: list[Entry]) -> list[object]:
    history = history_of("c-1", log)
    weeks = [LAST - timedelta(weeks=back) for back in range(5)]
    judged = judged_weeks(history, Person(), weeks, 0)
    conflicts = [(conflict.day, conflict.why) for conflict in history.conflicts]
    return [*(members_of_summary(summary_of(week, "c-1", 1)) for week in judged), conflicts]


def test_two_events_of_one_time_with_different_weights_are_for_a_person() -> None:
    """Beside a snapshot too; where the weights are the same, or an earlier one is known, there is nothing to ask."""
    first, other = _event("a", line=1), _event("b", kg="71", line=2)
    for entries in ([first, other], [other, first], [entry(LAST, kilograms=Decimal(70)), first, other]):
        history = history_of("c-1", entries)
        (conflict,) = history.conflicts
        assert (_weights(history), conflict.day, conflict.why) == ({}, LAST, "with another weight at the same time")
        assert [place.line for place in conflict.places] == [1, 2]
    same = other._replace(kilograms=Decimal(70))
    assert (_weights(history_of("c-1", [first, same])), history_of("c-1", [first, same]).conflicts) == ({0: "70"}, [])
    earlier = _event("c", kg="72", at=at(LAST, 6))
    assert _weights(history_of("c-1", [first, other, earlier])) == {0: "72"}
