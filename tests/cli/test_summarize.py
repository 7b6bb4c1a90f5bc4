"""
`checkin summarize` as a process: documents that render, notes and questions on standard error, exit codes.
"""

import json
import os
import pty
import random
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checkin_cli.hints import HINTS, NEARER_HINTS
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
        ({"check_in": {"vitals": {"BodyMass": 70}}}, "unknown_key", "$.check_in.vitals.BodyMass"),
        ({"body_weight_kg": 70}, "unknown_key", "$.body_weight_kg"),
        ({"bodyWeight": 70}, "unknown_key", "$.bodyWeight"),
        ({"measurement": {"weight": 70}}, "unknown_key", "$.measurement.weight"),
        ({"measurement": {"value": {"lbs": 155}}}, "unknown_key", "$.measurement.value.lbs"),
        ({"bw": 70}, "unknown_key", "$.bw"),
        ({"wt_kg": 70}, "unknown_key", "$.wt_kg"),
        ({"체중": 70}, "unknown_key", '$["체중"]'),
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


def test_a_hold_counts_wherever_it_stands_in_a_row(checkin: Run) -> None:
    for members in (
        {"held": True},
        {"check_in": {"safety_hold": True}},
        {"triage": {"flags": ["self_harm"]}},
        {"target": {"safetyHeld": "yes"}},
    ):
        row = {"event_id": "a", "recorded_at_kst": "2026-11-23T08:00:00+09:00", "check_in": {}, **members}
        found = _one(checkin("summarize", "-", "--week", "2026-W48", given=_lines(row)).stdout)
        assert found["safety"]["held"] is True
        assert found["safety"]["categories"] == (["self_harm"] if "triage" in members else [])


def test_a_hold_does_not_wait_for_the_confirmation_of_its_row(checkin: Run) -> None:
    """Nothing else of the row counts: no weight, no day, no correction of another row."""
    good = {"event_id": "a", "recorded_at_kst": "2026-11-24T08:00:00+09:00", "check_in": {"body_weight_kg": 70}}
    pending = {**good, "event_id": "b", "status": "pending", "supersedes": "a", "customer_key": "c-1"}
    pending["recorded_at_kst"] = "2026-11-23T08:00:00+09:00"
    for sign in ({"safety": {"categories": ["self_harm"]}}, {"check_in": {"pain_0to10": 8}}, {"held": True}):
        rows = ({**good, "customer_key": "c-1"}, {**pending, **sign}, {**pending, **sign})
        run = checkin("summarize", "-", "--week", "2026-W48", "--customer", "c-1", given=_lines(*rows))
        found = _one(run.stdout)
        assert (found["judgment"]["verdict"], found["weigh_ins"]["current"], run.returncode) == ("safety_hold", 1, 0)
        alone = checkin("summarize", "-", "--weeks", "all", "--all", given=_lines({**pending, **sign}))
        assert (_one(alone.stdout)["judgment"]["verdict"], _one(alone.stdout)["checkin_days"]) == ("safety_hold", 0)
        assert b"attention: 1 customer needs a person" in alone.stderr
    harmless = checkin("summarize", "-", "--week", "2026-W48", given=_lines(good, {**pending, "customer_key": None}))
    assert _one(harmless.stdout)["judgment"]["verdict"] == "record_more"


def test_an_event_that_supersedes_itself_is_named_as_that(checkin: Run) -> None:
    row = {"event_id": "a", "recorded_at_kst": "2026-11-23T08:00:00+09:00", "check_in": {"body_weight_kg": 70}}
    run = checkin("summarize", "-", "--week", "2026-W48", given=_lines({**row, "supersedes": "a"}))
    error, hint = run.stderr.decode().splitlines()
    said = "error[supersedes_itself] -: found an event that supersedes itself, required an earlier event"
    assert (run.returncode, error, hint) == (3, said, f"hint: {HINTS['supersedes_itself']}")


def test_many_notes_are_counted(checkin: Run) -> None:
    """The first ones of a kind are named, over all customers of a run."""
    rows = [_day("2026-11-23", audience="customer", customer_key=f"c-{number % 3}") for number in range(63)]
    run = checkin("summarize", "-", "--week", "2026-W48", "--all", given=_lines(*rows))
    lines = [line for line in run.stderr.decode().splitlines() if line.startswith("note: ")]
    assert (run.returncode, len(lines)) == (0, 51)
    assert lines[-1] == "note: 10 more, not named here: counts once"


