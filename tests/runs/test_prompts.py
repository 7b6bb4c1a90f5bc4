"""
What is shown of a prompt is what is sent, byte for byte, on every document of the day.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import read_document
from checkin_cli.json_text import canonical_json, json_line
from checkin_cli.runs.document import render_document
from checkin_cli.runs.prompts import STAGES, Prompt, prompt_for, system_prompts
from checkin_cli.selection.bounds import Spared
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.built_in import BUILT_IN
from checkin_cli.selection.selectors.endpoint import Endpoint
from checkin_cli.selection.selectors.interface import Answer, Turn
from tests.conftest import FIXTURES
from tests.loopback import Exchange, serving
from tests.selection.asking import RULES, context, given, settings_of

DAY = sorted((FIXTURES / "day").glob("*.json"))
MODES = {"expression": "expression", "coach": "coach", "polish": "coach"}


class Following:
    """Asks the endpoint, and goes on as after a reply that takes the first of everything."""

    name, sends = "openai", True

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def refuses(self) -> Reason | None:
        return None

    def get_ready(self) -> bool:
        """Nothing is needed."""
        return False

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        self._endpoint.choose(request, task, turn)
        return BUILT_IN["first"].choose(request, task, turn)


@pytest.mark.loopback
@pytest.mark.parametrize("structured", [False, True])
@pytest.mark.parametrize("stage", STAGES)
def test_the_real_request_has_the_shown_bytes(stage: str, doctrine: Doctrine, *, structured: bool) -> None:
    """System text, user message and schema; where nothing is shown, nothing is sent."""
    seen = 0
    for path in DAY:
        with serving() as endpoint:
            asking = Following(Endpoint(replace(settings_of(endpoint), structured=structured)))
            render_document(given(str(path)), context(doctrine, asking, MODES[stage]))
        sent = next((each for each in endpoint.exchanges if _stage_of(each) == stage), None)
        shown = prompt_for(stage, read_document(path.read_bytes(), RULES), doctrine, structured=structured)
        assert isinstance(shown, Spared) == (sent is None), path.name
        if sent is not None and isinstance(shown, Prompt):
            seen += 1
            assert (shown.system, shown.user) == (sent.system, sent.user)
            assert _schema_in(sent) == shown.schema
            assert shown.input_tokens >= len((shown.system + sent.user + (shown.schema or "")).encode())
    assert seen >= 5


def test_a_document_that_asks_nothing_says_why(doctrine: Doctrine) -> None:
    for stage in STAGES:
        for name, why in (("card-held", Spared.SAFETY_HOLD), ("card-published", Spared.PUBLISHED)):
            document = read_document((FIXTURES / "day" / f"{name}.json").read_bytes(), RULES)
            assert prompt_for(stage, document, doctrine, structured=False) is why


def test_system_texts_stand_alone_without_a_document(doctrine: Doctrine) -> None:
    """That of expression lists the wordings of a surface, so there is one for each that has any."""
    assert [each.surface for each in system_prompts("expression", doctrine)] == ["daily", "weekly"]
    for stage in ("coach", "polish"):
        [prompt] = system_prompts(stage, doctrine)
        assert prompt.system == (Path("doctrine/prompts") / f"{stage}.md").read_text("utf-8")
        assert (prompt.surface, prompt.user, prompt.schema) == (None, None, None)


def _stage_of(exchange: Exchange) -> str:
    version = json.loads(exchange.user)["schema_version"]
    return {"korean-expression-v1": "expression", "checkin-coach-v1": "coach", "checkin-polish-v1": "polish"}[version]


def _schema_in(exchange: Exchange) -> str | None:
    """The schema as it stands in the body, which holds its bytes."""
    form = json.loads(exchange.body).get("response_format")
    if form is None:
        return None
    schema = json_line(form["json_schema"]["schema"])
    assert schema in exchange.body
    assert canonical_json(json.loads(schema)) == canonical_json(form["json_schema"]["schema"])
    return schema.decode()
