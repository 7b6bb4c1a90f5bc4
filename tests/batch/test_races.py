"""
Two runs that meet: one that ends, or was just killed, and one that wants to go on with it.
"""

import contextlib
import os
import signal
import threading
from pathlib import Path
from typing import IO, Any

import pytest

from checkin_cli.errors import UsageError
from checkin_cli.runs.asking import Limits
from checkin_cli.runs.files import remove_leftovers
from checkin_cli.runs.inputs import cut, find_files
from checkin_cli.runs.journal import Identity
from checkin_cli.runs.locks import lock, open_locked
from checkin_cli.runs.parts import Order, open_parts
from checkin_cli.runs.parts.work import render_part
from checkin_cli.runs.setup import Setup
from tests.batch.corpus import Corpus
from tests.batch.desk import Desk, Line, ended
from tests.batch.seen import check_resumed
from tests.batch.served import Served

RUN = Identity("i", "d", "c", "k")


def heard(stream: IO[bytes] | None, words: bytes) -> None:
    """Read until a line with these words."""
    assert stream is not None
    for line in stream:
        if words in line:
            return
    raise AssertionError(words)


def give(stream: IO[bytes] | None, raw: bytes) -> None:
    """Give a process its whole standard input."""
    assert stream is not None
    stream.write(raw)
    stream.close()


