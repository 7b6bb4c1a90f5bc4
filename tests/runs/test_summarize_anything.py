"""
Whatever comes in: a summary that is a document and renders, or a refusal; never anything else.
"""

import json
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document, words
from checkin_cli.documents.profile import read_profile
from checkin_cli.errors import CheckinError
from checkin_cli.json_text import exact_line, parse_json
from checkin_cli.rendering import render_canonical
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.summarize import CustomerWeeks, Order, Profiles, Sent, gather, summarize
from checkin_cli.runs.summarize.record import record_of
from checkin_cli.weekly.calendar import Span
from checkin_cli.weekly.summary import members_of_summary
from tests import strategies
from tests.written import written

_LAST = date(2026, 11, 29)
_DAYS = st.integers(0, 40).map(lambda back: (_LAST - timedelta(days=back)).isoformat())
_NEAR = strategies.numbers(68, 72, 1)

_SNAPSHOTS = st.tuples(strategies.daily(), _DAYS, st.none() | _NEAR).map(
    lambda drawn: {
        **drawn[0],
        "kst_day": drawn[1],
        "answers": {**drawn[0]["answers"], **({"bodyweight_kg": drawn[2]} if drawn[2] is not None else {})},
    }
)
_EVENTS = st.fixed_dictionaries(
    {
        "event_id": st.sampled_from("abcdefgh"),
        "recorded_at_kst": _DAYS.map(lambda day: f"{day}T07:30:00+09:00"),
        "check_in": st.none()
        | st.fixed_dictionaries({}, optional={"body_weight_kg": _NEAR, "readiness_1to5": st.just(2)}),
    },
    optional={"supersedes": st.none() | st.sampled_from("abcdefghx"), "safety": st.none() | st.booleans()},
)
_DATES = st.integers(0, 90).map(lambda back: (_LAST - timedelta(days=back)).isoformat())
_PROFILES = st.fixed_dictionaries(
    {"schema_version": st.just("customer-profile-v1")},
    optional={
        "goals": st.tuples(st.sampled_from(words.GOAL_MODES), _DATES).map(
            lambda drawn: [{"mode": drawn[0], "started_on": drawn[1]}]
        ),
        "sex": st.sampled_from(("female", "male")),
        "birth_year": st.integers(1950, 2010),
        "height_cm": st.integers(150, 200),
        "fat_free_mass_kg": st.integers(30, 80),
        "plan": st.fixed_dictionaries(
            {}, optional={"calories_kcal": st.integers(0, 3000), "sessions_per_week": st.just(3)}
        ),
        "context": st.lists(
            st.fixed_dictionaries({"flag": st.sampled_from(words.CONTEXTS), "starts_on": _DATES}), max_size=3
        ),
        "eligibility": st.lists(st.sampled_from(words.ELIGIBILITY), max_size=1),
    },
)


def _run(rows: Sequence[bytes], profile: Any | None, refused: list[CheckinError]) -> list[CustomerWeeks]:
    inputs = [RawInput("rows.jsonl", f"rows.{line}", line, row) for line, row in enumerate(rows, 1)]
    profiles, order = Profiles(), Order(Span(only_recorded=True))
    if profile is not None:
        profiles.add(read_profile(parse_json(written(profile).decode())), "profile.json", None)
    with gather(inputs, ReadingRules(), profiles, order, refused.append) as gathered:
        return list(summarize(gathered, profiles, order, Sent()))


def _lines(customers: list[CustomerWeeks]) -> list[bytes]:
    return [exact_line(members_of_summary(week.summary)) for each in customers for week in each.weeks]


@settings(max_examples=60)
@given(rows=st.lists(_SNAPSHOTS | _EVENTS, min_size=1, max_size=40), profile=st.none() | _PROFILES, data=st.data())
def test_every_summary_is_a_document_that_renders(
    rows: list[Any], profile: Any | None, data: st.DataObject, doctrine: Doctrine
) -> None:
    """And neither the order of the rows nor rows that come twice change a byte of it."""
    raw = [written(row) for row in rows]
    customers = _run(raw, profile, [])
    for line in _lines(customers):
        render_canonical(read_document(line, ReadingRules()), doctrine)
    for customer in customers:
        for week in customer.weeks:
            parse_json(exact_line(record_of(week)).decode())
    again = data.draw(st.permutations([*raw, *raw[:3]]))
    assert _lines(_run(again, profile, [])) == _lines(customers)


@given(
    rows=st.lists(
        st.binary(max_size=80) | st.sampled_from([b'{"event_id":1}', b'{"event_id":"a"}', b"[]", b"7"]), min_size=1
    )
)
def test_bytes_that_are_no_check_in_are_refused(rows: list[bytes]) -> None:
    refused: list[CheckinError] = []
    assert (_run(rows, None, refused), len(refused)) == ([], len(rows))
    assert all(error.exit_code == 3 for error in refused)


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_days_at_the_ends_of_the_calendar_are_refused(day: str) -> None:
    refused: list[CheckinError] = []
    row = {"schema_version": "daily-snapshot-v1", "kst_day": day, "finalized": True, "revision": 1}
    event = {"event_id": "a", "recorded_at_kst": f"{day}T12:00:00+09:00", "check_in": {}}
    rows = [json.dumps({**row, "audience": "personal", "answers": {}}).encode(), json.dumps(event).encode()]
    assert _run(rows, None, refused) == []
    assert [error.place.path for error in refused] == ["$.kst_day", "$.recorded_at_kst"]


def test_digits_without_end_are_counted_exactly() -> None:
    """Means are rounded once, from sums that no context has rounded before."""
    weight = Decimal("70.00004999999999999999999999999999999999999999999999")
    row = {"schema_version": "daily-snapshot-v1", "finalized": True, "revision": 1, "audience": "personal"}
    rows = [
        written({**row, "kst_day": f"2026-11-{day}", "answers": {"bodyweight_kg": weight}}) for day in range(23, 30)
    ]
    refused: list[CheckinError] = []
    (customer,) = _run(rows, None, refused)
    assert (customer.weeks[0].summary.average_weight_kg, refused) == (Decimal("70.0000"), [])
