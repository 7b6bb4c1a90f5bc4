"""
The check of a finished text, on screens made by hand: what it lets through, and which promise all else breaks.
"""

import unicodedata
from itertools import combinations, product

import pytest

from checkin_cli.doctrine import Doctrine, Variant
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import DocumentRefused, InternalFault
from checkin_cli.rendering import Block, Locked, OwnWords, Prose, Tone, check_promises, render_canonical
from checkin_cli.rendering.canonical import Rendering
from checkin_cli.rendering.promises import LONGEST_COPY
from checkin_cli.rendering.segments import Screen, screen_of
from tests.sampling import sample
from tests.written import written

GREETING = Tone("t", (Variant(id="t.a", text="안녕하세요."), Variant(id="t.b", text="반갑습니다.")))
SCREEN = screen_of([Block((Locked("제목"), Locked("- 하나")), (GREETING,)), Block((Locked("끝"),))])
LINES = ["제목", "- 하나", "안녕하세요.", "", "끝"]


def broken(screen: Screen, text: str) -> str:
    """The promise that the text breaks."""
    with pytest.raises(InternalFault) as fault:
        check_promises(screen, text)
    assert fault.value.code == "promise_broken"
    return fault.value.required


def test_every_approved_wording_is_let_through() -> None:
    for variant in GREETING.variants:
        check_promises(SCREEN, "\n".join([*LINES[:2], variant.text, *LINES[3:]]))


def test_each_change_breaks_the_promise_of_its_place() -> None:
    locked, tone, between = (
        "locked segments byte for byte",
        "an approved wording in each tone slot",
        "one empty line between blocks",
    )
    for place, promise in enumerate((locked, locked, tone, between, locked)):
        changed = [*LINES[:place], "다른 말", *LINES[place + 1 :]]
        assert broken(SCREEN, "\n".join(changed)) == promise
    assert broken(SCREEN, "\n".join([*LINES, "더"])) == "nothing after the last segment"
    assert broken(SCREEN, "\n".join(LINES) + "\n") == "nothing after the last segment"


def test_a_text_that_stops_anywhere_breaks_a_promise() -> None:
    """It is never read past its end."""
    for end in range(len(LINES)):
        assert broken(SCREEN, "\n".join(LINES[:end]))


def test_lines_of_two_blocks_in_the_place_of_each_other_break_a_promise() -> None:
    for one, other in combinations(range(len(LINES)), 2):
        changed = list(LINES)
        changed[one], changed[other] = changed[other], changed[one]
        assert broken(SCREEN, "\n".join(changed))


def test_an_empty_locked_line_is_no_line() -> None:
    """Nobody could tell it from the space between blocks."""
    for locked in ((Locked(""),), (Locked("제목"), Locked(""))):
        assert broken(screen_of([Block(locked)]), "\n".join(locked)) == "locked segments byte for byte"


@pytest.mark.parametrize(
    ("words", "promise"),
    [
        (unicodedata.normalize("NFD", "검토"), "NFC throughout"),
        ("검토 ", "no blank at the end of a line"),
        ("검토\u3000", "no blank at the end of a line"),
    ],
)
def test_the_words_of_a_document_are_looked_at_once_more(words: str, promise: str) -> None:
    """The lines that code writes are as they are in every copy, and need no look."""
    assert broken(screen_of([Block((Locked("제목"), OwnWords(words), Locked("끝")))]), f"제목\n{words}\n끝") == promise
    check_promises(screen_of([Block((Locked(words),))]), words)
    check_promises(screen_of([Block((OwnWords("  검토"),))]), "  검토")


def test_a_copy_fits_one_message_to_the_last_unit() -> None:
    """Units of UTF-16: a character of the higher planes counts twice."""
    for words in ("가" * LONGEST_COPY, "😀" * (LONGEST_COPY // 2), "a" * (LONGEST_COPY - 2) + "😀"):
        check_promises(screen_of([Block((Locked(words),))]), words)
        with pytest.raises(DocumentRefused) as refused:
            check_promises(screen_of([Block((Locked(f"{words}a"),))]), f"{words}a")
        assert (refused.value.code, refused.value.required) == ("copy_too_long", "at most 4096 UTF-16 units")


def test_published_text_is_one_segment_whatever_it_holds() -> None:
    """Two segments are not published text, nor is one with a slot, nor anything but the very bytes."""
    text = Locked(unicodedata.normalize("NFD", "검토 \n\n\n끝") + "\n" * LONGEST_COPY)
    check_promises(screen_of([Block((text,))], durable=True), text)
    for screen, shown in (
        (screen_of([Block((text,))], durable=True), text[:-1]),
        (screen_of([Block((text, Locked("더")))], durable=True), text),
        (screen_of([Block((text,), (GREETING,))], durable=True), text),
        (screen_of([], durable=True), text),
    ):
        assert broken(screen, shown) == "published text as it was approved"


@pytest.fixture(scope="module")
def day(doctrine: Doctrine) -> Rendering:
    """A day that leaves atoms to choose from, and some that it does not meet."""
    documents = (written(each) for each in sample("daily", 50))
    rendered = (render_canonical(read_document(each, ReadingRules()), doctrine) for each in documents)
    return next(each for each in rendered if len(prose_of(each).offered) > prose_of(each).max_clauses)


def prose_of(rendering: Rendering) -> Prose:
    return next(each for each in rendering.screen.segments() if isinstance(each, Prose))


def test_of_all_atoms_of_a_slot_only_those_that_hold_are_let_through_in_their_order(
    day: Rendering, doctrine: Doctrine
) -> None:
    """Every pair of atoms, each in its last wording: exactly the ordered pairs of what was offered."""
    prose = prose_of(day)
    screen = screen_of([Block((Locked("제목"),), (prose,)), Block((Locked("끝"),))])
    atoms = [atom for atom in doctrine.atoms.values() if atom.slot == prose.slot]
    allowed = set(combinations([atom.id for atom in prose.offered], 2))
    assert allowed
    assert len(atoms) > len(prose.offered)
    for one, other in product(atoms, repeat=2):
        text = f"제목\n{one.variant[-1].text}\n{other.variant[-1].text}\n\n끝"
        if (one.id, other.id) in allowed:
            check_promises(screen, text)
        else:
            assert broken(screen, text)


def test_a_slot_holds_one_clause_at_least_and_no_more_than_its_playbook_says(day: Rendering) -> None:
    prose = prose_of(day)
    screen = screen_of([Block((Locked("제목"),), (prose,)), Block((Locked("끝"),))])
    for count in range(len(prose.offered) + 1):
        text = "\n".join(["제목", *(atom.variant[0].text for atom in prose.offered[:count]), "", "끝"])
        if 1 <= count <= prose.max_clauses:
            check_promises(screen, text)
        else:
            assert broken(screen, text) == "offered atoms in order, within the number of clauses"
