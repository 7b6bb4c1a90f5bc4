"""
Entries on their way to the weeks: in memory or in a private table, they are the same.
"""

import io
from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.documents import ReadingRules
from checkin_cli.errors import UsageError
from checkin_cli.runs.inputs import RawInput, find_files, read_inputs
from checkin_cli.runs.private import private_table
from checkin_cli.runs.summarize import Attention, Order, Profiles, Sent, gather, summarize
from checkin_cli.runs.summarize.spool import _IN_ORDER, _WEIGHED, CREATE, Spool
from checkin_cli.weekly.calendar import Span
from checkin_cli.weekly.entries import Entry
from tests.conftest import FIXTURES
from tests.weekly.scene import FAT_LOSS, LAST, at, entry


def _spooled(entries: Iterable[Entry], most_held: int) -> list[tuple[str | None, list[Entry]]]:
    with private_table(CREATE) as table:
        spool = Spool(table, most_held)
        for each in entries:
            spool.add(each)
        return list(spool)


_ENTRIES = st.builds(
    entry,
    st.dates(LAST - timedelta(days=60), LAST),
    customer=st.none() | st.text("가나abc", min_size=1, max_size=3),
    kilograms=st.none() | st.decimals(20, 400, places=3),
    calories=st.none() | st.integers(0, 15000).map(Decimal),
    session=st.none() | st.sampled_from(("done", "rest", "skipped")),
    short_night=st.none() | st.booleans(),
    held=st.booleans(),
    categories=st.sampled_from(((), ("self_harm",))),
    goal=st.none() | st.just(FAT_LOSS),
    at=st.none() | st.integers(0, 23).map(lambda hour: at(LAST, hour)),
    event=st.none() | st.text("abc", min_size=1, max_size=3),
    line=st.none() | st.integers(1, 10**6),
)


@given(entries=st.lists(_ENTRIES, max_size=30), most_held=st.integers(1, 40))
def test_entries_come_back_by_customer_as_they_went_in(entries: list[Entry], most_held: int) -> None:
    expected: dict[str, list[Entry]] = {}
    for each in entries:
        expected.setdefault(each.customer or "", []).append(each)
    found = _spooled(entries, most_held)
    assert found == [(name or None, expected[name]) for name in sorted(expected)]
    # Equal decimals may be written otherwise.
    weights = [str(each.kilograms) for _, entries in found for each in entries]
    assert weights == [str(each.kilograms) for name in sorted(expected) for each in expected[name]]


def test_a_spool_looks_up_each_customer_by_an_index() -> None:
    """Without one, the weigh-ins of a customer cost a look at the entries of all of them."""
    with private_table(CREATE) as table:
        for query, given in ((_IN_ORDER, ()), (_WEIGHED, ("c-1",))):
            plan = [detail for *_, detail in table.execute(f"EXPLAIN QUERY PLAN {query}", given)]
            assert len(plan) == 1, plan
            assert " USING INDEX " in plan[0]


@given(
    entries=st.lists(_ENTRIES | _ENTRIES.map(lambda each: each._replace(is_imported=True)), max_size=30),
    most_held=st.integers(1, 40),
)
def test_weigh_ins_of_exports_come_back_by_day(entries: list[Entry], most_held: int) -> None:
    """Apart from the check-ins, in the order of the days, and within one as they came."""
    with private_table(CREATE) as table:
        spool = Spool(table, most_held)
        for each in entries:
            spool.add(each)
        found = [(name, said, [list(day) for day in spool.weighed(name)]) for name, said in spool]
    assert [name for name, _, _ in found] == sorted({each.customer for each in entries}, key=lambda name: name or "")
    for name, said, weighed in found:
        own = [each for each in entries if each.customer == name]
        assert said == [each for each in own if not each.is_imported]
        days = sorted({each.day for each in own if each.is_imported})
        assert weighed == [[each for each in own if each.is_imported and each.day == day] for day in days]


def test_a_spool_names_some_customers() -> None:
    with private_table(CREATE) as table:
        spool = Spool(table, 2)
        for name in ("c", "b", "a", "c", "b"):
            spool.add(entry(LAST, customer=name))
        assert len(spool.customers(2)) == 2
        assert spool.customers(9) == ["a", "b", "c"]


def _inputs(*paths: Path) -> Iterable[RawInput]:
    return read_inputs(find_files(map(str, paths)), io.BytesIO())


def test_the_most_urgent_are_kept_and_the_others_counted() -> None:
    attention = Attention(most=1)
    order = Order(Span(only_recorded=True), everybody=True)
    days = FIXTURES / "weeks" / "three-customers.jsonl"
    profiles = Profiles()
    with gather(_inputs(days), ReadingRules(), profiles, order, _unexpected) as gathered:
        for customer in summarize(gathered, profiles, order, Sent()):
            attention.add(customer)
    assert (attention.count, [call.customer for call in attention.first()]) == (3, ["c-2003"])


def test_who_is_meant_must_be_clear() -> None:
    days = FIXTURES / "weeks" / "three-customers.jsonl"
    order = Order(Span(LAST, LAST))
    profiles = Profiles()
    opened = gather(_inputs(days), ReadingRules(), profiles, order, _unexpected)
    with opened as gathered, pytest.raises(UsageError) as unclear:
        list(summarize(gathered, profiles, order, Sent()))
    assert unclear.value.code == "customer_unclear"


def _unexpected(error: Exception) -> None:
    raise error
