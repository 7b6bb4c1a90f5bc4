"""
The pages of help: complete, wrapped to the terminal, and their examples do what they show.

A command that a test names here lacks something in its docstring or in the help of an option; `checkin render` has all.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import typer.main

from checkin_cli.cli.app import app
from tests.authoring.stand_in import reply
from tests.conftest import FIXTURES, ROOT, Run, plain_environment

PARTS = {
    "In: ": "what goes in",
    "Out: ": "what comes out",
    "Exit codes: 0 ": "its exit codes, from 0 up",
    "Examples:": "one example a line below the line 'Examples:'",
}
SHOWS_DEFAULT = re.compile(r"\[(?:[^\]]*; )?(?:default: |required)")
NO_UNITS = {"INTEGER RANGE", "FLOAT RANGE", "INTEGER", "FLOAT", "N"}
CONSTRAINED = ("doctrine lint", "doctrine lock", "draft", "draft new", "draft list", "draft review")
"""
Commands that need an extra, and say so where it is missing.
"""

BEFORE = {
    "verify": ["checkin render day/ -o out", "checkin render days.jsonl -o copies.jsonl"],
    "merge": [f"checkin render day/ --shard {part}/2 -o part.{part}.jsonl" for part in (1, 2)],
    "draft review": [
        "checkin draft new --slot daily.interpretation --atom empty_day --from p.json --doctrine doctrine"
    ],
    "golden": ["checkin golden accept cases"],
    "golden check": ["checkin golden accept cases"],
    "golden review": ["checkin golden accept cases"],
}
ENDS = {
    "golden reject cases week-held": 1,
    "golden review cases": 2,
    "draft review empty_day.d --doctrine doctrine": 2,
}
"""
Examples that end with another code than 0 here: a difference stands, or there is no terminal.
"""


EMPTY_DAY = {"atom": "empty_day", "id": "empty_day.d", "principles": ["goals.missed_day"]}


def _walk(command: Any, *path: str) -> Iterator[tuple[str, Any]]:
    yield " ".join(path), command
    for name, below in getattr(command, "commands", {}).items():
        yield from _walk(below, *path, name)


PAGES = dict(_walk(typer.main.get_command(app)))
EXAMPLES = [
    (name, [line.strip() for line in (page.help or "").partition("Examples:\n")[2].splitlines()])
    for name, page in PAGES.items()
]


@pytest.mark.parametrize("name", PAGES, ids=lambda name: name or "checkin")
def test_a_page_says_all_that_a_stranger_asks(name: str) -> None:
    page = PAGES[name]
    words = re.sub(r"\n(?!\s)", " ", page.help or "")
    lacks = [what for part, what in PARTS.items() if part not in words]
    assert not lacks, f"the docstring of `checkin {name}` lacks {', '.join(lacks)}"
    first = page.help.partition("\n")[0]
    assert first.endswith("."), f"`checkin {name}` begins with no sentence of one line"


@pytest.mark.parametrize("name", PAGES, ids=lambda name: name or "checkin")
def test_every_option_says_its_default_and_its_unit(name: str) -> None:
    """Flags are off where they are not given; a number says by its placeholder what is counted."""
    page = PAGES[name]
    context = page.context_class(page, info_name=name)
    for param in page.params:
        words, told = param.get_help_record(context)
        who = f"{words} of `checkin {name}`"
        assert len(told.split("[")[0]) > 3, f"{who} has no help"
        if getattr(param, "is_flag", False):
            continue
        assert SHOWS_DEFAULT.search(told), f"{who} says no [default: ...]"
        if param.type.name.removesuffix(" range") in {"integer", "float"}:
            assert param.metavar not in {None, *NO_UNITS}, f"{who} needs a metavar that names its unit"


@pytest.mark.parametrize("columns", [40, 60, 80, 200])
@pytest.mark.parametrize("name", PAGES, ids=lambda name: name or "checkin")
def test_a_page_fits_the_terminal(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for what cannot be broken, an example or an option; from 80 columns on there is no such thing."""
    monkeypatch.setenv("COLUMNS", str(columns))
    examples = {f"    {line}" for line in dict(EXAMPLES)[name]}
    for line in _shown(name).splitlines():
        can_break = columns >= 80 or not (line in examples or re.match(r" +(-\w, )?--?[a-z-]+ \S+$", line))
        assert len(line) <= min(columns, 100) or not can_break, line
        assert not re.search(r"\w-$", line), f"cut at a hyphen: {line}"


def test_a_page_on_a_pipe_is_one_of_80_columns(checkin: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("", "render", "golden accept"):
        for more in ({}, {"NO_COLOR": "1"}, {"CLICOLOR_FORCE": "1", "TERM": "xterm-256color"}):
            assert checkin(*name.split(), "--help", **more).stdout.decode() == f"{_shown(name)}\n"


def _shown(name: str) -> str:
    page = PAGES[name]
    settings = {"help_option_names": ["-h", "--help"]}
    context = page.context_class(page, info_name=f"checkin {name}".strip(), **settings)
    page_of_help: str = page.get_help(context)
    return page_of_help


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """The files that examples name, and a `checkin` on the path."""
    shutil.copytree(FIXTURES / "day", tmp_path / "day")
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    shutil.copytree(ROOT / "doctrine", tmp_path / "doctrine")
    shutil.copy(FIXTURES / "day" / "week-held.json", tmp_path / "cases")
    shutil.copy(FIXTURES / "day" / "full-training-day.json", tmp_path / "day.json")
    (tmp_path / "days").mkdir()
    shutil.copy(FIXTURES / "weeks" / "three-customers.jsonl", tmp_path / "days")
    shutil.copy(FIXTURES / "weeks" / "three-customers.jsonl", tmp_path / "days.jsonl")
    (tmp_path / "question.txt").write_text("커피는 잠에 어떤 영향을 주나요\n")
    (tmp_path / "p.json").write_text(reply("아무것도 적지 않은 날이 있어도 괜찮아요.", **EMPTY_DAY))
    command = tmp_path / "bin" / "checkin"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m checkin_cli "$@"\n')
    command.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize(("name", "examples"), EXAMPLES, ids=[name or "checkin" for name, _ in EXAMPLES])
def test_every_example_can_be_run(name: str, examples: list[str], desk: Path) -> None:
    """In their order, in one folder, with the exit code that the page promises."""
    environment = plain_environment(PATH=f"{desk / 'bin'}:{os.environ['PATH']}")

    def run(line: str) -> "subprocess.CompletedProcess[bytes]":
        piped = ["bash", "-o", "pipefail", "-c", line]
        return subprocess.run(
            piped, cwd=desk, env=environment, capture_output=True, stdin=subprocess.DEVNULL, check=False
        )

    assert examples, f"`checkin {name}` shows no example"
    lacks_extra = name in CONSTRAINED and find_spec("kiwipiepy") is None
    for line in BEFORE.get(name, []):
        assert run(line).returncode == (2 if lacks_extra else 0), line
    for line in examples:
        assert line.startswith("checkin ")
        assert name in line or not name, line
        done = run(line)
        if lacks_extra:
            # What was not proposed for want of the extra is not there to be reviewed, and an empty queue needs none.
            assert not done.returncode or re.match(rb"error\[(extra_missing|unknown_proposal)\]", done.stderr)
            continue
        assert done.returncode == ENDS.get(line.removeprefix("checkin "), 0), (line, done.stderr.decode())
        assert done.stdout or done.stderr or " -o " in line, line
