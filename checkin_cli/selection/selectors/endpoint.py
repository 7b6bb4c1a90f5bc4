"""
A model behind an OpenAI-compatible endpoint: one bounded call, whatever the endpoint does.

The call runs in the thread that asks for it, and every step of its connection is bounded by what is left of its
deadline, so that when it ends, nothing of it is still under way. Bytes come back, not objects of the SDK, and an
exception of any class becomes a closed reason and is never formatted.
"""

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from checkin_cli.json_text import canonical_json, json_line
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import Request
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.selection.selectors.completion import content_of
from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.interface import MOST_TOKENS, Answer, Turn
from checkin_cli.selection.selectors.names import is_forbidden, is_forbidden_address

Post = Callable[[bytes, Deadline], bytes]
"""
Posts the body of one completion request and returns that of the response. Raises `Refused`, or what the SDK raises.
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


class Endpoint:
    """
    A model behind an endpoint. Its reply is text that the guard has still to admit.

    Many threads may ask at once; each call has a connection and a deadline of its own.
    """

    name = "openai"
    sends = True

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings
        self._making = threading.Lock()
        self._made: Post | None = None

    def refuses(self) -> Reason | None:
        """
        Forbidden names are refused before a client exists or a name is looked up.
        """
        return Reason.NAME_DISALLOWED if self._is_forbidden else None

    def get_ready(self) -> None:
        """
        Make the client, where there may be one.
        """
        if self._key is not None and not self._is_forbidden:
            with contextlib.suppress(Exception):
                # Whoever asks meets the same fault, and has a reason for it.
                self._post(self._key)

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:  # noqa: ARG002  # who it is for is not sent
        """
        Send one request and return the content of its completion, or why there is none.
        """
        if self._key is None:
            return Answer(None, Reason.NO_KEY, 0)
        try:
            post, body = self._post(self._key), self._body(request, task)
        except Exception as fault:  # noqa: BLE001  # an address that the SDK cannot use
            return Answer(None, _reason_behind(fault), 0)
        deadline = Deadline.after(self._settings.deadline)
        try:
            return Answer(content_of(post(body, deadline)), None, 1)
        except Exception as fault:  # noqa: BLE001  # a closed reason for every class; nothing of it is formatted
            return Answer(None, _reason_behind(fault), 1)

    @property
    def has_key(self) -> bool:
        """
        True if there is a key that can be sent.
        """
        return self._key is not None

    @cached_property
    def _is_forbidden(self) -> bool:
        return is_forbidden(self._settings.model) or is_forbidden_address(self._settings.base_url)

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

    def _body(self, request: Request, task: str) -> bytes:
        body: dict[str, object] = {
            "messages": [
                {"role": "system", "content": task},
                {"role": "user", "content": canonical_json(request.members()).decode("utf-8")},
            ],
            "model": self._settings.model,
            self._settings.token_parameter: MOST_TOKENS,
        }
        if self._settings.structured:
            schema = {"name": request.stage, "strict": True, "schema": strict_schema(request)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        return json_line(body)


def _reason_behind(fault: BaseException) -> Reason:
    """
    Our own refusals pass through the SDK as they are, or as the cause of its errors.
    """
    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, Refused):
            return cause.reason
        cause = cause.__cause__ or cause.__context__
    return Reason.NO_CONNECTION
