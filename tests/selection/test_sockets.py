"""
Connections and look-ups: each step ends with the deadline of its call, and nothing happens afterwards.
"""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.addresses import Addresses
from checkin_cli.selection.selectors.client import posting
from checkin_cli.selection.selectors.deadline import Deadline
from checkin_cli.selection.selectors.sockets import Address, Server
from tests.loopback import elapsed, raw, serving

pytestmark = pytest.mark.loopback

CERTIFICATE = Path(__file__).parent / "certificate.pem"
DEADLINE = 0.4
IN_TIME = DEADLINE + 0.5
PLAIN = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@contextlib.contextmanager
def deaf() -> Iterator[int]:
    """A port on which connections are neither accepted nor refused."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        port = server.getsockname()[1]
        for _ in range(8):
            filler = stack.enter_context(socket.socket())
            filler.settimeout(0.1)
            if filler.connect_ex(("127.0.0.1", port)) != 0:
                yield port
                return
        pytest.skip("this system accepts any number of connections")


@contextlib.contextmanager
def accepting(step: Callable[[socket.socket], None], receives: int | None = None) -> Iterator[int]:
    """A port on which one connection is accepted and handed over."""
    with socket.socket() as server:
        if receives is not None:
            server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        server.bind(("127.0.0.1", 0))
        server.listen()

        def accept() -> None:
            connection, _ = server.accept()
            with contextlib.suppress(OSError), connection:
                step(connection)

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server.getsockname()[1]
        thread.join(5)


def at(*ports: int) -> Callable[[str, int], tuple[Address, ...]]:
    """A look-up that finds these ports of this machine."""
    return lambda _host, _port: tuple((socket.AF_INET, ("127.0.0.1", port)) for port in ports)


def server_on(*ports: int, trusted: ssl.SSLContext | None = None) -> Server:
    return Server("localhost", 1, trusted, at(*ports))


@contextlib.contextmanager
def refused_in_time(reason: Reason) -> Iterator[None]:
    began = time.monotonic()
    with pytest.raises(Refused) as refusal:
        yield
    assert refusal.value.reason is reason
    assert elapsed(began) < IN_TIME


def test_reading_ends_with_the_deadline() -> None:
    """Whatever has arrived before."""

    def drip(connection: socket.socket) -> None:
        for _ in range(100):
            connection.sendall(b"x")
            time.sleep(0.02)

    with (
        accepting(drip) as port,
        refused_in_time(Reason.DEADLINE),
        server_on(port).connected(Deadline.after(DEADLINE)) as wire,
    ):
        while wire.read():
            pass


def test_writing_ends_with_the_deadline_and_nothing_more_is_sent() -> None:
    """What the system still holds is dropped: a server that reads later finds the connection reset."""
    ended, was_reset = threading.Event(), threading.Event()

    def read_late(connection: socket.socket) -> None:
        ended.wait(5)
        try:
            while connection.recv(1 << 20):
                pass
        except ConnectionResetError:
            was_reset.set()

    with accepting(read_late, receives=4096) as port:
        with refused_in_time(Reason.DEADLINE), server_on(port).connected(Deadline.after(DEADLINE)) as wire:
            wire.write(b"x" * 50_000_000)
        ended.set()
    assert was_reset.is_set()


def test_nothing_is_sent_after_the_deadline() -> None:
    found: list[bytes] = []
    with (
        accepting(lambda connection: found.append(connection.recv(10))) as port,
        refused_in_time(Reason.DEADLINE),
        server_on(port).connected(Deadline.after(DEADLINE)) as wire,
    ):
        time.sleep(DEADLINE)
        wire.write(b"late")
    assert b"".join(found) == b""


def test_connecting_ends_with_the_deadline() -> None:
    """However many addresses do not answer."""
    with deaf() as port:
        for ports in ((port,), (port, port, port)):
            with refused_in_time(Reason.DEADLINE), server_on(*ports).connected(Deadline.after(DEADLINE)):
                pass


def test_an_address_that_does_not_answer_leaves_time_for_the_next() -> None:
    with deaf() as port, accepting(lambda connection: connection.sendall(b"x")) as other:
        began = time.monotonic()
        with server_on(port, other).connected(Deadline.after(1)) as wire:
            assert wire.read() == b"x"
        assert 0.4 < elapsed(began) < 0.9


def test_an_address_that_refuses_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with (
        accepting(lambda connection: connection.sendall(b"x")) as other,
        server_on(port, other).connected(Deadline.after(1)) as wire,
    ):
        assert wire.read() == b"x"
    with refused_in_time(Reason.NO_CONNECTION), server_on(port, port).connected(Deadline.after(DEADLINE)):
        pass


def secured() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    return context


def trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(cafile=CERTIFICATE)
    return context


def post(base_url: str, trusted: Callable[[], ssl.SSLContext] = trusting) -> bytes:
    return posting(base_url, "key", trusted)(b"{}", Deadline.after(1))


def test_a_server_with_a_trusted_certificate_is_asked() -> None:
    with serving(raw(PLAIN), secured=secured()) as endpoint:
        assert post(endpoint.base_url) == b"{}"
        assert len(endpoint.exchanges) == endpoint.connections == 1


def test_a_server_without_one_is_sent_nothing() -> None:
    """Neither where the certificate is not trusted, nor where it does not name the host."""
    with serving(raw(PLAIN), secured=secured()) as endpoint:
        for base_url, trusted in (
            (endpoint.base_url, lambda: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)),
            (endpoint.base_url.replace("127.0.0.1", "127.1"), trusting),
        ):
            with refused_in_time(Reason.NO_CONNECTION):
                post(base_url, trusted)
        assert endpoint.exchanges == []


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x03\x40\x00"])
def test_a_handshake_ends_with_the_deadline(said: bytes) -> None:
    """With a server that is silent, and one that drips a record without end."""

    def shake(connection: socket.socket) -> None:
        connection.sendall(said)
        for _ in range(100 if said else 0):
            connection.sendall(b"\x00")
            time.sleep(0.02)
        hung.wait(5)

    hung = threading.Event()
    with accepting(shake) as port:
        with refused_in_time(Reason.DEADLINE), server_on(port, trusted=trusting()).connected(Deadline.after(DEADLINE)):
            pass
        hung.set()


@pytest.mark.parametrize("secure", [None, secured()])
def test_an_address_of_the_sixth_version_is_asked(secure: ssl.SSLContext | None) -> None:
    try:
        with serving(raw(PLAIN), host="::1", secured=secure) as endpoint:
            assert post(endpoint.base_url) == b"{}"
            assert endpoint.exchanges[0].headers["host"] == f"[::1]:{endpoint.port}"
    except OSError:
        pytest.skip("no such addresses on this machine")


def look_ups() -> int:
    return sum(thread.name == "checkin-look-up" for thread in threading.enumerate())


def test_calls_share_one_look_up() -> None:
    """Of 32 that wait for a name and give up, one look-up is left; those who come later wait for the same."""
    asked, goes_on = [], threading.Event()

    def slow() -> tuple[str, ...]:
        asked.append(1)
        goes_on.wait(5)
        return ("found",)

    addresses, before = Addresses(slow), look_ups()

    def wait(_: int) -> Reason:
        with pytest.raises(Refused) as refusal:
            addresses.within(Deadline.after(0.1))
        return refusal.value.reason

    with ThreadPoolExecutor(32) as pool:
        assert set(pool.map(wait, range(64))) == {Reason.DEADLINE}
    assert len(asked) == look_ups() - before == 1
    goes_on.set()
    assert addresses.within(Deadline.after(1)) == ("found",)
    assert len(asked) == 1


def test_what_was_found_serves_for_a_second_and_a_failure_for_nobody_else() -> None:
    answers: list[tuple[str, ...]] = [(), ("one",), ("two",)]
    asked = []

    def look_up() -> tuple[str, ...]:
        asked.append(1)
        if len(asked) == 1:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return answers[len(asked) - 1]

    addresses = Addresses(look_up)
    with refused_in_time(Reason.NO_CONNECTION):
        addresses.within(Deadline.after(DEADLINE))
    for _ in range(20):
        assert addresses.within(Deadline.after(DEADLINE)) == ("one",)
    time.sleep(1.1)
    assert addresses.within(Deadline.after(DEADLINE)) == ("two",)
    assert len(asked) == 3


@pytest.mark.parametrize("host", ["a" * 64, "a\0b", "b..c"])
def test_a_name_that_is_none_finds_nothing(host: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever the resolver raises, nothing of it is said."""
    server = Server(host, 80, None)
    with refused_in_time(Reason.NO_CONNECTION), server.connected(Deadline.after(DEADLINE)):
        pass
    assert capfd.readouterr().err == ""
