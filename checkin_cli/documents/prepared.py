"""
Read the documents that fit, fast; it accepts or gives up, and never says why.

One pattern a kind of document finds its members, in whatever order they stand, and takes the token of each value. What
it finds is an object of known keys, each once; each token is read by its own shape, once for each way in which a
closed value is written. Whoever gives up leaves the text to the shapes themselves, whose word counts.
"""

import re
from collections.abc import Callable
from typing import Any, Generic, TypeGuard, TypeVar

from checkin_cli.documents.binding import written
from checkin_cli.documents.parts import Goal, Safety
from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import parse_json, quoted
from checkin_cli.memo import Memo
from checkin_cli.shapes import Key, Misfit, Nullable, Pattern, Record, Shape, is_remembered

GIVES_UP = (Misfit, DocumentRefused, LookupError, TypeError, ValueError, ArithmeticError, RecursionError)
"""
What a form raises for a text that does not fit, or that it does not know well enough.
"""

T = TypeVar("T")

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+"'
_VALUE = rb'(%b|[-+.0-9A-Za-z]++|\[[^\[\]"]*+(?:%b[^\[\]"]*+)*+\])' % (_STRING, _STRING)
"""
A string, a number or bare word, or a list without lists in it. Only its end must be right: its shape reads the rest.
"""

_FLAT = rb'(\{[^{}"]*+(?:%b[^{}"]*+)*+\})' % _STRING
"""
An object without objects in it; only its end must be right, as above.
"""

_FEW = (Goal, Safety)
"""
Records of closed values that most documents share: read as a whole, once for each way in which they are written.
"""

_BLANKS = rb"[ \t\r\n]*+"
# A key that was met before is none of the keys. Where a token was taken, no other branch could match, so that a
# possessive repeat, which forgets no token, has none to forget.
_MEMBER = rb'%b": *+(?(%d)(?!))%b'
# The brace at the end counts where the last member saw it: before 3.11.5 a possessive repeat goes on behind the half of
# a member that fails (cpython 100061, 106052), and the brace would close what is no JSON.
_MEMBERS = rb'(\{)%b(?:\}|(?:"(?:%b)(?:,(?=")|,%b(?=")|%b(?=(\}))))*+(?(%d)\}|(?!)))'


class Form(Generic[T]):
    """
    A record as documents are written: members in any order, with blanks and new lines where programs put them.
    """

    def __init__(self, record: Record[T]) -> None:
        self._tokens = 0
        self._names: dict[str, Any] = {"new": object.__new__, "join": "".join}
        pattern, lines = self._object(record, "", "")
        self._match = re.compile(pattern + _BLANKS).fullmatch
        self._made: Callable[..., tuple[T, str]] = self._maker(lines)

    def read(self, raw: bytes) -> tuple[T, bytes]:
        """
        The record and its binding, or an error of `GIVES_UP`.
        """
        found = self._match(raw)
        if found is None:
            raise LookupError
        record, bound = self._made(*found.groups())
        return record, bound.encode()

    def _maker(self, lines: list[str]) -> Any:  # noqa: ANN401  # what exec defines
        """
        One straight function for all members, as dataclasses make theirs: no text but the names of fields is in it.
        """
        arguments = ", ".join(f"t{at}" for at in range(self._tokens))
        source = "\n ".join([f"def made({arguments}):", *lines, "return t0, b0"])
        exec(source, self._names)  # noqa: S102  # see above
        return self._names["made"]

    def _next(self) -> int:
        self._tokens += 1
        return self._tokens - 1

    def _object(self, record: Record[Any], before: str, after: str) -> tuple[bytes, list[str]]:
        """
        The pattern of a record, and the lines that make it `tN` and its binding `bN` of its opening brace `tN`.
        """
        opening = self._next()
        self._names[f"cls{opening}"] = record.cls
        # Filled as `made` of the shapes does it; nobody has seen the record yet.
        lines = [f"t{opening} = new(cls{opening})", f"m{opening} = t{opening}.__dict__"]
        patterns: list[bytes] = []
        bound: list[str] = []
        always = next((name for name, key in sorted(record.keys.items()) if _is_always_bound(key)), None)
        for name, (shape, required) in sorted(record.keys.items()):
            start, end = _around(name, always)
            at, member = self._tokens, f"m{opening}[{name!r}]"
            if isinstance(shape, Record) and shape.cls not in _FEW:
                pattern, found = self._object(shape, start, end)
                found += [f"{member} = t{at}"]
            else:
                pattern = _token_of(shape)
                found = [self._reading(member, shape, start, end)]
            default = _piece(getattr(record.cls, name, None), start, end)
            left_out = "raise LookupError" if required else f"b{at} = {default!r}" if shape.bound else "pass"
            lines += [f"if t{at} is None: {left_out}", "else:", *(f" {line}" for line in found)]
            patterns.append(_MEMBER % (name.encode(), at + 1, pattern))
            bound += [f"b{at}"] if shape.bound else []
        # Without a member that is always there, each one ends with a comma, the last one too.
        strip = "" if always else ".rstrip(',')"
        lines.append(f"b{opening} = {before + '{'!r} + join(({', '.join(bound)},)){strip} + {'}' + after!r}")
        closing = self._next()
        return _MEMBERS % (_BLANKS, b"|".join(patterns), _BLANKS, _BLANKS, closing + 1), lines

    def _reading(self, member: str, shape: Shape, start: str, end: str) -> str:
        """
        The line that reads a token.
        """
        at = self._next()
        read = self._names[f"read{at}"] = _reader(shape, start, end)
        value = f"read{at}[t{at}]" if isinstance(read, Memo) else f"read{at}(t{at})"
        return f"{member}, b{at} = {value}" if shape.bound else f"{member} = {value}"


def _token_of(shape: Shape) -> bytes:
    """
    The pattern that takes the token of a value.
    """
    if isinstance(shape, Record):
        return _FLAT
    return b'("%b")' % shape.pattern.encode() if _is_form_alone(shape) else _VALUE


def _is_form_alone(shape: Shape) -> TypeGuard[Pattern]:
    """
    True for names, which are as they should be where their pattern matches, and come once.
    """
    return isinstance(shape, Pattern) and not shape.bound


def _is_always_bound(key: Key) -> bool:
    return key.required and key.shape.bound and not isinstance(key.shape, Nullable)


def _around(name: str, always: str | None) -> tuple[str, str]:
    """
    What stands before and after the value of a covered member: those beside one that is always there bring the comma.
    """
    comma_before = always is not None and name > always
    comma_after = always is None or name < always
    return f"{',' * comma_before}{quoted(name)}:", "," * comma_after


def _piece(value: object, start: str, end: str) -> str:
    return "" if value is None else f"{start}{written(value)}{end}"


def _reader(shape: Shape, start: str, end: str) -> Any:  # noqa: ANN401  # a memo or a function
    """
    What makes a value of a token, and with a covered value its piece of the binding.
    """
    if _is_form_alone(shape):
        return _within
    read = shape.read

    def value_of(token: bytes) -> object:
        if token[0] == _QUOTE and b"\\" not in token:
            return read(token[1:-1].decode())
        return read(parse_json(token.decode()))

    def covered(token: bytes) -> tuple[object, str]:
        value = value_of(token)
        return value, _piece(value, start, end)

    of_token = covered if shape.bound else value_of
    return Memo(of_token) if isinstance(shape, Record) or is_remembered(shape) else of_token


_QUOTE = ord('"')


def _within(token: bytes) -> str:
    return token[1:-1].decode()
