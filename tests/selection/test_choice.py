"""
What is asked about, what is not, and what is shown of an answer.
"""

import json
from collections.abc import Collection
from dataclasses import replace

import pytest

from checkin_cli.doctrine import Doctrine, Variant
from checkin_cli.documents import read_document
from checkin_cli.rendering import render_canonical
from checkin_cli.selection.attempt import Selected
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import CoachRequest, PolishRequest, Request
from checkin_cli.selection.selectors.interface import Answer, Turn
from tests.conftest import FIXTURES
from tests.loopback import compact, reply_to
from tests.selection import asking
from tests.selection.recorded import Recorded, coached_before, rendered, run
from tests.selection.stand_in import Drawn, any_reply
from tests.written import written


@pytest.mark.parametrize("memory", [{"previous_bodyweight_kg": 78.9}, None])
def test_the_first_stage_is_told_what_the_document_remembers_and_nothing_else(
    memory: dict[str, float] | None, doctrine: Doctrine
) -> None:
    day = json.loads((FIXTURES / "day" / "full-training-day.json").read_bytes())
    document = {**day, "memory": memory}
    if memory is None:
        del document["memory"]
    recorded = Recorded()
    run("coach", recorded, doctrine, render_canonical(read_document(written(document), asking.RULES), doctrine))
    told = recorded.asked[0].members()["memory"]
    assert told == [{"key": "previous_bodyweight_kg", "value": "78.9"}] * (memory is not None)


class Last(Recorded):
    """Chooses the last two atoms of each slot, and the last wording of each clause."""

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        super().choose(request, task, turn)
        return Answer(compact(reply_to(request.members())), None, 1)


@pytest.mark.parametrize("name", ["full-training-day", "week-in-range"])
def test_what_was_chosen_is_shown_and_nothing_else(name: str, doctrine: Doctrine) -> None:
    """Atoms by the first answer, wordings by the second, in reading order."""
    recorded, rendering = Last(), rendered(doctrine, name)
    selected = run("coach", recorded, doctrine, rendering)
    coach, polish = recorded.asked
    assert isinstance(coach, CoachRequest)
    assert isinstance(polish, PolishRequest)
    chosen = {slot.slot_id: [atom.id for atom in slot.atoms][-2:] for slot in coach.slots}
    [kept] = recorded.kept
    for clauses in (kept.clauses, selected.clauses):
        for slot, atoms in chosen.items():
            assert [clause.atom_id for clause in clauses if clause.slot == slot] == atoms
    assert [clause.variant for clause in selected.clauses] == [clause.variants[-1] for clause in polish.clauses]
    assert kept.principle_ids == tuple(each.id for each in coach.principles)
    worded = run("expression", Last(), doctrine, rendering)
    assert (worded.outcome, worded.reason) == ("success", "selected")
    assert [clause.variant for clause in worded.clauses] == [
        doctrine.tone[worded.clauses[0].slot].variant[-1],
        *(clause.variant for clause in rendering.clauses[1:]),
    ]


@pytest.mark.parametrize("clauses", [1, 2])
def test_an_offer_is_bound_to_the_lines_that_everybody_reads(clauses: int, doctrine: Doctrine) -> None:
    """As they stand in the canonical copy, so that a reply about other lines is refused."""
    books = {
        name: replace(book, prose=tuple(replace(rule, canonical_clauses=clauses) for rule in book.prose))
        for name, book in doctrine.playbooks.items()
    }
    lean, recorded = replace(doctrine, playbooks=books), Recorded()
    rendering = rendered(lean)
    run("coach", recorded, lean, rendering)
    coach = recorded.asked[0]
    assert isinstance(coach, CoachRequest)
    [offer] = coach.slots
    shown = [clause.variant.text for clause in rendering.clauses if clause.slot == offer.slot_id]
    assert (len(shown), offer.canonical_clauses) == (clauses, clauses)
    assert offer.canonical_text == "\n".join(shown)
    assert offer.canonical_text in rendering.body