@pytest.mark.parametrize(
    "options",
    [
        ("--customer", "", "--week", "2026-W48"),
        ("--customer", "c-2001", "--week", ""),
        ("--customer", "c-2001", "--weeks", ""),
        ("--customer", "c-2001", "--week", "2026-W48", "--report", ""),
        ("--customer", "c-2001", "--week", "2026-W48", "--report", "-"),
        ("--customer", "c-2001", "--week", "2026-W48", "-o", ""),
        ("--customer", "c-2001", "--week", "2026-W48", "-o", "-"),
    ],
    ids=" ".join,
)
def test_an_option_that_says_nothing_is_refused(options: tuple[str, ...], checkin: Run, tmp_path: Path) -> None:
    """As an empty variable of a script would write it; and no file is named like a stream."""
    run = checkin("summarize", DAYS, *options)
    assert (run.returncode, run.stdout) == (2, b"")
    named = "empty" if "" in options else "on standard output"
    assert run.stderr.decode().startswith("error[conflicting_options]: found ")
    assert named in run.stderr.decode().partition("\n")[0]
    assert list((tmp_path / "here").iterdir()) == []


def test_keys_that_no_rule_reads_are_named(checkin: Run) -> None:
    """Nothing is lost in silence, and the load on a bar or a weight to reach is no weigh-in."""
    row = {"event_id": "a", "recorded_at_kst": "2026-11-23T08:00:00+09:00", "check_in": {"body_weight_kg": 70}}
    other = {"event_type": "x", "mood": 3, "goal_weight_kg": 65, "workout": {"weight": 60}, "bw": None, "safety": False}
    session = {"trainer_session": {"session_done": True, "load": 5}}
    rows = (row, {**row, **other, **session, "event_id": "b"}, {**row, "mood": 4, "event_id": "c"})
    run = checkin("summarize", "-", "--week", "2026-W48", given=_lines(*rows))
    assert (run.returncode, _one(run.stdout)["weigh_ins"]["current"]) == (0, 1)
    named = "$.bw (1), $.goal_weight_kg (1), $.mood (2), $.trainer_session.load (1), $.workout (1)"
    assert f"note: keys of the event log that no rule reads: {named}\n" in run.stderr.decode()
    many = {**row, **{f"key-{number:02}": 1 for number in range(25)}}
    run = checkin("summarize", "-", "--week", "2026-W48", given=_lines(many))
    assert b'key-19"] (1), others (5)\n' in run.stderr


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


def test_a_conflict_is_told_where_it_matters(checkin: Run, tmp_path: Path) -> None:
    """Its own week has a line in the report, and the week after says that its comparison is in doubt."""
    report = tmp_path / "report.jsonl"
    options = ("--customer", "c-0302", "--weeks", "2026-W10..2026-W11", "--explain", "--report", report)
    run = checkin("summarize", REVISED / "conflict.jsonl", *options)
    closed, after = map(json.loads, report.read_bytes().splitlines())
    assert (run.returncode, closed["week"], closed["verdict"], after["week"]) == (3, "2026-W10", None, "2026-W11")
    (conflict,) = closed["conflicts"]
    assert conflict["places"] == [f"{REVISED / 'conflict.jsonl'}, line {line}" for line in (1, 2)]
    assert "unsettled_day" in [question["code"] for question in after["questions"]]
    text = run.stderr.decode()
    assert f"  no summary: check-ins of {conflict['day']} of equal revision" in text
    assert "question[unsettled_day] c-0302, 2026-W11, " in text


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


@pytest.mark.parametrize("options", [(), ("--all",), ("--format", "json")], ids=" ".join)
def test_documents_of_another_kind_alone_are_told(options: tuple[str, ...], checkin: Run) -> None:
    """Empty output would look like a week without a finding."""
    run = checkin("summarize", FIXTURES / "day" / "week-in-range.json", "--weeks", "all", *options)
    assert (run.returncode, run.stdout) == (2, b"")
    note, error, _hint = run.stderr.decode().splitlines()
    assert note == "note: passed over 1 of weekly-summary-v1"
    assert error.startswith("error[no_check_ins]: ")


@pytest.mark.parametrize("options", [("--customer", "c-1"), ("--customer", "personal")], ids=" ".join)
def test_refused_inputs_come_before_a_customer_who_is_not_there(options: tuple[str, ...], checkin: Run) -> None:
    """Where check-ins were refused, nobody can say that there are none of this customer."""
    run = checkin("summarize", "-", *options, "--week", "2026-W48", given=b"{}\n[]\n")
    assert (run.returncode, run.stdout) == (3, b"")
    codes = [line.partition("]")[0] for line in run.stderr.decode().splitlines() if line.startswith("error[")]
    assert codes == ["error[unknown_document", "error[wrong_type", "error[customer_unclear"]


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


