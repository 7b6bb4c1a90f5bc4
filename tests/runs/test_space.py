"""
The space of texts: counted without walking, walked without surprises, and pinned for the bundled fixtures.
"""

import io
from dataclasses import replace
from itertools import combinations
from math import prod

import pytest
from syrupy.assertion import SnapshotAssertion

from checkin_cli.doctrine import Doctrine, Variant
from checkin_cli.documents import ReadingRules
from checkin_cli.errors import InternalFault
from checkin_cli.facts import SURFACES, OrdinaryFacts
from checkin_cli.grounding import ground, offer
from checkin_cli.rendering import Block, Clause, Locked, Prose, Rendering, Tone
from checkin_cli.runs import enumerate as proving
from checkin_cli.runs.enumerate import Proof, prove_all, sample_of
from checkin_cli.runs.inputs import find_files, read_inputs
from checkin_cli.runs.space import Space, space_of
from tests.conftest import FIXTURES
from tests.generated import renderings


def prove(folder: str, doctrine: Doctrine) -> list[Proof]:
    """The proofs of every document below a fixture folder."""
    given = read_inputs(find_files([str(FIXTURES / folder)]), io.BytesIO())
    return list(prove_all(given, ReadingRules(), doctrine))


def counted_by_hand(rendering: Rendering, doctrine: Doctrine) -> int:
    """The number of texts by arithmetic over variants, from what the contract says and without the space."""
    assert isinstance(rendering.facts, OrdinaryFacts)
    surface = "adaptive_operator" if rendering.document.schema_version.startswith("adaptive") else ""
    surface = surface or rendering.document.schema_version.split("-")[0]
    grounding = ground(surface, rendering.facts.tags, doctrine)
    tones, coached, inside = 1, 1, True
    for segment in rendering.screen.segments():
        if isinstance(segment, Tone):
            tones *= len(segment.variants)
        if isinstance(segment, Prose):
            atoms = offer(segment, grounding)
            shown = segment.offered[: segment.canonical_clauses]
            if atoms:
                sizes = range(1, segment.max_clauses + 1)
                chosen = (picked for size in sizes for picked in combinations(atoms, size))
                coached *= sum(prod(len(atom.variant) for atom in picked) for picked in chosen)
                inside &= {atom.id for atom in shown} <= {atom.id for atom in atoms}
            elif grounding.is_sufficient:
                coached *= prod(len(atom.variant) for atom in shown)
    return tones * coached + (0 if inside else tones)


@pytest.mark.parametrize("surface", SURFACES)
def test_the_count_is_the_one_of_arithmetic(surface: str, doctrine: Doctrine) -> None:
    for rendering in renderings(surface, 300, doctrine):
        space = space_of(rendering, doctrine)
        assert space.count == counted_by_hand(rendering, doctrine)


def test_every_text_has_a_number_and_no_two_are_equal(doctrine: Doctrine) -> None:
    """The canonical copy is one of them, and numbers lead to the texts that the walk meets."""
    [week] = [proof.space for proof in prove("day/week-with-few-records.json", doctrine)]
    assert week is not None
    walked = [week.text(clauses) for clauses in week.selections()]
    assert len(walked) == len(set(walked)) == week.count
    assert week.rendering.body in walked
    assert [week.text(week.clauses_of(number)) for number in range(0, week.count, 97)] == walked[::97]
    with pytest.raises(IndexError):
        week.clauses_of(week.count)


