"""
Ctrl-C once: what is in flight is finished and kept. Twice: at once. Both can be resumed.
"""

import contextlib
import os
import pty
import signal
import subprocess
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.batch.desk import Desk, Line, ended, workers_of
from tests.batch.seen import check_resumed, left_by
from tests.batch.served import PATIENCE, Asked, Served

pytestmark = pytest.mark.loopback

ALONE = pytest.param((), id="one process")
SLOWLY = pytest.param(("--jobs", "2"), id="two processes", marks=pytest.mark.full)
TERMINALS = [
    pytest.param(1, (), id="once", marks=pytest.mark.full),
    pytest.param(2, (), id="twice", marks=pytest.mark.full),
    pytest.param(1, ("--jobs", "2"), id="once, two processes"),
    pytest.param(2, ("--jobs", "2"), id="twice, two processes", marks=pytest.mark.full),
]
DEADLINE = 5.0


def held_after(count: int) -> Callable[[Asked], bool]:
    """Lets some requests be answered and holds those after them."""
    seen = list[Asked]()

    def holds(asked: Asked) -> bool:
        seen.append(asked)
        return len(seen) > count

    return holds


def busy(desk: Desk, served: Served, *options: str) -> "subprocess.Popen[bytes]":
    """A run whose eight requests in flight are held."""
    served.holds = held_after(12)
    process = desk.start(*options)
    served.wait_for(lambda it: it.in_flight == 8 and len(it.asked) >= 20)
    return process


