"""
A real endpoint on loopback: it records what it is asked and answers as each test says, byte by byte.
"""

import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Step = Callable[["Exchange"], None]


@dataclass
class Exchange:
    """One request with its connection, and the reply that would be valid for it."""

    connection: socket.socket
    path: str
    headers: dict[str, str]
    body: bytes
    stopped: threading.Event

    @property
    def system(self) -> str:
        """The task text."""
        return str(json.loads(self.body)["messages"][0]["content"])

    @property
    def user(self) -> str:
        """The request document as it travelled."""
        return str(json.loads(self.body)["messages"][1]["content"])

    def valid(self) -> Json:
        """The reply that takes the last of everything."""
        return reply_to(json.loads(self.user))

    def send(self, raw: bytes) -> None:
        """Send bytes, if anybody still listens."""
        with contextlib.suppress(OSError):
            self.connection.sendall(raw)

    def drip(self, raw: bytes, every: float) -> None:
        """Send byte by byte until nobody listens."""
        for position in range(len(raw)):
            if self.stopped.wait(every):
                return
            self.connection.sendall(raw[position : position + 1])


def reply_to(asked: Json) -> Json:
    """The valid reply to a request document: last wordings, last two atoms, all principles."""
    head = {"schema_version": asked["schema_version"], "surface": asked["surface"]}
    if "principles" in asked:
        principles = [each["id"] for each in asked["principles"]]
        slots = [
            {
                "slot_id": slot["slot_id"],
                "hard_identity": slot["hard_identity"],
                "principle_ids": principles,
                "atom_ids": slot["offered_atom_ids"][-min(2, slot["max_clauses"]) :],
            }
            for slot in asked["slots"]
        ]
        return {**head, "slots": slots}
    selections = [
        {
            **{key: each[key] for key in ("slot_id", "atom_id") if key in each},
            "variant_id": each["allowed_variant_ids"][-1],
        }
        for each in asked.get("clauses") or asked["slots"]
    ]
    return {**head, "selections": selections}


def completion(content: Any, *, finish: Any = "stop", **message: Any) -> bytes:
    """The body of a chat completion with one choice."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
    return json.dumps({"id": "x", "object": "chat.completion", "choices": [choice]}).encode()


def response(body: bytes, *, status: str = "200 OK", kind: str = "application/json", **headers: str) -> bytes:
    """A whole HTTP response."""
    lines = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    return (
        "\r\n".join([f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in lines.items()), "", ""]).encode()
        + body
    )


def compact(reply: Json) -> str:
    """A reply document as a model would write it."""
    return json.dumps(reply, ensure_ascii=False, separators=(",", ":"))


def valid(exchange: Exchange) -> None:
    """Answer well."""
    exchange.send(response(completion(compact(exchange.valid()))))


def first(exchange: Exchange) -> None:
    """Answer well, with the first of everything."""
    asked = json.loads(exchange.user)
    for each in [*asked.get("slots", ()), *asked.get("clauses", ())]:
        if "allowed_variant_ids" in each:
            each["allowed_variant_ids"] = each["allowed_variant_ids"][:1]
        else:
            each["offered_atom_ids"] = each["offered_atom_ids"][:2]
    exchange.send(response(completion(compact(reply_to(asked)))))


def content(text: Any) -> Step:
    """Answer with this content."""
    return lambda exchange: exchange.send(response(completion(text)))


def raw(given: bytes) -> Step:
    """Answer with these bytes."""
    return lambda exchange: exchange.send(given)


@dataclass
class Loopback:
    """The endpoint: its steps answer the requests in order; a request beyond them is answered well."""

    steps: list[Step]
    exchanges: list[Exchange] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    host: str = "127.0.0.1"
    scheme: str = "http"
    counting: threading.Lock = field(default_factory=threading.Lock)

    @property
    def base_url(self) -> str:
        """What a configuration names."""
        return f"{self.scheme}://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/v1"


@contextlib.contextmanager
def serving(*steps: Step, host: str = "127.0.0.1", secured: ssl.SSLContext | None = None) -> Iterator[Loopback]:
    """Serve on a free port while the block runs, with TLS where there is a certificate."""
    endpoint, stopped = Loopback(list(steps), host=host, scheme="https" if secured else "http"), threading.Event()
    open_connections: list[socket.socket] = []
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, 0), family=family, backlog=256) as server:
        endpoint.port = server.getsockname()[1]

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                endpoint.connections += 1
                open_connections.append(connection)
                threading.Thread(target=_serve, args=(endpoint, connection, stopped, secured), daemon=True).start()

        threading.Thread(target=accept, daemon=True).start()
        yield endpoint
        stopped.set()
        server.shutdown(socket.SHUT_RDWR)
    for connection in open_connections:
        connection.close()


def _serve(
    endpoint: Loopback, accepted: socket.socket, stopped: threading.Event, secured: ssl.SSLContext | None
) -> None:
    with (
        contextlib.suppress(OSError),
        secured.wrap_socket(accepted, server_side=True) if secured else accepted as connection,
    ):
        exchange = _receive(connection, stopped)
        if exchange is None:
            return
        with endpoint.counting:
            endpoint.exchanges.append(exchange)
            position = len(endpoint.exchanges) - 1
        step = endpoint.steps[position] if position < len(endpoint.steps) else valid
        step(exchange)


def _receive(connection: socket.socket, stopped: threading.Event) -> Exchange | None:
    received = b""
    while b"\r\n\r\n" not in received:
        chunk = connection.recv(65536)
        if not chunk:
            return None
        received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    first_line, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Exchange(connection, first_line.split(" ")[1], headers, body, stopped)


def hang(exchange: Exchange) -> None:
    """Say nothing."""
    exchange.stopped.wait(30)


def reset(exchange: Exchange) -> None:
    """Close the connection the hard way."""
    exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    exchange.connection.close()


def elapsed(began: float) -> float:
    """Seconds since then."""
    return time.monotonic() - began
