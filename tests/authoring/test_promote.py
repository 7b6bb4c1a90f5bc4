"""
From the queue into the file of atoms: one insertion, bound to the texts that a person saw.
"""

import hashlib
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from checkin_cli.authoring.promote import deciding, insertion, promote, reject
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.authoring.screens import screens_of
from checkin_cli.authoring.shelf import Filed, Shelf, open_shelf, write_new
from checkin_cli.authoring.states import texts_of
from checkin_cli.doctrine import Variant
from checkin_cli.errors import OutputError, UsageError

SAID = "짧게 잔 날은 배고픔이 더 크게 다가올 수 있어요."
DIGEST = "0" * 64


def proposal(atom: str = "sleep_short", slot: str = "daily.interpretation") -> Proposal:
    return Proposal(slot=slot, atom=atom, id=f"{atom}.d", wording=SAID, register="haeyo", principles=("a.b",))


def queued(folder: Path, atom: str = "sleep_short", slot: str = "daily.interpretation") -> tuple[Shelf, Filed]:
    open_shelf(folder).file(proposal(atom, slot), "hand")
    shelf = open_shelf(folder)
    return shelf, shelf.filed(f"{atom}.d")


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("atom", ["empty_day", "sleep_short", "day_by_day"], ids=["first", "inner", "last"])
def test_a_wording_is_three_lines_after_its_siblings(atom: str, ending: bytes, doctrine_folder: Path) -> None:
    """Every other byte stays, comments and blank lines included, and so does the order."""
    path = doctrine_folder / "atoms" / "daily.toml"
    before = path.read_bytes().replace(b'\n[[atom]]\nid = "sleep_brief', b'\n# why\n\n[[atom]]\nid = "sleep_brief')
    for owner in (b"empty_day", b"sleep_short", b"day_by_day"):
        before = before.replace(
            b'[[atom.variant]]\nid = "' + owner + b".b", b'# kept\n[[atom.variant]]\nid = "' + owner + b".b"
        )
    before = before.replace(b"\n", ending)
    path.write_bytes(before)
    shelf, filed = queued(doctrine_folder, atom)
    promote(shelf, filed, DIGEST)
    after = path.read_bytes()
    lines = [b"[[atom.variant]]", f'id = "{atom}.d"'.encode(), f'text = "{SAID}"'.encode()]
    added = b"".join(line + ending for line in lines)
    at = after.index(added)
    assert after[:at] + after[at + len(added) :] == before
    assert before[:at].rstrip().endswith(shelf.doctrine.atoms[atom].variant[-1].text.encode() + b'"')
    now = open_shelf(doctrine_folder)
    assert now.doctrine.atoms[atom].variant[-1].text == SAID
    assert now.filed(filed.id).approved == DIGEST


def test_a_file_without_a_last_line_end_gets_one(doctrine_folder: Path) -> None:
    path = doctrine_folder / "atoms" / "daily.toml"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    shelf, filed = queued(doctrine_folder, "day_by_day")
    promote(shelf, filed, DIGEST)
    assert open_shelf(doctrine_folder).doctrine.atoms["day_by_day"].variant[-1].id == "day_by_day.d"


def test_tables_that_three_lines_cannot_extend_are_left_alone(doctrine_folder: Path) -> None:
    """An atom whose wordings stand inside its table, and a file that changed meanwhile."""
    path = doctrine_folder / "atoms" / "daily.toml"
    shelf, filed = queued(doctrine_folder)
    path.write_bytes(path.read_bytes() + b"# later\n")
    with pytest.raises(UsageError) as raised:
        promote(shelf, filed, DIGEST)
    assert raised.value.code == "promotion_unsafe"
    assert open_shelf(doctrine_folder).filed(filed.id).approved is None
    path.write_bytes(path.read_bytes().replace(b'id = "sleep_short"\n', b"id = 'sleep_short'\n"))
    with pytest.raises(UsageError) as raised:
        insertion(open_shelf(doctrine_folder), filed)
    assert raised.value.code == "promotion_unsafe"


def test_the_digest_changes_with_every_neighbour_and_not_with_the_approval(doctrine_folder: Path) -> None:
    shelf, filed = queued(doctrine_folder)
    seen = texts_of(shelf, filed).digest
    promote(shelf, filed, seen)
    assert texts_of(open_shelf(doctrine_folder), filed).digest == seen
    path = doctrine_folder / "atoms" / "daily.toml"
    path.write_bytes(path.read_bytes().replace("작은 기록도 쌓이면".encode(), "작은 기록이 쌓이면".encode()))
    assert texts_of(open_shelf(doctrine_folder), filed).digest != seen


