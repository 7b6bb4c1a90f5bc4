"""
What an endpoint may do instead of answering well, and the reason that each gives.
"""

import gzip
import json
from collections.abc import Callable

from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.exchange import LARGEST_BODY
from tests.loopback import Exchange, Step, compact, completion, content, hang, raw, reset, response

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def drip_body(exchange: Exchange) -> None:
    body = completion(compact(exchange.valid()))
    exchange.send(HEAD + f"Content-Length: {len(body)}\r\n\r\n".encode())
    exchange.drip(body, 0.05)


def drip_headers(exchange: Exchange) -> None:
    exchange.drip(HEAD + b"X-Slow: " + b"a" * 500, 0.05)


def interim(exchange: Exchange) -> None:
    for _ in range(50):
        exchange.stopped.wait(0.1)
        exchange.connection.sendall(b"HTTP/1.1 102 Processing\r\n\r\n")


def chunked_spaces(exchange: Exchange) -> None:
    exchange.send(CHUNKED)
    for _ in range(50):
        exchange.stopped.wait(0.1)
        exchange.connection.sendall(b"1\r\n \r\n")


def hang_after_headers(exchange: Exchange) -> None:
    exchange.send(HEAD + b"Content-Length: 10\r\n\r\n")
    hang(exchange)


def redirect(status: str) -> Step:
    def step(exchange: Exchange) -> None:
        exchange.send(response(b"", status=status, Location="/v1/elsewhere"))

    return step


def zipped(exchange: Exchange) -> None:
    body = gzip.compress(completion(compact(exchange.valid())))
    exchange.send(response(body, Content_Encoding="gzip"))


def coded_twice(exchange: Exchange) -> None:
    body = gzip.compress(completion(compact(exchange.valid())))
    exchange.send(response(body, Content_Encoding="identity\r\nContent-Encoding: gzip"))


BOMB = gzip.compress(b" " * 50_000_000, 1)


def bomb(exchange: Exchange) -> None:
    exchange.send(response(BOMB, Content_Encoding="gzip"))


def oversize(exchange: Exchange) -> None:
    exchange.send(response(b" " * 10_000_000 + completion(compact(exchange.valid()))))


def padded(length: int) -> Step:
    """The valid completion, and blanks up to this length."""
    return lambda exchange: exchange.send(response(completion(compact(exchange.valid())).ljust(length)))


def oversize_error(exchange: Exchange) -> None:
    exchange.send(response(b" " * 10_000_000, status="500 Oops"))


def truncated_body(exchange: Exchange) -> None:
    body = completion(compact(exchange.valid()))
    exchange.send(response(body, Content_Length=str(len(body) + 10)))


def reset_in_body(exchange: Exchange) -> None:
    exchange.send(HEAD + b"Content-Length: 100\r\n\r\n{")
    reset(exchange)


def echo(status: str) -> Step:
    def step(exchange: Exchange) -> None:
        said = {"error": {"message": f"{exchange.headers['authorization']} {exchange.system} {exchange.user}"}}
        exchange.send(response(json.dumps(said).encode(), status=status))

    return step


def choices(change: Callable[[dict[str, object]], object]) -> Step:
    """A completion with the valid content whose `choices` are changed."""

    def step(exchange: Exchange) -> None:
        body = json.loads(completion(compact(exchange.valid())))
        body["choices"] = change(body["choices"][0])
        exchange.send(response(json.dumps(body).encode()))

    return step


def message(**members: object) -> Step:
    """A completion with the valid content and these members in its message."""
    return lambda exchange: exchange.send(response(completion(compact(exchange.valid()), **members)))


def thinking(exchange: Exchange) -> None:
    """The valid reply in a side field, and no content."""
    exchange.send(response(completion("", reasoning_content=compact(exchange.valid()))))


def finish(reason: object) -> Step:
    return lambda exchange: exchange.send(response(completion(compact(exchange.valid()), finish=reason)))


def status(line: str, **headers: str) -> Step:
    """The valid completion under another status."""
    return lambda exchange: exchange.send(response(completion(compact(exchange.valid())), status=line, **headers))


