"""
Many requests in flight at one endpoint: each is one request, in time, and gets its own answer or its own reason.
"""

import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import read_document
from checkin_cli.rendering import render_canonical
from checkin_cli.selection.guard import admit_expression
from checkin_cli.selection.pipeline import tone_offers
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import ExpressionRequest, ToneOffer
from checkin_cli.selection.selectors.endpoint import Endpoint
from checkin_cli.selection.selectors.interface import Turn
from tests.conftest import ROOT
from tests.loopback import Exchange, Loopback, Step, compact, completion, elapsed, response, serving, valid
from tests.selection import asking
from tests.selection.hostile import HOSTILE

pytestmark = pytest.mark.loopback

AT_ONCE = 32
IN_TIME = asking.DEADLINE + 0.5
TURN = Turn("", 0)


@dataclass
class Called:
    """How one call ended."""

    reason: Reason | None
    chosen: tuple[str, ...]
    seconds: float


@pytest.fixture(scope="module")
def offers(doctrine: Doctrine) -> tuple[ToneOffer, ...]:
    document = read_document(asking.given().content(), asking.RULES)
    return tone_offers(render_canonical(document, doctrine))


@pytest.fixture(scope="module", autouse=True)
def _imported(offers: tuple[ToneOffer, ...]) -> None:
    """The first call imports the SDK, which the seconds of the others must not hold."""
    with serving() as endpoint:
        call(asked_of(endpoint), "", offers)


def asked_of(endpoint: Loopback) -> Endpoint:
    return Endpoint(asking.settings_of(endpoint))


def call(selector: Endpoint, task: str, offers: tuple[ToneOffer, ...]) -> Called:
    """One request, and the guard behind it."""
    request, began = ExpressionRequest("daily", offers), time.monotonic()
    answer = selector.choose(request, task, TURN)
    seconds = elapsed(began)
    assert answer.requests == 1
    if answer.content is None:
        return Called(answer.reason, (), seconds)
    try:
        return Called(None, tuple(variant.id for variant in admit_expression(request, answer.content)), seconds)
    except Refused as refused:
        return Called(refused.reason, (), seconds)


