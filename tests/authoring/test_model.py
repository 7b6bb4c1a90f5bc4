"""
The model that writes for the operator, against real servers on loopback: one request, in time, a closed reason.
"""

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from checkin_cli.authoring.model import EndpointModel, is_configured, model_of
from checkin_cli.config import Configuration, load_configuration
from checkin_cli.errors import UsageError
from checkin_cli.selection.reasons import Failure, Reason
from checkin_cli.selection.selectors.endpoint import EndpointSettings
from checkin_cli.selection.selectors.exchange import LARGEST_BODY
from tests.loopback import Loopback, Step, completion, content, elapsed, response, serving
from tests.selection.asking import DEADLINE, KEY, settings_of
from tests.selection.hostile import HOSTILE, padded, zipped

pytestmark = pytest.mark.loopback

MAX_TOKENS = 300

REQUEST = '{"schema_version":"x","slots":[{"allowed_variant_ids":["a"],"slot_id":"s"}],"surface":"x"}'
"""What the hostile servers can make a reply of."""

_OF_THE_GUARD = {Reason.REPLY_TOO_LARGE, Reason.NOT_ONE_OBJECT, Reason.DUPLICATE_KEY}
TRANSPORT = [
    name
    for name, (_, reason) in HOSTILE.items()
    if reason not in _OF_THE_GUARD and reason.failure is not Failure.VALIDATION_REJECTED
]
"""What no choice is needed for: how the bytes come, or do not."""

Configure = Callable[[str], Configuration]


def asked(endpoint: Loopback, **changes: object) -> EndpointModel:
    settings = replace(settings_of(endpoint), **changes)  # type: ignore[arg-type]  # named by the test
    return EndpointModel(settings, MAX_TOKENS)


def reporting(usage: object) -> Step:
    body = json.loads(completion("네."))
    return lambda exchange: exchange.send(response(json.dumps({**body, "usage": usage}).encode()))


def test_the_text_comes_back_as_it_was_written() -> None:
    """Prose of any form, which whoever asked has still to judge; the two messages and the token limit went out."""
    with serving(content(" 첫 줄\n[a.b] ")) as endpoint:
        reply = asked(endpoint).complete("system", "user")
    assert (reply.text, reply.reason, reply.requests) == (" 첫 줄\n[a.b] ", None, 1)
    [exchange] = endpoint.exchanges
    assert (exchange.system, exchange.user) == ("system", "user")
    assert json.loads(exchange.body).keys() == {"messages", "model", "max_completion_tokens"}
    assert json.loads(exchange.body)["max_completion_tokens"] == MAX_TOKENS
    assert exchange.headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("behaviour", TRANSPORT)
def test_whatever_the_endpoint_does_there_is_one_request_and_a_reason(behaviour: str) -> None:
    step, reason = HOSTILE[behaviour]
    with serving(step) as endpoint:
        began = time.monotonic()
        reply = asked(endpoint).complete("system", REQUEST)
        assert elapsed(began) < DEADLINE + 0.5
        assert len(endpoint.exchanges) == endpoint.connections == 1
    assert (reply.text, reply.reason, reply.requests) == (None, reason, 1)
    assert KEY not in repr(reply)


def test_a_reply_may_be_longer_than_a_choice_and_its_body_is_bounded() -> None:
    with serving(content("가" * 2000), padded(LARGEST_BODY + 1)) as endpoint:
        model = asked(endpoint)
        assert model.complete("system", REQUEST).text == "가" * 2000
        assert model.complete("system", REQUEST).reason is Reason.BODY_TOO_LARGE