LIBRA = WEEKS / "libra-four-weeks.csv"
BESIDE = WEEKS / "beside-libra.jsonl"
IMPORTS = FIXTURES / "imports"


def test_an_export_is_recognised_and_judged_as_check_ins_are(checkin: Run) -> None:
    """The first of two weights of a day counts, and what looks like pounds is asked about."""
    run = checkin("summarize", LIBRA, "--customer", "personal", "--weeks", "2026-W46..2026-W48")
    documents = [json.loads(line) for line in run.stdout.splitlines()]
    assert (run.returncode, [each["weigh_ins"]["current"] for each in documents]) == (0, [4, 6, 6])
    assert [each["average_weight_kg"] for each in documents] == [74.45, 74.1333, 73.7167]
    text = run.stderr.decode()
    assert "weigh-ins that are not the first of their day, and do not count: 1\n" in text
    assert "question[unit_slip] personal, 2026-W46, " in text
    assert "libra-four-weeks.csv, line 12: 2026-11-11: 2.18 times" in text


def test_check_ins_and_an_export_are_one_history(checkin: Run) -> None:
    """A check-in takes the weight that it lacks, agrees with one, or corrects one; each is noted once."""
    run = checkin("summarize", BESIDE, LIBRA, "--customer", "c-3001", "--week", "2026-W48")
    found = _one(run.stdout)
    assert (run.returncode, found["average_weight_kg"], found["weigh_ins"]["current"]) == (0, 73.6333, 6)
    assert [line.rpartition(": ")[2] for line in run.stderr.decode().splitlines()] == ["1", "1", "1"]
    swapped = checkin("summarize", LIBRA, BESIDE, "--customer", "c-3001", "--week", "2026-W48")
    assert swapped.stdout == run.stdout


def test_a_check_in_with_another_weight_than_the_export_is_a_conflict(checkin: Run, tmp_path: Path) -> None:
    """Neither weight is printed, other weeks are summarized, and a revision settles it."""
    (tmp_path / "days.jsonl").write_bytes(BESIDE.read_bytes().replace(b'"revision":2', b'"revision":1'))
    run = checkin("summarize", tmp_path / "days.jsonl", LIBRA, "--customer", "c-3001", "--weeks", "2026-W47..2026-W48")
    assert (run.returncode, _one(run.stdout)["starts_on"]) == (3, "2026-11-16")
    (error,) = [line for line in run.stderr.decode().splitlines() if line.startswith("error")]
    assert error.startswith(
        f"error[conflicting_days] {tmp_path}/days.jsonl, line 3: found a check-in of the same day as "
    )
    assert error.endswith(
        "libra-four-weeks.csv, line 25, with another weight in a check-in and an export, "
        "required one check-in that counts for a day"
    )
    assert "73.2" not in run.stderr.decode()


def test_a_snapshot_and_an_event_with_other_weights_are_settled_where_both_say_the_same(checkin: Run) -> None:
    """A correction of either one counts; the hint says so, and says no weight."""

    def day(revision: int, weight: float) -> dict[str, Any]:
        answers = {"bodyweight_kg": weight}
        named = {"schema_version": "daily-snapshot-v1", "kst_day": "2026-11-23", "audience": "personal"}
        return {**named, "finalized": True, "revision": revision, "answers": answers}

    def event(name: str, weight: float, **more: str) -> dict[str, Any]:
        clock = "2026-11-23T08:00:00+09:00"
        return {"event_id": name, "recorded_at_kst": clock, "check_in": {"body_weight_kg": weight}, **more}

    def summarized(*rows: dict[str, Any]) -> tuple[int, str]:
        run = checkin("summarize", "-", "--week", "2026-W48", given=_lines(*rows))
        return run.returncode, run.stderr.decode()

    code, said = summarized(day(1, 71.3), event("a", 72.4))
    assert (code, NEARER_HINTS["two_weights"] in said) == (3, True)
    assert "71.3" not in said
    assert "72.4" not in said
    for settled in (
        (day(1, 71.3), day(2, 72.4), event("a", 72.4)),
        (day(1, 71.3), event("a", 72.4), event("b", 71.3, supersedes="a")),
    ):
        code, said = summarized(*settled)
        assert (code, "conflicting_days" in said) == (0, False)


