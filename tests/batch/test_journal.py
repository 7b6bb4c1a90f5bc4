"""
The journal: what it gives back, what a crash may leave of it, and what it refuses to go on with.
"""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError, OutputError, UsageError
from checkin_cli.rendering import Rendering, render_canonical
from checkin_cli.runs.journal import Identity, Journal, open_journal
from checkin_cli.runs.journal.lines import Damaged, line_of, read_records, record_of
from checkin_cli.selection.attempt import Coached, Past, Selected
from tests.batch.corpus import corpus
from tests.conftest import plain_environment

RUN = Identity("i" * 64, "d" * 64, "c" * 64, "1.0/1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl.journal"


@pytest.fixture(scope="module")
def rendering(doctrine: Doctrine) -> Rendering:
    return render_canonical(read_document(corpus(4).lines[0], ReadingRules()), doctrine)


@contextlib.contextmanager
def opened(path: Path, identity: Identity = RUN, *, restart: bool = False) -> Iterator[Journal]:
    """The journal, begun or gone on with."""
    journal = open_journal(path, identity, resume=not restart, restart=restart)
    try:
        yield journal
    finally:
        journal.close()


def refused(path: Path, identity: Identity = RUN, *, resume: bool = True, restart: bool = False) -> CheckinError:
    """Why it is not opened; nothing of it is changed."""
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(CheckinError) as error:
        open_journal(path, identity, resume=resume, restart=restart)
    assert (path.read_bytes() if path.is_file() else None) == before
    return error.value


def coached(rendering: Rendering) -> Coached:
    return Coached(rendering.clauses, ("trend.body_water",))


def settled(rendering: Rendering) -> Selected:
    return Selected(rendering.clauses, "coached", "deadline", coach_valid=True, requests=2, stages=("coach", "polish"))


def filled(path: Path, rendering: Rendering) -> bytes:
    """A journal with a document that is settled, one that waits for its second stage, and one that is in flight."""
    with opened(path) as journal:
        journal.claim(0, "coach")
        journal.keep(0, coached(rendering))
        journal.claim(1, "coach")
        journal.claim(2, "coach")
        journal.keep(2, coached(rendering))
        journal.claim(0, "polish")
        journal.settle(0, settled(rendering))
    return path.read_bytes()


def test_everything_comes_back_as_it_was_kept(path: Path, rendering: Rendering) -> None:
    """A claim whose answer was kept is answered; one without answer is not asked again."""
    filled(path, rendering)
    with opened(path) as journal:
        assert journal.past(0, rendering.screen) == Past(settled=settled(rendering))
        assert journal.past(1, rendering.screen) == Past(claimed=("coach",))
        assert journal.past(2, rendering.screen) == Past(coached=coached(rendering))
        assert journal.past(3, rendering.screen) == Past()
        assert (journal.index.results(), sorted(journal.index.unsettled)) == (1, [1, 2])
        assert journal.notice is None


def test_the_last_line_may_be_torn_at_every_byte(path: Path, rendering: Rendering) -> None:
    """What was cut off does not count, is told, and the next record stands on a line of its own."""
    whole = filled(path, rendering)
    start = whole.rindex(b"\n", 0, -1) + 1
    for end in range(start, len(whole)):
        path.write_bytes(whole[:end])
        with opened(path) as journal:
            kept = end == len(whole) - 1  # all but the line feed
            assert (journal.notice is not None) == (start < end < len(whole) - 1)
            assert (journal.past(0, rendering.screen).settled is not None) == kept
            if not kept:
                assert journal.past(0, rendering.screen).claimed == ("polish",)
            journal.claim(3, "coach")
        assert path.read_bytes() == (whole if kept else whole[:start]) + line_of({"n": 3, "claim": "coach"})


@pytest.mark.parametrize(
    "torn", ["가".encode()[:1], "가".encode()[:2], b'0f3c2a1b {"n":1,"claim":"\xea\xb0', b"\0\0\0"]
)
def test_a_tail_that_ends_inside_a_character_is_a_torn_line_too(torn: bytes, path: Path, rendering: Rendering) -> None:
    whole = filled(path, rendering)
    path.write_bytes(whole + torn)
    with opened(path) as journal:
        assert journal.notice is not None
    assert path.read_bytes() == whole


def test_lines_with_korean_may_be_cut_at_every_byte() -> None:
    """No cut passes for a record, and none is taken for damage."""
    line = line_of({"n": 1, "text": "가나다"})
    for end in range(len(line)):
        records = list(read_records(io.BytesIO(line_of({"n": 0}) + line[:end])))
        assert len(records) == (2 if end == len(line) - 1 else 1)


def test_every_changed_byte_is_damage(path: Path, rendering: Rendering) -> None:
    """Anywhere but in the last line, whatever is changed stops the run and names file and line."""
    whole = filled(path, rendering)
    last = whole.rindex(b"\n", 0, -1) + 1
    for position in range(0, last, 3):
        changed = bytearray(whole)
        changed[position] ^= 1
        path.write_bytes(changed)
        error = refused(path)
        line = whole.count(b"\n", 0, position) + 1
        assert (error.code, error.exit_code, error.place.source) == ("journal_damaged", 2, str(path))
        assert error.place.line == line


def test_a_record_that_no_run_writes_is_damage(path: Path, rendering: Rendering) -> None:
    """A checksum that fits is not enough."""
    first = filled(path, rendering).splitlines(keepends=True)[0]
    wrong: list[dict[str, object]] = [
        {"n": -1},
        {"n": 0, "claim": "x"},
        {"n": 0, "text": "x"},
        {"claim": "coach"},
        {"n": True},
    ]
    for record in wrong:
        path.write_bytes(first + line_of(record) + line_of({"n": 1, "claim": "coach"}))
        assert refused(path).place.line == 2


def test_ids_that_a_document_cannot_have_are_damage(path: Path, rendering: Rendering) -> None:
    first = filled(path, rendering).splitlines(keepends=True)[0]
    kept = {"variant_ids": ["no_such_variant"], "principle_ids": []}
    path.write_bytes(first + line_of({"n": 0, "coached": kept}))
    with opened(path) as journal, pytest.raises(UsageError) as error:
        journal.past(0, rendering.screen)
    assert error.value.code == "journal_damaged"


@pytest.mark.parametrize("field", ["input", "doctrine", "configuration", "code"])
def test_a_run_that_is_not_the_same_any_more_is_refused_by_name(field: str, path: Path, rendering: Rendering) -> None:
    whole = filled(path, rendering)
    other: dict[str, Any] = {field: "other"}
    error = refused(path, replace(RUN, **other))
    assert (error.code, error.exit_code) == ("resume_refused", 2)
    assert [name for name in RUN.members() if f"another {name}" in error.found] == [field]
    assert path.read_bytes() == whole


def test_an_unfinished_run_is_named_with_what_to_do(path: Path, rendering: Rendering) -> None:
    filled(path, rendering)
    error = refused(path, resume=False)
    assert (error.code, error.exit_code) == ("journal_unfinished", 2)
    assert "--resume" in error.required
    assert "--restart" in error.required


def test_restart_forgets_what_was_asked(path: Path, rendering: Rendering) -> None:
    filled(path, rendering)
    with opened(path, restart=True) as journal:
        assert journal.index.results() == 0
        assert not journal.index.unsettled


@pytest.mark.parametrize("resume", [False, True])
def test_two_runs_never_share_a_journal(resume: bool, path: Path) -> None:  # noqa: FBT001  # a case of the claim
    with opened(path):
        assert refused(path, resume=resume, restart=not resume).code == "journal_in_use"


def test_the_lock_ends_with_the_program(path: Path) -> None:
    """However it ends: a killed run leaves a journal that can be opened."""
    code = (
        "import os, sys\nfrom checkin_cli.runs.journal import Identity, open_journal\n"
        "j = open_journal(sys.argv[1], Identity('i', 'd', 'c', 'k'), resume=False, restart=False)\n"
        "j.claim(7, 'coach')\nos.kill(os.getpid(), 9)\n"
    ).replace("sys.argv[1]", "__import__('pathlib').Path(sys.argv[1])")
    killed = subprocess.run([sys.executable, "-c", code, path], env=plain_environment(), check=False)
    assert killed.returncode == -9
    with opened(path, Identity("i", "d", "c", "k")) as journal:
        assert journal.index.unsettled[7].claimed == ["coach"]


def test_a_torn_first_line_is_a_run_that_never_began(path: Path) -> None:
    """Nothing can have been sent before the first line was on disk."""
    with opened(path):
        pass
    first = path.read_bytes()
    for end in (*range(20), *range(20, len(first) - 1, 11), len(first) - 2):
        path.write_bytes(first[:end])
        with opened(path) as journal:
            assert (journal.notice is not None) == (end > 0)
        assert path.read_bytes() == first
    path.write_bytes(first[:-1])
    with opened(path) as journal:
        assert journal.notice is None
    assert path.read_bytes() == first
    path.write_bytes(b"\0" * 4096)
    with opened(path) as journal:
        assert journal.notice is not None


@pytest.mark.parametrize("content", [b"my notes", b"my notes\n", b'{"n":0}', b"\xff\xfe", b"x" * 100_000])
def test_a_file_of_somebody_else_is_left_alone(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    assert refused(path).code == "journal_damaged"
    assert refused(path, resume=False).exit_code == 2
    path.write_bytes(line_of({"journal": "another-v1"}))
    assert refused(path).code == "journal_damaged"


def test_a_folder_or_a_link_in_its_place_is_refused(path: Path, tmp_path: Path) -> None:
    """A link could lead out of the folder of the run."""
    path.mkdir()
    assert refused(path).exit_code == OutputError.exit_code
    path.rmdir()
    elsewhere = tmp_path / "elsewhere"
    path.symlink_to(elsewhere)
    assert refused(path).exit_code == OutputError.exit_code
    assert not elsewhere.exists()


def test_nobody_else_may_read_it(path: Path) -> None:
    before = os.umask(0)
    try:
        with opened(path):
            assert path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_a_finished_run_leaves_none(path: Path) -> None:
    journal = open_journal(path, RUN, resume=False, restart=False)
    journal.finish()
    assert not path.exists()


def test_a_line_longer_than_any_record_is_damage() -> None:
    with pytest.raises(Damaged):
        list(read_records(io.BytesIO(b"0" * (64 << 10))))


def test_two_lines_are_never_read_as_one() -> None:
    one = line_of({"n": 0})
    assert record_of(one[:-1] + one) is None
    assert record_of(one) == {"n": 0}
