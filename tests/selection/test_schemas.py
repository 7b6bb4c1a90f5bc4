"""
The strict schema: derived from the reply records, with the offered ids as its only words.
"""

import json
from typing import Any

import jsonschema
import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.shapes import strict
from tests.loopback import reply_to, serving
from tests.selection.asking import ask
from tests.selection.stand_in import Scripted
from tests.selection.test_pipeline import ORDINARY, render


def objects(node: Any) -> list[dict[str, Any]]:
    if isinstance(node, list):
        return [each for one in node for each in objects(one)]
    if isinstance(node, dict):
        own = [node] if node.get("type") == "object" else []
        return own + [each for one in node.values() for each in objects(one)]
    return []


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_the_schema_takes_the_valid_reply_and_no_other_id(mode: str, doctrine: Doctrine) -> None:
    probe = Scripted()
    render(ORDINARY, mode, probe, doctrine)
    for request in probe.asked:
        schema = strict_schema(request)
        jsonschema.Draft202012Validator.check_schema(schema)
        reply = reply_to(request.members())
        jsonschema.validate(reply, schema)
        for each in objects(schema):
            assert each["additionalProperties"] is False
            assert sorted(each["required"]) == sorted(each["properties"])
        text = json.dumps(reply)
        for word in ("ack.g", "daily.interpretation", "record_full", "trend.three_days"):
            if word in text:
                with pytest.raises(jsonschema.ValidationError):
                    jsonschema.validate(json.loads(text.replace(f'"{word}"', '"other"')), schema)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"type": "string"}}, "required": [], "additionalProperties": False},
        {"type": "string", "format": "date"},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"type": "object", "properties": {"a": {"oneOf": []}}, "required": ["a"], "additionalProperties": False},
    ],
)
def test_what_the_strict_subset_cannot_say_raises(schema: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        strict(schema)


@pytest.mark.loopback
def test_the_schema_is_sent_when_it_is_asked_for(doctrine: Doctrine) -> None:
    with serving() as endpoint:
        for structured in (False, True):
            ask(endpoint, "expression", doctrine, structured=structured)
    plain, structured_body = (json.loads(exchange.body) for exchange in endpoint.exchanges)
    assert "response_format" not in plain
    wanted = structured_body["response_format"]
    assert wanted["type"] == "json_schema"
    assert wanted["json_schema"]["strict"] is True
    jsonschema.validate(endpoint.exchanges[1].valid(), wanted["json_schema"]["schema"])


@pytest.mark.loopback
def test_a_final_slash_of_the_address_changes_no_path(doctrine: Doctrine) -> None:
    with serving() as endpoint:
        for end in ("", "/"):
            ask(endpoint, "expression", doctrine, base_url=endpoint.base_url + end)
    assert [exchange.path for exchange in endpoint.exchanges] == ["/v1/chat/completions"] * 2


@pytest.mark.loopback
def test_the_request_is_the_contracts_and_nothing_else(doctrine: Doctrine) -> None:
    """Two messages, canonical JSON, one token limit, no tools, no streaming, no number of the check-in."""
    with serving() as endpoint:
        ask(endpoint, "coach", doctrine, token_parameter="max_tokens")  # noqa: S106  # no secret
    for exchange in endpoint.exchanges:
        body = json.loads(exchange.body)
        assert sorted(body) == ["max_tokens", "messages", "model"]
        assert body["max_tokens"] == 256
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        asked = json.loads(exchange.user)
        assert exchange.user == json.dumps(asked, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        assert exchange.path == "/v1/chat/completions"
        assert "78.6" not in exchange.user
        assert "c-1001" not in exchange.body.decode()
    assert [json.loads(each.user)["schema_version"] for each in endpoint.exchanges] == [
        "checkin-coach-v1",
        "checkin-polish-v1",
    ]
