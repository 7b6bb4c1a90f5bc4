"""
Changes of a copy: found whatever they are, and called by their names.
"""

import unicodedata
from collections.abc import Callable

import pytest

from checkin_cli.runs.golden.classes import LARGEST, edit_of_copy, first_difference
from tests.conftest import FIXTURES

COPY = (FIXTURES / "golden" / "day-with-everything.golden.txt").read_bytes()
TEXT = COPY.decode()
HEADING = COPY.index("\n오늘 할".encode())

ALIKE: dict[str, tuple[tuple[str, ...], int, str, str]] = {
    "line endings": (("line endings",), 23, TEXT.replace("\n", "\r\n"), "완료\\r\\n"),
    "old line endings": (("line endings",), 23, TEXT.replace("\n", "\r"), "완료\\r\\r"),
    "no final newline": (("final newline",), len(COPY) - 1, TEXT[:-1], "기록하기'"),
    "two final newlines": (("final newline",), len(COPY), f"{TEXT}\n", "기록하기\\n\\n'"),
    "a trailing space": (("trailing spaces",), 23, TEXT.replace("\n", " \n", 1), "완료 \\n"),
    "a trailing tab": (("trailing spaces",), 23, TEXT.replace("\n", "\t\n", 1), "완료\\t\\n"),
    "parts of syllables": (("normalisation form",), 0, unicodedata.normalize("NFD", TEXT), "'U+110B U+1169 U+"),
    "a byte order mark": (("byte order mark",), 0, f"\ufeff{TEXT}", "'U+FEFF오늘"),
    "an invisible character": (("invisible characters",), 30, TEXT.replace("체중", "체\u200b중"), "체U+200B중"),
    "line ends after blanks": (("line endings", "trailing spaces"), 23, TEXT.replace("\n", " \r\n"), "완료 \\r\\n"),
    "a blank too many": (("spacing",), 27, TEXT.replace("- 체중", "-  체중"), "-  체중"),
    "another kind of blank": (("spacing",), 33, TEXT.replace("체중 ", "체중\u00a0", 1), "체중U+00A0 64"),
    "an empty line less": (("spacing",), HEADING, TEXT.replace("\n\n오늘 할", "\n오늘 할"), "게요.\\n오늘"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_what_looks_alike_is_called_by_its_name(case: str) -> None:
    """With the byte of the first place, and both sides written so that they can be told apart."""
    causes, offset, golden, shown = ALIKE[case]
    edit = edit_of_copy(golden.encode(), COPY)
    assert (edit.kind, edit.causes) == ("whitespace", causes)
    assert edit.offset == first_difference(golden.encode(), COPY) == offset
    assert shown in edit.golden
    assert edit.golden != edit.now
    assert not edit.numbers


APART = {
    "one newline less": TEXT[:-1],
    "one newline too many": f"{TEXT}\n",
    "two newlines too many": f"{TEXT}\n\n",
    "line ends of two": TEXT.replace("\n", "\r\n"),
    "line ends of old": TEXT.replace("\n", "\r"),
    "line ends of both": TEXT.replace("\n", "\r\n", 1),
    "a blank behind": TEXT.replace("\n", " \n", 1),
    "a tab behind": TEXT.replace("\n", "\t\n", 1),
    "a blank of no width": TEXT.replace("체중", "체\u200b중"),
    "a joiner": TEXT.replace("체중", "체\u200d중"),
    "a mark in front": f"\ufeff{TEXT}",
}


def test_changes_that_look_alike_are_equal_only_in_kind_and_direction() -> None:
    """Each way of them alone and beside a change of words."""
    turned = [(golden, TEXT) for golden in APART.values()] + [(TEXT, now) for now in APART.values()]
    identities = {edit_of_copy(golden.encode(), now.encode()).identity for golden, now in turned}
    assert len(identities) == len(turned)
    worded = [golden.replace("잘 받았어요", "받았어요") for golden in APART.values()]
    assert len({edit_of_copy(golden.encode(), COPY).identity for golden in worded}) == len(worded)


def test_equal_changes_of_other_copies_are_equal() -> None:
    other = TEXT.replace("64.2", "71.5").replace("- 소화 평소와 같음\n", "")
    for change in (lambda text: text.replace("\n", "\r\n"), lambda text: text[:-1], lambda text: f"\ufeff{text}"):
        edits = [edit_of_copy(change(text).encode(), text.encode()) for text in (TEXT, other)]
        assert edits[0].identity == edits[1].identity


CHANGES: dict[str, tuple[str, tuple[str, ...], bool, Callable[[str], str]]] = {
    "a digit": ("number", (), True, lambda text: text.replace("64.2", "64.3")),
    "a sign": ("number", (), True, lambda text: text.replace("64.2", "+64.2")),
    "a unit": ("number", (), True, lambda text: text.replace("64.2kg", "64.2lb")),
    "a comma": ("number", (), True, lambda text: text.replace("2,140", "2140")),
    "a number in two": ("number", (), True, lambda text: text.replace("2,140", "2 140")),
    "two values that swap": (
        "number",
        (),
        True,
        lambda text: text.replace("2,140", "x").replace("2,150", "2,140").replace("x", "2,150"),
    ),
    "a digit and line ends": (
        "number",
        ("line endings",),
        True,
        lambda text: text.replace("64.2", "64.3").replace("\n", "\r\n"),
    ),
    "a digit and a word elsewhere": (
        "wording",
        (),
        True,
        lambda text: text.replace("64.2", "64.3").replace("잘 받았어요", "받았어요"),
    ),
    "a digit and a word beside it": ("wording", (), True, lambda text: text.replace("체중 64.2", "몸무게 64.3")),
    "a word": ("wording", (), False, lambda text: text.replace("잘 받았어요", "받았어요")),
    "words without a blank": ("whitespace", ("spacing",), False, lambda text: text.replace("잘 받았", "잘받았")),
    "two lines that swap": (
        "order",
        (),
        False,
        lambda text: text.replace("- 컨디션 4/5\n- 소화 평소와 같음", "- 소화 평소와 같음\n- 컨디션 4/5"),
    ),
    "a bullet less": ("structure", (), True, lambda text: text.replace("- 물 계획 2.5L 이어 가기\n", "")),
    "a clause more": ("structure", (), False, lambda text: text.replace("\n\n오늘 할", "\n하나 더예요.\n\n오늘 할")),
    "a bullet that is none": ("structure", (), False, lambda text: text.replace("- 소화 평소와", "소화는 평소와")),
}


@pytest.mark.parametrize("case", CHANGES)
def test_every_other_change_has_a_class(case: str) -> None:
    """Whatever the class, a number that moved is known to have moved."""
    kind, causes, numbers, change = CHANGES[case]
    golden = change(TEXT)
    assert golden != TEXT
    edit = edit_of_copy(golden.encode(), COPY)
    assert (edit.kind, edit.causes, edit.numbers) == (kind, causes, numbers)
    assert edit.golden != edit.now


@pytest.mark.parametrize(
    ("golden", "causes", "offset"),
    [
        (b"<<<<<<< HEAD\n" + COPY + b"=======\n" + COPY + b">>>>>>> other\n", ("conflict markers",), 0),
        (COPY + b"=======\r\n" + COPY, ("conflict markers",), len(COPY)),
        (COPY.replace(b"6", b"7") + b"=======\n", ("conflict markers",), 34),
        (b"\xff\n=======\n", ("conflict markers", "not UTF-8"), 0),
        (b"", ("empty file",), 0),
        (TEXT.encode("cp949"), ("not UTF-8",), 0),
        (TEXT.encode("utf-16"), ("not UTF-8",), 0),
    ],
)
def test_what_cannot_be_compared_says_why(golden: bytes, causes: tuple[str, ...], offset: int) -> None:
    """Its numbers may have moved, and it is shown by the lines that differ."""
    edit = edit_of_copy(golden, COPY)
    assert (edit.kind, edit.causes, edit.offset, edit.numbers) == ("structure", causes, offset, True)
    assert (edit.compared, edit.too_long) == (False, False)
    assert edit.lost + edit.gained


def test_a_conflict_hides_no_line() -> None:
    """What stands beside the markers is told, and a marker alone moves no number."""
    golden = TEXT.replace("- 체중 64.2kg\n", "<<<<<<< HEAD\n- 체중 64.3kg\n=======\n- 체중 64.2kg\n>>>>>>> other\n")
    edit = edit_of_copy(golden.encode(), COPY)
    assert edit.lost == ("<<<<<<< HEAD", "- 체중 64.3kg", "=======", ">>>>>>> other")
    assert (edit.gained, edit.numbers) == ((), True)
    assert not edit_of_copy(b"<<<<<<< HEAD\n" + COPY, COPY).numbers


def test_of_a_golden_without_an_end_no_line_is_told() -> None:
    edit = edit_of_copy(b"=======\n" * (5 << 17), COPY)
    assert edit.causes == ("conflict markers", "far too long")
    assert (edit.too_long, edit.numbers, edit.lost, edit.gained) == (True, True, (), ())


def test_a_byte_flipped_anywhere_is_found() -> None:
    for place in range(len(COPY)):
        for bit in (0x01, 0x20, 0x80):
            golden = bytearray(COPY)
            golden[place] ^= bit
            edit = edit_of_copy(bytes(golden), COPY)
            assert edit.golden != edit.now, place
            assert edit.offset == place


@pytest.mark.parametrize(
    "golden",
    [
        b"x\n" * (5 << 19),
        COPY * 8_000,
        COPY + b"\n" * (5 << 20),
        COPY + b" " * (5 << 20),
        COPY + "가".encode() * (5 << 18),
        b"\xff" * (5 << 20),
        b"- 1\n" * 525_000,
        COPY.replace(b"\n", b"\r\n" * 400_000),
    ],
    ids=["short lines", "many copies", "newlines", "blanks", "one long line", "no text", "two megabytes", "line ends"],
)
def test_a_golden_of_five_megabytes_is_a_short_change(golden: bytes) -> None:
    """No line of it is compared, so the work does not grow with its square."""
    assert len(golden) > LARGEST
    edit = edit_of_copy(golden, COPY)
    assert len(edit.lost) + len(edit.gained) == 0
    assert max(len(edit.golden), len(edit.now)) < 600


def test_every_line_of_a_long_golden_may_differ() -> None:
    """A comparison of each line with each other would take hours."""
    golden = b"".join(b"- %d\n" % number for number in range(60_000))
    edit = edit_of_copy(golden, COPY)
    assert (edit.kind, edit.compared) == ("structure", True)
    assert len(edit.lost) == 60_000
