"""
A reply becomes a proposal or not, and its strict schema says the same as far as such a schema can.
"""

import json
from typing import Any

import jsonschema
import pytest

from checkin_cli.authoring.proposal import Unreadable, proposal_schema, read_proposal
from checkin_cli.doctrine import Doctrine
from checkin_cli.shapes import strict
from tests.authoring.stand_in import offer, reply
from tests.conftest import FIXTURES, ROOT


def test_the_schema_is_closed_and_offers_only_what_was_delivered(doctrine: Doctrine) -> None:
    schema: dict[str, Any] = proposal_schema(offer(doctrine))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    properties = schema["properties"]
    assert sorted(properties) == sorted(schema["required"])
    assert properties["wording"] == {"type": "string"}
    jsonschema.validate(json.loads(reply("하나예요.")), schema)
    for change in ({"id": "sleep_short.a"}, {"principles": ["sleep.regular"]}, {"register": "hapsyo"}, {"more": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(reply("하나예요.", **change)), schema)


def test_what_the_wire_cannot_say_is_enforced_here() -> None:
    """Lengths, repeated ids and patterns are dropped from the schema alone."""
    changes: tuple[dict[str, Any], ...] = (
        {"wording": ""},
        {"wording": "가" * 301},
        {"principles": []},
        {"principles": ["a", "a"]},
        {"id": "가"},
    )
    for change in changes:
        with pytest.raises(Unreadable):
            read_proposal(reply("하나예요.", **change))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "네, 써 볼게요.",
        f"```json\n{reply('하나예요.')}\n```",
        f"{reply('하나예요.')} 어떠세요?",
        f"[{reply('하나예요.')}]",
        reply("하나예요.").replace('"slot"', '"slot": "x", "slot"'),
        reply("하나예요.", more=1),
        reply("x").replace('"x"', "7"),
        reply("x").replace('"x"', "null"),
        reply("하나예요.") + " " * 4096,
        '{"wording": "\\ud800"}',
        "\ud800",
    ],
)
def test_a_reply_is_one_object_or_nothing(text: str) -> None:
    """No fence, no prefix, no repair; the reason repeats nothing of the reply."""
    with pytest.raises(Unreadable) as raised:
        read_proposal(text)
    assert raised.value.reason.startswith("found ")
    assert "하나" not in raised.value.reason
    assert "써" not in raised.value.reason


def test_every_missing_key_is_named_and_both_registers_are() -> None:
    with pytest.raises(Unreadable) as raised:
        read_proposal('{"wording": "하나예요.", "slot": "a", "id": "b"}')
    assert raised.value.found == "no atom, register, principles"
    assert raised.value.required == "the keys slot, atom, id, wording, register, principles"
    with pytest.raises(Unreadable) as raised:
        read_proposal(reply("하나예요.", register="polite"))
    assert (raised.value.found, raised.value.required) == ("another word at $.register", "haeyo or hapsyo")


def test_the_file_that_the_page_shows_is_a_proposal() -> None:
    path = FIXTURES / "authoring" / "proposal.json"
    page = (ROOT / "docs" / "drafting.md").read_text("utf-8")
    assert f"$ cat fixtures/authoring/proposal.json\n{path.read_text('utf-8')}" in page
    assert read_proposal(path.read_text("utf-8")).id == "sleep_short.d"


def test_overrides_say_what_the_strict_subset_cannot_and_none_is_lost() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "format": "date"}, "b": {"type": "array", "items": {"anyOf": []}}},
        "required": ["a", "b"],
        "additionalProperties": False,
    }
    with pytest.raises(ValueError, match="format"):
        strict(schema)
    day: dict[str, object] = {"type": "string"}
    made = strict(schema, {"a": day, "b[]": day})
    assert made["properties"] == {"a": day, "b": {"type": "array", "items": day}}
    with pytest.raises(ValueError, match="c"):
        strict(schema, {"a": day, "b[]": day, "c": day})
    with pytest.raises(ValueError, match="an open object"):
        strict({**schema, "additionalProperties": True}, {"a": day, "b[]": day})
