"""
The wheel installed alone, on every Python at hand: the same bytes as from the checkout.
"""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, ROOT, plain_environment

pytestmark = pytest.mark.full

OLDEST = (3, 11)


def _interpreters() -> dict[str, str]:
    """One interpreter a version from PATH, Debian's own and the version managers of the home folder."""
    names = [f"python3.{minor}" for minor in range(OLDEST[1], 20)]
    candidates = [shutil.which(name) for name in names]
    candidates += map(str, Path.home().glob(".pyenv/versions/*/bin/python3"))
    candidates += ["/usr/bin/python3", sys.executable]
    found: dict[str, str] = {}
    for candidate in filter(None, candidates):
        probe = [candidate, "-c", "import sys, pip; print('.'.join(map(str, sys.version_info[:3])))"]
        answer = subprocess.run(probe, capture_output=True, text=True, check=False)
        version = answer.stdout.strip()
        if answer.returncode == 0 and tuple(map(int, version.split(".")[:2])) >= OLDEST:
            found.setdefault(version, candidate)
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made from the source distribution, so that both are complete."""
    folder = tmp_path_factory.mktemp("dist")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run([*hatch, "-t", "sdist"], cwd=ROOT, check=True, capture_output=True)
    [source] = folder.glob("*.tar.gz")
    shutil.unpack_archive(source, folder)
    subprocess.run(
        [*hatch, "-t", "wheel"], cwd=folder / source.name.removesuffix(".tar.gz"), check=True, capture_output=True
    )
    [wheel] = folder.glob("*.whl")
    return wheel


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    """Not only the code: the parts of the page too, and the doctrine with its prompts."""
    files = (path for path in (ROOT / "checkin_cli").rglob("*") if path.is_file() and path.suffix != ".pyc")
    doctrine = (path for path in (ROOT / "doctrine").rglob("*") if path.is_file())
    with zipfile.ZipFile(built) as wheel:
        names = set(wheel.namelist())
    assert {path.relative_to(ROOT).as_posix() for path in files} <= names
    assert {f"checkin_cli/approved/{path.relative_to(ROOT / 'doctrine').as_posix()}" for path in doctrine} <= names


@pytest.mark.parametrize("version", sorted(_interpreters()))
def test_the_wheel_alone_gives_the_same_bytes(version: str, built: Path, tmp_path: Path) -> None:
    """Copies, receipts and refusals; the doctrine comes out of the wheel."""
    python = _interpreters()[version]
    subprocess.run([python, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    install = [python, "-m", "pip", "--python", str(tmp_path / "venv" / "bin" / "python"), "install", "-q", str(built)]
    subprocess.run(install, check=True, capture_output=True)
    environment = {**plain_environment(), "PYTHONPATH": ""}
    here = [sys.executable, "-m", "checkin_cli", "render", ".", "--format", "jsonl"]
    there = [str(tmp_path / "venv" / "bin" / "checkin"), "render", ".", "--format", "jsonl"]
    expected = subprocess.run(here, cwd=FIXTURES, env=plain_environment(), capture_output=True, check=False)
    found = subprocess.run(there, cwd=FIXTURES, env=environment, capture_output=True, check=False)
    assert found.returncode == expected.returncode == 3
    assert found.stdout == expected.stdout
    assert found.stderr == expected.stderr
    listed = subprocess.run([there[0], "schema"], cwd="/", env=environment, capture_output=True, check=True)
    assert listed.stdout.startswith(b"daily-snapshot-v1\n")