def test_every_text_holds_the_wording_once_and_no_two_are_equal(doctrine_folder: Path) -> None:
    """From one clause to three, and only atoms that a document can bring together."""
    shelf, filed = queued(doctrine_folder)
    screens = texts_of(shelf, filed)
    assert {len(lines) for lines in screens.fillings} == {1, 2, 3}
    assert all(lines.count(SAID) == 1 for lines in screens.fillings)
    assert len(set(screens.fillings)) == len(screens.fillings)
    assert screens.count == len(screens.fillings) * len(shelf.doctrine.tone["daily.acknowledgement"].variant)
    enough = {each.text for each in shelf.doctrine.atoms["sleep_enough"].variant}
    assert not any(enough & set(lines) for lines in screens.fillings)
    why = screens_of(shelf.doctrine, "reason_base", Variant(id="reason_base.d", text=SAID))
    assert why.above == ()


def test_a_rejected_proposal_is_kept_with_its_reason(doctrine_folder: Path) -> None:
    for number in (1, 2):
        shelf, filed = queued(doctrine_folder)
        kept = reject(shelf, filed, "너무 길어요")
        assert kept.name == f"sleep_short.d.{number}.toml"
        assert 'reason = "너무 길어요"' in kept.read_text("utf-8")
        assert open_shelf(doctrine_folder).queue == {}


def test_an_approved_proposal_is_not_rejected(doctrine_folder: Path) -> None:
    """Its wording is live; the queue stays as it is."""
    shelf, filed = queued(doctrine_folder)
    promote(shelf, filed, DIGEST)
    now = open_shelf(doctrine_folder)
    with pytest.raises(UsageError) as raised:
        reject(now, now.filed(filed.id), "너무 길어요")
    assert (raised.value.code, raised.value.found) == ("proposal_refuted", "a proposal whose wording is approved")
    assert now.path_of(filed).is_file()
    assert not (doctrine_folder / "review_queue" / "rejected").exists()


def test_a_decision_waits_for_the_one_before_and_finds_it_made(doctrine_folder: Path) -> None:
    """The second begins while the first is at work; it reads the folder only afterwards."""
    _, filed = queued(doctrine_folder)
    found: list[str] = []

    def second() -> None:
        with deciding(doctrine_folder) as shelf:
            found.extend(shelf.queue)

    late = threading.Thread(target=second)
    with deciding(doctrine_folder) as shelf:
        late.start()
        late.join(0.3)
        reject(shelf, shelf.filed(filed.id), "너무 길어요")
    late.join()
    assert found == []
    assert list((doctrine_folder / "review_queue").glob(".*")) == []


def test_nothing_in_the_queue_is_overwritten(doctrine_folder: Path) -> None:
    shelf, filed = queued(doctrine_folder)
    digest = hashlib.sha256(shelf.path_of(filed).read_bytes()).hexdigest()
    with pytest.raises(OutputError):
        shelf.file(proposal(), "hand")
    with pytest.raises(OutputError):
        write_new(shelf.path_of(filed), filed.toml())
    assert hashlib.sha256(shelf.path_of(filed).read_bytes()).hexdigest() == digest
    assert shelf.offer("daily.interpretation", "sleep_short").new_id == "sleep_short.e"


def test_a_queued_file_that_does_not_read_is_named(doctrine_folder: Path) -> None:
    (doctrine_folder / "review_queue" / "x.toml").write_text("[[proposal]]\nid = 1\n")
    with pytest.raises(UsageError) as raised:
        open_shelf(doctrine_folder)
    assert (raised.value.code, raised.value.place.path) == ("queue_invalid", "$[0].id")
    assert "doctrine lock" not in raised.value.hint


def test_a_queued_file_names_no_doctrine(doctrine_folder: Path) -> None:
    """What is filed says nothing of the doctrine that it was filed under: nobody would ask."""
    shelf, filed = queued(doctrine_folder)
    assert b"doctrine" not in shelf.path_of(filed).read_bytes()


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_refused_and_not_waited_for(
    make: Callable[[Path], object], doctrine_folder: Path
) -> None:
    """A pipe that nobody writes to, a folder, a device without end."""
    make(doctrine_folder / "review_queue" / "x.toml")
    with pytest.raises(UsageError) as raised:
        open_shelf(doctrine_folder)
    assert (raised.value.code, raised.value.found) == ("queue_invalid", "no readable file")
