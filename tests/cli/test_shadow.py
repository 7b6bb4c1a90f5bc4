"""
`checkin shadow` as a process: what is written is what `render` writes, and the candidate changes nothing but counts.
"""

import json
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from checkin_cli.runs.lock import lock_doctrine
from tests.conftest import FIXTURES, ROOT, Run
from tests.sampling import sample
from tests.written import written

DAY = FIXTURES / "day"
MIXED = FIXTURES / "order" / "by-name-then-line"
COACH = ("--mode", "coach", "--least", "1")


def counts_of(file: Path) -> Any:
    """What a summary holds, but for times."""
    return {**json.loads(file.read_bytes()), "latency_seconds": None}


@pytest.mark.parametrize("form", [(), ("--format", "json"), ("--format", "jsonl")], ids=["text", "json", "jsonl"])
@pytest.mark.parametrize("inputs", [(DAY,), (MIXED,)], ids=["day", "refused"])
def test_standard_output_is_that_of_a_plain_render(inputs: tuple[Path], form: tuple[str, ...], checkin: Run) -> None:
    """Exit codes too; refusals are told once."""
    plain, shadow = checkin("render", *inputs, *form), checkin("shadow", *inputs, *form, *COACH)
    assert (shadow.stdout, shadow.returncode) == (plain.stdout, plain.returncode)
    assert shadow.stderr.count(b"error[") == plain.stderr.count(b"error[")


def test_files_are_those_of_a_plain_render(checkin: Run, tmp_path: Path) -> None:
    for name, option in (("copies", ()), ("copies.jsonl", ("--jobs", "2"))):
        assert checkin("render", DAY, "-o", tmp_path / f"plain-{name}").returncode == 0
        assert checkin("shadow", DAY, "-o", tmp_path / f"shadow-{name}", *COACH, *option).returncode == 0
    plain, shadow = tmp_path / "plain-copies", tmp_path / "shadow-copies"
    assert (tmp_path / "plain-copies.jsonl").read_bytes() == (tmp_path / "shadow-copies.jsonl").read_bytes()
    assert [each.name for each in sorted(plain.iterdir())] == [each.name for each in sorted(shadow.iterdir())]
    assert all(each.read_bytes() == (shadow / each.name).read_bytes() for each in plain.iterdir())
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "here",
        "plain-copies",
        "plain-copies.jsonl",
        "shadow-copies",
        "shadow-copies.jsonl",
    ]


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.full)])
def test_a_large_day_with_a_candidate_that_takes_turns(times: int, checkin: Run, tmp_path: Path) -> None:
    """Ten thousand documents at length: the bytes of a plain render, and equal counts in one process and in two."""
    days = tmp_path / "days.jsonl"
    days.write_bytes(b"".join(written(each) + b"\n" for each in sample("daily", 500)) * times)
    assert checkin("render", days, "-o", tmp_path / "plain.jsonl").returncode == 0
    for jobs in ("1", "2"):
        out, counts = tmp_path / f"out{jobs}.jsonl", tmp_path / f"counts{jobs}.json"
        run = checkin("shadow", days, "-o", out, *COACH, "--jobs", jobs, "--summary", counts, "--repeat", "1")
        assert run.returncode == 0
        assert out.read_bytes() == (tmp_path / "plain.jsonl").read_bytes()
    one, two = counts_of(tmp_path / "counts1.json"), counts_of(tmp_path / "counts2.json")
    assert one == two
    assert (one["inputs"], one["faults"]) == (500 * times, 0)
    assert one["noise"] == {
        "control": {"compared": 500 * times, "different": 0},
        "candidate": {"repeats": 1, "compared": 50, "different": 0},
    }


def test_a_verdict_is_an_exit_code_only_where_it_is_asked_for(checkin: Run) -> None:
    loose = ("--max-different", "100")
    for options, code, verdict in (((), 0, b"hold"), (("--check",), 1, b"hold"), (("--check", *loose), 0, b"promote")):
        run = checkin("shadow", DAY, *COACH, *options)
        assert (run.returncode, run.stderr.splitlines()[-1]) == (code, b"verdict: " + verdict)


