"""
Every error of the product: its code, its place, what was found, what is required and the next step.

    CheckinError                 exit code
    ├── UsageError               2    the command, its configuration or its doctrine
    ├── DocumentRefused          3    one input; the others of the run are still rendered
    ├── OutputError              4    an output that cannot be written, or that two inputs would share
    └── InternalFault            70   a broken promise or a defect of this program

No error ever carries a value of the customer: places name files, lines and keys, and `found` names a kind.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from checkin_cli.hints import HINTS, NEARER_HINTS


@dataclass(frozen=True, slots=True)
class Place:
    """
    Where an error stands. Every part is optional; none is a value of the document.
    """

    source: str = ""
    """
    The input's path as it was given or found, in NFC.
    """

    line: int | None = None
    """
    Physical line, counted from 1; of the file for JSONL, of the document for a syntax error.
    """

    column: int | None = None
    """
    Character in the line, counted from 1.
    """

    path: str = ""
    """
    `$.answers.bodyweight_kg`, or empty where the document as a whole is meant.
    """

    def __str__(self) -> str:
        parts = [self.source]
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.column is not None:
            parts.append(f"column {self.column}")
        parts.append(self.path)
        return ", ".join(part for part in parts if part)


class CheckinError(Exception):
    """
    An error that an operator can act on. `str()` gives its two lines, free of customer values.
    """

    exit_code = 70

    def __init__(self, code: str, found: str, required: str, place: Place | None = None) -> None:
        self.code = code
        self.found = found
        self.required = required
        self.place = place or Place()
        self.hint = HINTS[code]
        super().__init__(code)

    def at(self, source: str, line: int | None = None) -> Self:
        """
        The same error, its place completed with the input it stands in; a line of its own wins.
        """
        self.place = replace(self.place, source=source, line=line if line is not None else self.place.line)
        if line is not None and self.code == "json_syntax":
            self.hint = NEARER_HINTS["broken_line"]
        return self

    def of(self, contract: str) -> Self:
        """
        The same error, its hint completed with the name of the contract that the document should keep.
        """
        self.hint = self.hint.replace("schema NAME", f"schema {contract}")
        return self

    def hinted(self, nearer: str) -> Self:
        """
        The same error with a key of `NEARER_HINTS` for its hint.
        """
        self.hint = NEARER_HINTS[nearer]
        return self

    def __str__(self) -> str:
        place = str(self.place)
        where = f" {place}" if place else ""
        return f"error[{self.code}]{where}: found {self.found}, required {self.required}\nhint: {self.hint}"


class UsageError(CheckinError):
    """
    The command, its configuration or its doctrine is wrong; nothing was rendered.
    """

    exit_code = 2


class DocumentRefused(CheckinError):
    """
    One input is not a document that may be rendered.
    """

    exit_code = 3


class OutputError(CheckinError):
    """
    An output cannot be written, or two inputs would share one.
    """

    exit_code = 4


class InternalFault(CheckinError):
    """
    A promise did not hold, or the program has a defect. The input it concerns gets no copy.
    """

    exit_code = 70


def printable(text: str) -> str:
    """
    Text from outside, safe to show on one line: what is invisible is written as `U+200B`.
    """
    if text.isprintable() and FILLERS.isdisjoint(text):
        return text
    return joined(char if char.isprintable() and char not in FILLERS else f"U+{ord(char):04X}" for char in text)


def joined(shown: Iterable[str]) -> str:
    """
    Characters that were shown in a row; a code point never runs into what follows it.
    """
    return "".join(
        f"{part} " if part.startswith("U+") and _CONTINUES.match(following) else part
        for part, following in pairwise((*shown, ""))
    )


# They count as printable and show nothing.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
_CONTINUES = re.compile(r"U\+|[0-9A-F]")
