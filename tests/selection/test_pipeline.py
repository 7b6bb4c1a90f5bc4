"""
Whatever a reply says, the copy is canonical, coached or one that the space lists; and every receipt can be replayed.
"""

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import read_document
from checkin_cli.rendering import Locked, render_canonical
from checkin_cli.runs.document import Outcome, render_document
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.space import Space, space_of
from checkin_cli.runs.stored import Stored
from checkin_cli.runs.verify import verify_all
from checkin_cli.selection.requests import ExpressionRequest
from checkin_cli.selection.selectors.built_in import Rotate
from tests.conftest import FIXTURES
from tests.loopback import compact
from tests.selection import asking
from tests.selection.stand_in import Drawn, Scripted, any_reply

DAY = sorted((FIXTURES / "day").glob("*.json"))
ORDINARY = FIXTURES / "day" / "full-training-day.json"

hostile_texts = st.one_of(
    st.text(),
    st.binary().map(lambda raw: raw.decode("latin-1")),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    ).map(json.dumps),
)


def spaced(path: Path, doctrine: Doctrine) -> Space:
    return space_of(render_canonical(read_document(path.read_bytes(), asking.RULES), doctrine), doctrine)


def render(path: Path, mode: str, selector: Any, doctrine: Doctrine) -> Outcome:
    outcome = render_document(asking.given(str(path)), asking.context(doctrine, selector, mode))
    assert outcome.error is None
    assert outcome.copy is not None
    assert outcome.receipt is not None
    return outcome


@pytest.fixture(scope="module")
def texts(doctrine: Doctrine) -> frozenset[str]:
    """Every text that the space of the ordinary day lists."""
    space = spaced(ORDINARY, doctrine)
    return frozenset(space.text(clauses) for clauses in space.selections())


@given(reply=hostile_texts)
@example(reply="\ud800")
@example(reply="[" * 2000)
@example(reply='{"schema_version":"korean-expression-v1"}' * 2)
def test_no_reply_to_an_expression_request_reaches_the_copy(reply: str, doctrine: Doctrine) -> None:
    outcome = render(ORDINARY, "expression", Scripted([reply]), doctrine)
    assert outcome.receipt is not None
    assert outcome.copy == asking.canonical(doctrine)
    assert outcome.receipt.outcome in {"invalid_response", "validation_rejected"}
    assert outcome.receipt.request_count == 1


@given(reply=hostile_texts)
def test_no_reply_to_a_first_stage_reaches_the_copy(reply: str, doctrine: Doctrine) -> None:
    selector = Scripted([reply])
    outcome = render(ORDINARY, "coach", selector, doctrine)
    assert outcome.receipt is not None
    assert len(selector.asked) == outcome.receipt.request_count == 1
    assert outcome.copy == asking.canonical(doctrine)


@given(reply=hostile_texts)
def test_no_reply_to_a_second_stage_reaches_the_copy(reply: str, doctrine: Doctrine) -> None:
    """The coached copy of the first stage stands."""
    coached = render(ORDINARY, "coach", Scripted(), doctrine)
    outcome = render(ORDINARY, "coach", Scripted([compact(any_reply(first_request(doctrine))), reply]), doctrine)
    assert outcome.receipt is not None
    assert outcome.receipt.outcome == "coached"
    # The first wordings are the canonical ones, so choosing them all gives the coached copy.
    assert outcome.copy == coached.copy


def first_request(doctrine: Doctrine) -> dict[str, Any]:
    selector = Scripted()
    render(ORDINARY, "coach", selector, doctrine)
    return selector.asked[0].members()


def changed(value: Any) -> st.SearchStrategy[Any]:
    """A reply with one thing in it changed: a key dropped or added, an id swapped, doubled or replaced."""

    def somewhere(node: Any) -> st.SearchStrategy[Any]:
        match node:
            case dict():
                deeper = st.sampled_from(sorted(node)).flatmap(
                    lambda key: somewhere(node[key]).map(lambda one: {**node, key: one})
                )
                dropped = st.sampled_from(sorted(node)).map(
                    lambda key: {name: one for name, one in node.items() if name != key}
                )
                return deeper | deeper | dropped | st.just({**node, "extra": "x"})
            case list():
                inside = st.integers(0, len(node) - 1).flatmap(
                    lambda at: somewhere(node[at]).map(lambda one: [*node[:at], one, *node[at + 1 :]])
                )
                return inside | inside | st.sampled_from([node[::-1], [*node, node[0]], node[1:], []])
            case _:
                ids = st.sampled_from(["ack.b", "weight_close", "adjusted", "trend.three_days", "daily", "no_such"])
                return ids | st.none() | st.integers() | st.just(f"{node} ") | st.just(str(node).upper())

    return somewhere(value)


@settings(max_examples=150)
@given(data=st.data(), stage=st.sampled_from(["expression", "coach", "polish"]))
def test_a_reply_that_is_nearly_right_gives_a_text_of_the_space(
    data: st.DataObject, stage: str, texts: frozenset[str], doctrine: Doctrine
) -> None:
    """Either what it says is admissible, or it is refused; nothing is repaired into something else."""
    probe = Scripted()
    mode = "expression" if stage == "expression" else "coach"
    render(ORDINARY, mode, probe, doctrine)
    good = [any_reply(request.members()) for request in probe.asked]
    position = 1 if stage == "polish" else 0
    good[position] = data.draw(changed(good[position]))
    outcome = render(ORDINARY, mode, Scripted(compact(reply) for reply in good), doctrine)
    assert outcome.copy in texts
    assert outcome.receipt is not None
    offered = {variant.id for request in probe.asked for variant in _variants(request)}
    assert set(outcome.receipt.variant_ids) <= offered | canonical_ids(doctrine)


