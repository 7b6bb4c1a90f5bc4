"""
The table of reports from elsewhere: every row has a verdict, and every test that it names is there.
"""

import re
from functools import cache

import pytest

from tests.conftest import ROOT

TABLE = ROOT / "docs" / "field-reports.md"
VERDICTS = {"holds", "mended", "not applicable"}


def rows() -> list[list[str]]:
    """The cells of each report."""
    lines = [line for line in TABLE.read_text("utf-8").split("\n") if line.startswith("| [")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file below `tests/`."""
    path = ROOT / "tests" / file
    return frozenset(re.findall(r"^ *(?:async )?def (test_\w+)", path.read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0].partition("]")[0].strip("["))
def test_each_report_has_a_verdict_and_tests_that_exist(row: list[str]) -> None:
    link, here, verdict, by = row
    assert re.fullmatch(r"\[[^]]+\]\(https://[^)]+\)", link)
    assert len(here) > 10
    assert verdict in VERDICTS
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", by)
    assert named
    assert [name for file, name in named if name not in names_in(file)] == []
    assert verdict == "holds" or len(re.sub(r"`[^`]*`", "", by)) > 20


def test_every_report_stands_once() -> None:
    links = [row[0] for row in rows()]
    assert len(links) == len(set(links)) > 200


@pytest.mark.parametrize("file", ["docs/security.md"])
def test_every_test_that_a_promise_names_is_there(file: str) -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", (ROOT / file).read_text("utf-8"))
    assert len(named) > 20
    assert [f"{path}::{name}" for path, name in named if name not in names_in(path)] == []


def test_receipts_are_called_what_they_are() -> None:
    """They can be linked back, and a guess of all facts can be confirmed: whoever keeps them should know."""
    readme, security = ((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/security.md"))
    assert "pseudonymous, not anonymous" in readme
    assert "confirm a guess" in " ".join(security.split())
