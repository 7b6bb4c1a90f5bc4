"""
What an operator is told about a file that was written by hand: what is wrong, what may stand there, and what to type.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import FIXTURES, Run

DAY: dict[str, Any] = json.loads((FIXTURES / "day" / "short-night.json").read_bytes())
LINE = json.dumps(DAY)


def _said(checkin: Run, tmp_path: Path, name: str, text: str) -> str:
    (tmp_path / name).write_text(text, "utf-8")
    run = checkin("validate", tmp_path / name)
    assert run.returncode == 3
    said: str = run.stderr.decode().replace(f" {tmp_path}/", " ")
    return said


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.json", f"[{LINE}, {LINE}]", "hint: write one document a line, without [ and ] and without commas between"),
        ("a.jsonl", f"[{LINE}, {LINE}]", "hint: write one document a line, without [ and ] and without commas between"),
        (
            "a.json",
            f"{LINE}\n{LINE}",
            "found {, required the end of the text\nhint: correct the JSON at this place; a file",
        ),
        (
            "a.json",
            f"{LINE[:-1]},}}",
            "found a comma before }, required } without a comma before it\nhint: correct the",
        ),
        ("a.json", "[1,]", "line 1, column 4: found a comma before ], required ] without a comma before it"),
        (
            "a.json",
            "{'ref': 1}",
            "found a single quote, required a key in double quotes\nhint: correct the JSON at this place",
        ),
        ("a.csv", "day,weight\n2026-11-01,70.2", "hint: a document is one JSON object; checkin summarize also reads"),
        ("a.csv", "2026-11-01,70.2\n", "hint: a document is one JSON object; checkin summarize also reads"),
        ("a.json", '"day"', "found string, required object\nhint: a document is one JSON object"),
        (
            "a.jsonl",
            f"{LINE}\n{LINE[:-5]}\n",
            "hint: correct the JSON of this line; a line of a .jsonl file is one whole",
        ),
    ],
)
def test_a_slip_in_the_json_is_named(name: str, text: str, told: str, checkin: Run, tmp_path: Path) -> None:
    """The hint is about this file: a list, two documents, no JSON at all, or one line of many."""
    assert told in _said(checkin, tmp_path, name, text)


def _without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in DAY.items() if key not in keys}


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "two keys are missing": (_without("kst_day", "revision"), "found nothing, required the keys kst_day and revision"),
    "one key is missing": (_without("revision"), "$.revision: found nothing, required the key revision"),
    "an unknown key": (DAY | {"bogus": 1}, "required one of schema_version, ref, kst_day, recorded_at, finalized,"),
    "a word": (DAY | {"answers": {"digestion": "x"}}, "required one of normal, gas_bloating, bristol_1, bristol_2,"),
    "a name in Hangul": (DAY | {"ref": "가"}, "required a name of A-Z, a-z, 0-9, dots, dashes and underscores"),
    "a type": (DAY | {"answers": {"condition": "4"}}, "hint: checkin schema daily-snapshot-v1 prints the type of"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_hint_names_the_schema_and_the_error_what_may_stand_there(mistake: str, checkin: Run, tmp_path: Path) -> None:
    document, told = MISTAKES[mistake]
    said = _said(checkin, tmp_path, "a.json", json.dumps(document))
    assert told in said
    if "schema" in said:
        assert "checkin schema daily-snapshot-v1" in said


def test_the_hint_of_an_export_names_its_schema(checkin: Run, tmp_path: Path) -> None:
    said = _said(checkin, tmp_path, "a.json", '{"flow": "x", "kst_day": 1, "answers": {}}')
    assert "checkin schema wizard-export prints" in said


@pytest.fixture
def log(tmp_path: Path) -> Callable[[dict[str, Any]], Path]:
    """A log of one row."""

    def write(row: dict[str, Any]) -> Path:
        (tmp_path / "log.jsonl").write_text(json.dumps(row))
        return tmp_path / "log.jsonl"

    return write


def test_the_hint_of_a_log_names_its_page(checkin: Run, log: Callable[[dict[str, Any]], Path]) -> None:
    """No schema of a log is printed, so none is named."""
    row = log({"event_id": "a", "safety": "x"})
    run = checkin("summarize", row, "--week", "2026-W48", "--customer", "personal")
    assert b"hint: docs/weekly.md has the keys of an event log" in run.stderr
    assert b"checkin schema" not in run.stderr
