"""
Every production of RFC 8259, and every way to break each: parsed, or refused with its place.

A row of `corpus.tsv` is one text; `<0A>` in it is one byte. Its verdict is `parsed` or an error code; its place is a
line and a column, a path, or the byte at which the text stops being UTF-8.
"""

import csv
import re
from functools import cache
from pathlib import Path

import pytest

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.json_text.locate import DEEPEST
from tests.conftest import Run

PLACED = {"json_syntax", "stray_bom", "duplicate_key", "lone_surrogate", "not_utf8"}
DEEP = {
    "open_arrays": b"[" * 100_000,
    "closed_arrays": b"[" * 500 + b"]" * 500,
    "open_objects": b'{"a":' * 100_000,
    "arrays_and_objects": b'[{"":' * 50_000,
    "one_too_deep": b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
    "deep_in_a_member": b'{"a":1,"b":' + b"[" * DEEPEST + b"]" * DEEPEST + b"}",
}
LONG = {
    "integer": b"7" * 200_000,
    "negative": b"-" + b"7" * 200_000,
    "fraction": b"0." + b"3" * 200_000,
    "exponent": b"1e" + b"9" * 200_000,
    "string": b'"' + b"a" * 1_000_000 + b'"',
    "escapes": b'"' + b"\\u0041" * 100_000 + b'"',
    "pairs": b'"' + b"\\ud83d\\ude00" * 50_000 + b'"',
    "blanks": b" " * 500_000 + b"1" + b"\n" * 500_000,
    "items": b"[" + b"0," * 100_000 + b"0]",
    "members": b"{" + b",".join(b'"%d":0' % number for number in range(50_000)) + b"}",
}


@cache
def rows() -> list[tuple[str, bytes, str, str]]:
    """What a text is about, its bytes, its verdict and its place."""
    with (Path(__file__).parent / "corpus.tsv").open(encoding="utf-8", newline="") as table:
        read = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [(row["about"], raw_of(row["text"]), row["verdict"], row["place"] or "") for row in read]


def raw_of(text: str) -> bytes:
    """The bytes that a row stands for."""
    return re.sub(rb"<([0-9A-F]{2})>", lambda byte: bytes([int(byte[1], 16)]), text.encode())


def told(raw: bytes) -> tuple[str, str]:
    """The verdict on a text, and the place of its first fault."""
    try:
        parse_json(decode_utf8(raw))
    except DocumentRefused as refused:
        place = refused.place
        at_byte = re.search(r"byte [0-9]+", refused.found)
        where = f"{place.line}:{place.column}" if place.line else place.path or (at_byte[0] if at_byte else "")
        return refused.code, where
    return "parsed", ""


@pytest.mark.parametrize(("about", "raw", "verdict", "place"), rows())
def test_each_text_has_its_verdict_and_its_place(about: str, raw: bytes, verdict: str, place: str) -> None:
    assert told(raw) == (verdict, place), about
    assert bool(place) == (verdict in PLACED)


def test_the_corpus_holds_every_kind_of_text_once() -> None:
    texts = [raw for _, raw, _, _ in rows()]
    assert len(set(texts)) == len(texts) >= 400
    assert {verdict for _, _, verdict, _ in rows()} > PLACED


@pytest.mark.parametrize("raw", [raw for _, raw, verdict, _ in rows() if verdict == "parsed" and b"{" in raw])
def test_a_text_that_is_cut_off_is_refused_where_it_ends(raw: bytes) -> None:
    """Wherever it is cut; between bytes of one character it is no UTF-8."""
    whole = raw.removeprefix(b"\xef\xbb\xbf").rstrip()
    for end in range(1, len(whole)):
        verdict, place = told(whole[:end])
        assert verdict in {"json_syntax", "not_utf8"}, whole[:end]
        assert place


@pytest.mark.parametrize("name", LONG)
def test_length_alone_is_no_fault(name: str) -> None:
    assert told(LONG[name]) == ("parsed", "")


def test_the_command_refuses_the_whole_corpus_without_a_fault(checkin: Run, tmp_path: Path) -> None:
    """Each text is a file; none of them is a document, so each is refused once, in its place."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    texts = [(raw, verdict, place) for _, raw, verdict, place in rows()] + [
        (raw, "json_too_deep", "") for raw in DEEP.values()
    ]
    for number, (raw, _, _) in enumerate(texts):
        (folder / f"{number:03}.json").write_bytes(raw)
    run = checkin("validate", folder)
    assert run.returncode == 3
    assert run.stdout == b""
    errors = [line for line in run.stderr.decode("utf-8").split("\n") if line.startswith("error[")]
    assert len(errors) == len(texts)
    for error, (raw, verdict, place) in zip(errors, texts, strict=True):
        codes = {"unknown_document", "wrong_type"} if verdict == "parsed" else {verdict}
        assert error.removeprefix("error[").partition("]")[0] in codes, (raw, error)
        if ":" in place:
            line, column = place.split(":")
            assert f", line {line}, column {column}: " in error