def _variants(request: Any) -> list[Any]:
    parts = request.slots if isinstance(request, ExpressionRequest) else getattr(request, "clauses", ())
    return [variant for part in parts for variant in part.variants]


def canonical_ids(doctrine: Doctrine) -> set[str]:
    return {atom.variant[0].id for atom in doctrine.atoms.values()} | {"ack.a"}


class _Kept:
    """Receipts that a test holds."""

    def __init__(self, outcome: Outcome) -> None:
        assert outcome.copy is not None
        self._stored = Stored(outcome.receipt, outcome.copy.encode("utf-8"))

    def find(self, given: RawInput, ref: str | None) -> Stored:
        return self._stored


@pytest.mark.parametrize("path", DAY, ids=[path.stem for path in DAY])
@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_every_selection_is_replayed_as_identical(path: Path, mode: str, doctrine: Doctrine) -> None:
    """Drawn selections of every bundled document: a text of the space, with its locked lines, that the replay gives."""
    space = spaced(path, doctrine)
    locked = [segment for segment in space.rendering.screen.segments() if isinstance(segment, Locked)]
    texts = {space.text(clauses) for clauses in space.selections()}
    for seed in range(12):
        outcome = render(path, mode, Drawn(seed), doctrine)
        assert outcome.copy in texts
        assert [line for line in locked if line not in outcome.copy] == []
        context = asking.context(doctrine, None, "canonical")
        [verdict] = verify_all([asking.given(str(path))], context, _Kept(outcome))
        assert verdict.is_identical, verdict


def test_coach_can_change_what_is_said(doctrine: Doctrine) -> None:
    """The drawn selections are not all one text; a check of them would be empty otherwise."""
    copies = {render(ORDINARY, "coach", Drawn(seed), doctrine).copy for seed in range(12)}
    assert len(copies) > 6


def test_a_receipt_with_atoms_that_nobody_could_choose_is_not_identical(doctrine: Doctrine) -> None:
    """Out of order, and with digests that fit: only the offer tells."""
    outcome = next(
        each
        for each in (render(ORDINARY, "coach", Drawn(seed), doctrine) for seed in range(20))
        if each.receipt is not None and len(each.receipt.atom_ids) == 2
    )
    receipt, copy = outcome.receipt, outcome.copy
    assert receipt is not None
    assert copy is not None
    ack, one, two = receipt.variant_ids
    wordings = {variant.id: variant.text for atom in doctrine.atoms.values() for variant in atom.variant}
    swapped = copy.replace(f"{wordings[one]}\n{wordings[two]}", f"{wordings[two]}\n{wordings[one]}")
    assert swapped != copy
    forged = replace(
        receipt,
        atom_ids=receipt.atom_ids[::-1],
        variant_ids=(ack, two, one),
        output_sha256=hashlib.sha256(swapped.encode()).hexdigest(),
    )
    context = asking.context(doctrine, None, "canonical")
    kept = _Kept(outcome._replace(copy=swapped, receipt=forged))
    [verdict] = verify_all([asking.given(str(ORDINARY))], context, kept)
    assert (verdict.changed, verdict.members) == (("receipt",), ("atom_ids",))


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_where_everything_has_one_option_nobody_is_asked(mode: str, doctrine: Doctrine) -> None:
    """One wording for each clause, and one atom on offer: code decides, and the copy is canonical."""
    plain = render_canonical(read_document(ORDINARY.read_bytes(), asking.RULES), doctrine)
    one = plain.clauses[1].atom_id
    atoms = {
        name: replace(
            atom, variant=atom.variant[:1], principles=atom.principles if name == one else ("rate.loss_review",)
        )
        for name, atom in doctrine.atoms.items()
    }
    tone = {name: replace(slot, variant=slot.variant[:1]) for name, slot in doctrine.tone.items()}
    lean = replace(doctrine, atoms=atoms, tone=tone)
    selector = Scripted()
    outcome = render(ORDINARY, mode, selector, lean)
    assert selector.asked == []
    assert outcome.copy == asking.canonical(doctrine)
    assert outcome.receipt is not None
    assert (outcome.receipt.reason, outcome.receipt.request_count) == ("no_eligible_slot", 0)


def test_a_choice_that_does_not_fit_one_message_is_canonical_and_replayed_as_such(doctrine: Doctrine) -> None:
    """A note that fills the message leaves room for the canonical copy alone, whatever the day chooses."""
    card = json.loads((FIXTURES / "day" / "card-with-carb-cycle.json").read_bytes())
    plain, coached = (asking.context(doctrine, selector, "coach") for selector in (None, Rotate()))

    def given_on(day: int, note: int) -> RawInput:
        written = {**card, "operator_note": "가" * note, "evaluation_day": f"2026-11-{day:02}"}
        return RawInput("x", "x", None, json.dumps(written).encode())

    shortest = render_document(given_on(1, 1), plain).copy
    assert shortest is not None
    reasons = set()
    for day in range(1, 15):
        raw = given_on(day, 4096 - len(shortest) + 1)
        outcome = render_document(raw, coached)
        assert outcome.receipt is not None
        assert outcome.copy == render_document(raw, plain).copy
        [verdict] = verify_all([raw], plain, _Kept(outcome))
        assert verdict.is_identical, verdict
        reasons.add(outcome.receipt.reason)
    assert "validation_rejected" in reasons
