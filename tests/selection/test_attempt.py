"""
One document on its way: the order in which things happen, what is counted, and what is kept so that nobody asks twice.
"""

from typing import Any

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.runs.selection import turn_of
from checkin_cli.selection.attempt import Attempt, Past, Selected, Unrecorded
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.built_in import First
from checkin_cli.selection.selectors.interface import Answer, Turn
from tests.selection.recorded import Recorded, coached_before, rendered, run


def asked_once(stage: str) -> list[Any]:
    return ["wait", "gate", "refuses", "ready", ("claim", stage), ("choose", stage)]


def test_each_request_waits_for_its_place_then_for_the_gate_and_is_claimed_before_it_is_sent(
    doctrine: Doctrine,
) -> None:
    """What the request needs is loaded before the claim, and the gate is asked once more after the last."""
    expression, coach = Recorded(), Recorded()
    assert run("expression", expression, doctrine).outcome == "success"
    assert expression.events == [*asked_once("expression"), "gate"]
    assert run("coach", coach, doctrine).outcome == "coached_and_polished"
    assert coach.events == [*asked_once("coach"), "keep", *asked_once("polish"), "gate"]


def test_the_gate_is_asked_again_after_something_was_loaded(doctrine: Doctrine) -> None:
    """What it said before is no longer from immediately before the request; nothing is claimed where it says no now."""
    loaded = Recorded(loads=1)
    assert run("coach", loaded, doctrine).outcome == "coached_and_polished"
    first, then = asked_once("coach"), asked_once("polish")
    assert loaded.events == [*first[:4], "gate", *first[4:], "keep", *then, "gate"]
    closed = Recorded(loads=1, gate=[None, Reason.SWITCHED_OFF])
    assert run("coach", closed, doctrine).reason == "disabled"
    assert closed.events == ["wait", "gate", "refuses", "ready", "gate"]


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_a_selector_that_may_not_be_asked_is_not_asked(mode: str, doctrine: Doctrine) -> None:
    """Nothing is claimed either."""
    recorded = Recorded(forbidden=Reason.NAME_DISALLOWED)
    selected = run(mode, recorded, doctrine)
    assert recorded.events == ["wait", "gate", "refuses"]
    assert (selected.clauses, selected.requests, selected.stages) == (rendered(doctrine).clauses, 0, ())
    assert "provider_disallowed" in {selected.outcome, selected.reason}


@pytest.mark.parametrize(
    ("mode", "expected"),
    [("expression", ("provider_error", "interrupted")), ("coach", ("canonical", "interrupted"))],
)
def test_a_stage_that_was_claimed_is_not_asked_again_and_counts_as_asked(
    mode: str, expected: tuple[str, str], doctrine: Doctrine
) -> None:
    """Whether its request was sent, nobody knows any more."""
    recorded = Recorded(past=Past(claimed=(mode,)))
    selected = run(mode, recorded, doctrine)
    assert recorded.asked == []
    assert (selected.outcome, selected.reason) == expected
    assert (selected.clauses, selected.requests, selected.stages) == (rendered(doctrine).clauses, 1, (mode,))


def test_a_claim_of_another_stage_stops_nothing(doctrine: Doctrine) -> None:
    assert run("expression", Recorded(past=Past(claimed=("coach",))), doctrine).outcome == "success"


def test_what_the_first_stage_earned_is_not_asked_for_again(doctrine: Doctrine) -> None:
    """Its request is counted, and the second stage follows."""
    kept, recorded = coached_before(doctrine), Recorded()
    undisturbed = run("coach", recorded, doctrine)
    resumed = Recorded(past=Past(coached=kept))
    assert run("coach", resumed, doctrine) == undisturbed
    assert [request.stage for request in resumed.asked] == ["polish"]
    assert resumed.kept == []


def test_an_interrupted_second_stage_leaves_the_coached_copy(doctrine: Doctrine) -> None:
    kept = coached_before(doctrine)
    recorded = Recorded(past=Past(coached=kept, claimed=("polish",)))
    selected = run("coach", recorded, doctrine)
    assert recorded.asked == []
    assert selected == Selected(
        kept.clauses,
        "coached",
        "interrupted",
        coach_valid=True,
        requests=2,
        stages=("coach", "polish"),
        principle_ids=kept.principle_ids,
    )


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_what_is_settled_is_shown_as_it_was(mode: str, doctrine: Doctrine) -> None:
    """Nobody is asked, not the gate either, and nothing is written again."""
    settled = Selected(rendered(doctrine).clauses, "success", "selected", requests=1)
    recorded = Recorded(past=Past(settled=settled))
    assert run(mode, recorded, doctrine) is settled
    assert (recorded.events, recorded.settled) == ([], [])


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_every_result_that_the_world_had_a_part_in_is_kept(mode: str, doctrine: Doctrine) -> None:
    """Selected, refused by the guard, or stopped by the gate: another day could give another one."""
    for recorded in (Recorded(), Recorded(["{}"]), Recorded(gate=[Reason.SWITCHED_OFF])):
        selected = run(mode, recorded, doctrine)
        assert recorded.settled == [selected]


