"""
The one file that opens connections. Every step of one is bounded by what is left of the deadline of its call.

No proxy, no certificate and no address comes from the environment, and nothing is left behind but a look-up.
"""

import contextlib
import socket
import ssl
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.addresses import Addresses
from checkin_cli.selection.selectors.deadline import Deadline

Address = tuple[socket.AddressFamily, tuple[str, int] | tuple[str, int, int, int] | tuple[int, bytes]]
Trusted = ssl.SSLContext
"""
The certificates that a server has to be known by.
"""

LookUp = Callable[[str, int], tuple[Address, ...]]

_BUNDLES = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem")
_READ_AT_ONCE = 64 * 1024
_DROP_WHAT_IS_UNSENT = struct.pack("ii", 1, 0)


class Wire:
    """
    An open connection during one call.
    """

    def __init__(self, connection: socket.socket, deadline: Deadline) -> None:
        self._connection = connection
        self._deadline = deadline

    def write(self, raw: bytes) -> None:
        """
        Send all of it. Raises `Refused`; nothing is sent once the deadline has passed.
        """
        unsent = memoryview(raw)
        try:
            while unsent:
                self._connection.settimeout(self._deadline.left())
                unsent = unsent[self._connection.send(unsent) :]
        except OSError as fault:
            raise _refused(fault) from None

    def read(self) -> bytes:
        """
        What has arrived, as soon as there is any; nothing at the end. Raises `Refused`.
        """
        try:
            self._connection.settimeout(self._deadline.left())
            return self._connection.recv(_READ_AT_ONCE)
        except OSError as fault:
            raise _refused(fault) from None

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
        connection = _connect(self._addresses.within(deadline), deadline)
        try:
            wire = Wire(self._secured(connection, deadline), deadline)
        except BaseException:
            connection.close()
            raise
        try:
            yield wire
        except BaseException:
            wire.abort()
            raise
        wire.close()

    def _secured(self, connection: socket.socket, deadline: Deadline) -> socket.socket:
        if self._trusted is None:
            return connection
        try:
            connection.settimeout(deadline.left())
            return self._trusted.wrap_socket(connection, server_hostname=self._host)
        except OSError as fault:
            raise _refused(fault) from None


def _look_up(host: str, port: int) -> tuple[Address, ...]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple((family, address) for family, _, _, _, address in found)


def _connect(addresses: tuple[Address, ...], deadline: Deadline) -> socket.socket:
    """
    Connect to the first address that answers. Each but the last takes at most half of the time that is left.
    """
    reason = Reason.NO_CONNECTION
    for position, (family, address) in enumerate(addresses, start=1):
        left = deadline.left()
        try:
            connection = socket.socket(family, socket.SOCK_STREAM)
        except OSError:
            continue
        try:
            connection.settimeout(left if position == len(addresses) else left / 2)
            connection.connect(address)
        except OSError as fault:
            connection.close()
            reason = _refused(fault).reason
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise Refused(reason)


def _refused(fault: OSError) -> Refused:
    """
    The reason behind a failed step, and nothing else of it. The time-out that was set carries no error number.
    """
    timed_out = isinstance(fault, TimeoutError) and fault.errno is None
    return Refused(Reason.DEADLINE if timed_out else Reason.NO_CONNECTION)


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