def test_refused_rows_of_exports_are_named_and_the_others_count(checkin: Run) -> None:
    good, bad = IMPORTS / "fitbit-pounds-and-us-days.json", IMPORTS / "fitbit-logs-that-cannot-be-trusted.json"
    run = checkin("summarize", good, bad, IMPORTS / "unknown-columns.csv", "--customer", "c-1", "--weeks", "all")
    assert (run.returncode, _one(run.stdout)["weigh_ins"]["current"]) == (3, 2)
    text = run.stderr.decode()
    assert text.count("note: weights were converted to kilograms") == 1
    assert text.count("error[") == 9
    assert f"error[row_unreadable] {bad}, $[0]: " in text
    assert "error[unknown_export] " in text


def test_what_an_export_does_not_say_is_said_once_a_format(checkin: Run) -> None:
    pounds, kilograms = IMPORTS / "trendweight-needs-a-unit.csv", IMPORTS / "openscale-3-needs-a-unit.csv"
    said = ("--from", "trendweight:lb", "--from", "openscale:kg", "--customer", "personal", "--weeks", "all")
    assert checkin("summarize", pounds, kilograms, *said).returncode == 0
    assert b"error[unit_unclear] " in checkin("summarize", pounds, *said[4:]).stderr
    assert b"error[unknown_export] " in checkin("summarize", pounds, "--from", "libra", *said[4:]).stderr


def test_a_day_outside_the_calendar_is_refused(checkin: Run, tmp_path: Path) -> None:
    file = tmp_path / "libra.csv"
    file.write_text(LIBRA.read_text().replace("2026-11-01T", "0001-01-02T"))
    run = checkin("summarize", file, "--customer", "personal", "--weeks", "2026-W46..2026-W48")
    assert (run.returncode, len(run.stdout.splitlines())) == (3, 3)
    assert f"error[out_of_range] {file}, line 5: found a day outside the range" in run.stderr.decode()


def test_a_folder_of_an_archive_is_read_too(checkin: Run, tmp_path: Path) -> None:
    for name in ("weight-2026-10-24.json", "weight-2026-11-23.json"):
        (tmp_path / name).write_bytes((IMPORTS / "fitbit-pounds-and-us-days.json").read_bytes())
    run = checkin("summarize", tmp_path, "--customer", "personal", "--weeks", "all")
    assert (run.returncode, _one(run.stdout)["weigh_ins"]["current"]) == (0, 2)
    assert "weigh-ins that say what counts already: 2\n" in run.stderr.decode()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((LIBRA, "--week", "2026-W48"), "weights_of_nobody"),
        ((LIBRA, "--all", "--week", "2026-W48"), "weights_of_nobody"),
        ((LIBRA, "--customer", "c-1", "--week", "2026-W48", "--from", "withings"), "unknown_format"),
        ((DAYS, "--customer", "c-2001", "--week", "2026-W48", "--from", "libra"), "conflicting_options"),
    ],
)
def test_weights_belong_to_somebody_and_come_from_a_known_program(
    arguments: tuple[str | Path, ...], code: str, checkin: Run
) -> None:
    run = checkin("summarize", *arguments)
    assert (run.returncode, run.stdout) == (2, b"")
    assert run.stderr.decode().startswith(f"error[{code}]")


def _chart(*options: str | Path) -> tuple[str | Path, ...]:
    return ("summarize", LIBRA, "--customer", "c-3001", "--weeks", "2026-W45..", *options)


def test_a_chart_is_a_whole_file_and_changes_no_summary(checkin: Run, tmp_path: Path) -> None:
    """Equal bytes are left alone, other ones need --force."""
    file = tmp_path / "charts" / "weeks.svg"
    file.parent.mkdir()
    run = checkin(*_chart("--chart", file))
    assert (run.returncode, run.stdout) == (0, checkin(*_chart()).stdout)
    drawn = file.read_bytes()
    text = drawn.decode("utf-8")
    assert "2026.11.2~2026.11.29, 체중 기록 22번" in text
    assert "제외한 기록 11.11 163.4kg" in text
    assert checkin(*_chart("--chart", file)).returncode == 0
    file.write_text("other")
    again = checkin(*_chart("--chart", file))
    assert (again.returncode, again.stderr.decode().count("error[output_exists]")) == (4, 1)
    assert file.read_text() == "other"
    assert checkin(*_chart("--chart", file, "--force", "--private")).returncode == 0
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (drawn, 0o600)
    assert [path.name for path in file.parent.iterdir()] == ["weeks.svg"]