def test_the_second_stage_words_the_clauses_that_the_first_one_chose(doctrine: Doctrine) -> None:
    """The receipt says both, and each principle once, in the order in which the first answer names them."""
    for seed in range(8):
        drawn, recorded = Drawn(seed), Recorded()
        recorded.choose = drawn.choose  # type: ignore[method-assign]  # whatever is admissible
        selected = run("coach", recorded, doctrine)
        [kept] = recorded.kept
        assert (selected.outcome, selected.reason) == ("coached_and_polished", "selected")
        assert (selected.coach_valid, selected.polish_valid) == (True, True)
        assert [clause[:2] for clause in selected.clauses] == [clause[:2] for clause in kept.clauses]
        canonical = {name: atom.variant[0] for name, atom in doctrine.atoms.items()}
        canonical |= {name: slot.variant[0] for name, slot in doctrine.tone.items()}
        assert [clause.variant for clause in kept.clauses] == [canonical[clause.atom_id] for clause in kept.clauses]
        assert selected.principle_ids == kept.principle_ids
        assert kept.principle_ids is not None
        assert len(set(kept.principle_ids)) == len(kept.principle_ids)


def test_a_refused_second_stage_is_told_and_the_coached_copy_stands(doctrine: Doctrine) -> None:
    first = Recorded()
    run("coach", first, doctrine)
    recorded = Recorded([compact(any_reply(first.asked[0].members())), "{}"])
    selected = run("coach", recorded, doctrine)
    [kept] = recorded.kept
    assert (selected.outcome, selected.reason) == ("coached", "validation_rejected")
    assert (selected.coach_valid, selected.polish_valid, selected.requests) == (True, False, 2)
    assert (selected.clauses, selected.principle_ids) == (kept.clauses, kept.principle_ids)


@pytest.mark.parametrize(
    ("mode", "expected", "stages"),
    [
        ("expression", ("validation_rejected", "wrong_count"), ("expression",)),
        ("coach", ("canonical", "validation_rejected"), ("coach", "polish")),
    ],
)
def test_a_choice_that_does_not_fit_one_message_is_the_canonical_copy(
    mode: str, expected: tuple[str, str], stages: tuple[str, ...], doctrine: Doctrine
) -> None:
    """However well it was chosen. What was asked for it is counted."""

    def long(variants: tuple[Variant, ...]) -> tuple[Variant, ...]:
        return (*variants[:-1], Variant(id=variants[-1].id, text="가" * 4096))

    tone = {name: replace(slot, variant=long(slot.variant)) for name, slot in doctrine.tone.items()}
    wordy = replace(doctrine, tone=tone)
    rendering, recorded = rendered(wordy), Last()
    selected = run(mode, recorded, wordy, rendering)
    assert selected == Selected(rendering.clauses, *expected, requests=len(stages), stages=stages)
    assert recorded.settled == [selected]


def test_with_too_few_principles_nothing_is_asked(doctrine: Doctrine) -> None:
    """Two are too few, three are enough."""
    recorded, rendering = Recorded(), rendered(doctrine)
    run("coach", recorded, doctrine)
    first = recorded.asked[0]
    assert isinstance(first, CoachRequest)
    for left in (2, 3):
        kept = {each.id: each for each in first.principles[:left]}
        lean, recorded = replace(doctrine, principles=kept), Recorded()
        selected = run("coach", recorded, lean, render_canonical(rendering.document, lean))
        if left == 2:
            assert selected == Selected(rendering.clauses, "canonical", "grounding_insufficient")
            assert (recorded.events, recorded.settled) == ([], [])
        else:
            assert recorded.asked


def with_atoms(doctrine: Doctrine, slot: str, supported: Collection[str]) -> Doctrine:
    """The doctrine, but of one slot only these atoms have a principle that this week rests on."""
    atoms = {
        name: replace(atom, principles=("rate.loss_review",)) if atom.slot == slot and name not in supported else atom
        for name, atom in doctrine.atoms.items()
    }
    return replace(doctrine, atoms=atoms)


