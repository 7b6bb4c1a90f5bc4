"""
The distributions installed alone, the wheel on every Python at hand: the same bytes as from the checkout.
"""

import re
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
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, with the file that it came in beside it."""
    folder = tmp_path_factory.mktemp("dist")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), "-t", "sdist"]
    subprocess.run(hatch, cwd=ROOT, check=True, capture_output=True)
    [source] = folder.glob("*.tar.gz")
    shutil.unpack_archive(source, folder)
    return folder / source.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def built(unpacked: Path) -> Path:
    """The wheel, made from the source distribution, so that both are complete."""
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(unpacked.parent), "-t", "wheel"]
    subprocess.run(hatch, cwd=unpacked, check=True, capture_output=True)
    [wheel] = unpacked.parent.glob("*.whl")
    return wheel


def _install(python: str, distribution: Path, folder: Path) -> Path:
    """Make an environment that holds the distribution and what it depends on; returns its `checkin`."""
    subprocess.run([python, "-m", "venv", "--without-pip", folder], check=True)
    install = [python, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "-q", str(distribution)]
    subprocess.run(install, check=True, capture_output=True)
    return folder / "bin" / "checkin"


@pytest.mark.parametrize("kind", ["*.tar.gz", "*.whl"], ids=["source", "wheel"])
def test_a_distribution_alone_does_the_work_of_a_day(kind: str, built: Path, tmp_path: Path) -> None:
    """Doctrine, schemas and the page come out of it; what needs an extra says which."""
    [distribution] = built.parent.glob(kind)
    command = _install(next(iter(_interpreters().values())), distribution, tmp_path / "venv")
    shutil.copytree(FIXTURES / "day", tmp_path / "day")

    def run(*words: str) -> "subprocess.CompletedProcess[bytes]":
        environment = {**plain_environment(), "PYTHONPATH": ""}
        return subprocess.run([command, *words], cwd=tmp_path, env=environment, capture_output=True, check=False)

    assert run("render", "day", "-o", "out", "--mode", "coach").returncode == 0
    verified = run("verify", "day", "--receipts", "out")
    assert verified.returncode == 0
    assert verified.stdout.count(b": identical\n") == len(list((tmp_path / "day").iterdir()))
    assert run("shadow", "day", "-o", "copies", "--mode", "coach", "--report", "page.html").returncode == 0
    assert (tmp_path / "page.html").read_bytes().startswith(b"<!doctype html>")
    assert run("golden", "accept", "day").returncode == run("golden", "check", "day").returncode == 0
    assert run("render", "day", "-o", "counted", "--metrics", "counts.prom", "--table").returncode == 0
    assert run("doctrine", "why", "day/short-night.json").returncode == 0
    assert b"150 principles" in run("doctrine", "list").stdout
    for needs in ("lint", "lock"):
        refused = run("doctrine", needs)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert refused.stderr.startswith(b"error[extra_missing]")
        assert b"required checkin-cli[authoring]" in refused.stderr
    png = run("summarize", "day", "--week", "2026-W48", "--customer", "personal", "--chart", "weights.png")
    assert (png.returncode, b"error[chart_extra_missing]" in png.stderr) == (2, True), png.stderr


def test_a_repository_of_cases_checks_them_with_a_pinned_commit(tmp_path: Path) -> None:
    """The steps of the page, in a repository that is not the tool's own; those of the build server are the same."""
    page = (ROOT / "docs" / "golden.md").read_text("utf-8")
    steps = re.search(r"```sh\n(git clone .*?)```", page, re.DOTALL)
    assert steps is not None
    assert all(f" {line}\n" in page.partition("```yaml")[2] for line in steps[1].splitlines())
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    (tmp_path / "checkin.commit").write_bytes(commit)
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    environment = {**plain_environment(), "TOOL": str(ROOT), "CI": "true"}
    script = ["bash", "-euc", steps[1]]
    run = subprocess.run(script, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (run.returncode, run.stdout) == (0, b"4 cases: 4 as accepted\n"), run.stderr.decode()[-2000:]
    assert b'failures="0"' in (tmp_path / "golden.xml").read_bytes()


def test_the_source_distribution_runs_its_own_tests(unpacked: Path) -> None:
    """All are found, and those of copies and errors pass: nothing that they read was left out."""
    here = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    some = ["rendering", "runs/test_day.py", "test_errors.py"]
    names = [f"tests/{name}" for name in some]
    for options in (["--collect-only", "--snapshot-warn-unused"], ["-m", "not full", *names]):
        run = subprocess.run([*here, *options], cwd=unpacked, capture_output=True, check=False)
        assert run.returncode == 0, run.stdout.decode()[-2000:]


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
    _install(_interpreters()[version], built, tmp_path / "venv")
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
