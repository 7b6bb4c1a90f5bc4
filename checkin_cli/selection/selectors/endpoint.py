"""
The one file of the package that reaches a network: one bounded call to an OpenAI-compatible endpoint.

The SDK builds the request and a transport of ours carries it: no proxy, no redirect, no retry, no header from the
environment, identity encoding, a body cap while reading. The call runs in a thread of its own that is left behind at
the deadline, because no time-out of a library bounds a hanging look-up or a server that drips. Bytes come back, not
objects of the SDK, and an exception of any class becomes a closed reason and is never formatted.
"""

import logging
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.json_text import canonical_json
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import Request
from checkin_cli.selection.schemas import strict_schema
from checkin_cli.selection.selectors.completion import content_of
from checkin_cli.selection.selectors.interface import Answer, Turn
from checkin_cli.selection.selectors.names import is_forbidden, is_forbidden_address

if TYPE_CHECKING:
    import httpx2
    from openai._legacy_response import LegacyAPIResponse
    from openai.types.chat import ChatCompletion

    Create = Callable[..., LegacyAPIResponse[ChatCompletion]]

LARGEST_BODY = 64 * 1024
"""
Bytes of a response body. That of an error is not read at all.
"""

MOST_TOKENS = 256

_CALL = threading.local()
"""
When the call of this thread ends, on the monotonic clock.
"""

_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")


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
    """

    name = "openai"
    sends = True

    def __init__(self, settings: EndpointSettings) -> None:
        self._settings = settings

    def refuses(self) -> Reason | None:
        """
        Forbidden names are refused before a client exists or a name is looked up.
        """
        forbidden = is_forbidden(self._settings.model) or is_forbidden_address(self._settings.base_url)
        return Reason.NAME_DISALLOWED if forbidden else None

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:  # noqa: ARG002  # who it is for is not sent
        """
        Send one request and return the content of its completion, or why there is none.
        """
        if self._key is None:
            return Answer(None, Reason.NO_KEY, 0)
        try:
            create, body = self._create, self._body(request, task)
        except Exception as fault:  # noqa: BLE001  # an address that the SDK cannot use
            return Answer(None, _reason_behind(fault), 0)
        box: list[str | Reason] = []
        ends = time.monotonic() + self._settings.deadline

        def work() -> None:
            _CALL.ends = ends
            box.append(_call(create, body))

        thread = threading.Thread(target=work, name="checkin-request", daemon=True)
        thread.start()
        thread.join(self._settings.deadline)
        outcome = box[0] if box else Reason.DEADLINE
        if isinstance(outcome, Reason):
            return Answer(None, outcome, 1)
        return Answer(outcome, None, 1)

    @cached_property
    def _key(self) -> str | None:
        key = (self._settings.key or "").strip()
        return key if key.isascii() and key.isprintable() and key and " " not in key else None

    @cached_property
    def _create(self) -> "Create":
        """
        The call of one client for the run; the SDK takes half a second to import, before any clock starts.
        """
        import httpx2
        from openai import OpenAI

        for name in ("openai", "httpx2", "httpcore2"):
            # A log level in the environment must not put addresses on the terminal.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        settings = self._settings
        http = httpx2.Client(
            transport=_transport(self._key or ""),
            follow_redirects=False,
            trust_env=False,
        )
        client = OpenAI(
            api_key=self._key,
            base_url=settings.base_url,
            max_retries=0,
            timeout=settings.deadline,
            http_client=http,
        )
        # Taking the method loads what the SDK puts off, which would count against the deadline of the first call.
        return client.chat.completions.with_raw_response.create

    def _body(self, request: Request, task: str) -> dict[str, object]:
        extra: dict[str, object] = {self._settings.token_parameter: MOST_TOKENS}
        if self._settings.structured:
            schema = {"name": request.stage, "strict": True, "schema": strict_schema(request)}
            extra["response_format"] = {"type": "json_schema", "json_schema": schema}
        messages = [
            {"role": "system", "content": task},
            {"role": "user", "content": canonical_json(request.members()).decode("utf-8")},
        ]
        return {"model": self._settings.model, "messages": messages, "extra_body": extra}


def _call(create: "Create", body: dict[str, object]) -> str | Reason:
    """
    The call itself. Whatever it raises, only the class is looked at.
    """
    try:
        return content_of(create(**body).http_response.content)
    except Exception as fault:  # noqa: BLE001  # a closed reason for every class; nothing of it is formatted
        return _reason_behind(fault)


def _reason_behind(fault: BaseException) -> Reason:
    """
    Our own refusals and the time-outs of the transport pass through the SDK as the cause of its errors.
    """
    from httpx2 import TimeoutException

    cause: BaseException | None = fault
    while cause is not None:
        if isinstance(cause, Refused):
            return cause.reason
        if isinstance(cause, TimeoutException):
            return Reason.DEADLINE
        cause = cause.__cause__ or cause.__context__
    return Reason.NO_CONNECTION


def _transport(key: str) -> "httpx2.BaseTransport":
    """
    The transport that sends nothing but what was asked for, and reads no more than the cap.
    """
    import httpx2

    class Bounded(httpx2.HTTPTransport):
        def handle_request(self, request: httpx2.Request) -> httpx2.Response:
            # The SDK fills its own request from the environment too; a header in it tells it to hand out raw bytes.
            headers = {
                "accept": "application/json",
                "accept-encoding": "identity",
                "authorization": f"Bearer {key}",
                "connection": "close",
                "content-type": "application/json",
                "user-agent": "checkin",
            }
            extensions = {**request.extensions, "trace": _until(_CALL.ends)}
            bare = httpx2.Request("POST", request.url, headers=headers, content=request.read(), extensions=extensions)
            response = super().handle_request(bare)
            if response.status_code != HTTPStatus.OK:
                # The body of an error is never read: it may echo what was sent.
                response.close()
                raise Refused(Reason.STATUS)
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                response.close()
                raise Refused(Reason.COMPRESSED)
            response.stream = _capped(response.stream, _CALL.ends)
            return response

    # A connection that the server closed meanwhile would fail a request that nothing may send again.
    limits = httpx2.Limits(max_keepalive_connections=0)
    return Bounded(verify=_trusted(), trust_env=False, retries=0, limits=limits)


def _until(ends: float) -> Callable[[str, object], None]:
    """
    Asked before each step of connecting and sending: a call that was left behind sends nothing any more.
    """

    def watch(event: str, _details: object) -> None:
        if event.endswith(".started") and time.monotonic() >= ends:
            raise Refused(Reason.DEADLINE)

    return watch


def _capped(stream: object, ends: float) -> "httpx2.SyncByteStream":
    """
    The stream, read up to the cap and the end of the call.
    """
    import httpx2

    class Capped(httpx2.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            read = 0
            for chunk in stream:  # type: ignore[attr-defined]  # a stream of bytes
                read += len(chunk)
                if read > LARGEST_BODY:
                    raise Refused(Reason.BODY_TOO_LARGE)
                if time.monotonic() > ends:
                    raise Refused(Reason.DEADLINE)
                yield chunk

        def close(self) -> None:
            stream.close()  # type: ignore[attr-defined]  # as above

    return Capped()


def _trusted() -> ssl.SSLContext:
    """
    The certificates of the machine, from the places that were compiled in: no variable adds one or logs a secret.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    paths = ssl.get_default_verify_paths()
    files = [path for path in (paths.openssl_cafile, *_BUNDLES) if Path(path).is_file()]
    if files:
        context.load_verify_locations(cafile=files[0])
        return context
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
