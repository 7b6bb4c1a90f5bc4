"""
Documents that were in flight at a crash: how many there are is said, and they can be asked about knowingly.
"""

import json
import re
import subprocess
import sys

import pytest

from tests.batch.desk import Desk
from tests.batch.served import Served
from tests.batch.test_refusals import killed
from tests.conftest import ROOT

pytestmark = pytest.mark.loopback

NAMES = ("", '"', "\\", '\\"', '", "line":1,', "'", "\\n", "하루", '\\\\"', "$HOME", "`", "\\u0041")
"""What the names of files may hold, and a list of them has to keep."""

INTERRUPTED = {"source": "days.jsonl", "line": 3, "ref": "other", "status": "interrupted"}


def recipes() -> list[str]:
    """How the page on long runs picks what was interrupted: from lines, and from files."""
    page = (ROOT / "docs" / "batch.md").read_text("utf-8")
    return [block for block in re.findall(r"```sh\n(.*?)```", page, re.DOTALL) if "interrupted" in block]


def follow(recipe: str, desk: Desk) -> None:
    """Do what the page says, with a `checkin` on the path and this configuration."""
    command = desk.folder / "bin" / "checkin"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m checkin_cli "$@" --config selection.toml\n')
    command.chmod(0o755)
    environment = desk.environment()
    environment["PATH"] = f"{command.parent}:{environment['PATH']}"
    run = subprocess.run(["sh", "-ec", recipe], cwd=desk.folder, env=environment, capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b"")


def resumed(desk: Desk, served: Served) -> set[str]:
    """Kill a run, resume it, and return the documents that were in flight."""
    killed(desk, served)
    assert desk.finished("--resume", "--summary", "done.json").returncode == 0
    return {line["ref"] for line in desk.lines() if line["status"] == "interrupted"}


def check_asked_again(desk: Desk, served: Served, lost: set[str]) -> None:
    """Exactly those, whatever of them had arrived before; and every one has its copy now."""
    again = [json.loads(line) for line in (desk.folder / "again.out.jsonl").read_bytes().splitlines()]
    assert [line["ref"] for line in again] == [line["ref"] for line in desk.lines() if line["ref"] in lost]
    assert {line["receipt"]["outcome"] for line in again} == {"coached_and_polished"}
    assert {document for _, document in served.repeated()} <= lost


def test_the_recipe_asks_about_lines_that_were_interrupted_and_no_others(desk: Desk, served: Served) -> None:
    desk.inputs = 'a "day\\".jsonl'
    (desk.folder / "days.jsonl").rename(desk.folder / desk.inputs)
    lost = resumed(desk, served)
    (desk.folder / desk.inputs).rename(desk.folder / "days.jsonl")
    assert lost
    # The proof that nothing was asked twice, as the page tells it.
    summary = json.loads((desk.folder / "done.json").read_bytes())
    assert 0 <= summary["requests"] - len(served.asked) <= summary["interrupted"] == len(lost)
    follow(recipes()[0], desk)
    check_asked_again(desk, served, lost)


def test_the_recipe_asks_about_files_that_were_interrupted_and_no_others(desk: Desk, served: Served) -> None:
    lines = (desk.folder / "days.jsonl").read_bytes().splitlines()
    desk.inputs = "days"
    (desk.folder / "days").mkdir()
    for number, line in enumerate(lines):
        (desk.folder / "days" / f"day {number:02}{NAMES[number % len(NAMES)]}.json").write_bytes(line)
    lost = resumed(desk, served)
    assert lost
    with desk.target.open("a") as copies:
        # A line of a file of many is none of the files.
        copies.write(json.dumps(INTERRUPTED, separators=(",", ":")) + "\n")
    follow(recipes()[1], desk)
    check_asked_again(desk, served, lost)


@pytest.mark.parametrize("output", ["out.jsonl", "out"])
def test_a_complete_run_says_what_was_interrupted(output: str, desk: Desk, served: Served) -> None:
    """Of a first stage the canonical copy stands, of a second the coached one."""
    desk.output = output
    held = {("coach", "d-3"), ("polish", "d-4"), ("coach", "d-5")}
    served.holds = lambda asked: (asked.stage, asked.document) in held
    process = desk.start("--concurrency", "3")
    served.wait_for(lambda it: held <= set(it.counts()))
    process.kill()
    process.wait()
    served.release()
    assert desk.finished("--resume").returncode == 0
    over = desk.finished("--resume")
    kept = b"; 2 interrupted keep the canonical copy; 1 interrupted keep the coached copy"
    assert (over.returncode, over.stderr) == (
        0,
        b"nothing to resume: " + output.encode() + b" is complete" + kept + b"\n",
    )
