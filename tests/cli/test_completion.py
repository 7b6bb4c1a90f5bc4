"""
Completion in real shells, as it is set up for them: a word is begun, the tabulator pressed, the line read.
"""

import contextlib
import os
import pty
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run, plain_environment

STARTS = {"bash": ["bash", "-i"], "zsh": ["zsh", "-i"], "fish": ["fish", "-i"]}
PATIENCE = 30
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
        self.process = subprocess.Popen(
            STARTS[shell],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=home / "files",
            env=_environment(home),
            start_new_session=True,
        )
        os.close(theirs)

    def completes(self, begun: str, to: str) -> str:
        """Type a line that is begun and the tabulator, and read until it is completed; all that was shown."""
        os.write(self.screen, f"{begun}\t".encode())
        shown = b""
        while to not in _visible(shown) and select.select([self.screen], [], [], PATIENCE)[0]:
            with contextlib.suppress(OSError):
                shown += os.read(self.screen, 1024)
        # The line is given up, as by Ctrl-C.
        os.write(self.screen, b"\x03")
        return _visible(shown)

    def leave(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.screen)


def _visible(shown: bytes) -> str:
    """What is read, without the sequences that move and colour it."""
    import re

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
