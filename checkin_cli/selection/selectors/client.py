"""
The SDK as a client of ours: it builds the requests, and nothing of it reaches a network.

No proxy, no redirect, no retry, no header from the environment, identity encoding: only what stands here is sent.
Importing this loads the SDK, which takes half a second.
"""

import logging
import threading
from collections.abc import Callable

import httpx2
from openai import OpenAI

from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.exchange import exchange
from checkin_cli.selection.selectors.sockets import Server, Trusted, trusted_here


def posting(
    base_url: str, key: str, trusted: Callable[[], Trusted] = trusted_here
) -> Callable[[dict[str, object], Deadline], bytes]:
    """
    What posts the body of a completion request and returns that of the response, in many threads at once.

    It raises `Refused`, or what the SDK raises. An address that cannot be used raises here.
    """
    for name in ("openai", "httpx2"):
        # A log level in the environment must not put addresses on the terminal.
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    carrier = Carrier(httpx2.URL(f"{base_url.rstrip('/')}/chat/completions"), key, trusted)
    client = OpenAI(api_key=key, base_url=base_url, max_retries=0, http_client=_Client(carrier))

    def post(body: dict[str, object], deadline: Deadline) -> bytes:
        carrier.call.deadline = deadline
        # Not through `chat.completions`: checking parameters and making models of replies costs more than the call.
        return client.post(str(carrier.address), cast_to=httpx2.Response, body=body).content

    return post


class Carrier:
    """
    Carries bodies to one address, each on a connection of its own.
    """

    def __init__(self, address: httpx2.URL, key: str, trusted: Callable[[], Trusted]) -> None:
        host, secure = address.raw_host.decode(), address.scheme == "https"
        self._key = key
        self._server = Server(host, address.port or (443 if secure else 80), trusted() if secure else None)
        self.address = address
        self.call = threading.local()
        """
        The deadline of the call that a thread is in.
        """

    def carry(self, body: bytes) -> bytes:
        """
        Post a body and return that of the response. Raises `Refused`.
        """
        with self._server.connected(self.call.deadline) as wire:
            return exchange(wire, self.address.raw_path, self._headers(body), body)

    def _headers(self, body: bytes) -> dict[str, str]:
        return {
            "host": self.address.netloc.decode(),
            "accept": "application/json",
            "accept-encoding": "identity",
            "authorization": f"Bearer {self._key}",
            # A connection that the server closed meanwhile would fail a request that nothing may send again.
            "connection": "close",
            "content-length": str(len(body)),
            "content-type": "application/json",
            "user-agent": "checkin",
        }


class _Client(httpx2.Client):
    """
    What the SDK takes for a client: it hands the body of a request to the carrier, and the answer back.
    """

    def __init__(self, carrier: Carrier) -> None:
        # What is inherited could follow a redirect or use a proxy; a transport that carries nothing shuts it off.
        super().__init__(transport=httpx2.BaseTransport(), trust_env=False)
        self._carrier = carrier

    def build_request(self, method: str, url: object, *, content: object = None, **_: object) -> httpx2.Request:
        """
        The request with its body alone. The headers of the SDK are left out: some come from the environment.
        """
        if url != str(self._carrier.address) or not isinstance(content, bytes):
            raise TypeError("no completion request")
        return httpx2.Request(method, self._carrier.address, content=content)

    def send(self, request: httpx2.Request, **_: object) -> httpx2.Response:
        """
        The answer, which is a whole one with status 200. Raises `Refused`.
        """
        return httpx2.Response(200, content=self._carrier.carry(request.read()), request=request)
