"""
The seam of all shapes, and the words for what did not fit.
"""

import re
from collections.abc import Collection
from datetime import date, datetime
from decimal import Decimal
from typing import Protocol

from checkin_cli.errors import printable

JsonSchema = dict[str, object]

_KINDS = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    Decimal: "number",
    str: "string",
    list: "array",
    dict: "object",
    date: "date",
    datetime: "date",
}

_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONGEST_KEY = 64


class Misfit(Exception):
    """
    A value that does not fit its shape; the path grows as the error leaves each container.
    """

    def __init__(self, code: str, found: str, required: str, path: list[str | int] | None = None) -> None:
        self.code = code
        self.found = found
        self.required = required
        self.path = path or []
        super().__init__(code)


class Shape(Protocol):
    """
    One kind of value: how it is read, how a JSON Schema says it, and whether a digest of facts covers it.
    """

    @property
    def bound(self) -> bool:
        """
        True for values of closed types, which the revision binding covers; false for words and names.
        """
        ...

    def read(self, value: object) -> object:
        """
        Return the value in its own type, or raise `Misfit`.
        """
        ...

    def schema(self) -> JsonSchema:
        """
        Say the same as JSON Schema, as far as JSON Schema can.
        """
        ...


def kind_of(value: object) -> str:
    """
    The name of a parsed value's kind, for messages.
    """
    return _KINDS.get(type(value), "another kind")


def one_of(names: Collection[str], noun: str) -> str:
    """
    The names of a closed list, or how many there are where they would fill the screen.
    """
    return f"one of {', '.join(names) if len(names) <= _MOST_NAMES else f'{len(names)} {noun}'}"


_MOST_NAMES = 15


def json_path(parts: list[str | int]) -> str:
    """
    Write a path as `$.answers.macros[0]`, with unusual keys quoted, shortened and made visible.
    """
    text = "$"
    for part in parts:
        if isinstance(part, int):
            text += f"[{part}]"
        elif _PLAIN_KEY.fullmatch(part) and len(part) <= _LONGEST_KEY:
            text += f".{part}"
        else:
            shown = printable(part[:_LONGEST_KEY].replace("\\", "\\\\").replace('"', '\\"'))
            text += f'["{shown}{"..." if len(part) > _LONGEST_KEY else ""}"]'
    return text
