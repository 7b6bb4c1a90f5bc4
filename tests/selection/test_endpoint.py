"""
The endpoint against a real server on loopback: whatever it does, one request, in time, and a closed reason.
"""

import gc
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.runs.document import Outcome
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.exchange import LARGEST_BODY
from tests.loopback import Step, elapsed, reset, serving, valid
from tests.selection.asking import DEADLINE, ask, canonical
from tests.selection.hostile import HOSTILE, padded

pytestmark = [
    pytest.mark.loopback,
    # Calls that ran out of time are left behind with their connection, as in a run.
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def _tidy() -> Iterator[None]:
    """Let look-ups that were left behind end within their own test."""
    yield
    for thread in threading.enumerate():
        if thread.name == "checkin-look-up":
            thread.join(5)
    gc.collect()


@pytest.fixture(params=list(HOSTILE))
def behaviour(request: pytest.FixtureRequest) -> tuple[Step, Reason]:
    return HOSTILE[request.param]


def test_expression_stays_canonical(behaviour: tuple[Step, Reason], doctrine: Doctrine) -> None:
    """One request, in time, canonical bytes, and the reason of the table."""
    step, reason = behaviour
    with serving(step) as endpoint:
        began = time.monotonic()
        outcome = ask(endpoint, "expression", doctrine)
        assert elapsed(began) < DEADLINE + 0.5
        assert len(endpoint.exchanges) == endpoint.connections == 1
    assert outcome.copy == canonical(doctrine)
    assert told(outcome) == (reason.failure, reason, 1)


def test_the_first_stage_of_coach_stays_canonical(behaviour: tuple[Step, Reason], doctrine: Doctrine) -> None:
    """One request, no second stage."""
    step, reason = behaviour
    with serving(step) as endpoint:
        outcome = ask(endpoint, "coach", doctrine)
        assert len(endpoint.exchanges) == endpoint.connections == 1
    assert outcome.copy == canonical(doctrine)
    assert told(outcome) == ("canonical", reason.failure, 1)


def test_the_second_stage_of_coach_leaves_the_coached_copy(
    behaviour: tuple[Step, Reason], coached: str, doctrine: Doctrine
) -> None:
    """Two requests in order; what stage one earned stands."""
    step, reason = behaviour
    with serving(valid, step) as endpoint:
        began = time.monotonic()
        outcome = ask(endpoint, "coach", doctrine)
        assert elapsed(began) < DEADLINE + 1
        assert len(endpoint.exchanges) == endpoint.connections == 2
    assert outcome.copy == coached != canonical(doctrine)
    assert told(outcome) == ("coached", reason.failure, 2)


@pytest.fixture(scope="module", autouse=True)
def coached(doctrine: Doctrine) -> str:
    """The copy of the atoms that the stub takes, in canonical wordings; made first, so that the SDK is imported."""
    with serving(valid, reset) as endpoint:
        outcome = ask(endpoint, "coach", doctrine)
    assert outcome.copy is not None
    return outcome.copy


def test_a_slow_look_up_is_bounded(doctrine: Doctrine, monkeypatch: pytest.MonkeyPatch) -> None:
    """No library bounds a resolver that blocks; the deadline does."""
    look_up = socket.getaddrinfo

    def slow(*args: object, **keywords: object) -> object:
        time.sleep(DEADLINE + 1)
        return look_up(*args, **keywords)  # type: ignore[arg-type]  # passed on as it came

    with serving() as endpoint:
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        began = time.monotonic()
        outcome = ask(endpoint, "expression", doctrine)
        assert elapsed(began) < DEADLINE + 0.5
        time.sleep(1.5)
        # What was left behind finds the address, and then neither sends nor asks any more.
        assert endpoint.exchanges == []
    assert outcome.copy == canonical(doctrine)
    assert told(outcome)[:2] == ("timeout", "deadline")


def test_a_body_of_the_largest_length_counts(doctrine: Doctrine) -> None:
    """A byte more is refused, as above."""
    with serving(padded(LARGEST_BODY)) as endpoint:
        assert told(ask(endpoint, "expression", doctrine)) == ("success", "selected", 1)


def test_nobody_listens(doctrine: Doctrine) -> None:
    """A closed port is a failure like any other."""
    with serving() as endpoint:
        pass
    outcome = ask(endpoint, "expression", doctrine)
    assert outcome.copy == canonical(doctrine)
    assert told(outcome)[:2] == ("provider_error", "no_connection")


def told(outcome: Outcome) -> tuple[str, str, int]:
    """What the receipt says of it."""
    assert outcome.error is None
    assert outcome.receipt is not None
    return outcome.receipt.outcome, outcome.receipt.reason, outcome.receipt.request_count
