"""
Outcomes: side by side as one by one, and written as the contract has it.
"""

import io
from dataclasses import replace

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.json_text import json_line
from checkin_cli.runs.consent import Consents
from checkin_cli.runs.document import (
    SIDE_BY_SIDE,
    Context,
    Outcome,
    error_members,
    render_document,
    render_documents,
)
from checkin_cli.runs.inputs import RawInput, find_files, read_inputs
from checkin_cli.runs.selection import Conditions, Selection
from checkin_cli.selection import Digester, receipt_members
from checkin_cli.selection.selectors.built_in import BUILT_IN
from tests.conftest import FIXTURES
from tests.selection.stand_in import Scripted


def bundled() -> list[RawInput]:
    """Every bundled document, refused ones in between."""
    return list(read_inputs(find_files([str(FIXTURES)]), io.BytesIO()))


def by_the_book(outcome: Outcome) -> bytes:
    """The line as one JSON value, with nothing prepared."""
    return json_line(
        {
            "source": outcome.source,
            "line": outcome.line,
            "ref": outcome.ref,
            "status": outcome.status,
            "copy": outcome.copy,
            "receipt": receipt_members(outcome.receipt) if outcome.receipt else None,
            "error": error_members(outcome.error) if outcome.error else None,
        }
    )


def contexts(doctrine: Doctrine) -> list[Context]:
    """Nobody chooses, or one of the selectors without a model; plain digests, or keyed ones."""
    conditions = Conditions(Consents(None, (), personal=True), {})
    canonical = Context(doctrine, ReadingRules(), Digester())
    chosen = [Selection(mode, BUILT_IN["rotate"], lambda: conditions) for mode in ("expression", "coach")]
    return [
        canonical,
        replace(canonical, digester=Digester(b"key")),
        *(replace(canonical, selection=each) for each in chosen),
    ]


def test_a_line_is_the_json_of_its_members(doctrine: Doctrine) -> None:
    for context in contexts(doctrine):
        outcomes = list(render_documents(bundled(), context))
        assert {outcome.status for outcome in outcomes} == {"rendered", "refused"}
        for outcome in outcomes:
            assert outcome.json() == by_the_book(outcome)


def test_a_receipt_that_was_changed_is_written_as_it_is_now(doctrine: Doctrine) -> None:
    """Nothing of the prepared text survives in another receipt."""
    outcome = next(each for each in render_documents(bundled(), contexts(doctrine)[0]) if each.receipt)
    assert outcome.receipt is not None
    other = outcome._replace(receipt=replace(outcome.receipt, reason="selected", canonical_sha256="0" * 64))
    assert other.json() == by_the_book(other)
    assert other.json() != outcome.json()


@pytest.mark.parametrize("copies", [1, 3])
def test_side_by_side_gives_what_one_by_one_gives(copies: int, doctrine: Doctrine) -> None:
    """In the same order, refused inputs and all, whatever stands in one batch."""
    inputs = bundled() * copies
    assert len(inputs) > SIDE_BY_SIDE
    context = contexts(doctrine)[0]
    together = [outcome.json() for outcome in render_documents(iter(inputs), context)]
    assert together == [render_document(given, context).json() for given in inputs]


def test_a_defect_in_one_document_is_an_outcome_of_this_document_alone(doctrine: Doctrine) -> None:
    """In the first step and in the last, with others beside it."""
    inputs = bundled()[:5]
    context = contexts(doctrine)[0]
    expected = [outcome.json() for outcome in render_documents(inputs, context)]
    broken = inputs[2]._replace(raw=None)  # type: ignore[arg-type]  # what no reader gives
    outcomes = list(render_documents([*inputs[:2], broken, *inputs[3:]], context))
    assert outcomes[2].error is not None
    assert outcomes[2].error.code == "internal_fault"
    assert [each.json() for each in outcomes if each is not outcomes[2]] == [*expected[:2], *expected[3:]]


def test_no_more_are_read_than_stand_side_by_side(doctrine: Doctrine) -> None:
    """Memory does not grow with the input, and where somebody is asked each document waits for its turn."""
    canonical, *_, chosen = contexts(doctrine)
    assert chosen.selection is not None
    asking = replace(chosen, selection=replace(chosen.selection, selector=Scripted()))
    for context, most in ((canonical, SIDE_BY_SIDE), (chosen, SIDE_BY_SIDE), (asking, 1)):
        inputs = bundled() * 3
        remaining = iter(inputs)
        next(render_documents(remaining, context))
        assert len(inputs) - len(list(remaining)) == most
