"""
What a run says about choices that failed, and where it ends as a failed check.
"""

import json
from typing import Any

import pytest

from tests.batch.corpus import NAME
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


GIVEN = {"granted": True, "recorded_on": "2026-02-20", "notice_version": "privacy-v1"}
REGISTRIES: dict[str, tuple[Any, str]] = {
    "none": (None, "consent.registry names a file that cannot be read"),
    "another file": (
        {"customers": {NAME: GIVEN}, "more": {}},
        "consent.registry names a file that is no consent registry",
    ),
    "a malformed entry": (
        {"customers": {NAME: GIVEN, "x": {}}},
        "consent.registry names a file that is no consent registry",
    ),
    "nobody": ({"customers": {}}, "a customer is not in the registry that consent.registry names"),
    "withdrawn": (
        {"customers": {NAME: GIVEN | {"granted": False}}},
        "a customer has not granted consent in the registry that consent.registry names",
    ),
    "another notice": (
        {"customers": {NAME: GIVEN | {"notice_version": "privacy-v0"}}},
        "a customer agreed to a notice that is not in consent.notice_versions",
    ),
}
SPITE = "note: canonical copy in spite of mode coach: "


@pytest.mark.parametrize(("registry", "why"), REGISTRIES.values(), ids=REGISTRIES)
def test_the_cause_is_the_one_of_the_documents_at_hand(registry: Any, why: str, desk: Desk, served: Served) -> None:
    """Of customers, whose name is not told; what is on for personal documents is not named."""
    (desk.folder / "consents.json").unlink()
    if registry is not None:
        (desk.folder / "consents.json").write_text(json.dumps(registry))
    desk.configure(("coaching_feedback_enabled = true", ""))
    personal = [line for line in desk_lines(desk) if "customer_key" not in line]
    (desk.folder / "days.jsonl").write_text("\n".join(set(desk_lines(desk)) - set(personal)))
    run = desk.finished()
    assert (run.returncode, served.asked) == (0, [])
    assert run.stderr.decode() == f"{SPITE}{why}\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_personal_documents_need_a_key_of_their_own(jobs: str, desk: Desk) -> None:
    """Other processes find it, and this one tells it."""
    desk.configure(("coaching_feedback_enabled = true", ""))
    run = desk.finished("--jobs", jobs)
    why = "personal documents need consent.coaching_feedback_enabled, which is not true"
    assert (run.returncode, run.stderr.decode()) == (0, f"{SPITE}{why}\n")
    assert len({line["receipt"]["reason"] for line in desk.lines()}) == 2


def test_an_option_that_names_the_registry_is_named(desk: Desk) -> None:
    run = desk.finished("--consents", "none.json")
    assert run.stderr.decode() == f"{SPITE}--consents names a file that cannot be read\n"


def test_no_registry_is_told_where_a_customer_needs_one(desk: Desk) -> None:
    desk.configure(('registry = "consents.json"', ""))
    why = "documents of customers need consent.registry, which is not set"
    assert desk.finished().stderr.decode() == f"{SPITE}{why}\n"


def desk_lines(desk: Desk) -> list[str]:
    """The documents of the desk."""
    return (desk.folder / "days.jsonl").read_text("utf-8").splitlines()