def test_one_week_is_drawn_with_those_before_it(checkin: Run) -> None:
    run = checkin("summarize", LIBRA, BESIDE, "--customer", "c-3001", "--week", "2026-W48", "--chart", "-")
    (summary,) = run.stdout.splitlines()
    assert json.loads(summary)["starts_on"] == "2026-11-23"
    lines = run.stderr.decode().splitlines()
    assert [line.split()[0] for line in lines if line.startswith("11.")] == ["11.2", "11.9", "11.16", "11.23*"]
    assert lines[-1] == "* 11.23 주 판단: 지금 계획 유지"
    ascii_only = checkin(*_chart("--chart", "-"), PYTHONIOENCODING="ascii")
    assert "# weekly mean" in ascii_only.stderr.decode("ascii")


def test_explain_shows_the_chart_on_a_terminal_alone(checkin: Run) -> None:
    asked = ("summarize", str(DAYS), "--customer", "c-2001", "--week", "2026-W48", "--explain")
    assert "체중(kg)" not in checkin(*asked).stderr.decode()
    terminal, side = pty.openpty()
    with open(side, "wb", closefd=True) as stream:
        subprocess.run(
            [sys.executable, "-m", "checkin_cli", *asked], stdout=subprocess.DEVNULL, stderr=stream, check=True
        )
        os.set_blocking(terminal, False)
        said = os.read(terminal, 1 << 16).decode()
    os.close(terminal)
    assert said.index(" decides: ") < said.index("체중(kg)") < said.index("* 11.23 주 판단: ")


@pytest.mark.parametrize("week", ["2026-W46", "2026-W48"])
def test_a_held_customer_gets_no_chart(week: str, checkin: Run, tmp_path: Path) -> None:
    """Also of a week before the flag was raised: who is held now is held."""
    file = tmp_path / "weeks.svg"
    held = ("summarize", DAYS, "--customer", "c-2003", "--week", week, "--chart")
    run = checkin(*held, file)
    assert (run.returncode, file.exists()) == (0, False)
    assert b"note: no chart: this customer is held, and a person takes over\n" in run.stderr
    assert "kg" not in checkin(*held, "-").stderr.decode().partition("no chart")[2]
    (tmp_path / "p.json").write_text(
        '{"schema_version":"customer-profile-v1","customer_key":"c-2003","safety_cleared_on":"2026-11-30"}'
    )
    assert checkin(*held, file, "--profile", tmp_path / "p.json").returncode == 0
    assert file.exists()


def test_a_week_in_conflict_is_empty_in_the_chart(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "days.jsonl").write_bytes(BESIDE.read_bytes().replace(b'"revision":2', b'"revision":1'))
    inputs = ("summarize", LIBRA, tmp_path / "days.jsonl", "--customer", "c-3001")
    run = checkin(*inputs, "--weeks", "all", "--chart", tmp_path / "weeks.svg")
    assert run.returncode == 3
    assert "2026.11.2~2026.11.22" in (tmp_path / "weeks.svg").read_text("utf-8")
    alone = checkin(*inputs, "--week", "2026-W48", "--chart", "-")
    assert (alone.returncode, b"note: no chart: no week was summarized" in alone.stderr) == (3, True)


@pytest.mark.parametrize(
    ("arguments", "status", "code"),
    [
        ((DAYS, "--all", "--week", "2026-W48", "--chart", "weeks.svg"), 2, "conflicting_options"),
        ((DAYS, "--week", "2026-W48", "--chart", "-"), 2, "customer_unclear"),
        ((LIBRA, "--customer", "c-1", "--week", "2026-W48", "--chart", "weeks.pdf"), 2, "unknown_chart"),
        ((LIBRA, "--customer", "c-1", "--week", "2026-W48", "--chart", "no/folder.svg"), 4, "output_unwritable"),
    ],
)
def test_a_chart_that_cannot_be_drawn_is_refused(
    arguments: tuple[str | Path, ...], status: int, code: str, checkin: Run
) -> None:
    run = checkin("summarize", *arguments)
    assert (run.returncode, f"error[{code}]" in run.stderr.decode()) == (status, True)
    assert (status == 2) <= (run.stdout == b"")


def test_equal_bytes_of_a_report_are_left_alone(checkin: Run) -> None:
    """The same run twice is no fault; another one needs `--force`."""
    given = _lines(*(_day(f"2026-11-{day}") for day in range(16, 30)))
    options = ("summarize", "-", "--customer", "personal", "--report", "r.jsonl", "--week")
    assert [checkin(*options, "2026-W48", given=given).returncode for _ in range(2)] == [0, 0]
    other = checkin(*options, "2026-W47", given=given)
    assert (other.returncode, b"error[output_exists]" in other.stderr) == (4, True)


