"""
`customer-profile-v1`: strict like every document.
"""

import json
from typing import Any

import pytest

from checkin_cli.documents import ReadingRules, read_row
from checkin_cli.documents.profile import CustomerProfile
from checkin_cli.errors import DocumentRefused


def _read(**members: Any) -> object:
    return read_row(json.dumps({"schema_version": "customer-profile-v1", **members}).encode(), ReadingRules())


def test_every_part_is_optional() -> None:
    assert isinstance(_read(), CustomerProfile)


@pytest.mark.parametrize(
    ("members", "code", "path"),
    [
        ({"nick": "x"}, "unknown_key", "$.nick"),
        ({"sex": "f"}, "not_listed", "$.sex"),
        ({"birth_year": "1990"}, "wrong_type", "$.birth_year"),
        ({"customer_key": "c-1", "personal": True}, "customer_key_rule", "$.customer_key"),
        ({"customer_key": "c-1", "audience": "personal"}, "customer_key_rule", "$.audience"),
        ({"personal": True, "audience": "customer"}, "customer_key_rule", "$.audience"),
        ({"context": [{"flag": "illness", "starts_on": "2026-03-02", "ends_on": "2026-03-01"}]}, "days_reversed", None),
        ({"proposals": [{"verdict": "review_up", "proposed_on": "2026-03-02", "decision": "accepted"}]}, None, None),
        ({"goals": [{"mode": "fat_loss", "started_on": "2026-03-02"}] * 2}, "days_reversed", "$.goals[1]"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(members: Any, code: str | None, path: str | None) -> None:
    with pytest.raises(DocumentRefused) as refused:
        _read(**members)
    assert refused.value.code == (code or "missing_key")
    assert path is None or refused.value.place.path == path


@pytest.mark.parametrize(
    ("mode", "bounds", "approved", "fits"),
    [
        ("fat_loss", [-1.00, -0.25], False, True),
        ("fat_loss", [-1.01, -0.25], False, False),
        ("fat_loss", [-1.50, -0.25], True, True),
        ("fat_loss", [-1.51, -0.25], True, False),
        ("lean_mass_gain", [0.10, 0.75], False, True),
        ("lean_mass_gain", [0.10, 0.76], False, False),
        ("maintenance", [-0.50, 0.50], False, True),
        ("maintenance", [-0.51, 0.50], False, False),
    ],
)
def test_a_range_keeps_the_limits_of_its_mode(mode: str, bounds: list[float], approved: bool, fits: bool) -> None:  # noqa: FBT001  # a table
    goal = {"mode": mode, "started_on": "2026-03-02", "range_percent_per_week": bounds}
    goals = [{**goal, **({"approved_by": "head coach"} if approved else {})}]
    if fits:
        assert isinstance(_read(goals=goals), CustomerProfile)
        return
    with pytest.raises(DocumentRefused) as refused:
        _read(goals=goals)
    assert (refused.value.code, refused.value.place.path) == ("range_limit", "$.goals[0].range_percent_per_week")
