"""
What a run says about choices that failed, and where it ends as a failed check.
"""

import json

import pytest

from tests.batch.desk import Desk
from tests.batch.served import Asked, Served

pytestmark = pytest.mark.loopback


def breaks(asked: Asked) -> bool:
    """Two documents lose their first answer, and one its second."""
    return (asked.stage, asked.document) in {("coach", "d-2"), ("coach", "d-5"), ("polish", "d-7")}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_choices_that_failed_are_told_in_one_line(jobs: str, desk: Desk, served: Served) -> None:
    served.breaks = breaks
    run = desk.finished("--jobs", jobs)
    assert (run.returncode, run.stderr) == (0, b"note: 3 of 24 choices failed: provider_error 3\n")


def test_an_endpoint_that_nobody_answers_at_is_told(desk: Desk) -> None:
    """Also in one mode that names the class as the outcome, and without an option that asks for it."""
    desk.base_url, desk.mode = "http://127.0.0.1:9/v1", "expression"
    desk.configure()
    run = desk.finished()
    assert (run.returncode, run.stderr) == (0, b"note: 24 of 24 choices failed: provider_error 24\n")


def test_each_reason_has_its_count(desk: Desk, served: Served) -> None:
    desk.configure(("timeout_seconds = 5", "timeout_seconds = 1"))
    served.breaks = breaks
    served.holds = lambda asked: asked.document == "d-9"
    run = desk.finished()
    assert run.stderr == b"note: 4 of 24 choices failed: provider_error 3, timeout 1\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bound_on_faults_ends_the_run_as_a_failed_check(jobs: str, desk: Desk, served: Served) -> None:
    """Three of twenty-four are 12.5 percent: at the bound it passes, above it everything is written all the same."""
    served.breaks = breaks
    assert desk.finished("--jobs", jobs, "--max-faults", "12.5").returncode == 0
    whole = desk.target.read_bytes()
    desk.clear()
    run = desk.finished("--jobs", jobs, "--max-faults", "12.4", "--summary", "done.json")
    assert run.returncode == 1
    assert run.stderr.endswith(b"\nfaults 12.5 % of 24, at most 12.4 %\n")
    assert desk.target.read_bytes() == whole
    assert not desk.journal.exists()
    assert json.loads((desk.folder / "done.json").read_bytes())["exit_code"] == 1


def test_an_input_that_was_refused_weighs_more_than_a_failed_check(desk: Desk, served: Served) -> None:
    served.breaks = breaks
    with (desk.folder / "days.jsonl").open("ab") as days:
        days.write(b"\n{}\n")
    assert desk.finished("--max-faults", "0").returncode == 3


def test_what_chooses_well_is_quiet(desk: Desk) -> None:
    run = desk.finished("--max-faults", "0")
    assert (run.returncode, run.stderr) == (0, b"")