@pytest.mark.parametrize("structured", [True, False])
def test_a_schema_is_sent_where_the_configuration_says_so(*, structured: bool) -> None:
    schema = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    with serving(content("{}"), content("{}")) as endpoint:
        model = asked(endpoint, structured=structured)
        model.complete("system", "user", schema=schema, name="proposal")
        model.complete("system", "user")
    first, second = (json.loads(exchange.body) for exchange in endpoint.exchanges)
    sent = {"type": "json_schema", "json_schema": {"name": "proposal", "strict": True, "schema": schema}}
    assert first.get("response_format") == (sent if structured else None)
    assert "response_format" not in second


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"total_tokens": 7}, 7),
        ({"total_tokens": 7.0}, None),
        ({"total_tokens": True}, None),
        ({"total_tokens": 0}, None),
    ]
    + [({"total_tokens": value}, None) for value in (-3, 10**12, "7", None)]
    + [(None, None), ([], None), ({}, None)],
)
def test_tokens_are_those_reported_or_the_most_there_can_be(usage: object, counted: int | None) -> None:
    with serving(reporting(usage)) as endpoint:
        reply = asked(endpoint).complete("system", "user")
    assert reply.text == "네."
    most = len(endpoint.exchanges[0].body) + MAX_TOKENS
    assert reply.tokens == counted if counted else most <= reply.tokens <= most + 200


def test_what_was_written_and_never_seen_counts() -> None:
    with serving(zipped) as endpoint:
        reply = asked(endpoint).complete("system", REQUEST)
    assert reply.reason is Reason.COMPRESSED
    assert reply.tokens >= len(endpoint.exchanges[0].body) + MAX_TOKENS


@pytest.mark.parametrize("changes", [{"model": "K1MI-k2"}, {"model": "x", "base_url": "http://moon-shot.invalid/v1"}])
def test_a_forbidden_name_is_refused_before_a_client_exists(changes: dict[str, str]) -> None:
    with serving() as endpoint:
        reply = asked(endpoint, **changes).complete("system", "user")
        assert endpoint.connections == 0
    assert (reply.text, reply.reason, reply.requests, reply.tokens) == (None, Reason.NAME_DISALLOWED, 0, 0)


def test_without_a_key_that_can_be_sent_nobody_is_asked() -> None:
    settings = EndpointSettings("http://127.0.0.1:9/v1", "stub", DEADLINE, "max_tokens", key="a b")
    reply = EndpointModel(settings, MAX_TOKENS).complete("system", "user")
    assert (reply.reason, reply.requests, reply.tokens) == (Reason.NO_KEY, 0, 0)


WHOLE = '[authoring]\nmodel = "stub"\nbase_url = "http://127.0.0.1:9/v1"\napi_key_env = "AUTHORING_KEY"\n'


@pytest.fixture
def configure(tmp_path: Path) -> Configure:
    """The configuration that a text gives."""

    def configured(text: str) -> Configuration:
        (tmp_path / "c.toml").write_text(text)
        return load_configuration(str(tmp_path / "c.toml"), {}, tmp_path)

    return configured


def test_a_section_of_its_own_says_whom_to_ask(configure: Configure) -> None:
    """The section of selection is not borrowed from."""
    assert not is_configured(configure(WHOLE.replace("[authoring]", "[provider]")))
    assert is_configured(configure(WHOLE))
    assert model_of(configure(WHOLE), {"AUTHORING_KEY": KEY}) is not None


@pytest.mark.parametrize(
    ("text", "environment", "code", "named"),
    [
        (WHOLE.replace('model = "stub"\n', ""), {"AUTHORING_KEY": KEY}, "authoring_incomplete", "no authoring.model"),
        ('[authoring]\nmodel = "m"\n', {}, "authoring_incomplete", "no authoring.base_url, no authoring.api_key_env"),
        (WHOLE, {}, "key_missing", "AUTHORING_KEY"),
        (WHOLE, {"AUTHORING_KEY": "a\nb"}, "key_missing", "AUTHORING_KEY"),
        (WHOLE + "timeout_seconds = 61\n", {"AUTHORING_KEY": KEY}, "config_invalid", "authoring.timeout_seconds"),
        (WHOLE + "max_tokens = 15\n", {"AUTHORING_KEY": KEY}, "config_invalid", "authoring.max_tokens"),
        (WHOLE + "retries = 1\n", {"AUTHORING_KEY": KEY}, "config_invalid", "authoring.retries"),
    ],
)
def test_what_is_missing_is_named(
    text: str, environment: dict[str, str], code: str, named: str, configure: Configure
) -> None:
    with pytest.raises(UsageError) as raised:
        model_of(configure(text), environment)
    assert raised.value.code == code
    assert named in str(raised.value)
    assert KEY not in str(raised.value)
