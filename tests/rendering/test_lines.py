"""
What no line of any copy holds, whatever document it was made of.
"""

import json
import re
from typing import Any

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.rendering import render_canonical
from tests.conftest import FIXTURES
from tests.generated import renderings

NEVER = {
    "two blanks in a row": r"  |\t",
    "a unit twice": r"월월|일일|년년|kgkg|%%|kcalkcal|시간시간|점점수",
    "more than two decimals": r"\d\.\d{3,}",
    "minus zero": r"-0(?:\.0+)?(?![0-9.])",
    "a word of a program": r"(?i)nan|infinity|none|null|true|false|undefined|\{|\}",
}


@pytest.mark.parametrize("pattern", NEVER.values(), ids=NEVER)
@pytest.mark.parametrize("surface", ["daily", "weekly", "adaptive_operator"])
def test_no_copy_holds(surface: str, pattern: str, doctrine: Doctrine) -> None:
    bodies = [rendering.body for rendering in renderings(surface, 300, doctrine)]
    bodies += [path.read_text("utf-8") for path in (FIXTURES / "golden").rglob("*.golden.txt")]
    assert len(bodies) > 300
    assert [found.group() for body in bodies if (found := re.search(pattern, body))] == []


@pytest.mark.parametrize("target", [0, None])
def test_nothing_is_divided_by_a_target(target: int | None, doctrine: Doctrine) -> None:
    """A target of zero is a target like any other, and none is none."""
    path = FIXTURES / "documents" / "ordinary" / "daily-every-field.json"
    day: dict[str, Any] = json.loads(path.read_text("utf-8"))
    day["targets"] = {} if target is None else dict.fromkeys(day["targets"], target)
    for answers in (day["answers"], {}, {"calories_kcal": 0, "water_l": 0}):
        raw = json.dumps(day | {"answers": answers}).encode()
        body = render_canonical(read_document(raw, ReadingRules()), doctrine).body
        assert not re.search(NEVER["a word of a program"], body)
        assert "%" not in body