def test_two_doctrines_are_compared_without_anybody_choosing(
    checkin: Run, doctrine_folder: Path, tmp_path: Path
) -> None:
    """One wording changed: one slot differs, in as many copies as hold it. Written is what render writes."""
    tone = doctrine_folder / "tone.toml"
    text = tone.read_text(encoding="utf-8")
    old = "오늘 체크인 잘 받았어요."
    assert text.count(old) == 1
    tone.write_text(text.replace(old, "오늘 체크인을 잘 받았어요."), encoding="utf-8")
    assert lock_doctrine(doctrine_folder, lambda _folder, _doctrine: [], "none").changed
    counts = tmp_path / "counts.json"
    plain = checkin("render", DAY)
    run = checkin("shadow", DAY, "--baseline", doctrine_folder, "--summary", counts, "--max-different", "0", "--check")
    assert (run.returncode, run.stdout) == (1, plain.stdout)
    found = json.loads(counts.read_bytes())
    assert found["bins"]["different"] == plain.stdout.decode().count(old) > 0
    assert [each["slot"] for each in found["slots"] if each["same"] < each["compared"]] == ["daily.acknowledgement"]
    assert found["control"]["doctrine_sha256"] != found["candidate"]["doctrine_sha256"]
    assert (found["candidate"]["selector"], found["candidate"]["model"]) == ("none", None)
    written, compared = (found[side]["doctrine_sha256"][:12] for side in ("control", "candidate"))
    told = f"candidate: doctrine {compared} at --baseline, compared only; written: doctrine {written}"
    assert run.stderr.decode().splitlines()[0] == told
    same = checkin("shadow", DAY, "--baseline", ROOT / "doctrine", "--max-different", "0", "--check", "--least", "1")
    assert (same.returncode, same.stderr.splitlines()[-1]) == (0, b"verdict: promote")


def test_an_ignore_is_told_with_its_owner(checkin: Run, tmp_path: Path) -> None:
    """And an expired one as expired."""
    ignores = tmp_path / "ignores.toml"
    table = '[[ignore]]\nname = "{}"\nowner = "copy desk"\nexpires = {}\nslot = "{}"\n'
    ignores.write_text(
        table.format("courtesy", "2999-01-01", "daily.acknowledgement")
        + table.format("old", "2020-01-01", "weekly.courtesy")
    )
    run = checkin("shadow", DAY, "--mode", "expression", "--ignores", ignores)
    told = run.stderr.decode().splitlines()
    assert told[0] == "candidate: mode expression, selector rotate"
    assert told[1] == "18 inputs: 8 same, 7 ignored, 3 different, 0 refused; something to choose in 11"
    assert "covered by courtesy (copy desk, until 2999-01-01): 7 differences" in told
    assert "note: the ignore old of copy desk expired on 2020-01-01 and covers nothing" in told


def test_refused_inputs_are_counted_alike_by_any_number_of_processes(checkin: Run, tmp_path: Path) -> None:
    """An error that was read back from a line is the same error."""
    for jobs in ("1", "2"):
        checkin("shadow", FIXTURES / "refused", DAY, *COACH, "--jobs", jobs, "--summary", tmp_path / jobs)
    one, two = counts_of(tmp_path / "1"), counts_of(tmp_path / "2")
    assert one == two
    assert one["refused"] > 20


def test_an_ignore_names_a_wording_that_was_edited(checkin: Run, doctrine_folder: Path, tmp_path: Path) -> None:
    """Its id is in both copies; what is gone and new are its words."""
    tone = doctrine_folder / "tone.toml"
    tone.write_text(tone.read_text(encoding="utf-8").replace("오늘 체크인 잘", "오늘 체크인을 잘"), encoding="utf-8")
    assert lock_doctrine(doctrine_folder, lambda _folder, _doctrine: [], "none").changed
    ignores = tmp_path / "ignores.toml"
    table = (
        '[[ignore]]\nname = "a"\nowner = "b"\nexpires = 2999-01-01\nslot = "daily.acknowledgement"\ncontrol = ["{}"]\n'
    )
    receipt = json.loads(checkin("render", DAY / "short-night.json", "--format", "jsonl").stdout)["receipt"]
    options = ("--baseline", doctrine_folder, "--max-different", "0", "--ignores", ignores, "--check", "--least", "1")
    ignores.write_text(table.format(receipt["variant_ids"][0]))
    assert checkin("shadow", DAY, *options).returncode == 0
    ignores.write_text(table.format("nobody.knows"))
    run = checkin("shadow", DAY, *options)
    assert (run.returncode, b"$.ignore[0].control: found an id of neither doctrine" in run.stderr) == (2, True)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ((), b"nothing_to_compare"),
        (("--mode", "canonical"), b"nothing_to_compare"),
        (("--baseline", ROOT / "doctrine", "--mode", "coach"), b"conflicting_options"),
        (("--baseline", ROOT / "doctrine", "--selector", "first"), b"conflicting_options"),
        (("--baseline", "nowhere"), b"doctrine_invalid"),
        (("--mode", "coach", "--ignores", "nowhere"), b"ignores_invalid"),
        (("--mode", "coach", "--format", "json", "-o", "out"), b"conflicting_options"),
        (("--mode", "coach", "--max-p99", "inf"), b"wrong_value"),
        (("--mode", "coach", "--max-different", "nan"), b"wrong_value"),
    ],
)
def test_a_shadow_that_shows_nothing_writes_nothing(
    options: tuple[str | Path, ...], code: bytes, checkin: Run, tmp_path: Path
) -> None:
    run = checkin("shadow", DAY, *options)
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"error[" + code + b"]" in run.stderr


