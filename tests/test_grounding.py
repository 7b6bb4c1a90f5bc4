"""
Grounding: which principles are picked, in which order, and what they let a request offer.
"""

import pytest

from checkin_cli.doctrine import Action, Atom, Doctrine, Principle
from checkin_cli.facts import SURFACES, OrdinaryFacts, mask_of
from checkin_cli.grounding import ground, offer
from checkin_cli.rendering import Prose, Rendering
from tests.generated import renderings


def principle(wanted: str, *, triggers: str = "stress_high", risk: str = "general", priority: int = 50) -> Principle:
    """A principle of the daily surface."""
    return Principle(
        id=wanted,
        topic="sleep",
        surfaces=("daily",),
        text="쉬는 것이 좋은 것으로 알려져 있습니다.",
        claim="established",
        sources=("a",),
        risk=risk,
        triggers=frozenset(triggers.split()),
        priority=priority,
    )


def doctrine_of(*principles: Principle) -> Doctrine:
    """A doctrine of principles alone."""
    return Doctrine("0" * 64, {}, {each.id: each for each in principles}, {}, {}, {}, {}, {})


def picked(tags: str, *principles: Principle) -> list[str]:
    """The ids of the picked principles, in order."""
    grounding = ground("daily", frozenset(tags.split()), doctrine_of(*principles))
    return [match.principle.id for match in grounding.picked]


def test_more_matches_come_first_then_priority_then_id() -> None:
    found = picked(
        "stress_high sleep_short",
        principle("c.one", priority=10),
        principle("b.two", triggers="stress_high sleep_short", priority=90),
        principle("a.one", priority=20),
        principle("a.also", priority=20),
    )
    assert found == ["b.two", "c.one", "a.also", "a.one"]


def test_five_at_most_and_none_without_a_match() -> None:
    many = [principle(f"p.{letter}") for letter in "abcdefg"]
    assert picked("stress_high", *many) == [f"p.{letter}" for letter in "abcde"]
    assert picked("sleep_short", *many) == []


def test_a_class_that_the_document_rules_out_is_never_picked() -> None:
    grounding = ground(
        "daily",
        frozenset({"stress_high", "pain_present"}),
        doctrine_of(principle("t.rain", risk="training"), principle("g.eneral")),
    )
    assert [match.principle.id for match in grounding.picked] == ["g.eneral"]
    assert [(passed.principle.id, passed.why) for passed in grounding.passed] == [("t.rain", "risk_excluded")]


def test_fewer_than_three_principles_offer_nothing(doctrine: Doctrine) -> None:
    """The copy stays canonical then, and nothing is asked."""
    prose = Prose(doctrine.slot("daily", "daily.interpretation"), mask_of(("training_done", "sleep_enough")))
    assert prose.offered
    two = doctrine_of(*list(doctrine.principles_of("daily"))[:2])
    tags = frozenset().union(*(each.triggers for each in two.principles.values()))
    assert not ground("daily", tags, two).is_sufficient
    assert offer(prose, ground("daily", tags, two)) == ()


@pytest.fixture(scope="module")
def rendered(doctrine: Doctrine) -> dict[str, list[Rendering]]:
    """Some thousand ordinary documents of each surface, rendered."""
    return {surface: list(renderings(surface, 3000, doctrine)) for surface in SURFACES}


@pytest.mark.parametrize("surface", SURFACES)
def test_every_principle_is_picked_and_every_atom_shown_or_offered(
    surface: str, doctrine: Doctrine, rendered: dict[str, list[Rendering]]
) -> None:
    """By documents that were really read, so that no entry of the doctrine is dead."""
    principles: set[str] = set()
    atoms: set[str] = set()
    actions: set[str] = set()
    for rendering in rendered[surface]:
        assert isinstance(rendering.facts, OrdinaryFacts)
        grounding = ground(surface, rendering.facts.tags, doctrine)
        principles |= {match.principle.id for match in grounding.picked}
        prose = (segment for segment in rendering.screen.segments() if isinstance(segment, Prose))
        atoms |= {atom.id for segment in prose for atom in offer(segment, grounding)}
        atoms |= {clause.atom_id for clause in rendering.clauses}
        actions |= {action.id for action in doctrine.daily_actions if action.holds(rendering.facts.mask)}
    assert principles == {each.id for each in doctrine.principles_of(surface)}
    assert atoms >= {atom for rule in doctrine.playbooks[surface].prose for atom in rule.atoms}
    assert surface != "daily" or actions == {action.id for action in doctrine.daily_actions}


@pytest.mark.parametrize("surface", SURFACES)
def test_no_sentence_rests_on_a_class_that_is_ruled_out(
    surface: str, doctrine: Doctrine, rendered: dict[str, list[Rendering]]
) -> None:
    """In canonical copy too, where nothing was picked."""
    for rendering in rendered[surface]:
        assert isinstance(rendering.facts, OrdinaryFacts)
        grounding = ground(surface, rendering.facts.tags, doctrine)
        excluded = {each.principle.risk for each in grounding.passed if each.why == "risk_excluded"}
        for clause in rendering.clauses:
            behind = doctrine.atoms[clause.atom_id].principles if clause.atom_id != clause.slot else ()
            assert excluded.isdisjoint(doctrine.principles[each].risk for each in behind), clause.atom_id


@pytest.mark.parametrize("surface", SURFACES)
def test_what_holds_is_what_nothing_is_said_against(
    surface: str, doctrine: Doctrine, rendered: dict[str, list[Rendering]]
) -> None:
    """Predicates on bits and the objections that people read are two ways to say one thing."""
    rules = doctrine.playbooks[surface].prose
    atoms = [doctrine.atoms[each] for rule in rules for each in rule.atoms]
    for rendering in rendered[surface][:150]:
        assert isinstance(rendering.facts, OrdinaryFacts)
        mask, tags = rendering.facts.mask, rendering.facts.tags
        conditional: list[Atom | Action] = [*atoms, *(doctrine.daily_actions if surface == "daily" else ())]
        for each in conditional:
            assert each.holds(mask) == (not each.objections(tags)), each.id
        for rule in rules:
            slot = doctrine.slot(surface, rule.slot)
            assert slot.offered(mask) == tuple(atom for atom in atoms if atom.slot == rule.slot and atom.holds(mask))
            assert slot.first(mask) == slot.offered(mask)[: rule.canonical_clauses]
        assert doctrine.actions_in(mask) == tuple(each for each in doctrine.daily_actions if each.holds(mask))
