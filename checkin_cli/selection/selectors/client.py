"""
Completion requests as the SDK makes them, sent by ourselves: nothing of the SDK reaches a network.

No proxy, no redirect, no retry, no header from the environment, identity encoding: only what stands here is sent.
Importing this loads the SDK, which takes half a second.
"""

import logging
from collections.abc import Callable

import httpx2
from openai import OpenAI

from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.exchange import exchange
from checkin_cli.selection.selectors.sockets import Server, Trusted, trusted_here


def posting(
    base_url: str, key: str, trusted: Callable[[], Trusted] = trusted_here
) -> Callable[[bytes, Deadline], bytes]:
    """
    What posts the body of a completion request and returns that of the response, in many threads at once.

    It raises `Refused`. An address that cannot be used raises here.
    """
    for name in ("openai", "httpx2"):
        # A log level in the environment must not put addresses on the terminal.
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    request = _completion_request(base_url, key)
    address = request.url
    host, secure = address.raw_host.decode(), address.scheme == "https"
    server = Server(host, address.port or (443 if secure else 80), trusted() if secure else None)
    headers = (
        ("host", address.netloc.decode()),
        ("accept", "application/json"),
        ("accept-encoding", "identity"),
        ("authorization", f"Bearer {key}"),
        # A connection that the server closed meanwhile would fail a request that nothing may send again.
        ("connection", "close"),
        ("content-type", "application/json"),
        ("user-agent", "checkin"),
    )

    def post(body: bytes, deadline: Deadline) -> bytes:
        with server.connected(deadline) as wire:
            return exchange(wire, address.raw_path, headers, body)

    return post


def _completion_request(base_url: str, key: str) -> httpx2.Request:
    """
    The request that the SDK makes for a completion. One is made for a run: making one costs more than sending it.
    """
    nowhere = _Nowhere()
    http = httpx2.Client(transport=nowhere, trust_env=False)
    client = OpenAI(api_key=key, base_url=base_url, max_retries=0, http_client=http)
    client.post("/chat/completions", cast_to=httpx2.Response, body={})
    return nowhere.requests[-1]


class _Nowhere(httpx2.BaseTransport):
    """
    Keeps requests instead of carrying them.
    """

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        return httpx2.Response(200, json={})
