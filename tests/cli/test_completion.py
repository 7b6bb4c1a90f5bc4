"""
Completion in real shells, as it is set up for them: a word is begun, the tabulator pressed, the line read.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run, plain_environment

STARTS = {"bash": ["bash", "-i"], "zsh": ["zsh", "-i"], "fish": ["fish", "-i"]}
PATIENCE = 60
"""
Seconds until a shell that says nothing is given up; nothing waits for them to pass.
"""


@pytest.fixture(
    params=[
        pytest.param(name, marks=pytest.mark.skipif(not shutil.which(name), reason=f"no {name} here"))
        for name in STARTS
    ]
)
def shell(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a `checkin` on its path."""
    command = tmp_path / "bin" / "checkin"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m checkin_cli "$@"\n')
    command.chmod(0o755)
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "dayfile.json").write_text("{}")
    return tmp_path


def _environment(home: Path) -> dict[str, str]:
    path = f"{home / 'bin'}:{os.environ['PATH']}"
    return plain_environment(PATH=path, HOME=str(home), TERM="xterm", PS1="ready$ ", PROMPT="ready$ ")


class Typist:
    """A shell at a terminal of its own, and somebody who types."""

    def __init__(self, shell: str, home: Path) -> None:
        self.screen, theirs = pty.openpty()
        # A terminal that the first process of a session opens becomes its own.
        opening = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(theirs), *STARTS[shell]]
        environment = _environment(home)
        self.process = subprocess.Popen(opening, cwd=home / "files", env=environment, start_new_session=True)
        self._first = os.read(self.screen, 1)
        os.close(theirs)

    def completes(self, begun: str, to: str) -> str:
        """Type a line that is begun and the tabulator, and read until it is completed; all that was shown."""
        os.write(self.screen, f"{begun}\t".encode())
        shown = self._first
        while to not in _visible(shown) and select.select([self.screen], [], [], PATIENCE)[0]:
            try:
                shown += os.read(self.screen, 1024)
            except OSError:
                # The shell has ended.
                break
        return _visible(shown)

    def leave(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


def _visible(shown: bytes) -> str:
    """What is read, without the sequences that move and colour it."""
    return re.sub(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)|\r", "", shown.decode("utf-8", "replace"))


@pytest.mark.parametrize(
    ("begun", "completed"),
    [
        ("checkin re", "checkin render "),
        ("checkin golden acc", "checkin golden accept "),
        ("checkin render --export-cus", "checkin render --export-customer "),
        ("checkin render --mode expr", "checkin render --mode expression "),
        ("checkin render dayf", "checkin render dayfile.json"),
    ],
)
def test_a_word_is_completed_in_the_shell(begun: str, completed: str, shell: str, home: Path, checkin: Run) -> None:
    done = checkin("--install-completion", "--shell", shell, HOME=str(home))
    assert done.returncode == 0, done.stderr
    typist = Typist(shell, home)
    try:
        assert completed in typist.completes(begun, completed)
    finally:
        typist.leave()


def test_showing_the_script_changes_nothing(shell: str, home: Path, checkin: Run) -> None:
    before = sorted(home.rglob("*"))
    shown = checkin("--show-completion", "--shell", shell, HOME=str(home)).stdout
    assert f"complete_{shell}".encode() in shown
    assert sorted(home.rglob("*")) == before


def test_a_shell_that_cannot_be_told_has_to_be_named(home: Path) -> None:
    asked = ["sh", "-c", "checkin --show-completion; exit $?"]
    run = subprocess.run(asked, env=_environment(home), capture_output=True, check=False)
    assert run.returncode == 2
    assert run.stderr == (
        b"error[shell_unclear]: found a shell that is not known, required --shell bash, zsh or fish\n"
        b"hint: checkin --show-completion --shell bash prints the script of a shell that is named\n"
    )


def test_a_home_that_cannot_be_written_is_told(checkin: Run) -> None:
    run = checkin("--install-completion", "--shell", "fish", HOME="/dev/null/nowhere")
    assert run.returncode == 4
    assert run.stderr.startswith(b"error[output_unwritable] the start files of fish: found a home that cannot be ")


def test_an_answer_shows_the_remarks_of_options_and_loads_no_terminal_library() -> None:
    asking = plain_environment(_CHECKIN_COMPLETE="complete_zsh", _TYPER_COMPLETE_ARGS="checkin render --shar")
    command = [sys.executable, "-X", "importtime", "-m", "checkin_cli"]
    run = subprocess.run(command, env=asking, capture_output=True, check=True)
    assert b"checkin merge joins them. [default\\\\: all]" in run.stdout
    assert b"| rich" not in run.stderr
