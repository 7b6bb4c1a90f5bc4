"""
Results stand in the order of the inputs, each tied to its own, whatever is answered first.
"""

import json
import os
import pty
import shutil
import threading
from collections.abc import Callable

import pytest

from tests.batch.corpus import Corpus
from tests.batch.desk import Desk, Line
from tests.batch.served import PATIENCE, Asked, Served
from tests.conftest import FIXTURES, Run

ORDER = FIXTURES / "order" / "by-name-then-line"
REFS = ["n-10", "n-2a", "n-2b", "n-upper-b", "n-a", None, "n-ga"]


def slow_first(longest: float = 0.2, step: float = 0.03) -> Callable[[Asked], float]:
    """The first request waits longest for its answer."""
    seen = list[Asked]()

    def delay(asked: Asked) -> float:
        seen.append(asked)
        return max(0.0, longest - step * len(seen))

    return delay


@pytest.fixture
def folder(desk: Desk) -> Desk:
    """A desk whose inputs are a folder with names that sort in odd ways, one of them no document."""
    shutil.copytree(ORDER, desk.folder / "order")
    desk.inputs = "order"
    return desk


@pytest.mark.loopback
def test_a_folder_is_answered_in_its_order(folder: Desk, served: Served) -> None:
    """By code points of the name, then by line; one input that is refused moves nothing, and decides the exit code."""
    found = []
    for concurrency in (1, 4, 16):
        served.delay = slow_first()
        served.asked.clear()
        assert folder.run(concurrency) == 3
        assert [line["ref"] for line in folder.lines()] == REFS
        assert len(served.asked) == 12
        found.append(folder.target.read_bytes())
        folder.clear()
    assert found[0] == found[1] == found[2]
    served.delay = slow_first()
    assert folder.finished("--jobs", "2").returncode == 3
    assert folder.target.read_bytes() == found[0]


@pytest.mark.parametrize("jobs", [3, pytest.param(9, marks=pytest.mark.full)])
def test_parts_are_joined_in_order(jobs: int, checkin: Run) -> None:
    """Canonical copies too; there may be more processes than inputs."""
    run = checkin("render", ORDER, "--format", "jsonl", "--jobs", str(jobs))
    assert run.returncode == 3
    assert [json.loads(line)["ref"] for line in run.stdout.splitlines()] == REFS
    assert run.stdout == checkin("render", ORDER, "--format", "jsonl").stdout
    assert run.stderr.count(b"error[") == 1


@pytest.mark.loopback
def test_every_result_is_that_of_its_own_input(
    desk: Desk, served: Served, days: Corpus, undisturbed: list[Line]
) -> None:
    """Each document is answered with atoms of its own: a pair that was swapped would show another's."""
    served.delay = slow_first(0.3, 0.01)
    assert desk.run(16) == 0
    for number, line in enumerate(desk.lines(), start=1):
        assert (line["line"], line["ref"]) == (number, f"d-{number - 1}")
        own = {atom for atoms in days.choices[line["ref"]].values() for atom in atoms}
        assert own == set(line["receipt"]["atom_ids"]) - {"daily.acknowledgement"}
    assert desk.lines() == undisturbed


@pytest.mark.loopback
def test_progress_changes_no_byte(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """On a terminal a long run shows how far it is, and writes the same."""
    served.delay = lambda asked: 0.25
    ours, theirs = pty.openpty()
    shown = list[bytes]()

    def look() -> None:
        try:
            while chunk := os.read(ours, 65536):
                shown.append(chunk)
        except OSError:
            return

    process = desk.start("--concurrency", "7", stderr=theirs)
    os.close(theirs)
    reader = threading.Thread(target=look)
    reader.start()
    assert process.wait(PATIENCE) == 0
    reader.join()
    os.close(ours)
    text = b"".join(shown).decode()
    assert "in flight" in text
    assert "24 inputs: 24 rendered" in text
    assert desk.lines() == undisturbed