@pytest.mark.parametrize("mode", ["expression", "coach"])
@pytest.mark.parametrize(("name", "reason"), [("week-held", "safety_hold"), ("card-published", "published")])
def test_what_the_document_alone_decides_is_not_kept(mode: str, name: str, reason: str, doctrine: Doctrine) -> None:
    """It comes out the same each time. The gate is not even asked."""
    recorded, rendering = Recorded(), rendered(doctrine, name)
    selected = run(mode, recorded, doctrine, rendering)
    outcome = "canonical" if mode == "coach" else "no_eligible_slot"
    assert selected == Selected(rendering.clauses, outcome, reason)
    assert (recorded.events, recorded.settled) == ([], [])


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_an_answer_without_content_has_its_own_reason_or_that_it_is_none(mode: str, doctrine: Doctrine) -> None:
    """What was sent for it is counted all the same."""

    class Silent(Recorded):
        reason: Reason | None = None

        def choose(self, request: Request, task: str, turn: Turn) -> Answer:
            return Answer(None, self.reason, 1)

    class Late(Silent):
        reason = Reason.DEADLINE

    for silent, failure in ((Silent(), "invalid_response"), (Late(), "timeout")):
        selected = run(mode, silent, doctrine)
        assert failure in {selected.outcome, selected.reason}
        assert (selected.requests, selected.stages) == (1, (mode,))


def test_what_sends_nothing_is_asked_for_each_stage_and_counts_no_request(doctrine: Doctrine) -> None:
    rendering = rendered(doctrine)
    attempt = Attempt(rendering, doctrine, First(), lambda: None, turn_of(rendering.document))
    selected = select("coach", attempt)
    assert (selected.outcome, selected.requests, selected.stages) == ("coached_and_polished", 0, ("coach", "polish"))


def test_the_task_of_each_stage_is_that_of_the_surface(doctrine: Doctrine) -> None:
    tasks = []

    class Told(Recorded):
        def choose(self, request: Request, task: str, turn: Turn) -> Answer:
            tasks.append((request.stage, task, turn))
            return super().choose(request, task, turn)

    run("coach", Told(), doctrine)
    turn = turn_of(rendered(doctrine).document)
    assert tasks == [(stage, doctrine.task(stage, "daily"), turn) for stage in ("coach", "polish")]


@pytest.mark.parametrize(("refused_at", "requests"), [(0, 0), (1, 1), (2, 2)])
def test_a_gate_that_says_no_at_any_time_takes_the_coached_copy_back(
    refused_at: int, requests: int, doctrine: Doctrine
) -> None:
    """And with it whatever the receipt would say of it."""
    gate = [*[None] * refused_at, Reason.NO_CONSENT]
    selected = run("coach", Recorded(gate=gate), doctrine)
    stages = ("coach", "polish")[:requests]
    assert selected == Selected(rendered(doctrine).clauses, "canonical", "disabled", requests=requests, stages=stages)


@pytest.mark.parametrize(("refused_at", "requests"), [(0, 0), (1, 1)])
def test_a_gate_that_says_no_at_any_time_takes_the_wording_back(
    refused_at: int, requests: int, doctrine: Doctrine
) -> None:
    gate = [*[None] * refused_at, Reason.NO_CONSENT]
    selected = run("expression", Recorded(gate=gate), doctrine)
    stages = ("expression",)[:requests]
    assert selected == Selected(rendered(doctrine).clauses, "disabled", "no_consent", requests=requests, stages=stages)


def test_the_ledger_of_a_run_with_nothing_to_resume_keeps_nothing(doctrine: Doctrine) -> None:
    rendering, ledger = rendered(doctrine), Unrecorded()
    ledger.wait()
    ledger.claim("coach")
    ledger.keep(coached_before(doctrine))
    ledger.settle(Selected(rendering.clauses, "success", "selected"))
    assert ledger.past(rendering.screen) == Past()