def at_once(one: Callable[[str], Called], tasks: list[str]) -> list[Called]:
    """Make the calls, so many at once."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, tasks))


def by_task(exchange: Exchange) -> None:
    """Do what the task text names."""
    HOSTILE[exchange.system][0](exchange)


def test_every_hostile_behaviour_beside_all_others(offers: tuple[ToneOffer, ...]) -> None:
    """One request and one connection a call, in time, with the reason that the behaviour has alone."""
    tasks = list(HOSTILE) * 3
    with serving(*[by_task] * len(tasks)) as endpoint:
        selector = asked_of(endpoint)
        called = at_once(lambda task: call(selector, task, offers), tasks)
        assert Counter(exchange.system for exchange in endpoint.exchanges) == Counter(tasks)
        assert endpoint.connections == len(tasks)
    assert [each.reason for each in called] == [HOSTILE[task][1] for task in tasks]
    assert max(each.seconds for each in called) < IN_TIME


@pytest.mark.parametrize("behaviour", [name for name, (_, reason) in HOSTILE.items() if reason is Reason.DEADLINE])
def test_all_calls_run_out_of_time_at_once(behaviour: str, offers: tuple[ToneOffer, ...]) -> None:
    """They end in time, and leave neither a thread nor a connection behind."""
    with serving(*[by_task] * AT_ONCE) as endpoint:
        selector = asked_of(endpoint)
        called = at_once(lambda task: call(selector, task, offers), [behaviour] * AT_ONCE)
        assert ours() == 0
        assert len(endpoint.exchanges) == endpoint.connections == AT_ONCE
    assert {each.reason for each in called} == {Reason.DEADLINE}
    assert max(each.seconds for each in called) < IN_TIME


def ours() -> int:
    """Threads of calls and look-ups that are still there."""
    return sum(thread.name.startswith("checkin-") for thread in threading.enumerate())


def twice(exchange: Exchange) -> None:
    """Answer well, and once more."""
    body = completion(compact(exchange.valid()))
    exchange.send(response(body, Connection="keep-alive") * 2)
    time.sleep(0.05)
    exchange.send(response(body, Connection="keep-alive"))


def and_more(exchange: Exchange) -> None:
    """Answer well, and say more than was announced."""
    exchange.send(response(completion(compact(exchange.valid())), Connection="keep-alive") + b"more\r\n\r\n")


def and_close(exchange: Exchange) -> None:
    """Answer as if more were welcome, and close."""
    exchange.send(response(completion(compact(exchange.valid())), Connection="keep-alive"))


def and_close_later(exchange: Exchange) -> None:
    and_close(exchange)
    exchange.stopped.wait(0.1)


@pytest.mark.parametrize("step", [valid, twice, and_more, and_close, and_close_later])
def test_each_call_gets_its_own_answer(step: Step, offers: tuple[ToneOffer, ...]) -> None:
    """Whatever else arrives behind an answer, the next request neither fails nor takes it for its own."""
    [offer] = offers
    choices = [(replace(offer, variants=offer.variants[: 2 + number % 4]),) for number in range(8 * AT_ONCE)]
    with serving(*[step] * len(choices)) as endpoint:
        selector = asked_of(endpoint)
        called = at_once(lambda number: call(selector, "", choices[int(number)]), [str(n) for n in range(len(choices))])
        assert len(endpoint.exchanges) == len(choices)
    assert [each.chosen for each in called] == [(choice[0].variants[-1].id,) for choice in choices]


def test_a_look_up_that_blocks_holds_nobody_longer(
    offers: tuple[ToneOffer, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All calls end in time, one look-up is left behind, and when it is over nothing is sent and all is well again."""
    look_up, goes_on, asked = socket.getaddrinfo, threading.Event(), []

    def slow(*args: object, **keywords: object) -> object:
        asked.append(args)
        goes_on.wait(10)
        return look_up(*args, **keywords)  # type: ignore[arg-type]  # passed on as it came

    with serving() as endpoint:
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        selector = asked_of(endpoint)
        called = at_once(lambda task: call(selector, task, offers), [""] * (2 * AT_ONCE))
        assert len(asked) == ours() == 1
        goes_on.set()
        time.sleep(0.2)
        assert endpoint.connections == ours() == 0
        assert call(selector, "", offers).reason is None
    assert {each.reason for each in called} == {Reason.DEADLINE}
    assert max(each.seconds for each in called) < IN_TIME


STARTING = """
import sys, threading
from concurrent.futures import ThreadPoolExecutor
from checkin_cli.selection.requests import ExpressionRequest
from checkin_cli.selection.selectors.endpoint import Endpoint, EndpointSettings
from checkin_cli.selection.selectors.interface import Turn

assert "openai" not in sys.modules
selector = Endpoint(EndpointSettings(sys.argv[1], "stub", 1.5, "max_tokens", key="key"))
start = threading.Barrier(32)

def call(_):
    start.wait()
    return selector.choose(ExpressionRequest("daily", ()), "", Turn("", 0)).reason

with ThreadPoolExecutor(32) as pool:
    print(*pool.map(call, range(32)))
"""


def test_the_import_of_the_sdk_counts_for_no_deadline() -> None:
    """Of 32 calls that start at once, the answers take a second of the one and a half that each has."""

    def slow(exchange: Exchange) -> None:
        time.sleep(1)
        exchange.send(response(completion("{}")))

    with serving(*[slow] * AT_ONCE) as endpoint:
        command = [sys.executable, "-c", STARTING, endpoint.base_url]
        run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60, check=False)
        assert run.stderr == ""
        assert run.stdout.split() == ["None"] * AT_ONCE
        assert len(endpoint.exchanges) == AT_ONCE
