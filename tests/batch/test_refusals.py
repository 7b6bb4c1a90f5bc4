"""
What stops a run before anything is asked, and what it says.
"""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.batch.desk import Desk, ended
from tests.batch.served import Served
from tests.conftest import FIXTURES, Run

pytestmark = pytest.mark.loopback


def killed(desk: Desk, served: Served, *options: str) -> int:
    """Begin a run and kill it after some requests; returns how many there were."""
    served.holds = lambda asked: len(served.asked) > 10  # whoever comes then
    process = desk.start(*options)
    served.wait_for(lambda it: len(it.asked) > 10)
    os.killpg(process.pid, signal.SIGKILL)
    ended(process)
    served.release()
    return served.settled()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_of_an_unfinished_folder_are_no_reason_to_overwrite(jobs: str, desk: Desk, served: Served) -> None:
    """The run is unfinished: that is said, whatever it has written already."""
    desk.output = "out"
    asked = killed(desk, served, "--jobs", jobs)
    desk.target.mkdir()
    (desk.target / "d-3.txt").write_text("an early one")
    again = desk.finished("--jobs", jobs)
    assert (again.returncode, len(served.asked)) == (2, asked)
    assert b"error[journal_unfinished]" in again.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_discarded_run_begins_only_where_there_is_room(jobs: str, desk: Desk, served: Served) -> None:
    asked = killed(desk, served, "--jobs", jobs)
    desk.target.write_text("another")
    again = desk.finished("--jobs", jobs, "--restart")
    assert (again.returncode, len(served.asked)) == (4, asked)
    assert b"error[output_exists]" in again.stderr
    assert desk.target.read_text() == "another"


FORMS = {
    "a file": ("out.jsonl", "out.jsonl", ()),
    "a file of many processes": ("out.jsonl", "out.jsonl", ("--jobs", "2")),
    "a shard": ("out.jsonl", "out.jsonl", ("--shard", "1/1")),
    "a folder": ("out", "out/d-23.txt", ()),
    "a folder of many processes": ("out", "out/d-23.receipt.json", ("--jobs", "2")),
}


@pytest.mark.parametrize(("output", "blocked", "options"), FORMS.values(), ids=FORMS)
def test_what_was_to_be_overwritten_stops_a_run_that_goes_on_before_it_asks(
    output: str, blocked: str, options: tuple[str, ...], desk: Desk, served: Served
) -> None:
    """Permission is not kept: it is asked for again, with the command that gives it."""
    desk.output, old = output, desk.folder / blocked
    old.parent.mkdir(exist_ok=True)
    old.write_text("an old one")
    asked = killed(desk, served, "--force", *options)
    again = desk.finished("--resume", *options)
    assert (again.returncode, len(served.asked)) == (4, asked), again.stderr
    assert f"error[output_exists] {blocked}: ".encode() in again.stderr
    assert b"hint: the same command with --resume --force" in again.stderr
    assert old.read_text() == "an old one"
    assert desk.finished("--resume", "--force", *options).returncode == 0
    assert len(served.asked) > asked
    assert served.repeated() == []
    assert old.read_text() != "an old one"


def test_the_output_of_a_run_that_was_killed_at_its_very_end_is_its_own(desk: Desk, served: Served) -> None:
    """Nothing is left to be asked, so what stands there may be what the run itself wrote."""
    moments = list[bytes]()
    served.meanwhile = lambda _asked: moments.append(desk.journal.read_bytes())
    assert desk.finished("--concurrency", "1").returncode == 0
    served.meanwhile = lambda _asked: None
    desk.journal.write_bytes(moments[-1])
    again = desk.finished("--resume")
    # The last document counts as in flight, so its line is another one now.
    assert (again.returncode, len(served.asked)) == (4, 48)
    assert b"hint: the same command with --resume --force" in again.stderr
    assert desk.finished("--resume", "--force").returncode == 0
    assert len(served.asked) == 48


@pytest.mark.parametrize(
    ("blocked", "options", "error"),
    [
        ("d-23.receipt.json", (), b"error[output_exists] out/d-23.receipt.json: "),
        ("d-23.txt/deep", ("--force",), b"error[output_is_folder] out/d-23.txt: "),
    ],
    ids=["a receipt alone", "a folder"],
)
def test_whatever_is_in_the_way_of_a_copy_stops_a_run_before_it_asks(
    blocked: str, options: tuple[str, ...], error: bytes, desk: Desk, served: Served
) -> None:
    desk.output = "out"
    (desk.target / blocked).parent.mkdir(parents=True)
    (desk.target / blocked).write_text("another")
    run = desk.finished(*options)
    assert (run.returncode, served.asked) == (4, [])
    assert error in run.stderr
    assert not desk.journal.exists()


def test_a_summary_that_is_there_stops_a_run_before_it_asks(desk: Desk, served: Served) -> None:
    (desk.folder / "done.json").write_text("{}")
    run = desk.finished("--summary", "done.json")
    assert (run.returncode, served.asked) == (4, [])
    assert b"hint: choose another file, or overwrite with --force" in run.stderr