def test_a_report_with_equal_bytes_needs_no_force(checkin: Run, tmp_path: Path) -> None:
    """Where nobody is asked; with other bytes it stays, and the copies are written all the same."""
    page, counts = tmp_path / "page.html", tmp_path / "counts.json"
    outputs = ("--report", page, "--summary", counts)
    assert [checkin("shadow", DAY, *COACH, *outputs).returncode for _ in range(2)] == [0, 0]
    before = page.read_bytes(), counts.read_bytes()
    other = checkin("shadow", DAY, "--mode", "expression", *outputs, "-o", tmp_path / "out")
    assert (other.returncode, b"error[output_exists]" in other.stderr) == (4, True)
    assert (page.read_bytes(), counts.read_bytes()) == before
    assert (tmp_path / "out" / "short-night.txt").exists()


def test_a_report_that_is_there_already_is_not_overwritten(checkin: Run, tmp_path: Path) -> None:
    """Told before anybody is asked."""
    for option in ("--report", "--summary"):
        there = tmp_path / "there"
        there.write_text("mine")
        run = checkin("shadow", DAY, *COACH, option, there)
        assert (run.returncode, run.stdout, there.read_text()) == (4, b"", "mine")
        assert checkin("shadow", DAY, *COACH, option, there, "--force").returncode == 0
        assert there.read_text() != "mine"
    for inside in ("out/short-night.txt", "out/new/page.html"):
        run = checkin("shadow", DAY, *COACH, "-o", "out", "--force", "--report", inside)
        assert run.returncode in {0, 4}, run.stderr
    assert b"error[output_is_input]" in run.stderr
    run = checkin("shadow", DAY, *COACH, "--report", tmp_path, "--force")
    assert (run.returncode, b"error[output_unwritable]" in run.stderr) == (4, True)
    run = checkin("shadow", DAY, *COACH, "--report", tmp_path / "nowhere" / "page.html")
    assert (run.returncode, b"error[output_unwritable]" in run.stderr) == (4, True)
    assert b"verdict" not in run.stderr
    run = checkin("shadow", DAY / "short-night.json", *COACH, "--report", DAY / "short-night.json", "--force")
    assert (run.returncode, b"output_is_input" in run.stderr) == (4, True)


def test_the_page_is_its_owners_alone_and_holds_the_copies(checkin: Run, tmp_path: Path) -> None:
    page = tmp_path / "shadow.html"
    assert checkin("shadow", DAY, *COACH, "--report", page, "--summary", tmp_path / "counts.json").returncode == 0
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    copy = checkin("render", DAY / "short-night.json").stdout.decode().splitlines()
    assert all(line in page.read_text(encoding="utf-8") for line in copy)


def test_nothing_but_the_page_holds_what_a_document_says(checkin: Run, tmp_path: Path) -> None:
    """Counts, ids and enums on standard error and in the summary."""
    shutil.copytree(DAY, tmp_path / "day")
    run = checkin("shadow", tmp_path / "day", *COACH, "--verbose", "-o", tmp_path / "out", "--summary", tmp_path / "s")
    said = run.stderr + (tmp_path / "s").read_bytes()
    said.decode("ascii")
    for word in (b"78.6", b"2675", b"A-17", b"short-night"):
        assert word not in said
