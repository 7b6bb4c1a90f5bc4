"""
`checkin golden review` at a real pseudo-terminal: one key a decision, and what was decided is on disk.
"""

import contextlib
import os
import pty
import shutil
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, Run, plain_environment
from tests.golden import CARD, DAY, HELD, change, many, state

ASKED = "[a r s A R S q ?] "
AGAIN = "any other key goes back "


class Terminal:
    """A review in the foreground of a terminal of its own."""

    def __init__(
        self, folder: Path, *options: str, ahead: bytes = b"", review: str = "golden review cases", **more: str
    ) -> None:
        self.screen, theirs = pty.openpty()
        self._first = b""
        if ahead:
            # Without an echo, which would be taken for the first byte of the program.
            attributes = termios.tcgetattr(theirs)
            attributes[3] &= ~termios.ECHO
            termios.tcsetattr(theirs, termios.TCSANOW, attributes)
            os.write(self.screen, ahead)
        command = [sys.executable, "-m", "checkin_cli", *review.split(), *options]
        # A terminal that the first process of a session opens becomes its own.
        opening = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(theirs), *command]
        environment = plain_environment(TERM="xterm", **more)
        self.process = subprocess.Popen(opening, cwd=folder, env=environment, start_new_session=True)
        # Until somebody has the terminal open there is nothing to read; the first byte says so.
        self._first = os.read(self.screen, 1)
        os.close(theirs)

    def until(self, text: str) -> str:
        """Everything up to a text that is shown; all of it where the review ends before."""
        shown, self._first = self._first, b""
        with contextlib.suppress(OSError):
            while not shown.decode("utf-8", "replace").endswith(text) and (chunk := os.read(self.screen, 1)):
                shown += chunk
        return shown.decode().replace("\r\n", "\n")

    def press(self, key: str, until: str = ASKED) -> str:
        """Press a key at a question, and read up to the next."""
        os.write(self.screen, key.encode())
        return self.until(until)

    def end(self) -> int:
        """The exit code, once everything was shown."""
        with contextlib.suppress(OSError):
            while os.read(self.screen, 65536):
                pass
        return self.process.wait(timeout=30)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder around the bundled cases."""
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    return tmp_path


@contextlib.contextmanager
def review(desk: Path) -> Iterator[tuple[Terminal, str]]:
    """A review that has asked its first question, with what was shown until then."""
    terminal = Terminal(desk)
    try:
        yield terminal, terminal.until(ASKED)
    finally:
        os.close(terminal.screen)
        terminal.process.kill()
        terminal.process.wait()


def words(desk: Path, count: int) -> list[str]:
    """Equal cases with an equal change of words."""
    names = many(desk / "cases", count)
    for name in names:
        change(desk / "cases" / f"{name}.golden.txt", "체크인 잘", "기록 잘")
    return names


def numbers(desk: Path, count: int) -> list[str]:
    """Equal cases with an equal change of a number."""
    names = many(desk / "cases", count)
    for name in names:
        change(desk / "cases" / f"{name}.golden.txt", "64.2", "64.3")
    return names


def left(desk: Path, checkin: Run) -> list[str]:
    """The cases that still differ."""
    lines = checkin("golden", "check", "cases", "--format", "json", cwd=desk).stdout.decode().splitlines()
    return [line.split('"')[3] for line in lines if '"state":"same"' not in line]


def test_each_key_decides_one_case(desk: Path, checkin: Run) -> None:
    names = words(desk, 4)
    with review(desk) as (terminal, shown):
        assert "1 of 1: changed (wording), 4 cases, group " in shown
        assert "    - 오늘 기록 잘 받았어요.\n    + 오늘 체크인 잘 받았어요.\n" in shown
        assert f"accepted {names[0]}\n" in terminal.press("a")
        assert left(desk, checkin) == names[1:]
        assert f"rejected {names[1]}\n" in terminal.press("r")
        assert f"skipped {names[2]}\n" in terminal.press("s")
        assert "q quit" in terminal.press("x")
        assert f"accepted {names[3]}\n2 of 4 accepted\n" in terminal.press("a", "accepted\n")
        assert terminal.end() == 1
    assert left(desk, checkin) == names[1:3]


def test_help_and_unknown_keys_decide_nothing(desk: Path, checkin: Run) -> None:
    """Nor do the bytes of an arrow, a letter of Korean, or a line end."""
    [name] = words(desk, 1)
    with review(desk) as (terminal, _):
        assert "a accept    r reject    s skip" in terminal.press("?")
        for key in ("\x1b[A", "ㅁ", " "):
            terminal.press(key)
        os.write(terminal.screen, b"\n")
        shown = terminal.press("q", "accepted\n")
        assert "0 of 1 accepted" in shown
        assert f"accepted {name}" not in shown
        assert terminal.end() == 1
    assert left(desk, checkin) == [name]


def test_a_capital_decides_the_rest_of_its_group_and_no_other(desk: Path, checkin: Run) -> None:
    names = words(desk, 5)
    change(desk / "cases" / f"{HELD}.golden.txt", "\n", "\r\n")
    with review(desk) as (terminal, shown):
        assert "1 of 2: changed (wording), 5 cases" in shown
        terminal.press("s")
        after = terminal.press("A")
        assert [f"accepted {name}\n" in after for name in names] == [False, True, True, True, True]
        assert "2 of 2: changed (whitespace), 1 case" in after
        assert "only line endings" in after
        terminal.press("R", "accepted\n")
        assert terminal.end() == 1
    assert left(desk, checkin) == [names[0], HELD]


def test_numbers_are_shown_one_by_one_before_they_are_taken_together(desk: Path, checkin: Run) -> None:
    names = numbers(desk, 4)
    with review(desk) as (terminal, _):
        before = state(desk)
        shown = terminal.press("A", AGAIN)
        assert "these 4 are not taken unseen" in shown
        assert shown.count("    - - 체중 64.3kg\n    + - 체중 64.2kg\n") == 3
        assert state(desk) == before
        terminal.press("a")
        assert state(desk) == before
        terminal.press("A", AGAIN)
        terminal.press("A", "4 of 4 accepted\n")
        assert terminal.end() == 0
    assert left(desk, checkin) == []
    assert len(names) == 4


@pytest.mark.parametrize(("burst", "taken", "until"), [("AA", 0, AGAIN), ("aaaaaaa", 1, ASKED)])
def test_keys_pressed_ahead_decide_nothing(burst: str, taken: int, until: str, desk: Path, checkin: Run) -> None:
    """Only the first of them was an answer to what was shown."""
    names = numbers(desk, 4)
    with review(desk) as (terminal, _):
        terminal.press(burst, until)
        assert left(desk, checkin) == names[taken:]
        if until == AGAIN:
            terminal.press("r")
        assert f"{taken} of 4 accepted" in terminal.press("q", "accepted\n")
        assert terminal.end() == 1
    assert left(desk, checkin) == names[taken:]


def test_keys_pressed_before_the_first_question_decide_nothing(desk: Path, checkin: Run) -> None:
    names = numbers(desk, 2)
    terminal = Terminal(desk, ahead=b"aaaa")
    try:
        terminal.until(ASKED)
        assert "0 of 2 accepted" in terminal.press("q", "accepted\n")
        assert terminal.end() == 1
    finally:
        os.close(terminal.screen)
        terminal.process.kill()
        terminal.process.wait()
    assert left(desk, checkin) == names


def test_no_key_accepts_what_cannot_be_shown_whole(desk: Path, checkin: Run) -> None:
    (desk / "cases" / f"{DAY}.golden.txt").write_bytes(b"- 1\n" * (5 << 18))
    before = state(desk)
    with review(desk) as (terminal, _):
        for key in "aA":
            assert f"it was not shown whole; checkin golden accept cases {DAY}\n" in terminal.press(key)
        assert state(desk) == before
        terminal.press("s", "0 of 1 accepted\n")
        assert terminal.end() == 1
    assert left(desk, checkin) == [DAY]


def test_a_folder_in_the_place_of_a_golden_stops_no_other(desk: Path, checkin: Run) -> None:
    """Each is told, and the others are accepted."""
    names = words(desk, 2)
    golden = desk / "cases" / f"{names[0]}.golden.txt"
    golden.unlink()
    golden.mkdir()
    with review(desk) as (terminal, _):
        assert "error[output_unwritable] cases/" in terminal.press("a")
        assert f"accepted {names[1]}\n" in terminal.press("a", "1 of 2 accepted\n")
        assert terminal.end() == 4
    assert left(desk, checkin) == names[:1]


def test_a_first_golden_shows_the_copy_and_an_orphan_goes_when_it_is_accepted(desk: Path, checkin: Run) -> None:
    for ending in ("txt", "receipt.json"):
        (desk / "cases" / f"{DAY}.golden.{ending}").unlink()
    (desk / "cases" / f"{CARD}.json").unlink()
    with review(desk) as (terminal, shown):
        assert "missing, 1 case" in shown
        assert "    + - 체중 64.2kg\n" in shown
        assert "orphaned, 1 case" in terminal.press("a")
        assert f"removed {CARD}\n" in terminal.press("a", "2 of 2 accepted\n")
        assert terminal.end() == 0
    assert left(desk, checkin) == []
    assert not (desk / "cases" / f"{CARD}.golden.txt").exists()


def test_first_copies_are_shown_before_they_are_taken_together(desk: Path, checkin: Run) -> None:
    names = many(desk / "cases", 3)
    for name in names:
        for ending in ("txt", "receipt.json"):
            (desk / "cases" / f"{name}.golden.{ending}").unlink()
    with review(desk) as (terminal, shown):
        assert shown.count("    + - 체중 64.2kg\n") == 1
        assert terminal.press("A", AGAIN).count("    + - 체중 64.2kg\n") == 2
        terminal.press("A", "3 of 3 accepted\n")
        assert terminal.end() == 0
    assert left(desk, checkin) == []


def test_nothing_that_differs_is_nothing_to_review(desk: Path) -> None:
    with review(desk) as (terminal, shown):
        assert shown == "nothing to review\n"
        assert terminal.end() == 0


def test_a_refused_document_is_told_first(desk: Path) -> None:
    words(desk, 1)
    (desk / "cases" / "bad.json").write_bytes(b"{")
    with review(desk) as (terminal, shown):
        assert shown.startswith("error[json_syntax] cases/bad.json")
        terminal.press("a", "1 of 1 accepted\n")
        assert terminal.end() == 3


def test_ctrl_c_keeps_what_was_decided_and_gives_the_terminal_back(desk: Path, checkin: Run) -> None:
    names = words(desk, 3)
    with review(desk) as (terminal, _):
        terminal.press("a")
        os.write(terminal.screen, termios.tcgetattr(terminal.screen)[6][termios.VINTR])
        assert "\n1 of 3 accepted\n" in terminal.until("accepted\n")
        assert terminal.end() == 130
        assert termios.tcgetattr(terminal.screen)[3] & (termios.ECHO | termios.ICANON)
    assert left(desk, checkin) == names[1:]
    assert list((desk / "cases").glob(".checkin-*")) == []


@pytest.mark.parametrize(("number", "code"), [(signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_waits_until_a_case_is_whole(number: signal.Signals, code: int, tmp_path: Path) -> None:
    """It arrives between the receipt and the copy of a case; both are written before the program ends."""
    program = (
        "import os, signal, sys\n"
        "from checkin_cli.cli.app import _terminate\n"
        "from checkin_cli.runs.undisturbed import undisturbed\n"
        "for number in (signal.SIGTERM, signal.SIGHUP):\n"
        "    signal.signal(number, _terminate)\n"
        "try:\n"
        "    with undisturbed():\n"
        f"        os.kill(os.getpid(), {int(number)})\n"
        "        print('whole', flush=True)\n"
        "    print('late', flush=True)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(130)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, env=plain_environment(), cwd=tmp_path, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (code, b"whole\n", b"")
