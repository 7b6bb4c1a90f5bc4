"""
Errors: a code with a hint, a place, and no more than two lines.
"""

import re
from pathlib import Path

import pytest

import checkin_cli
from checkin_cli import errors, hints


def test_every_code_in_the_source_has_a_hint_and_every_hint_a_use() -> None:
    package = Path(checkin_cli.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in package.rglob("*.py") if path.name != "hints.py")
    assert [code for code in hints.HINTS if f'"{code}"' not in source] == []


def test_an_unknown_code_cannot_be_raised() -> None:
    with pytest.raises(KeyError):
        errors.UsageError("no_such_code", "x", "y")


def test_an_error_is_two_lines_of_ascii() -> None:
    error = errors.DocumentRefused("out_of_range", "a number", "20 to 400").at("day.jsonl", 3)
    first, hint = str(error).split("\n")
    assert first == "error[out_of_range] day.jsonl, line 3: found a number, required 20 to 400"
    assert hint == "hint: check the unit and the decimal point"
    assert all(hint.isascii() for hint in hints.HINTS.values())


def test_invisible_characters_are_named() -> None:
    """And none of them runs into what follows it."""
    assert errors.printable("a\u200b\x1b[0m가") == "aU+200B U+001B[0m가"
    assert errors.printable("a\u3164가") == "aU+3164가"
    assert errors.printable("\u200bA\u200b가\u200b") == "U+200B AU+200B가U+200B"


def test_exit_codes_are_those_of_the_contract() -> None:
    classes = (errors.UsageError, errors.DocumentRefused, errors.OutputError, errors.InternalFault)
    assert [each.exit_code for each in classes] == [2, 3, 4, 70]
    drawn = re.findall(r"(\w+)\s+(\d+)\s", errors.__doc__ or "")
    assert dict(drawn) == {each.__name__: str(each.exit_code) for each in classes}
