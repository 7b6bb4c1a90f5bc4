"""
One driver for every document under `fixtures/documents`: its verdict and, if refused, its place.
"""

import csv
from pathlib import Path

import pytest

from checkin_cli.documents import ReadingRules, document_schemas, read_document
from checkin_cli.documents.reader import CONTRACTS
from checkin_cli.errors import DocumentRefused

FOLDER = Path(__file__).parent.parent.parent / "fixtures" / "documents"


def _rows() -> list[dict[str, str]]:
    with (FOLDER / "verdicts.tsv").open(encoding="utf-8", newline="") as table:
        return list(csv.DictReader(table, delimiter="\t"))


@pytest.mark.parametrize("row", _rows(), ids=lambda row: f"{row['file']}:{row['line']}")
def test_each_document_has_its_verdict(row: dict[str, str]) -> None:
    raw = (FOLDER / row["file"]).read_bytes()
    if row["line"]:
        raw = raw.split(b"\n")[int(row["line"]) - 1]
    if row["verdict"] == "ok":
        read_document(raw, ReadingRules())
        return
    with pytest.raises(DocumentRefused) as refused:
        read_document(raw, ReadingRules())
    place = refused.value.place
    if row["place"] == "syntax":
        assert place.line is not None
        assert place.column is not None
    elif row["place"] == "encoding":
        assert "at byte 433" in refused.value.found
    else:
        assert place.path == row["place"]


def test_every_fixture_document_is_in_the_table() -> None:
    """A file without a verdict would prove nothing."""
    listed = {row["file"] for row in _rows()}
    present = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.json*")}
    assert listed == present


def test_the_names_of_the_contracts_are_those_of_their_schemas() -> None:
    assert sorted(CONTRACTS) == sorted(document_schemas())
