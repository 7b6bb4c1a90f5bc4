"""
Find the first fault of a JSON text and say where it stands.

A plain recursive scanner over RFC 8259, bounded in depth; it builds no values. It runs only on texts that the fast
reader refused or that hold a suspicious escape.
"""

import re
from itertools import count

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.shapes import json_path

DEEPEST = 64
"""
Containers within containers; the deepest document of the contract needs five.
"""

_BLANKS = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r'[^"\\\x00-\x1f\ufeff]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u([0-9a-fA-F]{4}))')
_LITERAL = re.compile(r"true|false|null")


def find_fault(text: str) -> DocumentRefused | None:
    """
    Return the first fault in reading order, or None for a well-formed text.
    """
    scanner = _Scanner(text)
    try:
        scanner.document()
    except DocumentRefused as fault:
        return fault
    return None


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.path: list[str | int] = []

    def document(self) -> None:
        self.blanks()
        self.value()
        self.blanks()
        if self.at < len(self.text):
            raise self.unexpected(_END)

    def value(self) -> None:
        match self.peek():
            case "{":
                self.members()
            case "[":
                self.items()
            case '"':
                self.string()
            case _:
                self.token()

    def members(self) -> None:
        seen: set[str] = set()
        self.enter()
        if self.closes("}"):
            return
        while True:
            if self.peek() != '"':
                raise self.unexpected("a key in double quotes")
            key = self.string()
            self.path.append(key)
            if key in seen:
                raise self.fault_at_path("duplicate_key", "the same key twice", "each key once")
            seen.add(key)
            self.blanks()
            self.expect(":", "a colon")
            self.blanks()
            self.value()
            self.path.pop()
            if self.separated("}"):
                return

    def items(self) -> None:
        self.enter()
        if self.closes("]"):
            return
        self.path.append(0)
        for index in count():
            self.path[-1] = index
            self.value()
            if self.separated("]"):
                self.path.pop()
                return

    def string(self) -> str:
        """
        Scan one string and return its characters, so that keys can be compared.
        """
        parts: list[str] = []
        self.at += 1
        while True:
            plain = self.match(_PLAIN)
            parts.append(plain)
            if self.peek() == '"':
                self.at += 1
                return "".join(parts)
            parts.append(self.escape())

    def escape(self) -> str:
        escape = _ESCAPE.match(self.text, self.at)
        if escape is None:
            raise self.unexpected("the end of the string")
        self.at = escape.end()
        if escape[1] is None:
            return '"\\/\b\f\n\r\t'['"\\/bfnrt'.index(escape[0][1])]
        unit = int(escape[1], 16)
        if not 0xD800 <= unit <= 0xDFFF:
            return chr(unit)
        low = _ESCAPE.match(self.text, self.at)
        if unit > 0xDBFF or low is None or low[1] is None or not 0xDC00 <= int(low[1], 16) <= 0xDFFF:
            raise self.fault_at_path("lone_surrogate", "half of a surrogate pair", "whole characters")
        self.at = low.end()
        return chr(0x10000 + ((unit - 0xD800) << 10) + (int(low[1], 16) - 0xDC00))

    def token(self) -> None:
        if not self.match(_NUMBER) and not self.match(_LITERAL):
            raise self.unexpected("a value")

    def enter(self) -> None:
        self.at += 1
        if self.depth() > DEEPEST:
            raise self.fault_at_path("json_too_deep", "deeper nesting", f"at most {DEEPEST} levels")
        self.blanks()

    def depth(self) -> int:
        return len(self.path) + 1

    def closes(self, bracket: str) -> bool:
        if self.peek() != bracket:
            return False
        self.at += 1
        return True

    def separated(self, bracket: str) -> bool:
        """
        Step over a comma, or over the closing bracket and return True.
        """
        self.blanks()
        if self.closes(bracket):
            return True
        self.expect(",", f"a comma or {bracket}")
        self.blanks()
        if self.peek() == bracket:
            raise self.fault_here("json_syntax", f"a comma before {bracket}", f"{bracket} without a comma before it")
        return False

    def expect(self, char: str, required: str) -> None:
        if self.peek() != char:
            raise self.unexpected(required)
        self.at += 1

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def blanks(self) -> None:
        self.match(_BLANKS)

    def match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def unexpected(self, required: str) -> DocumentRefused:
        char = self.peek()
        if char == "\ufeff":
            return self.fault_here("stray_bom", "U+FEFF inside the text", "a byte order mark at the start only")
        found = "the end of the text" if not char else _SIGNS.get(char) or _named(char)
        fault = self.fault_here("json_syntax", found, required)
        if self.text.lstrip(" \t\r\n")[:1] not in {"{", "["}:
            return fault.hinted("no_object")
        return fault.hinted("second_value") if required == _END else fault

    def fault_here(self, code: str, found: str, required: str) -> DocumentRefused:
        before = self.text[: self.at]
        line, column = before.count("\n") + 1, self.at - before.rfind("\n")
        return DocumentRefused(code, found, required, Place(line=line, column=column))

    def fault_at_path(self, code: str, found: str, required: str) -> DocumentRefused:
        return DocumentRefused(code, found, required, Place(path=json_path(self.path)))


_END = "the end of the text"
_SIGNS = {
    **{sign: sign for sign in "{}[]"},
    ",": "a comma",
    ":": "a colon",
    '"': "a double quote",
    "'": "a single quote",
}
"""
Signs of JSON itself: no word of a customer.
"""


def _named(char: str) -> str:
    return f"U+{ord(char):04X}" if char < " " else "another character"