@pytest.mark.loopback
def test_a_part_that_an_orphan_finishes_is_not_asked_about_again(
    desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """Whoever resumes waits for a worker that lost its parent, and takes what it still finished."""
    last = {"d-11", "d-12", "d-22", "d-23"}
    served.holds = lambda asked: asked.stage == "polish" and asked.document in last
    process = desk.start("--jobs", "2")
    served.wait_for(lambda it: sum(it.counts()["polish", each] for each in last) >= 2 and it.in_flight >= 2)
    served.wait_for(lambda it: len(it.asked) == 48)
    process.kill()
    process.wait()
    resumed = desk.start("--jobs", "2", "--resume")
    heard(resumed.stderr, b"0 of 2 parts are finished")
    served.release()
    over = ended(resumed)
    ended(process)
    assert over.returncode == 0, over.stderr
    assert served.repeated() == []
    check_resumed(desk.lines(), undisturbed, set(), served)


@pytest.mark.loopback
@pytest.mark.full
def test_a_part_that_an_orphan_still_holds_is_waited_for(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """It ends when what it has in flight has ended; nobody has to start the command again."""
    served.holds = lambda asked: asked.stage == "polish"
    process = desk.start("--jobs", "2")
    served.wait_for(lambda it: it.in_flight == 8)
    process.kill()
    process.wait()
    resumed = desk.start("--jobs", "2", "--resume")
    heard(resumed.stderr, b"0 of 2 parts are finished")
    over = threading.Timer(1.0, served.release)
    over.start()
    found = ended(resumed)
    over.join()
    ended(process)
    assert found.returncode == 0, found.stderr
    check_resumed(desk.lines(), undisturbed, set(), served)


@pytest.mark.loopback
def test_a_run_that_ends_meanwhile_is_not_begun_again(desk: Desk, served: Served, days: Corpus) -> None:
    """Who resumes too early, and gets its turn when all is done, finds nothing to resume."""
    desk.inputs = "-"
    served.holds = lambda asked: (asked.stage, asked.document) == ("polish", "d-23")
    first = desk.start(stdin=-1)
    give(first.stdin, days.text)
    served.wait_for(lambda it: len(it.asked) == 48)
    second = desk.start("--resume", "--verbose", stdin=-1)
    heard(second.stderr, b"mode coach")
    served.release()
    first.stdin = None
    assert ended(first).returncode == 0
    give(second.stdin, days.text)
    second.stdin = None
    over = ended(second)
    assert (over.returncode, served.repeated()) == (0, []), over.stderr
    assert b"nothing to resume" in over.stderr


def test_a_lock_on_a_file_that_is_gone_is_no_lock(tmp_path: Path) -> None:
    """Between opening and locking the run before may have removed the file: the next one would lock another."""
    path = tmp_path / "journal"
    finished = Finished(path, open_locked(path))
    number = open_locked(path, finished.lock)
    with pytest.raises(UsageError):
        open_locked(path)
    assert finished.calls == 2
    os.close(number)
    os.close(open_locked(path))


class Finished:
    """Locks after the run before has finished with the file."""

    def __init__(self, path: Path, holds: int) -> None:
        self._path, self._holds = path, holds
        self.calls = 0

    def lock(self, number: int) -> None:
        self.calls += 1
        if self.calls == 1:
            self._path.unlink()
            os.close(self._holds)
        lock(number)


def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    """A run in parts removes its folder at the end, so it must be its own."""
    (tmp_path / "day.json").write_bytes(b"{}")
    files = find_files([str(tmp_path / "day.json")])
    parts = cut(files, 2)
    folder = tmp_path / "out.jsonl.journal"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    for resume, restart in ((False, False), (True, False), (False, True)):
        with pytest.raises(UsageError) as error:
            open_parts(folder, RUN, files, parts, resume=resume, restart=restart)
        assert error.value.code == "journal_damaged"
        assert (folder / "notes.txt").read_text() == "mine"


def test_a_part_of_a_discarded_run_is_not_taken(tmp_path: Path) -> None:
    """Its orphan may finish it in the folder of the run that came after."""
    (tmp_path / "day.json").write_bytes(b"{}")
    files = find_files([str(tmp_path / "day.json")])
    [part] = cut(files, 1)
    other = Identity("i", "another", "c", "k")
    folder = open_parts(tmp_path / "out.jsonl.journal", RUN, files, [part], resume=False, restart=False)
    setup = Setup(str(tmp_path), {})
    for identity, is_taken in ((other, False), (RUN, True)):
        render_part(Order(0, part, str(folder.path), setup, Limits(), identity))
        assert (folder.report(0) is not None) == is_taken
    folder.lines(0).write_bytes(b"")
    assert folder.report(0) is None
    folder.finish()


def test_a_folder_whose_run_never_began_is_begun(tmp_path: Path) -> None:
    """A crash before the first record leaves a lock and half a file, and nothing was sent."""
    (tmp_path / "day.json").write_bytes(b"{}")
    files = find_files([str(tmp_path / "day.json")])
    parts = cut(files, 2)
    folder = tmp_path / "out.jsonl.journal"
    folder.mkdir()
    (folder / "lock").touch()
    (folder / ".checkin-00000000-x.tmp").write_text("half")
    open_parts(folder, RUN, files, parts, resume=True, restart=False).close()
    assert sorted(path.name for path in folder.iterdir()) == ["lock", "run"]


@pytest.mark.loopback
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_moved_reads_the_inputs_where_they_are(
    jobs: str, desk: Desk, served: Served, undisturbed: list[Line], tmp_path: Path
) -> None:
    """What was digested is what is rendered, not what lies where the run began."""
    served.holds = lambda asked: len(served.asked) > 20  # whoever comes then
    process = desk.start("--jobs", jobs)
    served.wait_for(lambda it: len(it.asked) > 20)
    os.killpg(process.pid, signal.SIGKILL)
    ended(process)
    served.release()
    desk.folder.rename(tmp_path / "moved")
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / "days.jsonl").write_bytes(b"{}\n" * 60)
    desk.folder = tmp_path / "moved"
    assert desk.finished("--jobs", jobs, "--resume").returncode == 0
    assert [each["ref"] for each in desk.lines()] == [each["ref"] for each in undisturbed]
    assert served.repeated() == []


@pytest.mark.parametrize("step", range(1, 8))
def test_a_kill_while_parts_are_removed_asks_nothing_again(
    step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder of a finished run is whole or gone for whoever looks next, in whichever order its files vanish."""
    (tmp_path / "day.json").write_bytes(b"{}")
    files = find_files([str(tmp_path / "day.json")])
    path = tmp_path / "out.jsonl.journal"
    folder = open_parts(path, RUN, files, cut(files, 1), resume=False, restart=False)
    for name in ("00000.json", "00000.jsonl", "00000.journal", "a", "b", "c"):
        (path / name).touch()
    real, calls = os.unlink, [0]

    def killed(*arguments: Any, **options: Any) -> None:
        calls[0] += 1
        if calls[0] >= step:
            raise KeyboardInterrupt
        real(*arguments, **options)

    monkeypatch.setattr(os, "unlink", killed)
    with contextlib.suppress(KeyboardInterrupt):
        folder.finish()
    monkeypatch.undo()
    assert not path.exists()
    remove_leftovers(tmp_path / "out.jsonl")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["day.json"]


def test_parts_of_a_run_beside_its_inputs_are_no_inputs(tmp_path: Path) -> None:
    (tmp_path / "day.json").write_bytes(b"{}")
    folder = tmp_path / "copies.jsonl.journal"
    folder.mkdir()
    (folder / "00000.jsonl").write_bytes(b"{}")
    assert [file.name for file in find_files([str(tmp_path)])] == ["day"]
