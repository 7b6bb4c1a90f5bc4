"""
`--resume` where no journal is: a run that ended is told again, and nothing else passes for one.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.batch.desk import Desk
from tests.batch.served import Served
from tests.conftest import FIXTURES, Run

pytestmark = pytest.mark.loopback


@pytest.fixture(params=["out.jsonl", "out"])
def ended(request: pytest.FixtureRequest, desk: Desk, served: Served) -> Desk:
    """A run that ended, with an input that was refused and choices that failed."""
    desk.output = request.param
    with (desk.folder / "days.jsonl").open("ab") as lines:
        lines.write(b"{}\n")
    served.breaks = lambda asked: asked.document in {"d-2", "d-5"}
    assert desk.finished("--summary", "done.json", "--metrics", "done.prom").returncode == 3
    served.asked.clear()
    return desk


def kept(desk: Desk) -> dict[str, bytes]:
    """Every file by its name."""
    return {str(path): path.read_bytes() for path in desk.folder.rglob("*") if path.is_file()}


def test_what_a_run_did_is_written_also_after_its_end(ended: Desk, served: Served) -> None:
    """The same as the run itself would have written, by whatever number of processes; nobody is asked."""
    told = ended.finished("--resume", "--summary", "again.json", "--metrics", "again.prom", "--jobs", "2")
    assert told.returncode == 0
    assert told.stderr == f"nothing to resume: {ended.output} is complete\n".encode()
    assert (ended.folder / "again.json").read_bytes() == (ended.folder / "done.json").read_bytes()
    counts = [
        [line for line in (ended.folder / name).read_text().splitlines() if "seconds" not in line]
        for name in ("done.prom", "again.prom")
    ]
    assert counts[0] == counts[1]
    assert (served.asked, ended.journal.exists()) == ([], False)


def test_the_summary_that_a_run_wrote_itself_stands_and_another_is_in_the_way(ended: Desk) -> None:
    assert ended.finished("--resume", "--summary", "done.json").returncode == 0
    (ended.folder / "done.json").write_text("{}")
    over = ended.finished("--resume", "--summary", "done.json")
    assert over.returncode == 4
    assert b"error[output_exists] done.json: " in over.stderr
    assert (ended.folder / "done.json").read_text() == "{}"


def test_the_share_of_faults_is_judged_after_the_end_too(ended: Desk) -> None:
    assert ended.finished("--resume", "--max-faults", "9").returncode == 0
    over = ended.finished("--resume", "--max-faults", "8", "--summary", "again.json")
    assert over.returncode == 1
    assert b"note: 2 of 24 choices failed: provider_error 2\n" in over.stderr
    assert json.loads((ended.folder / "again.json").read_bytes())["exit_code"] == 3


def _shorter(desk: Desk) -> None:
    desk.target.write_bytes(b"".join(desk.target.read_bytes().splitlines(keepends=True)[:-2]))


def _other_inputs(desk: Desk) -> None:
    days = desk.folder / "days.jsonl"
    days.write_bytes(days.read_bytes() + days.read_bytes().splitlines(keepends=True)[0].replace(b'"d-0"', b'"new"'))


def _another_file(desk: Desk) -> None:
    desk.inputs = "others.jsonl"
    (desk.folder / "days.jsonl").rename(desk.folder / desk.inputs)


def _another_mode(desk: Desk) -> None:
    desk.mode = "expression"


def _notes(desk: Desk) -> None:
    desk.target.write_text("my notes\n")


def _nothing(desk: Desk) -> None:
    desk.target.write_bytes(b"")


def _one_lost(desk: Desk) -> None:
    (desk.target / "d-7.txt").unlink()


OTHERS: dict[str, tuple[str, Callable[[Desk], None]]] = {
    "notes": ("out.jsonl", _notes),
    "an empty file": ("out.jsonl", _nothing),
    "lines that end early": ("out.jsonl", _shorter),
    "lines of other inputs": ("out.jsonl", _other_inputs),
    "lines of another file": ("out.jsonl", _another_file),
    "lines of another mode": ("out.jsonl", _another_mode),
    "a folder that lacks a copy": ("out", _one_lost),
    "a folder of other inputs": ("out", _other_inputs),
    "a folder of another mode": ("out", _another_mode),
}


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("output", "change"), OTHERS.values(), ids=OTHERS)
def test_what_is_not_the_whole_output_of_a_run_is_never_called_complete(
    output: str, change: Callable[[Desk], None], jobs: str, desk: Desk, served: Served
) -> None:
    """Nor is it overwritten: that would ask about everything again, so it takes another word than `--resume`."""
    desk.output = output
    assert desk.finished().returncode == 0
    served.asked.clear()
    change(desk)
    before = kept(desk)
    over = desk.finished("--resume", "--force", "--jobs", jobs, "--summary", "done.json")
    assert (over.returncode, served.asked) == (2, []), over.stderr
    assert f"error[resume_refused] {output}: found no journal, and ".encode() in over.stderr
    assert b"hint: name the output that the run had, or begin anew with --restart" in over.stderr
    assert kept(desk) == before


def test_files_of_others_are_no_run(desk: Desk, served: Served) -> None:
    """Whoever always resumes gets the copies beside them."""
    desk.output = "out"
    desk.target.mkdir()
    (desk.target / "notes.txt").write_text("mine")
    (desk.target / "x.receipt.json").mkdir()
    assert desk.finished("--resume").returncode == 0
    assert len(served.asked) == 48
    assert len(list(desk.target.iterdir())) == 2 * 24 + 2


def test_copies_that_nobody_chose_are_completed(checkin: Run, tmp_path: Path) -> None:
    """A run without requests keeps no journal, and writes the same again."""
    render = ("render", FIXTURES / "day", "-o", tmp_path / "out")
    assert checkin(*render).returncode == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    (tmp_path / "out" / "week-held.txt").unlink()
    again = checkin(*render, "--resume", "--summary", tmp_path / "done.json")
    assert (again.returncode, again.stderr) == (0, b"")
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == before
    assert json.loads((tmp_path / "done.json").read_bytes())["rendered"] == 18


def test_standard_input_is_compared_too(desk: Desk, served: Served) -> None:
    """It is read once more, and kept in case that the run has still to begin."""
    text = (desk.folder / "days.jsonl").read_bytes()
    desk.inputs = "-"
    for expected in (0, 0, 2):
        process = desk.start("--resume", stdin=-1)
        process.communicate(text if expected == 0 else text + text)
        assert process.returncode == expected
    assert len(served.asked) == 48
