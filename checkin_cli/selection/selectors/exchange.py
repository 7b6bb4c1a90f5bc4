"""
One HTTP/1.1 exchange: a request goes out once, and of the response no more is read than may count.
"""

from collections.abc import Iterator
from functools import lru_cache

import h11

from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.sockets import Wire

LARGEST_BODY = 64 * 1024
"""
Bytes of a response body. That of an error is not read at all.
"""

_LARGEST_RESPONSE = 2 * LARGEST_BODY
"""
Bytes with the heads of interim responses and the frames of chunks.
"""


Headers = tuple[tuple[str, str], ...]


def exchange(wire: Wire, target: bytes, headers: Headers, body: bytes) -> bytes:
    """
    Post a body and return that of the response, which is a whole one with status 200. Raises `Refused`.
    """
    connection = h11.Connection(h11.CLIENT)
    try:
        # In one piece: the request costs one step, and a server never sees half of it.
        parts = (
            connection.send(part) for part in (_head(target, headers, len(body)), h11.Data(body), h11.EndOfMessage())
        )
        wire.write(b"".join(part for part in parts if part))
        return _body_of(_events(connection, wire))
    except h11.ProtocolError:
        raise Refused(Reason.NO_CONNECTION) from None


@lru_cache(maxsize=256)
def _head(target: bytes, headers: Headers, length: int) -> h11.Request:
    """
    Checked once for each length of a body.
    """
    return h11.Request(method="POST", target=target, headers=[*headers, ("content-length", str(length))])


def _body_of(events: Iterator[h11.Event]) -> bytes:
    body = b""
    for event in events:
        match event:
            case h11.Response():
                _check_head(event)
            case h11.Data():
                body += event.data
                if len(body) > LARGEST_BODY:
                    raise Refused(Reason.BODY_TOO_LARGE)
            case h11.EndOfMessage():
                return body
            case h11.InformationalResponse():
                continue
            case _:
                break
    raise Refused(Reason.NO_CONNECTION)


def _check_head(response: h11.Response) -> None:
    """
    Raise `Refused` for any status but 200, whose body may echo what was sent, and for a compressed body.
    """
    if response.status_code != 200:
        raise Refused(Reason.STATUS)
    codings = (value.strip().lower() for name, value in response.headers if name == b"content-encoding")
    if any(coding != b"identity" for coding in codings):
        raise Refused(Reason.COMPRESSED)


def _events(connection: h11.Connection, wire: Wire) -> Iterator[h11.Event]:
    """
    What the server says, read as it is asked for.
    """
    received = 0
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            raw = wire.read()
            received += len(raw)
            if received > _LARGEST_RESPONSE:
                raise Refused(Reason.BODY_TOO_LARGE)
            connection.receive_data(raw)
        elif isinstance(event, h11.Event):
            yield event
        else:
            return