@pytest.mark.parametrize("left", [0, 1, 2])
def test_of_two_slots_only_that_with_a_choice_is_asked_about(left: int, doctrine: Doctrine) -> None:
    """One atom is taken without asking, and a slot without any keeps what everybody reads."""
    rendering, probe = rendered(doctrine, "week-in-range"), Recorded()
    run("coach", probe, doctrine, rendering)
    first = probe.asked[0]
    assert isinstance(first, CoachRequest)
    other, slot = first.slots
    offered = [atom.id for atom in slot.atoms[len(slot.atoms) - left :]]
    lean, recorded = with_atoms(doctrine, slot.slot_id, offered), Recorded()
    again = render_canonical(rendering.document, lean)
    run("coach", recorded, lean, again)
    asked, [kept] = recorded.asked[0], recorded.kept
    assert isinstance(asked, CoachRequest)
    assert [each.slot_id for each in asked.slots] == [other.slot_id, slot.slot_id][: 2 if left == 2 else 1]
    shown = [clause.atom_id for clause in kept.clauses if clause.slot == slot.slot_id]
    canonical = [clause.atom_id for clause in again.clauses if clause.slot == slot.slot_id]
    assert shown == (offered[:1] or canonical)
    assert kept.clauses[0].slot == again.clauses[0].slot


@pytest.mark.parametrize("left", [1, 2])
def test_a_tone_slot_with_one_wording_is_not_asked_about(left: int, doctrine: Doctrine) -> None:
    tone = {name: replace(slot, variant=slot.variant[:left]) for name, slot in doctrine.tone.items()}
    lean, recorded = replace(doctrine, tone=tone), Recorded()
    rendering = rendered(lean)
    selected = run("expression", recorded, lean, rendering)
    if left == 1:
        assert selected == Selected(rendering.clauses, "no_eligible_slot", "no_eligible_slot")
        assert (recorded.events, recorded.settled) == ([], [])
    else:
        assert selected.outcome == "success"


def test_where_nothing_is_to_be_chosen_the_copy_is_canonical_behind_the_gate_all_the_same(doctrine: Doctrine) -> None:
    """One atom and one wording for everything: nobody is asked, and the gate may still say no."""
    rendering, probe = rendered(doctrine), Recorded()
    run("coach", probe, doctrine)
    first = probe.asked[0]
    assert isinstance(first, CoachRequest)
    [slot] = first.slots
    lean = with_atoms(doctrine, slot.slot_id, [slot.atoms[0].id])
    lean = replace(
        lean,
        atoms={name: replace(atom, variant=atom.variant[:1]) for name, atom in lean.atoms.items()},
        tone={name: replace(each, variant=each.variant[:1]) for name, each in lean.tone.items()},
    )
    again = render_canonical(rendering.document, lean)
    for gate, reason in (([], "no_eligible_slot"), ([Reason.NO_CONSENT], "disabled")):
        recorded = Recorded(gate=gate)
        selected = run("coach", recorded, lean, again)
        assert selected == Selected(again.clauses, "canonical", reason)
        assert (recorded.asked, recorded.settled) == ([], [selected])


def test_a_clause_with_one_wording_is_not_asked_about_and_keeps_it(doctrine: Doctrine) -> None:
    """Two wordings are enough to ask."""
    rendering = rendered(doctrine)
    offered = coached_before(doctrine).clauses[-1].atom_id
    for left in (1, 2):
        atoms = {
            name: replace(atom, variant=atom.variant[:left]) if name == offered else atom
            for name, atom in doctrine.atoms.items()
        }
        lean, recorded = replace(doctrine, atoms=atoms), Recorded()
        selected = run("coach", recorded, lean, rendering)
        polish = recorded.asked[-1]
        assert isinstance(polish, PolishRequest)
        assert (offered in {clause.atom_id for clause in polish.clauses}) is (left == 2)
        assert offered in {clause.atom_id for clause in selected.clauses}