def test_a_large_space_is_proved_slot_by_slot(doctrine: Doctrine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every way to fill each slot is composed, and the longest text of all."""
    monkeypatch.setattr(proving, "LARGEST_WALK", 10)
    [proof] = prove("day/full-training-day.json", doctrine)
    assert proof.space is not None
    assert not proof.walked
    slots = [len(slot.alternatives) for slots in proof.space.products for slot in slots]
    assert proof.checked == sum(slots) + len(proof.space.products)
    longest = max(map(len, map(proof.space.text, proof.space.selections())))
    assert longest in [len(proof.space.text(clauses)) for clauses in proof.space.each_slot_varied()]


def with_first_text(space: Space, text: str) -> Space:
    """The space with another wording in its first slot, as a defect of the program could put it there."""
    first, *others = space.products[0]
    clause = first.alternatives[0][0]
    forged = Clause(clause.slot, clause.atom_id, Variant(id=clause.variant.id, text=text))
    return replace(space, products=((replace(first, alternatives=((forged,), *first.alternatives[1:])), *others),))


@pytest.mark.parametrize("text", ["승인되지 않은 문장이에요.", "오늘 체크인 잘 받았어요.\n줄이 하나 더 있어요.", ""])
def test_a_wording_that_nobody_approved_is_found(text: str, doctrine: Doctrine) -> None:
    [proof] = prove("day/moderate-pain.json", doctrine)
    assert proof.space is not None
    forged = with_first_text(proof.space, text)
    with pytest.raises(InternalFault, match="promise_broken"):
        list(map(forged.text, forged.selections()))
    with pytest.raises(InternalFault, match="promise_broken"):
        list(map(forged.text, forged.each_slot_varied()))


def test_a_number_that_moves_is_found(doctrine: Doctrine) -> None:
    """Even where it stands in a line that was otherwise approved."""
    [proof] = prove("day/moderate-pain.json", doctrine)
    assert proof.space is not None
    screen = proof.space.rendering.screen
    tone = next(segment for segment in screen.segments() if isinstance(segment, Tone))
    forged = Variant(id="ack.a", text="체중 99kg 잘 받았어요.")
    blocks = tuple(
        block._replace(slots=tuple(replace(each, variants=(forged,)) if each is tone else each for each in block.slots))
        for block in screen.blocks
    )
    rendering = proof.space.rendering._replace(screen=screen._replace(blocks=blocks))
    space = with_first_text(replace(proof.space, rendering=rendering), forged.text)
    with pytest.raises(InternalFault) as broken:
        next(map(space.text, space.selections()))
    assert broken.value.found == "a number that differs"


def test_two_selections_of_one_text_are_found(doctrine: Doctrine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count would be wrong then."""
    [proof] = prove("day/nothing-recorded.json", doctrine)
    assert proof.space is not None
    first, *others = proof.space.products[0]
    doubled = replace(first, alternatives=(*first.alternatives, first.alternatives[0]))
    space = replace(proof.space, products=((doubled, *others),))
    monkeypatch.setattr(proving, "space_of", lambda _rendering, _doctrine: space)
    [broken] = prove("day/nothing-recorded.json", doctrine)
    assert broken.error is not None
    assert broken.error.found == "two selections of one text"


def test_samples_are_spread_over_the_space(doctrine: Doctrine) -> None:
    [proof] = prove("day/full-training-day.json", doctrine)
    assert proof.space is not None
    texts = list(sample_of(proof.space, 12))
    assert len(set(texts)) == 12
    assert len(list(sample_of(proof.space, 10**6))) == proof.space.count


def test_the_spaces_of_the_day_are_pinned(doctrine: Doctrine, snapshot: SnapshotAssertion) -> None:
    """A change to any text that a bundled document can reach shows in this file."""
    lines = []
    for proof in prove("day", doctrine):
        assert proof.space is not None
        name = proof.source.rsplit("/", 1)[1]
        lines.append(f"{name}  {proof.space.count}  {proof.space.digest}")
    assert "\n".join(lines) == snapshot


def test_every_bundled_document_is_proved(doctrine: Doctrine) -> None:
    """Refused ones are refused; of the others no text breaks a promise."""
    proofs = prove("documents", doctrine)
    assert sum(proof.space is not None for proof in proofs) > 80
    assert all(proof.error is None or proof.error.code != "promise_broken" for proof in proofs)


def test_another_word_changes_the_digest(doctrine: Doctrine) -> None:
    """Of a soft line or of a locked one."""
    [proof] = prove("day/week-in-range.json", doctrine)
    assert proof.space is not None
    assert with_first_text(proof.space, "다른 문장이에요.").digest != proof.space.digest
    screen = proof.space.rendering.screen
    other = screen._replace(blocks=(Block((Locked("다른 제목"),)), *screen.blocks[1:]))
    rendering = proof.space.rendering._replace(screen=other)
    assert replace(proof.space, rendering=rendering).digest != proof.space.digest
