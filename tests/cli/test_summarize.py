"""
`checkin summarize` as a process: documents that render, notes and questions on standard error, exit codes.
"""

import json
import random
import stat
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checkin_cli.errors import HINTS
from tests.conftest import FIXTURES, Run

CASES = FIXTURES / "documents" / "weekly"
WEEKS = FIXTURES / "weeks"
DAYS = WEEKS / "three-customers.jsonl"
GAPS = CASES / "missing-days-not-averaged.jsonl"
REVISED = CASES / "highest-revision-counts"


def _one(stdout: bytes) -> dict[str, Any]:
    (line,) = stdout.splitlines()
    found: dict[str, Any] = json.loads(line)
    return found


def _lines(*rows: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def _day(day: str, **members: Any) -> dict[str, Any]:
    start = {"schema_version": "daily-snapshot-v1", "kst_day": day, "finalized": True, "revision": 1}
    return {**start, "audience": "personal", "answers": {"bodyweight_kg": 70}, **members}


def test_days_without_a_weight_are_not_averaged(checkin: Run) -> None:
    """Four weights over four, not over five check-ins or seven days; and the summary renders."""
    run = checkin("summarize", GAPS, "--customer", "c-0302", "--week", "2026-W10")
    assert (run.returncode, run.stderr) == (0, b"")
    found = _one(run.stdout)
    assert (found["starts_on"], found["ends_on"], found["checkin_days"]) == ("2026-03-02", "2026-03-08", 5)
    assert (found["average_weight_kg"], found["prior_average_weight_kg"]) == (72.1, 72.6)
    assert found["weigh_ins"] == {"current": 4, "prior": 4}
    assert found["judgment"] == {"verdict": "maintain", "reason": "watch_1"}
    copy = checkin("render", "-", given=run.stdout).stdout.decode()
    assert all(f" {figure}\n" in copy for figure in ("72.10kg", "72.60kg", "-0.69%", "71%"))


def test_neither_order_nor_files_nor_repetition_changes_the_bytes(checkin: Run, tmp_path: Path) -> None:
    lines = GAPS.read_bytes().splitlines(keepends=True)
    expected = checkin("summarize", GAPS, "--customer", "c-0302", "--week", "2026-W10").stdout
    random.Random(5).shuffle(lines)  # noqa: S311  # repeatable, not secret
    (tmp_path / "a.jsonl").write_bytes(b"".join(lines[:4]))
    (tmp_path / "b.jsonl").write_bytes(b"".join([*lines[4:], lines[0]]))
    for inputs in ((tmp_path,), (tmp_path / "b.jsonl", tmp_path / "a.jsonl")):
        run = checkin("summarize", *inputs, "--customer", "c-0302", "--week", "2026-03-08")
        assert (run.returncode, run.stdout) == (0, expected)
    assert b"counts once" in run.stderr


def test_a_later_revision_counts_whatever_the_order(checkin: Run) -> None:
    corrected = REVISED / "corrected.jsonl"
    run = checkin("summarize", corrected, "--customer", "c-0302", "--week", "2026-W10")
    found = _one(run.stdout)
    assert (run.returncode, found["average_weight_kg"], found["weigh_ins"]["current"]) == (0, 72.3, 4)
    assert run.stderr.decode().count("\n") == 1
    assert "line 2: does not count (superseded by" in run.stderr.decode()
    first, second, *rest = corrected.read_bytes().splitlines(keepends=True)
    swapped = checkin(
        "summarize", "-", "--customer", "c-0302", "--week", "2026-W10", given=b"".join([second, first, *rest])
    )
    assert swapped.stdout == run.stdout


def test_equal_revisions_of_different_bytes_are_a_conflict(checkin: Run) -> None:
    """Both lines are named, no summary is printed, no weight is."""
    run = checkin("summarize", REVISED / "conflict.jsonl", "--customer", "c-0302", "--week", "2026-W10")
    assert (run.returncode, run.stdout) == (3, b"")
    text = run.stderr.decode()
    assert text.startswith("error[conflicting_days]")
    assert "line 1: " in text
    assert "the same day as line 2, of equal revision and different bytes" in text
    assert HINTS["conflicting_days"] in text
    assert "72.3" not in text


def test_equal_bytes_count_once_and_are_noted(checkin: Run) -> None:
    run = checkin("summarize", REVISED / "same-bytes.jsonl", "--customer", "c-0302", "--week", "2026-W10")
    assert (run.returncode, _one(run.stdout)["weigh_ins"]["current"]) == (0, 4)
    assert b"line 2: counts once (the same as" in run.stderr


def test_an_event_log_is_read_with_its_corrections(checkin: Run) -> None:
    log = WEEKS / "event-log.jsonl"
    run = checkin("summarize", log, "--week", "2026-W48")
    found = _one(run.stdout)
    assert (run.returncode, found["audience"], found["average_weight_kg"]) == (0, "personal", 79.5714)
    assert b"line 9: does not count (superseded by" in run.stderr
    for options in (("--export-customer", "c-9"), ("--customer", "c-9")):
        of_customer = checkin("summarize", log, "--week", "2026-W48", *options)
        assert _one(of_customer.stdout)["customer_key"] == "c-9"


@pytest.mark.parametrize(
    ("row", "code", "path"),
    [
        ({"check_in": {"body_weight_kg": "70"}}, "wrong_type", "$.check_in.body_weight_kg"),
        ({"check_in": {"body_weight_kg": 0}}, "out_of_range", "$.check_in.body_weight_kg"),
        ({"check_in": {"body_weight_lb": 155}}, "unknown_key", "$.check_in.body_weight_lb"),
        ({"recorded_at_kst": 1764460800}, "wrong_type", "$.recorded_at_kst"),
        ({"recorded_at_kst": "2026-11-23T08:00:00 KST"}, "wrong_format", "$.recorded_at_kst"),
        ({"supersedes": 7}, "wrong_type", "$.supersedes"),
        ({"safety": {"categories": ["x"]}}, "not_listed", "$.safety.categories[0]"),
    ],
)
def test_a_row_of_a_log_that_does_not_fit_is_refused(row: dict[str, Any], code: str, path: str, checkin: Run) -> None:
    good = {"event_id": "a", "recorded_at_kst": "2026-11-23T08:00:00+09:00", "check_in": {"body_weight_kg": 70}}
    run = checkin("summarize", "-", "--week", "2026-W48", given=_lines(good, {**good, "event_id": "b", **row}))
    assert run.returncode == 3
    assert run.stderr.decode().startswith(f"error[{code}] -, line 2, {path}: ")
    assert _one(run.stdout)["weigh_ins"]["current"] == 1


@pytest.mark.parametrize(
    ("clock", "monday"),
    [
        ("2026-11-22T15:05:00Z", True),
        ("2026-11-22T14:55:00Z", False),
        ("2026-11-23T00:05:00", True),
        ("2026-11-22T23:55:00.5", False),
        ("2026-11-22T10:05:00-05:00", True),
    ],
)
def test_days_of_a_log_are_those_of_seoul(clock: str, monday: bool, checkin: Run) -> None:  # noqa: FBT001  # a table
    """A clock without an offset is one in Seoul, as its key says; the zone of the machine never counts."""
    row = {"event_id": "a", "recorded_at_kst": clock, "check_in": {"body_weight_kg": 70}}
    for zone in ("UTC", "America/New_York", "Pacific/Kiritimati"):
        run = checkin("summarize", "-", "--week", "2026-W48", given=_lines(row), TZ=zone)
        assert _one(run.stdout)["checkin_days"] == int(monday)


def test_a_hold_in_a_log_is_a_hold_in_whatever_form(checkin: Run) -> None:
    for safety in ({"held": True}, {"flags": ["faint"]}, True, {"categories": ["self_harm"]}):
        row = {"event_id": "a", "recorded_at_kst": "2026-11-23T08:00:00+09:00", "check_in": {}, "safety": safety}
        found = _one(checkin("summarize", "-", "--week", "2026-W48", given=_lines(row)).stdout)
        assert found["judgment"] == {"verdict": "safety_hold", "reason": "safety_flag"}
        assert found["safety"]["held"] is True


def test_wizard_exports_are_days_too(checkin: Run) -> None:
    run = checkin("summarize", FIXTURES / "day" / "wizard-export.json", "--weeks", "all")
    assert _one(run.stdout)["checkin_days"] == 1


def test_a_profile_gives_what_check_ins_do_not_hold(checkin: Run) -> None:
    run = checkin(
        "summarize",
        DAYS,
        "--customer",
        "c-2001",
        "--week",
        "2026-W48",
        "--profile",
        WEEKS / "profile.json",
        "--explain",
    )
    text = run.stderr.decode()
    assert "phase week 12" in text
    assert "15 at the floor of energy: no; 2000 kcal are planned, over the floor of 1200" in text
    assert [line for line in text.splitlines() if "decides:" in line] == [
        "  18 above the range twice: decides: review_down above_range_2w; above the range for 2 judged weeks in a row"
    ]
    without = checkin("summarize", DAYS, "--customer", "c-2001", "--week", "2026-W48", "--explain")
    assert "15 at the floor of energy: no; no sex: skipped" in without.stderr.decode()


def test_the_profile_says_whose_a_log_is(checkin: Run) -> None:
    run = checkin("summarize", WEEKS / "event-log.jsonl", "--week", "2026-W48", "--profile", WEEKS / "profile.json")
    found = _one(run.stdout)
    assert (found["audience"], found["customer_key"]) == ("customer", "c-2001")
    assert found["actions"][:2] == [
        {"id": "keep_calories", "calories_kcal": 2000},
        {"id": "keep_protein", "protein_g": 140},
    ]


def test_all_customers_end_with_who_needs_a_person_first(checkin: Run) -> None:
    run = checkin("summarize", DAYS, "--all", "--week", "2026-W48")
    keys = [json.loads(line)["customer_key"] for line in run.stdout.splitlines()]
    assert (run.returncode, keys) == (0, ["c-2001", "c-2002", "c-2003"])
    *_, head, first, second, third = run.stderr.decode().splitlines()
    assert head == "attention: 3 customers need a person"
    assert [row.split()[0] for row in (first, second, third)] == ["c-2003", "c-2001", "c-2002"]
    rendered = checkin("render", "-", "--format", "jsonl", given=run.stdout)
    assert rendered.returncode == 0


def test_a_conflict_of_one_customer_leaves_the_others(checkin: Run) -> None:
    run = checkin("summarize", REVISED / "conflict.jsonl", DAYS, "--all", "--weeks", "2026-W10..2026-W48")
    found = {(json.loads(line)["customer_key"], json.loads(line)["starts_on"]) for line in run.stdout.splitlines()}
    assert run.returncode == 3
    assert ("c-0302", "2026-03-02") not in found
    assert {("c-0302", "2026-03-09"), ("c-2003", "2026-11-23")} <= found
    assert ["c-0302", "2026-03-02", "conflict"] in [line.split()[:3] for line in run.stderr.decode().splitlines()]


def test_every_week_of_everybody_fits_the_schema(checkin: Run) -> None:
    schema = json.loads(checkin("schema", "weekly-summary-v1").stdout)
    run = checkin("summarize", DAYS, GAPS, "--all", "--weeks", "..")
    documents = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(documents) == 9
    for document in documents:
        jsonschema.validate(document, schema)


def test_outputs_hold_the_same_documents(checkin: Run, tmp_path: Path) -> None:
    arguments = ("summarize", DAYS, "--all", "--weeks", "2026-W47..2026-W48")
    lines = checkin(*arguments).stdout
    array = checkin(*arguments, "--format", "json").stdout
    assert json.loads(array) == [json.loads(line) for line in lines.splitlines()]
    checkin(*arguments, "-o", tmp_path / "weeks.jsonl", "--private")
    assert (tmp_path / "weeks.jsonl").read_bytes() == lines
    assert stat.S_IMODE((tmp_path / "weeks.jsonl").stat().st_mode) == 0o600
    checkin(*arguments, "-o", tmp_path / "weeks")
    names = sorted(path.name for path in (tmp_path / "weeks").iterdir())
    assert names[:2] == ["c-2001.2026-W47.json", "c-2001.2026-W48.json"]
    assert b"".join((tmp_path / "weeks" / name).read_bytes() for name in names) == lines
    assert checkin(*arguments, "-o", tmp_path / "weeks").returncode == 0
    (tmp_path / "weeks" / names[0]).write_text("other")
    again = checkin(*arguments, "-o", tmp_path / "weeks")
    assert (again.returncode, again.stderr.decode().startswith("error[output_exists]")) == (4, True)


def test_keys_that_would_share_a_name_do_not(checkin: Run, tmp_path: Path) -> None:
    """Names differ on file systems that fold case too, and no key leaves the folder."""
    keys = ["c-1", "C-1", "personal", "../c-1", "가"]
    rows = [_day("2026-11-25"), *(_day("2026-11-25", audience="customer", customer_key=key) for key in keys)]
    run = checkin("summarize", "-", "--all", "--weeks", "all", "-o", tmp_path / "weeks", given=_lines(*rows))
    assert run.returncode == 0
    names = {path.name.casefold() for path in (tmp_path / "weeks").iterdir()}
    assert len(names) == len(rows)
    assert {"c-1.2026-w48.json", "personal.2026-w48.json"} <= names


def test_no_week_is_an_empty_array(checkin: Run) -> None:
    run = checkin("summarize", DAYS, "--all", "--week", "2020-W01", "--format", "json")
    assert (run.returncode, json.loads(run.stdout)) == (0, [])


def test_the_report_is_for_machines_and_for_its_owner_alone(checkin: Run, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    checkin("summarize", DAYS, "--all", "--week", "2026-W48", "--report", report)
    rows = [json.loads(line) for line in report.read_text("utf-8").splitlines()]
    assert [(row["customer_key"], row["row"], row["reason"]) for row in rows] == [
        ("c-2001", 18, "above_range_2w"),
        ("c-2002", 3, "confirm_weight"),
        ("c-2003", 1, "safety_flag"),
    ]
    assert [len(row["rules"]) for row in rows] == [18, 18, 18]
    (question,) = rows[1]["questions"]
    assert (question["code"], question["prompt"]) == ("unit_slip", "단위를 확인해 주세요")
    assert question["place"].endswith("three-customers.jsonl, line 29")
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_the_week_of_the_year_change_counts_each_day_once(checkin: Run) -> None:
    days = [f"2026-12-{day}" for day in (28, 29, 30, 31)] + [f"2027-01-0{day}" for day in (1, 2, 3)]
    given = _lines(*map(_day, days))
    for name in ("2026-W53", "2027-01-02"):
        assert _one(checkin("summarize", "-", "--week", name, given=given).stdout)["checkin_days"] == 7
    assert _one(checkin("summarize", "-", "--week", "2027-W01", given=given).stdout)["checkin_days"] == 0
    assert _one(checkin("summarize", "-", "--weeks", "all", given=given).stdout)["starts_on"] == "2026-12-28"


def test_weeks_start_where_the_configuration_says(checkin: Run) -> None:
    given = _lines(_day("2026-03-08"))
    monday = _one(checkin("summarize", "-", "--weeks", "all", given=given).stdout)
    sunday = checkin("summarize", "-", "--weeks", "all", given=given, CHECKIN_CALENDAR__WEEK_STARTS_ON="sunday")
    assert (monday["starts_on"], _one(sunday.stdout)["starts_on"]) == ("2026-03-02", "2026-03-08")
    rendered = checkin("render", "-", given=sunday.stdout, CHECKIN_CALENDAR__WEEK_STARTS_ON="sunday")
    assert rendered.returncode == 0


def test_other_documents_are_passed_over_and_counted(checkin: Run) -> None:
    run = checkin("summarize", FIXTURES / "day", "--customer", "personal", "--weeks", "all")
    assert run.returncode in {0, 3}
    assert b"of weekly-summary-v1\n" in run.stderr
    assert b"of adaptive-card-v1\n" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((DAYS, "--all", "--week", "2025-W53"), "no_such_week"),
        ((DAYS, "--all", "--weeks", "2026-W48"), "no_such_week"),
        ((DAYS, "--all"), "conflicting_options"),
        ((DAYS, "--all", "--week", "2026-W48", "--weeks", "all"), "conflicting_options"),
        ((DAYS, "--all", "--customer", "c-2001", "--week", "2026-W48"), "conflicting_options"),
        ((DAYS, "--all", "--week", "2026-W48", "--format", "json", "-o", "x.jsonl"), "conflicting_options"),
        ((DAYS, "--week", "2026-W48"), "customer_unclear"),
        ((DAYS, "--week", "2026-W48", "--customer", "c-0"), "customer_unclear"),
        (
            (DAYS, "--week", "2026-W48", "--customer", "c-2002", "--profile", WEEKS / "profile.json"),
            "profile_of_another",
        ),
    ],
)
def test_what_was_asked_wrongly_is_named(arguments: tuple[str | Path, ...], code: str, checkin: Run) -> None:
    run = checkin("summarize", *arguments)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().startswith(f"error[{code}]: ")
    assert run.stderr.decode().endswith(f"hint: {HINTS[code]}\n")


