"""
The page on the doctrine says of each scale what the code does with it.
"""

import re
from pathlib import Path

import pytest

from checkin_cli.documents.daily import Answers
from checkin_cli.shapes import Integer, shapes_of
from tests.facts.test_tags import tags

PAGE = (Path(__file__).parents[2] / "docs" / "doctrine.md").read_text("utf-8")
ROWS = {
    key: (re.findall(r"`([a-z_]+)`", names), values.split("; "), meaning)
    for names, key, values, meaning in re.findall(
        r"^\| (`(sleep_quality|condition|appetite|stress)_.*?) \| (.+?), of (.+) \|$", PAGE, re.MULTILINE
    )
}


def test_every_scale_of_five_stands_in_the_table() -> None:
    scales = {name for name, shape in shapes_of(Answers).items() if isinstance(shape, Integer)}
    assert ROWS.keys() == scales == {"sleep_quality", "condition", "appetite", "stress"}


@pytest.mark.parametrize("key", ROWS)
def test_the_table_has_the_tags_of_the_code_and_the_meaning_of_the_schema(key: str) -> None:
    """For each value the tags that the row says, and no other tag of the scale."""
    names, values, meaning = ROWS[key]
    said = {name: set(map(int, re.findall(r"[0-9]", text))) for name, text in zip(names, values, strict=True)}
    for value in range(1, 6):
        found = {tag for tag in _tags_of(key, value) if tag.startswith(f"{key}_")}
        assert found == {name for name, numbers in said.items() if value in numbers}
    shape = shapes_of(Answers)[key]
    assert shape.schema()["description"] == meaning


def _tags_of(key: str, value: int) -> frozenset[str]:
    return tags(
        {
            "schema_version": "daily-snapshot-v1",
            "kst_day": "2026-03-02",
            "finalized": True,
            "revision": 1,
            "audience": "personal",
            "answers": {key: value},
        }
    )
