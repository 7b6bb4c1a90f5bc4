"""
Whatever stands in the place of a golden: it is a change with a class and a place, and never a crash.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.runs.golden import Edit
from checkin_cli.runs.golden.classes import edit_of_copy
from checkin_cli.runs.golden.receipts import edit_of_receipt
from checkin_cli.runs.golden.visible import window, windows
from tests.conftest import FIXTURES

COPY = (FIXTURES / "golden" / "day-with-everything.golden.txt").read_bytes()
RECEIPT = (FIXTURES / "golden" / "day-with-everything.golden.receipt.json").read_bytes()

PIECES = st.one_of(
    st.binary(max_size=8),
    st.text(max_size=8).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([b"\n", b"\r\n", b" ", b"\xef\xbb\xbf", "\u200b".encode(), b"=======\n", b"1", b'"', b"[", b"}"]),
)


def spliced(whole: bytes) -> st.SearchStrategy[bytes]:
    """The bytes with a piece in the place of some of them."""
    places = st.integers(0, len(whole))
    return st.builds(
        lambda at, gone, piece: whole[:at] + piece + whole[at + gone :], places, st.integers(0, 40), PIECES
    )


def check(edit: Edit, golden: bytes, now: bytes) -> None:
    """What holds of every change."""
    first = next((at for at, pair in enumerate(zip(golden, now, strict=False)) if pair[0] != pair[1]), None)
    assert edit.offset == (min(len(golden), len(now)) if first is None else first)
    assert edit.kind in {"number", "wording", "order", "whitespace", "structure"}
    assert "\n" not in edit.golden + edit.now
    assert edit.golden.isprintable()
    assert edit.identity


@given(st.one_of(st.binary(max_size=200), spliced(COPY)))
@settings(max_examples=500)
def test_any_bytes_are_a_change_of_a_copy(golden: bytes) -> None:
    if golden != COPY:
        edit = edit_of_copy(golden, COPY)
        check(edit, golden, COPY)
        assert edit.golden != edit.now


@given(st.one_of(st.binary(max_size=200), spliced(RECEIPT)))
@settings(max_examples=500)
def test_any_bytes_are_a_change_of_a_receipt(golden: bytes) -> None:
    if golden != RECEIPT:
        check(edit_of_receipt(golden, RECEIPT), golden, RECEIPT)


@given(st.text(), st.text())
def test_any_line_is_shown_on_one_line(one: str, other: str) -> None:
    for shown in (window(one), *windows(one, other)):
        assert shown.isprintable()
        assert len(shown) < 9 * 160 + 60
