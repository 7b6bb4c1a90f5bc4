"""
The selectors without a model.
"""

import json
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.runs.document import render_document
from checkin_cli.runs.inputs import RawInput
from checkin_cli.selection.selectors.built_in import First, Rotate
from tests.conftest import FIXTURES
from tests.selection import asking


def lines_of(document: dict[str, object], mode: str, doctrine: Doctrine) -> dict[str, str]:
    """The chosen wording of each atom and tone slot, by id without the wording's letter."""
    raw = RawInput("x", "x", None, json.dumps(document).encode())
    receipt = render_document(raw, asking.context(doctrine, Rotate(), mode)).receipt
    assert receipt is not None
    assert receipt.request_count == 0
    return {identity.rsplit(".", 1)[0]: identity for identity in receipt.variant_ids}


def days(name: str, count: int) -> list[dict[str, object]]:
    """The same check-in on consecutive days."""
    document = json.loads((FIXTURES / "day" / f"{name}.json").read_bytes())
    document.pop("recorded_at", None)
    start = date.fromisoformat(document["kst_day"])
    return [{**document, "kst_day": (start + timedelta(days=day)).isoformat()} for day in range(count)]


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_no_wording_is_shown_two_days_running(mode: str, doctrine: Doctrine) -> None:
    """For one reader, wherever there are two; over a month, months and years turning."""
    shown = [lines_of(day, mode, doctrine) for day in days("full-training-day", 40)]
    for today, tomorrow in pairwise(shown):
        chosen = {"ack"} if mode == "expression" else today.keys() & tomorrow.keys()
        assert "ack" in chosen
        assert [name for name in chosen if today[name] == tomorrow[name]] == []


def test_no_courtesy_is_shown_two_weeks_running(doctrine: Doctrine) -> None:
    week = json.loads((FIXTURES / "day" / "week-in-range.json").read_bytes())
    start = date.fromisoformat(week["starts_on"])
    weeks = [
        week
        | {
            "starts_on": (start + timedelta(weeks=number)).isoformat(),
            "ends_on": (start + timedelta(weeks=number, days=6)).isoformat(),
        }
        for number in range(20)
    ]
    shown = [lines_of(each, "expression", doctrine)["courtesy"] for each in weeks]
    assert [one for one, other in pairwise(shown) if one == other] == []


def test_readers_do_not_all_get_the_same(doctrine: Doctrine) -> None:
    [day] = days("full-training-day", 1)
    shown = {lines_of({**day, "customer_key": f"c-{number}"}, "expression", doctrine)["ack"] for number in range(30)}
    assert len(shown) > 3


@pytest.mark.parametrize("path", sorted((FIXTURES / "day").glob("*.json")), ids=lambda path: path.stem)
def test_the_first_of_everything_in_expression_is_the_canonical_copy(path: Path, doctrine: Doctrine) -> None:
    outcome = render_document(asking.given(str(path)), asking.context(doctrine, First(), "expression"))
    plain = render_document(asking.given(str(path)), asking.context(doctrine, None, "canonical"))
    assert outcome.copy == plain.copy
    assert outcome.receipt is not None
    assert outcome.receipt.outcome in {"success", "no_eligible_slot"}
