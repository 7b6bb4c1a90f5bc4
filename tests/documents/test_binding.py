"""
The binding: canonical JSON of the covered values, however it is written.
"""

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.documents import ReadingRules, binding_of, read_document
from checkin_cli.errors import CheckinError
from checkin_cli.json_text import canonical_json
from checkin_cli.numbers import plain
from checkin_cli.runs.inputs import find_files, read_inputs
from checkin_cli.shapes import shapes_of
from tests import strategies
from tests.conftest import FIXTURES
from tests.sampling import sample
from tests.written import written


def by_the_book(value: object) -> object:
    """What is bound, as plain JSON: written down once more, value by value."""
    if isinstance(value, Decimal):
        return plain(value)
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, tuple):
        return [by_the_book(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    covered = [name for name, shape in shapes_of(type(value)).items() if shape.bound]
    present = ((name, getattr(value, name)) for name in covered)
    return {name: by_the_book(item) for name, item in present if item is not None}


@given(st.one_of(strategies.ordinary(), strategies.held()))
@settings(max_examples=200)
def test_any_document_is_bound_by_the_book(document: dict[str, Any]) -> None:
    read = read_document(written(document), ReadingRules())
    assert binding_of(read) == canonical_json(by_the_book(read))


def test_sampled_documents_and_fixtures_are_bound_by_the_book() -> None:
    """With memory, every kind of action, exports and published cards among them."""
    raws = [written(each) for surface in ("daily", "weekly", "adaptive_operator") for each in sample(surface, 300)]
    raws += [each.raw for each in read_inputs(find_files([str(FIXTURES)]), io.BytesIO()) if isinstance(each.raw, bytes)]
    bound = 0
    for raw in raws:
        try:
            read = read_document(raw, ReadingRules())
        except CheckinError:
            continue
        assert binding_of(read) == canonical_json(by_the_book(read))
        bound += 1
    assert bound > 1000


def test_equal_numbers_are_bound_equally() -> None:
    day = next(sample("daily", 1))
    texts = [Decimal("78.6"), Decimal("78.60"), Decimal("7.86E1")]
    bindings = {
        binding_of(read_document(written(day | {"answers": {"bodyweight_kg": each}}), ReadingRules())) for each in texts
    }
    assert len(bindings) == 1


@pytest.mark.parametrize(
    ("moment", "bound"),
    [
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
        ("0001-01-01T09:00:00+09:00", "0001-01-01T00:00:00+00:00"),
        ("9999-12-31T23:59:60+23:59", "9999-12-31T00:00:59+00:00"),
        ("0001-01-01T08:59:59+09:00", None),
        ("9999-12-31T23:59:59-00:01", None),
    ],
)
def test_a_time_at_the_ends_of_the_calendar_is_bound_or_refused(moment: str, bound: str | None) -> None:
    """What has no instant in UTC is no time, so that binding one never fails."""
    raw = written(next(sample("daily", 1)) | {"memory": {"next_check_at": moment}})
    if bound is None:
        with pytest.raises(CheckinError) as refused:
            read_document(raw, ReadingRules())
        assert (refused.value.code, refused.value.place.path) == ("wrong_format", "$.memory.next_check_at")
        return
    assert f'"next_check_at":"{bound}"'.encode() in binding_of(read_document(raw, ReadingRules()))
