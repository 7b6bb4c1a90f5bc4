"""
The README and the guides do what they say: every console block is run.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

import pytest

from checkin_cli.hints import HINTS
from tests.conftest import FIXTURES, ROOT, plain_environment

_DOCTRINE = ("list", "show", "search", "why", "sources", "quarantine", "lint", "lock", "ask")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def _blocks() -> list[tuple[str, str]]:
    return [
        (f"{page.name}:{number}", block)
        for page in PAGES
        for number, block in enumerate(re.findall(r"```console\n(.*?)```", page.read_text("utf-8"), re.DOTALL), 1)
    ]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the fixtures and a `checkin` on its path, as a reader of the page has it."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(FIXTURES, folder / "fixtures")
    shutil.copytree(ROOT / "doctrine", folder / "doctrine")
    command = folder / "bin" / "checkin"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m checkin_cli "$@"\n')
    command.chmod(0o755)
    return folder


@pytest.mark.parametrize(("name", "block"), _blocks(), ids=[name for name, _ in _blocks()])
def test_each_console_block_shows_what_happens(name: str, block: str, desk: Path) -> None:
    """Where output is shown it is compared, standard error included; every command must be one that exists."""
    environment = plain_environment(PATH=f"{desk / 'bin'}:{os.environ['PATH']}")
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=desk,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert run.returncode in {0, 3}, run.stdout.decode()
        if expected:
            assert run.stdout.decode("utf-8").strip() == expected.strip(), command


def test_the_readme_is_of_a_readable_length() -> None:
    assert 120 <= len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 200


def test_every_command_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for command in (
        "render",
        "merge",
        "summarize",
        "shadow",
        "golden check",
        "golden review",
        "golden accept",
        "golden reject",
        "validate",
        "verify",
        "schema",
        "config show",
        "enumerate",
        "prompt show",
        "draft new",
        "draft list",
        "draft review",
        *(f"doctrine {each}" for each in _DOCTRINE),
    ):
        assert f"checkin {command}" in text or f"`{command}`" in text, command


def test_every_target_and_extra_that_is_named_exists() -> None:
    """On pages and in hints: what says how to go on must not lead nowhere."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    pages = [(page.name, page.read_text("utf-8")) for page in PAGES]
    for where, text in [*pages, *HINTS.items()]:
        named = re.findall(r"(?:`|^)make ([a-z-]+)(?=`| +#| in a checkout)", text, re.MULTILINE)
        assert targets.issuperset(named), where
        assert extras.keys() >= {*re.findall(r"PATH\[([a-z]+)\]", text)}, where
    assert "make authoring" in HINTS["extra_missing"]


def test_paths_of_the_repository_are_composed() -> None:
    """Names that differ from their composed form break on other machines."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.decode(
        "utf-8"
    )
    assert listed == unicodedata.normalize("NFC", listed)
