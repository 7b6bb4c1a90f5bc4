"""
Formats of one stream: text for people, JSON lines and a JSON array for programs. All of them stream.
"""

from typing import Protocol

from checkin_cli.runs.document import Outcome


class ByteStream(Protocol):
    """
    Anything that takes bytes.
    """

    def write(self, raw: bytes, /) -> object:
        """
        Take bytes.
        """
        ...


class TextSink:
    """
    Copies as text. One input gives the bytes of its `.txt` file; of several, each copy has its name above it.
    """

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._first: Outcome | None = None
        self._inputs = 0
        self._written = 0

    def accept(self, outcome: Outcome) -> None:
        """
        Hold the first outcome back until it is known whether it is the only one.
        """
        self._inputs += 1
        if self._inputs == 1:
            self._first = outcome
            return
        if self._first is not None:
            self._write_named(self._first)
            self._first = None
        self._write_named(outcome)

    def finish(self) -> None:
        """
        Write a single copy without its name.
        """
        if self._first is not None and self._first.copy is not None:
            self._stream.write(f"{self._first.copy}\n".encode())

    def _write_named(self, outcome: Outcome) -> None:
        if outcome.copy is None:
            return
        gap = "\n" if self._written else ""
        self._written += 1
        self._stream.write(f"{gap}==> {outcome.name} <==\n{outcome.copy}\n".encode())


class JsonLinesSink:
    """
    One JSON object a line, one line an input.
    """

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream

    def accept(self, outcome: Outcome) -> None:
        """
        Write the line.
        """
        self._stream.write(outcome.json() + b"\n")

    def pass_on(self, lines: bytes) -> None:
        """
        Write lines that another sink of this kind made.
        """
        self._stream.write(lines)

    def finish(self) -> None:
        """
        Nothing is left to write.
        """


class JsonArraySink:
    """
    One JSON array of the same objects, one element an input.
    """

    def __init__(self, stream: ByteStream) -> None:
        self._stream = stream
        self._separator = b"[\n"

    def accept(self, outcome: Outcome) -> None:
        """
        Write the element.
        """
        self._stream.write(self._separator + outcome.json())
        self._separator = b",\n"

    def finish(self) -> None:
        """
        Close the array.
        """
        self._stream.write(b"[]\n" if self._separator == b"[\n" else b"\n]\n")