def test_a_flag_after_the_week_is_a_hold_now(checkin: Run) -> None:
    """Nobody gets a report of the week before while a flag of this morning is open; a person is called first."""
    days = [_day(f"2026-11-{day}") for day in range(16, 30)]
    flagged = _day("2026-11-30")
    flagged["safety"] = {"categories": ["self_harm"]}
    given = _lines(*days, flagged)
    run = checkin("summarize", "-", "--all", "--week", "2026-W48", given=given)
    summary = _one(run.stdout)
    assert summary["safety"] == {"held": True, "categories": ["self_harm"]}
    assert summary["actions"] == [{"id": "person_contact"}]
    assert b"question[safety_flag_later]" in run.stderr
    assert b"attention: 1 customer" in run.stderr
    copy = checkin("render", "-", given=run.stdout).stdout.decode()
    assert "70" not in copy
    without = checkin("summarize", "-", "--all", "--week", "2026-W48", given=_lines(*days))
    assert "safety" not in _one(without.stdout)


@pytest.mark.parametrize(
    "options",
    [
        ("--report", "in.jsonl"),
        ("--profile", "p.json", "--report", "p.json"),
        ("--profile", "p.jsonl", "-o", "p.jsonl"),
        ("--sent", "sent.jsonl", "--report", "sent.jsonl"),
        ("--config", "c.jsonl", "-o", "c.jsonl"),
        ("-o", "same.jsonl", "--report", "same.jsonl"),
        ("--report", "same.svg", "--chart", "same.svg"),
    ],
    ids=" ".join,
)
def test_no_output_takes_the_place_of_a_file_of_the_run(options: tuple[str, ...], checkin: Run, tmp_path: Path) -> None:
    """With --force too; nothing is written."""
    here = tmp_path / "here"
    (here / "in.jsonl").write_bytes(_lines(*(_day(f"2026-11-{day}") for day in range(16, 30))))
    profile = b'{"schema_version":"customer-profile-v1","personal":true}'
    for name, content in {"p.json": profile, "p.jsonl": profile, "sent.jsonl": b"", "c.jsonl": b""}.items():
        (here / name).write_bytes(content)
    before = {path.name: path.read_bytes() for path in here.iterdir()}
    run = checkin("summarize", "in.jsonl", "--customer", "personal", "--week", "2026-W48", "--force", *options)
    assert (run.returncode, b"error[output_is_input]" in run.stderr) == (4, True), run.stderr
    assert {path.name: path.read_bytes() for path in here.iterdir()} == before


@pytest.mark.parametrize(
    ("inputs", "options"),
    [
        ("days", ("-o", "days")),
        ("days", ("-o", "days/../days/.")),
        ("days", ("-o", "linked")),
        ("days/personal.2026-W48.json", ("-o", "linked")),
        ("linked/personal.2026-W48.json", ("-o", "days")),
        ("outside.jsonl", ("-o", "links")),
        ("outside.jsonl", ("-o", "hard")),
        ("outside.jsonl", ("-o", "days", "--report", "linked/personal.2026-W48.json")),
    ],
)
def test_no_file_of_a_folder_takes_the_place_of_one_of_the_run(
    inputs: str, options: tuple[str, ...], checkin: Run, tmp_path: Path
) -> None:
    """With --force too, and whatever the spelling: the check-ins are what they were."""
    here = tmp_path / "here"
    for name in ("days", "links", "hard"):
        (here / name).mkdir()
    (here / "days" / "personal.2026-W48.json").write_bytes(json.dumps(_day("2026-11-23")).encode())
    (here / "outside.jsonl").write_bytes(_lines(_day("2026-11-24")))
    (here / "linked").symlink_to("days")
    (here / "links" / "personal.2026-W48.json").symlink_to(here / "outside.jsonl")
    (here / "hard" / "personal.2026-W48.json").hardlink_to(here / "outside.jsonl")
    before = {path: path.read_bytes() for path in here.rglob("*.json*")}
    run = checkin("summarize", inputs, "--customer", "personal", "--week", "2026-W48", "--force", *options)
    assert (run.returncode, b"error[output_is_input]" in run.stderr) == (4, True), run.stderr
    assert {path: path.read_bytes() for path in here.rglob("*.json*")} == before
