"""
The one file that opens connections. Every step of one is bounded by what is left of the deadline of its call.

No proxy, no certificate and no address comes from the environment, and nothing is left behind but a look-up.
"""

import contextlib
import math
import select
import socket
import ssl
import struct
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.addresses import Addresses
from checkin_cli.selection.selectors.deadline import Deadline

Address = tuple[socket.AddressFamily, tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]]
Trusted = ssl.SSLContext
"""
The certificates that a server has to be known by.
"""

T = TypeVar("T")
LookUp = Callable[[str, int], tuple[Address, ...]]

_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")
_AT_ONCE = getattr(socket, "SOCK_NONBLOCK", 0)
"""
Opens a connection that does not block, where the system can do both in one call.
"""

_READ_AT_ONCE = 64 * 1024
_DROP_WHAT_IS_UNSENT = struct.pack("ii", 1, 0)


class Wire:
    """
    An open connection during one call. It never blocks: what may take time is waited for in one place.
    """

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline
        # TLS may hold bytes that have arrived, of which a poll does not know.
        self._before_reading = 0 if isinstance(connection, ssl.SSLSocket) else select.POLLIN

    def write(self, raw: bytes) -> None:
        """
        Send all of it. Raises `Refused`; nothing is sent once the deadline has passed.
        """
        unsent = memoryview(raw)
        while unsent:
            self._deadline.left()
            unsent = unsent[self._take(partial(self._connection.send, unsent), 0, select.POLLOUT) :]

    def read(self) -> bytes:
        """
        What has arrived, as soon as there is any; nothing at the end. Raises `Refused`.
        """
        self._deadline.left()
        return self._take(partial(self._connection.recv, _READ_AT_ONCE), self._before_reading, select.POLLIN)

    def secured(self, trusted: Trusted, host: str) -> "Wire":
        """
        The same connection with TLS, in place of this one. Raises `Refused`.
        """
        try:
            secured = trusted.wrap_socket(self._connection, server_hostname=host, do_handshake_on_connect=False)
        except OSError:
            raise Refused(Reason.NO_CONNECTION) from None
        self._connection = secured
        self._take(secured.do_handshake, 0, select.POLLIN)
        return Wire(secured, self._deadline)

    def close(self) -> None:
        """
        End the connection as one whose response was read.
        """
        self._connection.close()

    def abort(self) -> None:
        """
        End the connection and drop what the system has not sent yet: closing alone would go on sending it.
        """
        with contextlib.suppress(OSError):
            self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _DROP_WHAT_IS_UNSENT)
        self._connection.close()

    def _take(self, step: Callable[[], T], before: int, otherwise: int) -> T:
        """
        Take a step once the events `before` happened; if it would block all the same, after those that it needs.
        """
        events = before
        while True:
            if events:
                _wait(self._connection, events, self._deadline)
            try:
                return step()
            except (BlockingIOError, ssl.SSLWantReadError):
                events = otherwise
            except ssl.SSLWantWriteError:
                events = select.POLLOUT
            except OSError:
                raise Refused(Reason.NO_CONNECTION) from None


class Server:
    """
    One host and port, with TLS or without.
    """

    def __init__(self, host: str, port: int, trusted: Trusted | None, look_up: LookUp | None = None) -> None:
        """
        Without trusted certificates there is no TLS.
        """
        self._host = host
        self._trusted = trusted
        self._addresses = Addresses(lambda: (look_up or _look_up)(host, port))

    @contextlib.contextmanager
    def connected(self, deadline: Deadline) -> Iterator[Wire]:
        """
        A new connection while the block runs; aborted if the block fails. Raises `Refused`.
        """
        wire = Wire(_connect(self._addresses.within(deadline), deadline), deadline)
        try:
            yield wire if self._trusted is None else wire.secured(self._trusted, self._host)
        except BaseException:
            wire.abort()
            raise
        wire.close()


def _look_up(host: str, port: int) -> tuple[Address, ...]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple((family, address) for family, _, _, _, address in found)


def _connect(addresses: tuple[Address, ...], deadline: Deadline) -> socket.socket:
    """
    Connect to the first address that answers. Each but the last takes at most half of the time that is left.
    """
    reason = Reason.NO_CONNECTION
    for position, (family, address) in enumerate(addresses, start=1):
        within = deadline if position == len(addresses) else Deadline.after(deadline.left() / 2)
        try:
            connection = socket.socket(family, socket.SOCK_STREAM | _AT_ONCE)
        except OSError:
            continue
        try:
            if not _AT_ONCE:
                connection.settimeout(0)
            _reach(connection, address, within)
        except (OSError, Refused) as fault:
            connection.close()
            reason = fault.reason if isinstance(fault, Refused) else Reason.NO_CONNECTION
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise Refused(reason)


def _reach(connection: socket.socket, address: tuple[object, ...], deadline: Deadline) -> None:
    try:
        connection.connect(address)
    except BlockingIOError:
        _wait(connection, select.POLLOUT, deadline)
        if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            raise Refused(Reason.NO_CONNECTION) from None


def _wait(connection: socket.socket, events: int, deadline: Deadline) -> None:
    """
    Return when one of the events happened, or the connection failed. Raises `Refused` at the deadline.
    """
    poll = select.poll()
    poll.register(connection, events)
    while not poll.poll(math.ceil(deadline.left() * 1000)):
        pass


def trusted_here() -> Trusted:
    """
    The certificates of the machine, from the places that were compiled in: no variable adds one or logs a secret.

    Where there are none, no server is trusted.
    """
    context = Trusted(ssl.PROTOCOL_TLS_CLIENT)
    paths = ssl.get_default_verify_paths()
    files = [path for path in (paths.openssl_cafile, *_BUNDLES) if Path(path).is_file()]
    if files:
        context.load_verify_locations(cafile=files[0])
    elif Path(paths.openssl_capath).is_dir():
        context.load_verify_locations(capath=paths.openssl_capath)
    return context