def test_a_profile_that_does_not_fit_stops_the_run(checkin: Run, tmp_path: Path) -> None:
    """Judging without it would skip its safety rules."""
    asked = ("summarize", DAYS, "--customer", "c-2001", "--week", "2026-W48", "--profile", tmp_path / "p.jsonl")
    profile = json.loads((WEEKS / "profile.json").read_bytes())
    goal = {"mode": "maintenance", "started_on": "2026-01-05", "range_percent_per_week": [-0.6, 0.2]}
    for rows, code in (
        ([{**profile, "goals": [goal]}], "range_limit"),
        ([profile, profile], "profile_twice"),
        ([_day("2026-11-23")], "unknown_document"),
    ):
        (tmp_path / "p.jsonl").write_bytes(_lines(*rows))
        run = checkin(*asked)
        assert (run.returncode, run.stdout, f"error[{code}] " in run.stderr.decode()) == (3, b"", True)


def test_a_profile_of_nobody_fits_one_customer_only(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text('{"schema_version":"customer-profile-v1"}')
    one = checkin("summarize", DAYS, "--customer", "c-2001", "--week", "2026-W48", "--profile", tmp_path / "p.json")
    many = checkin("summarize", DAYS, "--all", "--week", "2026-W48", "--profile", tmp_path / "p.json")
    assert (one.returncode, many.returncode) == (0, 2)
    assert many.stderr.decode().startswith("error[profile_of_another]")


def test_the_profile_fits_its_schema(checkin: Run) -> None:
    schema = json.loads(checkin("schema", "customer-profile-v1").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads((WEEKS / "profile.json").read_bytes()), schema)


def test_what_was_sent_and_is_no_longer_so_is_said(checkin: Run, tmp_path: Path) -> None:
    """Late data judge the week anew; what was sent is kept, and marked by a person."""
    asked = ("summarize", "--customer", "c-0302", "--week", "2026-W10", "--sent", tmp_path / "sent.jsonl")
    (tmp_path / "sent.jsonl").write_bytes(
        checkin("summarize", GAPS, "--customer", "c-0302", "--week", "2026-W10").stdout
    )
    assert b"revised" not in checkin(*asked, GAPS).stderr
    *lines, last = GAPS.read_bytes().splitlines(keepends=True)
    late = json.dumps({**json.loads(last), "revision": 2, "answers": {"bodyweight_kg": 71.0}}).encode()
    run = checkin(*asked, "-", given=b"".join([*lines, last, late]))
    text = run.stderr.decode()
    assert "question[revised] c-0302, 2026-W10: what was sent as revision 1 said something else" in text
    assert text.rstrip().endswith("give --revision 2")
    again = checkin(*asked, "-", "--revision", "2", given=b"".join([*lines, last, late]))
    assert (_one(again.stdout)["revision"], b"give --revision" in again.stderr) == (2, False)