HOSTILE: dict[str, tuple[Step, Reason]] = {
    "drips its body": (drip_body, Reason.DEADLINE),
    "drips its headers": (drip_headers, Reason.DEADLINE),
    "sends interim responses": (interim, Reason.DEADLINE),
    "floods interim responses": (raw(b"HTTP/1.1 102 Processing\r\n\r\n" * 100_000), Reason.BODY_TOO_LARGE),
    "sends tiny chunks": (raw(CHUNKED + b"1\r\n \r\n" * 100_000), Reason.BODY_TOO_LARGE),
    "sends endless headers": (raw(HEAD + b"X-Long: " + b"a" * 1_000_000), Reason.NO_CONNECTION),
    "switches protocols": (raw(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), Reason.NO_CONNECTION),
    "trickles chunks of spaces": (chunked_spaces, Reason.DEADLINE),
    "hangs": (hang, Reason.DEADLINE),
    "hangs after its headers": (hang_after_headers, Reason.DEADLINE),
    "redirects with 307": (redirect("307 Temporary Redirect"), Reason.STATUS),
    "redirects with 308": (redirect("308 Permanent Redirect"), Reason.STATUS),
    "redirects with 301": (redirect("301 Moved Permanently"), Reason.STATUS),
    "redirects with 303": (redirect("303 See Other"), Reason.STATUS),
    "redirects with 302": (redirect("302 Found"), Reason.STATUS),
    "compresses": (zipped, Reason.COMPRESSED),
    "says twice how it is coded": (coded_twice, Reason.COMPRESSED),
    "sends a bomb": (bomb, Reason.COMPRESSED),
    "sends a byte too much": (padded(LARGEST_BODY + 1), Reason.BODY_TOO_LARGE),
    "sends too much": (oversize, Reason.BODY_TOO_LARGE),
    "sends too much as an error": (oversize_error, Reason.STATUS),
    "stops before the end": (truncated_body, Reason.NO_CONNECTION),
    "resets": (reset, Reason.NO_CONNECTION),
    "resets in the body": (reset_in_body, Reason.NO_CONNECTION),
    "does not speak HTTP": (raw(b"SSH-2.0-x\r\n\r\n"), Reason.NO_CONNECTION),
    "echoes as an error": (echo("400 Bad Request"), Reason.STATUS),
    "echoes as a completion": (echo("200 OK"), Reason.NO_COMPLETION),
    "sends HTML": (raw(response(b"<html>busy</html>", kind="text/html")), Reason.NO_COMPLETION),
    "sends events": (raw(response(b"data: {}\n\n", kind="text/event-stream")), Reason.NO_COMPLETION),
    "sends nothing": (raw(response(b"")), Reason.NO_COMPLETION),
    "sends a list": (raw(response(b"[1,2]")), Reason.NO_COMPLETION),
    "sends null": (raw(response(b"null")), Reason.NO_COMPLETION),
    "sends other bytes": (raw(response(b"\xff\xfe\x00")), Reason.NO_COMPLETION),
    "sends no choices": (choices(lambda one: []), Reason.NO_COMPLETION),
    "sends null choices": (choices(lambda one: None), Reason.NO_COMPLETION),
    "sends words as choices": (choices(lambda one: "abc"), Reason.NO_COMPLETION),
    "sends two choices": (choices(lambda one: [one, one]), Reason.NO_COMPLETION),
    "sends no content": (content(None), Reason.NO_COMPLETION),
    "sends parts": (content([{"type": "text", "text": "{}"}]), Reason.NO_COMPLETION),
    "sends a refusal": (message(refusal="no"), Reason.NO_COMPLETION),
    "thinks the reply": (thinking, Reason.NOT_ONE_OBJECT),
    "writes digits without end": (content("1" * 900), Reason.NOT_ONE_OBJECT),
    "calls a tool": (message(tool_calls=[{"id": "1", "type": "function"}]), Reason.NO_COMPLETION),
    "runs out of tokens": (finish("length"), Reason.TRUNCATED),
    "filters": (finish("content_filter"), Reason.NO_COMPLETION),
    "does not finish": (finish(None), Reason.NO_COMPLETION),
    "answers with empty content": (content(""), Reason.NOT_ONE_OBJECT),
    "answers with another object": (content("{}"), Reason.WRONG_SHAPE),
    "answers 201": (status("201 Created"), Reason.STATUS),
    "answers 204": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), Reason.STATUS),
    "answers 401": (status("401 Unauthorized"), Reason.STATUS),
    "answers 403": (status("403 Forbidden"), Reason.STATUS),
    "answers 408": (status("408 Request Timeout"), Reason.STATUS),
    "answers 409": (status("409 Conflict"), Reason.STATUS),
    "answers 429": (status("429 Too Many Requests", Retry_After="60"), Reason.STATUS),
    "answers 500": (status("500 Oops"), Reason.STATUS),
    "answers 502 and asks to try again": (status("502 Bad Gateway", x_should_retry="true"), Reason.STATUS),
    "answers 503": (status("503 Busy", Retry_After="1"), Reason.STATUS),
}
