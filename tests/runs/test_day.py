"""
The bundled day and the refused inputs, pinned byte by byte.
"""

import io
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.hints import HINTS
from checkin_cli.json_text import json_pretty
from checkin_cli.runs.document import Context, Outcome, error_members, render_document
from checkin_cli.runs.inputs import find_files, read_inputs
from checkin_cli.selection import Digester, receipt_members

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


class CopyExtension(SingleFileSnapshotExtension):
    """One file a copy, compared as bytes."""

    file_extension = "txt"


class ReceiptExtension(SingleFileSnapshotExtension):
    """One file a receipt or error, compared as bytes."""

    file_extension = "json"


def outcome_of(path: Path, doctrine: Doctrine) -> Outcome:
    """What becomes of a file that holds one document."""
    [given] = read_inputs(find_files([str(path)]), io.BytesIO())
    return render_document(given, Context(doctrine, ReadingRules(), Digester()))


def _stems(folder: str) -> list[str]:
    return sorted(path.stem for path in (FIXTURES / folder).glob("*.json"))


@pytest.mark.parametrize("name", _stems("day"))
def test_the_day_renders_as_accepted(name: str, doctrine: Doctrine, snapshot: SnapshotAssertion) -> None:
    outcome = outcome_of(FIXTURES / "day" / f"{name}.json", doctrine)
    assert outcome.copy is not None
    assert outcome.receipt is not None
    assert f"{outcome.copy}\n".encode() == snapshot(extension_class=CopyExtension)
    assert json_pretty(receipt_members(outcome.receipt)) == snapshot(extension_class=ReceiptExtension)


@pytest.mark.parametrize("name", _stems("refused"))
def test_each_refused_file_is_named_after_its_code(name: str, doctrine: Doctrine, snapshot: SnapshotAssertion) -> None:
    outcome = outcome_of(FIXTURES / "refused" / f"{name}.json", doctrine)
    assert outcome.copy is None
    assert outcome.error is not None
    assert outcome.error.code == name
    members = {**error_members(outcome.error), "place": str(outcome.error.place).replace(f"{FIXTURES}/", "")}
    assert json_pretty(members) == snapshot(extension_class=ReceiptExtension)


def test_every_code_of_an_input_has_a_file_that_forces_it() -> None:
    """What a file cannot show (no permission, too many bytes) is forced by a test of its own."""
    codes = list(HINTS)
    of_inputs = set(codes[: codes.index("no_such_input")])
    assert of_inputs - set(_stems("refused")) == {"input_unreadable", "document_too_large"}
