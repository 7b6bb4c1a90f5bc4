"""
A folder of copies: no two of one name, nothing half, and what a crash emptied is written again.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.batch.desk import Desk
from tests.batch.served import Asked, Served
from tests.conftest import FIXTURES, Run, plain_environment

NAMES = FIXTURES / "order" / "output-names"


@pytest.mark.loopback
@pytest.mark.parametrize("options", [(), pytest.param(("--jobs", "2"), marks=pytest.mark.full)], ids=" ".join)
def test_two_copies_of_one_name_stop_the_run_before_it_asks(
    options: tuple[str, ...], desk: Desk, served: Served
) -> None:
    """Both inputs and the name are told; not even the folder is made."""
    shutil.copytree(NAMES / "ref-equals-name", desk.folder / "given")
    desk.inputs, desk.output = "given", "out"
    run = desk.finished(*options)
    assert run.returncode == 4
    assert b"given/day.json" in run.stderr
    assert b"given/other.json" in run.stderr
    assert served.asked == []
    assert not desk.target.exists()
    assert not desk.journal.exists()


@pytest.mark.parametrize(
    ("one", "other"),
    [("Straße", "STRASSE"), ("가", "\u1100\u1161"), ("é", "E\u0301")],
    ids=["folded", "composed", "composed and folded"],
)
def test_names_are_compared_composed_and_folded(one: str, other: str, tmp_path: Path, checkin: Run) -> None:
    """Some file systems hold them for one file."""
    day = (FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json").read_bytes()
    for folder, name in (("x", one), ("y", other)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / f"{name}.json").write_bytes(day)
    paths = [tmp_path / "x" / f"{one}.json", tmp_path / "y" / f"{other}.json"]
    run = checkin("render", *paths, "-o", tmp_path / "out")
    assert run.returncode == 4
    assert b"output_name_shared" in run.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("ending", [".txt", ".receipt.json", ".TXT"])
@pytest.mark.parametrize("order", [("x.json", "x{}/y.json"), ("x{}/y.json", "x.json")], ids=["file first", "last"])
def test_a_file_of_one_input_is_no_folder_of_another(
    order: tuple[str, str], ending: str, tmp_path: Path, checkin: Run
) -> None:
    day = (FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json").read_bytes()
    for name in order:
        path = tmp_path / "in" / name.format(ending)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(day)
    run = checkin("render", tmp_path / "in", "-o", tmp_path / "out")
    assert (run.returncode, run.stderr.count(b"error[output_name_shared]")) == (4, 1)
    assert not (tmp_path / "out").exists()
    names = [tmp_path / "in" / "x.json", "-o", tmp_path / "out"]
    assert checkin("render", *names).returncode == 0


@pytest.mark.parametrize("force", [(), ("--force",)], ids=["", "force"])
def test_a_folder_in_the_place_of_a_copy_stops_the_run_before_it_writes(
    force: tuple[str, ...], tmp_path: Path, checkin: Run
) -> None:
    (tmp_path / "out" / "week-held.txt").mkdir(parents=True)
    run = checkin("render", FIXTURES / "day", "-o", tmp_path / "out", *force)
    assert run.returncode == 4
    assert b"error[output_is_folder] " in run.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["week-held.txt"]


def test_a_file_in_the_place_of_a_folder_stops_the_run_before_it_writes(tmp_path: Path, checkin: Run) -> None:
    day = (FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json").read_bytes()
    for folder in ("in", "in/deep"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.json").write_bytes(day)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "deep").write_bytes(b"")
    run = checkin("render", tmp_path / "in", "-o", tmp_path / "out", "--force")
    assert run.returncode == 4
    assert b"out/deep: found a file where a folder goes, required a folder" in run.stderr
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["deep"]


@pytest.mark.parametrize(
    "command", [("render",), ("render", "--jobs", "2"), ("shadow", "--mode", "coach")], ids=" ".join
)
def test_older_copies_beside_refused_inputs_are_told(command: tuple[str, ...], tmp_path: Path, checkin: Run) -> None:
    """Whoever sends the folder would send them. Copies with equal bytes are of this run."""
    day = (FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json").read_bytes()
    for name in ("in", "in/deep"):
        (tmp_path / name).mkdir()
    for name in ("a", "b", "deep/c", "deep/d"):
        (tmp_path / "in" / f"{name}.json").write_bytes(day)
    rendering = (*command, tmp_path / "in", "-o", tmp_path / "out")
    assert b"note: " not in checkin(*rendering).stderr
    for name in ("b", "deep/c"):
        (tmp_path / "in" / f"{name}.json").write_bytes(b"{}")
    run = checkin(*rendering)
    assert run.returncode == 3
    [note] = [line for line in run.stderr.decode().splitlines() if line.startswith("note: ")]
    assert note.endswith(
        "out holds 2 .txt files beside the copies of this run; older copies of refused inputs may be among them"
    )
    for name in ("b", "deep/c"):
        (tmp_path / "out" / f"{name}.txt").unlink()
    assert b"note: " not in checkin(*rendering).stderr


def test_where_all_was_refused_nothing_was_written(tmp_path: Path, checkin: Run) -> None:
    """Into a folder; one file holds a line of each."""
    for name in "ab":
        (tmp_path / f"{name}.json").write_bytes(b"{}")
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    run = checkin("render", *paths, "-o", tmp_path / "out")
    assert run.stderr.endswith(b"\n2 inputs: 0 rendered, 2 refused, nothing written\n")
    assert not (tmp_path / "out").exists()
    run = checkin("render", *paths, "-o", tmp_path / "out.jsonl")
    assert run.stderr.endswith(b"2 refused, written to " + bytes(tmp_path / "out.jsonl") + b"\n")


@pytest.mark.loopback
def test_a_copy_that_a_crash_emptied_is_written_again(desk: Desk, served: Served) -> None:
    """Its result stands in the journal, so nobody is asked; one with other bytes is not overwritten."""
    desk.output = "out"
    moments = list[bytes]()

    def look(_asked: Asked) -> None:
        moments.append(desk.journal.read_bytes())

    served.meanwhile = look
    assert desk.finished("--concurrency", "1").returncode == 0
    asked = len(served.asked)
    served.meanwhile = lambda _asked: None
    before = {path.name: path.read_bytes() for path in desk.target.iterdir()}
    # As after a crash in the midst of writing: all but the last document have a result.
    desk.journal.write_bytes(moments[-1])
    for name in ("d-23.txt", "d-23.receipt.json", "d-7.txt"):
        (desk.target / name).unlink()
    (desk.target / "d-3.txt").write_bytes(b"")
    (desk.target / "d-4.receipt.json").write_bytes(b"")
    assert desk.finished("--resume").returncode == 0
    found = {path.name: path.read_bytes() for path in desk.target.iterdir()}
    assert len(served.asked) == asked
    assert {name for name, raw in found.items() if before[name] != raw} == {"d-23.txt", "d-23.receipt.json"}
    desk.journal.write_bytes(moments[-1])
    (desk.target / "d-5.txt").write_text("edited")
    assert desk.finished("--resume").returncode == 4
    assert (desk.target / "d-5.txt").read_text() == "edited"


@pytest.mark.loopback
def test_an_empty_folder_is_no_complete_run(desk: Desk, served: Served) -> None:
    """Whoever made it and always resumes gets the copies."""
    desk.output = "out"
    desk.target.mkdir()
    assert desk.finished("--resume").returncode == 0
    assert len(list(desk.target.iterdir())) == 2 * 24
    assert desk.finished("--resume").stderr == b"nothing to resume: out is complete\n"
    assert served.repeated() == []


@pytest.mark.parametrize("output", [".", "../here", "./"])
def test_copies_may_go_where_one_is(output: str, checkin: Run, tmp_path: Path) -> None:
    run = checkin("render", FIXTURES / "day" / "week-held.json", "-o", output)
    assert (run.returncode, run.stderr) == (0, b"")
    assert (tmp_path / "here" / "week-held.txt").exists()


def test_a_file_that_is_given_twice_has_two_names(checkin: Run, tmp_path: Path) -> None:
    """Below a folder and below the one around it: processes name copies as one process does."""
    day = (FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json").read_bytes()
    (tmp_path / "a" / "b").mkdir(parents=True)
    for name in ("a/b/x.json", "a/y.json"):
        (tmp_path / name).write_bytes(day)
    (tmp_path / "a/b/z.jsonl").write_bytes(b"\n".join([b" ".join(day.splitlines())] * 3))
    (tmp_path / "large.jsonl").write_bytes(b"\n".join([b" ".join(day.splitlines())] * 20))
    # The large file is a part of its own, so that both names stand in the other one.
    given = (tmp_path / "a", tmp_path / "a" / "b", tmp_path / "large.jsonl")
    assert checkin("render", *given, "-o", tmp_path / "one").returncode == 0
    assert checkin("render", *given, "-o", tmp_path / "many", "--jobs", "2").returncode == 0
    one, many = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.*")}
        for folder in (tmp_path / "one", tmp_path / "many")
    )
    assert many == one
    assert len(one) == 2 * 29


SCAN = """
import sys
from checkin_cli.doctrine import load_doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.runs.document import Context
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.names import check_names
from checkin_cli.selection import Digester
raw = open(sys.argv[2], "rb").read()
given = (RawInput("days.jsonl", f"days.{n}", n, raw) for n in range(int(sys.argv[1])))
check_names(given, Context(load_doctrine(), ReadingRules(), Digester()))
print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.full
def test_the_scan_of_names_needs_no_more_memory_for_more_names() -> None:
    document = FIXTURES / "documents" / "ordinary" / "daily-nothing-recorded.json"

    def most(count: int) -> int:
        command = [sys.executable, "-c", SCAN, str(count), str(document)]
        return int(subprocess.run(command, env=plain_environment(), capture_output=True, check=True).stdout)

    few, many = most(20_000), most(200_000)
    assert many <= 1.1 * few
