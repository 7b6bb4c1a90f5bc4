"""
The SDK as a client of ours: it builds the requests, and nothing of it reaches a network.

No proxy, no redirect, no retry, no header from the environment, identity encoding: only what stands here is sent.
Importing this loads the SDK, which takes half a second.
"""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import httpx2
from openai import OpenAI
from openai._models import FinalRequestOptions

from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.exchange import exchange
from checkin_cli.selection.selectors.sockets import Server, Trusted, trusted_here

if TYPE_CHECKING:
    from openai._types import RequestOptions

_ONCE: "RequestOptions" = {"max_retries": 0, "follow_redirects": False, "idempotency_key": "", "params": {}}
"""
What the SDK would otherwise make anew, or ask for, with each request.
"""


def posting(
    base_url: str, key: str, trusted: Callable[[], Trusted] = trusted_here
) -> Callable[[bytes, Deadline], bytes]:
    """
    What posts the body of a completion request and returns that of the response, in many threads at once.

    It raises `Refused`, or what the SDK raises. An address that cannot be used raises here.
    """
    for name in ("openai", "httpx2"):
        # A log level in the environment must not put addresses on the terminal.
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    carrier = Carrier(httpx2.URL(f"{base_url.rstrip('/')}/chat/completions"), key, trusted)
    client = _Sdk(api_key=key, base_url=base_url, max_retries=0, http_client=_Client(carrier))
    options = FinalRequestOptions.construct(method="post", url=str(carrier.address), **_ONCE)

    def post(body: bytes, deadline: Deadline) -> bytes:
        carrier.call.body, carrier.call.deadline = body, deadline
        # Not through `chat.completions`: checking parameters and making models of replies costs more than the call.
        return client.request(httpx2.Response, options).content

    return post


class Carrier:
    """
    Carries bodies to one address, each on a connection of its own.
    """

    def __init__(self, address: httpx2.URL, key: str, trusted: Callable[[], Trusted]) -> None:
        host, secure = address.raw_host.decode(), address.scheme == "https"
        self._headers = (
            ("host", address.netloc.decode()),
            ("accept", "application/json"),
            ("accept-encoding", "identity"),
            ("authorization", f"Bearer {key}"),
            # A connection that the server closed meanwhile would fail a request that nothing may send again.
            ("connection", "close"),
            ("content-type", "application/json"),
            ("user-agent", "checkin"),
        )
        self._server = Server(host, address.port or (443 if secure else 80), trusted() if secure else None)
        self.address = address
        self.call = threading.local()
        """
        The body and the deadline of the call that a thread is in.
        """

    def carry(self) -> bytes:
        """
        Post the body of the call and return that of the response. Raises `Refused`.
        """
        with self._server.connected(self.call.deadline) as wire:
            return exchange(wire, self.address.raw_path, self._headers, self.call.body)


class _Sdk(OpenAI):
    """
    The SDK without the headers that it puts together for each request, some of them from the environment.
    """

    def _build_request(self, options: FinalRequestOptions, *, retries_taken: int = 0) -> httpx2.Request:  # noqa: ARG002
        # A version of the SDK that does not ask here asks the client all the same, and pays for what is left out.
        return self._client.build_request(options.method, options.url)


class _Client(httpx2.Client):
    """
    What the SDK takes for a client: it has the carrier post the body of the call, and hands the answer back.
    """

    def __init__(self, carrier: Carrier) -> None:
        # What is inherited could follow a redirect or use a proxy; a transport that carries nothing shuts it off.
        super().__init__(transport=httpx2.BaseTransport(), trust_env=False)
        self._carrier = carrier
        self._request = httpx2.Request("POST", carrier.address)

    def build_request(self, method: str, url: object, **_: object) -> httpx2.Request:
        """
        The same request for every call. The headers of the SDK are left out: some come from the environment.
        """
        if (method.upper(), url) != (self._request.method, str(self._request.url)):
            raise TypeError("no completion request")
        return self._request

    def send(self, request: httpx2.Request, **_: object) -> httpx2.Response:
        """
        The answer, which is a whole one with status 200. Raises `Refused`.
        """
        return httpx2.Response(200, content=self._carrier.carry(), request=request)
