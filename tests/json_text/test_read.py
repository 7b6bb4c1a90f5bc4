"""
The one JSON reader: as wide as RFC 8259, no wider, with a place for every fault.
"""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import checkin_cli
from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import canonical_json, decode_utf8, json_line, json_pretty, parse_json
from checkin_cli.json_text.locate import find_fault

_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"))
WELL_FORMED = [
    "0",
    "-0",
    "1e5",
    "1E+2",
    "0.1",
    '""',
    '"\\u00e9\\n"',
    "[]",
    "{}",
    " [ 1 , 2 ] ",
    '{"a":{"a":1}}',
    "null",
    '"\\ud83d\\ude00"',
    "1" * 5000,
    "1e99999999999999999999",
    "-1e-99999999999999999999",
]
BROKEN = [
    ("{", 1, 2),
    ('{"a":1,}', 1, 8),
    ("[1,]", 1, 4),
    ("[1 2]", 1, 4),
    ('{"a" 1}', 1, 6),
    ("{a:1}", 1, 2),
    ("{'a':1}", 1, 2),
    ("01", 1, 2),
    ("1.", 1, 2),
    (".5", 1, 1),
    ("+1", 1, 1),
    ("- 1", 1, 1),
    ("NaN", 1, 1),
    ("[Infinity]", 1, 2),
    ("-Infinity", 1, 1),
    ("nul", 1, 1),
    ("TRUE", 1, 1),
    ('"a', 1, 3),
    ('"\\x"', 1, 2),
    ('"\\u12"', 1, 2),
    ('"a\nb"', 1, 3),
    ('"\t"', 1, 2),
    ("[1]\n\n]", 3, 1),
    ("1 1", 1, 3),
    ("\u00a01", 1, 1),
    ("[1]\x00", 1, 4),
    ("/*c*/1", 1, 1),
]


@pytest.mark.parametrize("text", WELL_FORMED, ids=lambda text: text[:20])
def test_every_well_formed_text_is_parsed(text: str) -> None:
    assert find_fault(text) is None
    parse_json(text)


@pytest.mark.parametrize(("text", "line", "column"), BROKEN)
def test_every_malformed_text_is_refused_at_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(DocumentRefused) as refused:
        parse_json(text)
    assert (refused.value.code, refused.value.place.line, refused.value.place.column) == ("json_syntax", line, column)


def test_decimals_are_exact() -> None:
    assert parse_json("[72.35, 0.1, 1e-3, 0.29999999999999998]") == [
        Decimal("72.35"),
        Decimal("0.1"),
        Decimal("0.001"),
        Decimal("0.29999999999999998"),
    ]


@pytest.mark.parametrize(
    ("text", "code", "path"),
    [
        ('{"a":0,"a":0}', "duplicate_key", "$.a"),
        ('[{"a":[{"b":1,"b":2}]}]', "duplicate_key", "$[0].a[0].b"),
        ('{"\\u0061":1,"a":2}', "duplicate_key", "$.a"),
        ('{"a":"\\ud83d"}', "lone_surrogate", "$.a"),
        ('{"a":"\\ude00\\ud83d"}', "lone_surrogate", "$.a"),
        ('{"\\ud83d":1}', "lone_surrogate", "$"),
    ],
)
def test_what_common_parsers_let_through_is_refused_by_path(text: str, code: str, path: str) -> None:
    with pytest.raises(DocumentRefused) as refused:
        parse_json(text)
    assert (refused.value.code, refused.value.place.path) == (code, path)


def test_nesting_is_bounded_at_sixty_four() -> None:
    assert find_fault("[" * 64 + "]" * 64) is None
    fault = find_fault("[" * 65 + "]" * 65)
    assert fault is not None
    assert fault.code == "json_too_deep"


@pytest.mark.parametrize("depth", [5000, 100_000])
def test_deep_nesting_is_refused_without_a_traceback(depth: int) -> None:
    with pytest.raises(DocumentRefused) as refused:
        parse_json("[" * depth + "]" * depth)
    assert refused.value.code == "json_too_deep"


@given(st.text() | st.text(alphabet='{}[]",:0123456789.eE+-tfnul \\u"\n'))
@example('{"a":1}')
def test_both_readers_agree_on_every_text(text: str) -> None:
    """The scanner that names places accepts exactly what the fast reader accepts."""
    fault = find_fault(text)
    try:
        parse_json(text)
    except DocumentRefused:
        assert fault is not None or not text.strip()
    else:
        assert fault is None


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(raw: bytes) -> None:
    try:
        parse_json(decode_utf8(raw))
    except DocumentRefused:
        return


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**53), 2**53) | _TEXT,
        lambda inner: st.lists(inner) | st.dictionaries(_TEXT, inner),
        max_leaves=20,
    )
)
def test_what_is_written_is_read_back(value: object) -> None:
    for write in (canonical_json, json_line, json_pretty):
        assert parse_json(write(value).decode("utf-8")) == value


def test_nan_is_never_written() -> None:
    for write in (canonical_json, json_line, json_pretty):
        with pytest.raises(ValueError, match="JSON"):
            write(float("nan"))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("\ufeff{}".encode("utf-16-le"), "utf16_encoding"),
        ("{}".encode("utf-16-be"), "utf16_encoding"),
        ("\ufeff{}".encode("utf-32-be"), "utf32_encoding"),
        ("{}".encode("utf-32-le"), "utf32_encoding"),
        ('{"메모":1}'.encode("cp949"), "not_utf8"),
        (b"\xed\xa0\x80", "not_utf8"),
    ],
)
def test_other_encodings_are_refused_by_name(raw: bytes, code: str) -> None:
    with pytest.raises(DocumentRefused) as refused:
        decode_utf8(raw)
    assert refused.value.code == code


def test_one_leading_byte_order_mark_is_dropped_and_no_other() -> None:
    assert parse_json(decode_utf8(b"\xef\xbb\xbf{}")) == {}
    for text in ("\ufeff\ufeff{}", "{}\ufeff", '{"a\ufeff":1}'):
        with pytest.raises(DocumentRefused) as refused:
            parse_json(decode_utf8(text.encode("utf-8")))
        assert refused.value.code == "stray_bom"


def test_no_other_module_parses_json() -> None:
    """Two readers would be two verdicts."""
    package = Path(checkin_cli.__file__).parent
    readers = [path for path in package.rglob("*.py") if "import json\n" in path.read_text("utf-8")]
    assert {path.parent.name for path in readers} == {"json_text"}
