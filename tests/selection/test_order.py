"""
A reply with two faults is refused for the first one, in a fixed order: transport, status, envelope, finish, content.
"""

import json

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.reasons import Reason
from tests.loopback import Exchange, Step, completion, content, response, serving
from tests.selection.asking import ask

pytestmark = pytest.mark.loopback

LONG = "{" + " " * 1100


def cut(exchange: Exchange) -> None:
    """Shorter than it says, and an error too."""
    exchange.send(b"HTTP/1.1 500 Oops\r\nContent-Le")


def refused(status: str, **headers: str) -> Step:
    """No completion, under a status that is no success."""
    return lambda exchange: exchange.send(response(b"<html>", status=status, **headers))


def shaped(finish: object, content: object, count: int = 1, **message: object) -> Step:
    """A completion with these members, so many times."""

    def step(exchange: Exchange) -> None:
        body = json.loads(completion(content, finish=finish, **message))
        body["choices"] *= count
        exchange.send(response(json.dumps(body).encode()))

    return step


PAIRS = {
    "transport before status": (cut, Reason.NO_CONNECTION),
    "status before coding": (refused("500 Oops", Content_Encoding="gzip"), Reason.STATUS),
    "status before envelope": (refused("404 Not Found"), Reason.STATUS),
    "envelope before finish": (shaped("length", "{}", count=2), Reason.NO_COMPLETION),
    "finish before refusal": (shaped("length", "{}", refusal="no"), Reason.TRUNCATED),
    "finish before content": (shaped("length", None), Reason.TRUNCATED),
    "finish before size": (shaped("length", LONG), Reason.TRUNCATED),
    "refusal before content": (shaped("stop", "not JSON", refusal="no"), Reason.NO_COMPLETION),
    "content before size": (shaped("stop", [LONG]), Reason.NO_COMPLETION),
    "size before JSON": (content(LONG), Reason.REPLY_TOO_LARGE),
    "JSON before contract": (content('{"schema_version":"x"}}'), Reason.NOT_ONE_OBJECT),
    "contract before ids": (
        content('{"schema_version":"x","surface":"daily","selections":[{"variant_id":"none"}]}'),
        Reason.WRONG_CONTRACT,
    ),
}


@pytest.mark.parametrize(("step", "reason"), PAIRS.values(), ids=PAIRS)
def test_the_first_fault_is_the_reason(step: Step, reason: Reason, doctrine: Doctrine) -> None:
    with serving(step) as endpoint:
        outcome = ask(endpoint, "expression", doctrine)
        assert len(endpoint.exchanges) == 1
    assert outcome.receipt is not None
    assert outcome.receipt.reason == reason