@pytest.mark.parametrize("options", [ALONE, SLOWLY])
def test_the_first_interrupt_finishes_what_is_in_flight(
    options: tuple[str, ...], desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """Nothing more is begun, every answer is kept, and the resumed run asks the rest alone."""
    process = busy(desk, served, *options)
    before = len(served.asked)
    process.send_signal(signal.SIGINT)
    heard(process, b"press Ctrl-C again")
    if options:
        wait_until((desk.journal / "stop").exists)
    served.delay = enough
    served.release()
    over = ended(process)
    assert over.returncode == 130, over.stderr
    assert b"--resume goes on" in over.stderr
    assert b"Traceback" not in over.stderr
    assert len(served.asked) == before
    assert not desk.target.exists()
    assert left_by(desk.journal).unanswered == set()
    names = {path.name for path in desk.folder.iterdir()}
    assert names == {"consents.json", "days.jsonl", "out.jsonl.journal", "selection.toml"}
    served.delay = lambda _asked: 0.0
    go_on(desk, *options)
    assert len(served.asked) == 48
    check_resumed(desk.lines(), undisturbed, set(), served)


@pytest.mark.parametrize("options", [ALONE, SLOWLY])
def test_the_second_interrupt_waits_for_nothing(
    options: tuple[str, ...], desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """It ends well before the deadline of what is in flight, which the resumed run does not ask again."""
    process = busy(desk, served, *options)
    process.send_signal(signal.SIGINT)
    heard(process, b"press Ctrl-C again")
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    over = ended(process)
    assert time.monotonic() - began < DEADLINE - 1
    assert over.returncode == 130, over.stderr
    assert b"Traceback" not in over.stderr
    in_flight = left_by(desk.journal).unanswered
    assert len(in_flight) == 8
    served.release()
    served.delay = lambda _asked: 0.0
    go_on(desk, *options)
    check_resumed(desk.lines(), undisturbed, in_flight, served)


@pytest.mark.parametrize("options", [ALONE, SLOWLY])
def test_termination_can_be_resumed_from(
    options: tuple[str, ...], desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """A service that is told to end does not wait either, and leaves no half-built file."""
    process = busy(desk, served, *options)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    over = ended(process)
    assert time.monotonic() - began < DEADLINE - 1
    assert over.returncode == 143, over.stderr
    assert b"Traceback" not in over.stderr
    assert not list(desk.folder.glob(".checkin-*"))
    in_flight = left_by(desk.journal).unanswered
    assert len(in_flight) == 8
    served.release()
    served.delay = lambda _asked: 0.0
    go_on(desk, *options)
    check_resumed(desk.lines(), undisturbed, in_flight, served)


def enough(_asked: Asked) -> float:
    """Time for the workers to see the stop file, which they look for a few times a second."""
    return 1.0


def go_on(desk: Desk, *options: str) -> None:
    """Resume and finish it."""
    assert (desk.finished(*options, "--resume").returncode if options else desk.run(resume=True)) == 0


@contextlib.contextmanager
def terminal(desk: Desk, *options: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    """A run in the foreground of a terminal of its own: Ctrl-C reaches all of its processes."""
    ours, theirs = pty.openpty()
    # A terminal that the first process of a session opens becomes its own.
    opening = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(theirs), *desk.command(*options)]
    process = subprocess.Popen(opening, cwd=desk.folder, env=desk.environment(), start_new_session=True)
    desk.running.append(process)
    os.close(theirs)
    try:
        yield process, ours
    finally:
        os.close(ours)


def said(terminal: int) -> str:
    """Everything until the last process has left the terminal."""
    text = b""
    with contextlib.suppress(OSError):
        while chunk := os.read(terminal, 65536):
            text += chunk
    return text.decode()


@pytest.mark.parametrize(("times", "options"), TERMINALS)
def test_a_terminal_interrupts_the_whole_group(
    times: int, options: tuple[str, ...], desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """No worker dies of it or says a word, and the run can be resumed."""
    served.holds = held_after(12)
    with terminal(desk, *options) as (process, screen):
        served.wait_for(lambda it: it.in_flight == 8 and len(it.asked) >= 20)
        text = ""
        for _ in range(times):
            os.write(screen, termios.tcgetattr(screen)[6][termios.VINTR])
            while "again to stop now" not in text:
                text += os.read(screen, 65536).decode()
        if times == 1:
            if options:
                wait_until((desk.journal / "stop").exists)
            served.delay = enough
            served.release()
        text += said(screen)
        assert process.wait(PATIENCE) == 130
    assert "Traceback" not in text
    assert text.count("again to stop now") == 1
    in_flight = left_by(desk.journal).unanswered
    assert len(in_flight) == (8 if times == 2 else 0)
    served.release()
    served.delay = lambda _asked: 0.0
    go_on(desk, *options)
    check_resumed(desk.lines(), undisturbed, in_flight, served)


def test_workers_that_are_starting_do_not_hear_it(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """An interrupt while Python loads would end a worker with a traceback on the terminal."""
    with terminal(desk, "--jobs", "2") as (process, screen):
        wait_until(lambda: any(map(would_raise, workers_of(process.pid))))
        text = ""
        os.write(screen, termios.tcgetattr(screen)[6][termios.VINTR])
        text += said(screen)
        assert process.wait(PATIENCE) == 130
    assert "Traceback" not in text
    in_flight = left_by(desk.journal).unanswered
    go_on(desk, "--jobs", "2")
    check_resumed(desk.lines(), undisturbed, in_flight, served)


def would_raise(process: int) -> bool:
    """True for a process that makes an exception of an interrupt: Python is there, and our code not yet."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught & 1 << signal.SIGINT - 1)


def heard(process: "subprocess.Popen[bytes]", words: bytes) -> None:
    """Read what a process says until a line with these words."""
    assert process.stderr is not None
    assert any(words in line for line in process.stderr)


def wait_until(claim: Callable[[], bool]) -> None:
    """Look at the disk, which tells nobody, until it is so."""
    ends = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < ends
        time.sleep(0.01)


def test_a_finished_part_that_was_damaged_is_not_asked_about_again(desk: Desk, served: Served) -> None:
    """Its journal is gone, and with it who was asked: the run is refused before any request, whatever the damage."""
    options = ("--jobs", "2", "--concurrency", "8")
    process = busy(desk, served, *options)
    os.kill(next(workers_of(process.pid)), signal.SIGKILL)
    served.release()
    assert ended(process).returncode == 4
    (finished,) = desk.journal.glob("*.json")
    asked = len(served.asked)
    for file in (finished, finished.with_suffix(".jsonl")):
        before = file.read_bytes()
        for damage in (before[:-3], before.replace(b'"', b"'", 1), None):
            file.unlink() if damage is None else file.write_bytes(damage)
            over = desk.finished(*options, "--resume")
            assert (over.returncode, len(served.asked)) == (2, asked)
            assert b"error[journal_damaged] out.jsonl.journal/0000" in over.stderr
            file.write_bytes(before)
