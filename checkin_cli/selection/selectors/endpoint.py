"""
A model behind an OpenAI-compatible endpoint: one bounded call, whatever the endpoint does.

The call runs in the thread that asks for it, and every step of its connection is bounded by what is left of its
deadline, so that when it ends, nothing of it is still under way. Bytes come back, not objects of the SDK, and an
exception of any class becomes a closed reason and is never formatted.
"""

import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from checkin_cli.json_text import json_line
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import Request, message_of
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.selection.selectors.completion import content_of
from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.interface import MOST_TOKENS, Answer, Turn
from checkin_cli.selection.selectors.names import is_forbidden, is_forbidden_address

Post = Callable[[bytes, Deadline], bytes]
"""
Posts the body of one completion request and returns that of the response. Raises `Refused`.
"""


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    """
    Where to ask, whom, and for how long.
    """

    base_url: str
    model: str
    deadline: float
    """
    Seconds from the start of the call, imports done, to the last byte.
    """

    token_parameter: str
    structured: bool = False
    key: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Called:
    """
    What one call brought: the body of a response with status 200, or why there is none.
    """

    body: bytes | None
    reason: Reason | None
    requests: int
    """
    Requests that were begun: none or one.
    """


class Caller:
    """
    One address, one key: a request goes out once, within a deadline, and to no forbidden name.

    Many threads may call at once; each call has a connection and a deadline of its own.
    """

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings
        self._making = threading.Lock()
        self._made: Post | None = None

    @property
    def has_key(self) -> bool:
        """
        True if there is a key that can be sent.
        """
        return self._key is not None

    @cached_property
    def is_forbidden(self) -> bool:
        """
        True if the model or the address has a name that is never asked.
        """
        return is_forbidden(self._settings.model) or is_forbidden_address(self._settings.base_url)

    def get_ready(self) -> bool:
        """
        Make the client, where there may be one and is none yet: then this is true. Never raises.
        """
        if self._made is not None or self._key is None or self.is_forbidden:
            return False
        with contextlib.suppress(Exception):
            # Whoever asks meets the same fault, and has a reason for it.
            self._post(self._key)
        return True

    def call(self, body: Callable[[], bytes]) -> Called:
        """
        Post what `body` makes, once. Never raises, never asks again.
        """
        if self._key is None:
            return Called(None, Reason.NO_KEY, 0)
        try:
            post, made = self._post(self._key), body()
        except Exception as fault:  # noqa: BLE001  # an address that the SDK cannot use
            return Called(None, _reason_behind(fault), 0)
        deadline = Deadline.after(self._settings.deadline)
        try:
            return Called(post(made, deadline), None, 1)
        except Exception as fault:  # noqa: BLE001  # a closed reason for every class; nothing of it is formatted
            return Called(None, _reason_behind(fault), 1)

    def body(self, system: str, user: str, tokens: int, schema: Mapping[str, object] | None, name: str) -> bytes:
        """
        The body of a completion request with two messages, at most so many output tokens, and maybe a strict schema.
        """
        body: dict[str, object] = {
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "model": self._settings.model,
            self._settings.token_parameter: tokens,
        }
        if schema is not None:
            strict = {"name": name, "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": strict}
        return json_line(body)

    @cached_property
    def _key(self) -> str | None:
        # As it stands: a blank or a line end, left by a file of settings, is a mistake that somebody should see.
        key = self._settings.key or ""
        return key if key.isascii() and key.isprintable() and key and " " not in key else None

    def _post(self, key: str) -> Post:
        """
        The call of one client for the run. Making it takes half a second, before any clock starts; others wait for it.
        """
        with self._making:
            if self._made is None:
                from checkin_cli.selection.selectors.client import posting

                self._made = posting(self._settings.base_url, key)
            return self._made


class Endpoint:
    """
    A model behind an endpoint. Its reply is text that the guard has still to admit. Many threads may ask at once.
    """

    name = "openai"
    sends = True

    def __init__(self, settings: EndpointSettings) -> None:
        self._caller = Caller(settings)
        self._structured = settings.structured

    def refuses(self) -> Reason | None:
        """
        Forbidden names are refused before a client exists or a name is looked up.
        """
        return Reason.NAME_DISALLOWED if self._caller.is_forbidden else None

    def get_ready(self) -> bool:
        """
        Make the client, where there may be one and is none yet: then this is true.
        """
        return self._caller.get_ready()

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:  # noqa: ARG002  # who it is for is not sent
        """
        Send one request and return the content of its completion, or why there is none.
        """
        called = self._caller.call(lambda: self._body(request, task))
        if called.body is None:
            return Answer(None, called.reason, called.requests)
        try:
            return Answer(content_of(called.body), None, called.requests)
        except Refused as refused:
            return Answer(None, refused.reason, called.requests)

    @property
    def has_key(self) -> bool:
        """
        True if there is a key that can be sent.
        """
        return self._caller.has_key

    def _body(self, request: Request, task: str) -> bytes:
        schema = strict_schema(request) if self._structured else None
        return self._caller.body(task, message_of(request), MOST_TOKENS, schema, request.stage)


def _reason_behind(fault: BaseException) -> Reason:
    """
    Our own refusals come as they are, or behind a connection that could not even be closed after them.
    """
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, Refused):
            return cause.reason
        cause = cause.__cause__ or cause.__context__
    return Reason.NO_CONNECTION
