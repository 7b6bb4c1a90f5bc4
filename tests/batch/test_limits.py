"""
How many requests at once, and how many a minute: as the endpoint sees it.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.runs.asking import Limits
from tests.batch.desk import Desk
from tests.batch.served import Asked, Served


@pytest.mark.loopback
@pytest.mark.parametrize("bound", [1, 3, 16])
def test_no_more_requests_are_in_flight_than_allowed(bound: int, desk: Desk, served: Served) -> None:
    """And as many as that are, where there are documents enough."""

    def meanwhile(_asked: Asked) -> None:
        if served.in_flight + 1 == bound:
            served.release()

    served.holds, served.meanwhile = (lambda asked: True), meanwhile
    served.delay = lambda asked: 0.02
    assert desk.run(bound) == 0
    assert served.peak == bound


@pytest.mark.loopback
@pytest.mark.full
def test_processes_share_the_bound(desk: Desk, served: Served) -> None:
    served.delay = lambda asked: 0.03
    assert desk.finished("--jobs", "3", "--concurrency", "7").returncode == 0
    assert served.peak <= 7


@pytest.mark.loopback
def test_requests_arrive_no_faster_than_allowed(desk: Desk, served: Served) -> None:
    """However many may be in flight, and although the first request of a process loads what it needs."""
    assert desk.finished("--concurrency", "16", "--rpm", "2400").returncode == 0
    arrivals = [each.at for each in served.asked]
    assert len(arrivals) == 48
    # One may be late on its way on a busy machine; sixteen that were let go at once are closer together all the same.
    assert all(later - earlier > 19 * 0.025 - 0.35 for earlier, later in zip(arrivals, arrivals[19:], strict=False))


@given(st.integers(1, 1024), st.none() | st.integers(1, 10**6), st.integers(1, 256))
def test_the_shares_of_all_workers_are_within_the_bounds(concurrency: int, per_minute: int | None, wanted: int) -> None:
    limits = Limits(concurrency, per_minute)
    workers = limits.most_workers(wanted)
    share = limits.shared_by(workers)
    assert 1 <= workers <= wanted
    assert share.concurrency >= 1
    assert share.concurrency * workers <= concurrency
    if per_minute is not None:
        assert share.per_minute is not None
        assert share.per_minute >= 1
        assert share.per_minute * workers <= per_minute


@pytest.mark.loopback
def test_the_summary_counts_what_was_done(desk: Desk, served: Served) -> None:
    """In a file of its own, the same for every number of processes; nothing in it tells of a document."""
    served.breaks = lambda asked: asked.document == "d-3"
    with (desk.folder / "days.jsonl").open("ab") as file:
        file.write(b"{}\n")
    assert desk.run(summary=desk.folder / "summary.json") == 3
    summary = json.loads((desk.folder / "summary.json").read_bytes())
    counts = {key: value for key, value in summary.items() if key != "outcomes"}
    assert counts == {
        "schema_version": "checkin-summary-v1", "inputs": 25, "rendered": 24, "held": 0, "interrupted": 0,
        "refused": 1, "requests": 47, "exit_code": 3,
    }  # fmt: skip
    assert sum(each["count"] for each in summary["outcomes"]) == 24
    assert {(each["outcome"], each["reason"], each["requests"]) for each in summary["outcomes"]} == {
        ("coached_and_polished", "selected", 2), ("canonical", "provider_error", 1),
    }  # fmt: skip
    desk.clear()
    assert desk.finished("--jobs", "2", "--summary", "two.json").returncode == 3
    assert (desk.folder / "two.json").read_bytes() == (desk.folder / "summary.json").read_bytes()