@pytest.mark.parametrize("output", ["out.jsonl", "out"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_summary_of_another_run_stops_one_that_goes_on_before_it_asks(
    jobs: str, output: str, desk: Desk, served: Served
) -> None:
    """What it would say of the rest could not be written; with another name it goes on."""
    desk.output, other = output, desk.folder / "done.json"
    other.write_text('{"schema_version":"checkin-summary-v1"}')
    asked = killed(desk, served, "--jobs", jobs)
    again = desk.finished("--jobs", jobs, "--resume", "--summary", "done.json")
    assert (again.returncode, len(served.asked)) == (4, asked), again.stderr
    assert b"error[output_exists] done.json: " in again.stderr
    assert other.read_text() == '{"schema_version":"checkin-summary-v1"}'
    assert desk.finished("--jobs", jobs, "--resume", "--summary", "new.json").returncode == 0
    assert len(served.asked) > asked
    assert served.repeated() == []


@pytest.mark.parametrize("there", ["a file", "a folder"])
def test_no_summary_can_be_in_the_way_of_a_run_that_only_begins(there: str, desk: Desk, served: Served) -> None:
    """`--resume` where nothing is to be resumed leaves no unfinished run behind."""
    place = desk.folder / "done.json"
    place.write_text("{}") if there == "a file" else place.mkdir()
    run = desk.finished("--resume", "--summary", "done.json")
    assert (run.returncode, served.asked) == (4, [])
    assert not desk.journal.exists()


def test_the_summary_of_a_run_that_was_killed_at_its_very_end_is_its_own(desk: Desk, served: Served) -> None:
    """Nothing is left to be asked, and the same stands there."""
    kept = desk.folder / "kept"
    served.meanwhile = lambda _asked: None if kept.exists() else os.link(desk.journal, kept)
    assert desk.finished("--summary", "done.json").returncode == 0
    kept.rename(desk.journal)
    again = desk.finished("--resume", "--summary", "done.json")
    assert (again.returncode, len(served.asked)) == (0, 48), again.stderr
    assert not desk.journal.exists()


def test_the_hint_says_file_or_folder_as_it_is(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in ("out.jsonl", "out/week-held.txt"):
        (tmp_path / name).write_text("another")
    for output, what in (("out.jsonl", "file"), ("out", "folder")):
        run = checkin("render", FIXTURES / "day", "-o", tmp_path / output)
        assert run.returncode == 4
        assert run.stderr.endswith(f"hint: choose another {what}, or overwrite with --force\n".encode())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_does_not_go_on_without_its_key(jobs: str, desk: Desk, served: Served) -> None:
    """It would settle the rest without an answer, for good."""
    asked = killed(desk, served, "--jobs", jobs)
    (desk.folder / "keyless.sh").write_text('unset CHECKIN_API_KEY; exec "$@"')
    desk.prefix = ["sh", "keyless.sh"]
    again = desk.finished("--jobs", jobs, "--resume")
    assert (again.returncode, len(served.asked)) == (2, asked)
    assert b"error[key_missing] CHECKIN_API_KEY" in again.stderr
    desk.prefix = []
    assert desk.finished("--jobs", jobs, "--resume").returncode == 0
    assert served.repeated() == []


@pytest.mark.parametrize("output", ["out.jsonl", "out"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_goes_on_without_its_configuration_is_told_what_differs(
    jobs: str, output: str, desk: Desk, served: Served
) -> None:
    """Before any key is looked at: which one it would be, the configuration says."""
    desk.output = output
    asked = killed(desk, served, "--jobs", jobs)
    without = [word for word in desk.command("--jobs", jobs, "--resume") if word not in {"--config", "selection.toml"}]
    again = subprocess.run(without, cwd=desk.folder, env=desk.environment(), capture_output=True, check=False)
    assert (again.returncode, len(served.asked)) == (2, asked)
    assert b"error[resume_refused]" in again.stderr
    assert b"another configuration (--config, selection.enabled, selection.daily, " in again.stderr
    assert desk.finished("--jobs", jobs, "--resume").returncode == 0
    assert served.repeated() == []


def test_a_link_in_the_place_of_the_parts_is_not_followed(desk: Desk, served: Served) -> None:
    elsewhere = desk.folder / "elsewhere"
    elsewhere.mkdir()
    desk.journal.symlink_to(elsewhere)
    run = desk.finished("--jobs", "2")
    assert (run.returncode, served.asked) == (4, [])
    assert list(elsewhere.iterdir()) == []


def test_a_shard_is_one_of_them(checkin: Run) -> None:
    for shard in ("3/2", "0/1", "x", "1/0"):
        run = checkin("render", FIXTURES / "day", "--shard", shard, "--format", "jsonl")
        assert (run.returncode, run.stdout) == (2, b"")
        assert b"error[conflicting_options]" in run.stderr


def test_the_longest_name_is_a_name(checkin: Run, tmp_path: Path) -> None:
    """Where the journal would have a longer one, a run that needs none is not disturbed."""
    output = tmp_path / f"{'a' * 249}.jsonl"
    run = checkin("render", FIXTURES / "day", "-o", output)
    assert (run.returncode, run.stderr) == (0, b"")
    assert output.read_bytes().count(b"\n") == 18


def test_equal_summaries_are_left_alone(checkin: Run, tmp_path: Path) -> None:
    render = ("render", FIXTURES / "day", "--format", "jsonl", "--summary", tmp_path / "done.json")
    assert [checkin(*render).returncode for _ in range(2)] == [0, 0]
    other = checkin("render", FIXTURES / "documents", "--format", "jsonl", "--summary", tmp_path / "done.json")
    assert b"error[output_exists]" in other.stderr
