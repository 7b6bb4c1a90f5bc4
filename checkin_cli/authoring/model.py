"""
The model that writes for the operator: one bounded request at a time, as the one that chooses for customers has it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from checkin_cli.config import Configuration
from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.selection.bounds import AROUND_MESSAGE
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.completion import content_of
from checkin_cli.selection.selectors.endpoint import Caller, EndpointSettings

SECTION = "authoring"
_NEEDED = ("model", "base_url", "api_key_env")


@dataclass(frozen=True)
class Completion:
    """
    What one request brought: text as the model wrote it, or why there is none.
    """

    text: str | None
    reason: Reason | None
    requests: int
    """
    Requests that were begun: none or one.
    """

    tokens: int
    """
    What the endpoint reported as the whole usage where that can be true, else the most that it can have been.
    """


class Model(Protocol):
    """
    Whoever answers a prompt.
    """

    def complete(
        self, system: str, user: str, *, schema: Mapping[str, object] | None = None, name: str = "reply"
    ) -> Completion:
        """
        Ask once. Never raises, never asks again. The schema is a strict one, sent where the configuration says so.
        """
        ...


class EndpointModel(Model):
    """
    A model behind an OpenAI-compatible endpoint. Forbidden names are refused before a client exists.
    """

    def __init__(self, settings: EndpointSettings, max_tokens: int) -> None:
        self._caller = Caller(settings)
        self._structured = settings.structured
        self._max_tokens = max_tokens

    def complete(
        self, system: str, user: str, *, schema: Mapping[str, object] | None = None, name: str = "reply"
    ) -> Completion:
        """
        Send one request, whatever the endpoint does, and return within the deadline.
        """
        if self._caller.is_forbidden:
            return Completion(None, Reason.NAME_DISALLOWED, 0, 0)
        sent = self._caller.body(system, user, self._max_tokens, schema if self._structured else None, name)
        called = self._caller.call(lambda: sent)
        bound = self._most_tokens(sent, called.body) if called.requests else 0
        if called.body is None:
            return Completion(None, called.reason, called.requests, bound)
        tokens = _reported(called.body, bound)
        try:
            return Completion(content_of(called.body), None, called.requests, tokens)
        except Refused as refused:
            return Completion(None, refused.reason, called.requests, tokens)

    def _most_tokens(self, sent: bytes, received: bytes | None) -> int:
        """
        No tokenizer that works on bytes makes more tokens than bytes. What was written and never seen counts in full.
        """
        written = max(self._max_tokens, len(received or b""))
        return len(sent) + 2 * AROUND_MESSAGE + written


def is_configured(settings: Configuration) -> bool:
    """
    True if the section says whom to ask, however incompletely.
    """
    return any(settings.text(f"{SECTION}.{key}") is not None for key in _NEEDED)


def model_of(settings: Configuration, environment: Mapping[str, str]) -> EndpointModel:
    """
    The model that the section `[authoring]` names. Nothing is loaded or sent yet.

    Raises `UsageError` where a key of the section does not fit or is missing, and where the key variable is empty.
    """
    for problem in settings.problems:
        if problem.name.split(".")[0] == SECTION:
            place = Place(problem.origin, path=problem.name)
            raise UsageError("config_invalid", problem.found, problem.required, place)
    missing = [f"{SECTION}.{key}" for key in _NEEDED if settings.text(f"{SECTION}.{key}") is None]
    if missing:
        found = f"no {', no '.join(missing)}"
        raise UsageError("authoring_incomplete", found, "a model, its base URL and the variable of its key")
    variable = _text(settings, "api_key_env")
    given = EndpointSettings(
        base_url=_text(settings, "base_url"),
        model=_text(settings, "model"),
        deadline=float(_text(settings, "timeout_seconds")),
        token_parameter=_text(settings, "token_parameter"),
        structured=_text(settings, "structured_output") == "json_schema",
        key=environment.get(variable),
    )
    if not Caller(given).has_key:
        raise UsageError("key_missing", "no key that can be sent", "a key in that variable").at(variable)
    return EndpointModel(given, int(_text(settings, "max_tokens")))


def _text(settings: Configuration, key: str) -> str:
    return settings.text(f"{SECTION}.{key}") or ""


def _reported(body: bytes, bound: int) -> int:
    """
    The usage that a response reports; the bound where it reports none, or one that cannot be.
    """
    try:
        completion = parse_json(decode_utf8(body))
    except DocumentRefused:
        return bound
    usage = completion.get("usage") if isinstance(completion, dict) else None
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return total if type(total) is int and 0 < total <= bound else bound
