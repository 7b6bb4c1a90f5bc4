"""
`checkin golden` as a process: what it says, what it exits with, what it leaves alone.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import FIXTURES, ROOT, Run, plain_environment
from tests.golden import CARD, DAY, HELD, WEEK, change, changed_bytes, many, state


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder around the bundled cases."""
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    return tmp_path


def test_the_bundled_cases_are_as_accepted(checkin: Run) -> None:
    run = checkin("golden", "check", FIXTURES / "golden")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"4 cases: 4 as accepted\n", b"")


@pytest.fixture(scope="module")
def usual() -> dict[str, bytes]:
    """Filled by the first hash seed, compared by the rest."""
    return {}


@pytest.mark.parametrize("seed", ["0", "1", "42", "random"])
def test_no_hash_seed_changes_a_golden(seed: str, usual: dict[str, bytes], desk: Path, checkin: Run) -> None:
    """Nor what is said about those that changed."""
    assert checkin("golden", "check", FIXTURES / "golden", PYTHONHASHSEED=seed).returncode == 0
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    change(desk / "cases" / f"{HELD}.golden.receipt.json", '"decision_id": null', '"decision_id": "maintain"')
    said = checkin("golden", "check", "cases", cwd=desk, PYTHONHASHSEED=seed).stdout
    assert said == usual.setdefault("said", said)


def test_goldens_hold_the_bytes_that_render_writes(checkin: Run, tmp_path: Path) -> None:
    checkin("render", FIXTURES / "golden", "-o", tmp_path / "out")
    for name in (DAY, HELD, CARD, WEEK):
        for written, golden in (("txt", "golden.txt"), ("receipt.json", "golden.receipt.json")):
            raw = (tmp_path / "out" / f"{name}.{written}").read_bytes()
            assert raw == (FIXTURES / "golden" / f"{name}.{golden}").read_bytes()
    assert len(list((tmp_path / "out").rglob("*.txt"))) == 4


def test_a_checkout_that_turns_line_ends_leaves_goldens_alone(tmp_path: Path, checkin: Run) -> None:
    """As `core.autocrlf` does on Windows. The attributes of the repository come before it."""
    repository, clone = tmp_path / "repository", tmp_path / "clone"
    shutil.copytree(FIXTURES / "golden", repository / "anywhere")
    shutil.copy(ROOT / ".gitattributes", repository)
    (repository / "text.md").write_bytes(b"a\nb\n")
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Cases"]):
        git(repository, *arguments)
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "-q", str(repository), str(clone))
    run = checkin("golden", "check", clone / "anywhere")
    assert (run.returncode, run.stdout) == (0, b"4 cases: 4 as accepted\n")
    said = git(clone, "check-attr", "text", "--", f"anywhere/{DAY}.golden.txt", f"anywhere/{DAY}.golden.receipt.json")
    assert said.count(b"text: unset") == 2


def git(folder: Path, *arguments: str) -> bytes:
    names = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = plain_environment(GIT_CONFIG_NOSYSTEM="1", **names)
    return subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True).stdout


def test_check_says_what_changed_where_and_what_comes_next(desk: Path, checkin: Run) -> None:
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    run = checkin("golden", "check", "cases", cwd=desk)
    assert (run.returncode, run.stderr) == (1, b"")
    first, *lines = run.stdout.decode().splitlines()
    assert first.startswith("changed (number), 1 case, group ")
    assert lines == [
        f"  {DAY}",
        "  copy: first at byte 37",
        "    - - 체중 64.3kg",
        "    + - 체중 64.2kg",
        f"  next: checkin golden accept cases {DAY}",
        "",
        "4 cases: 3 as accepted, 1 changed",
        "next: checkin golden review cases",
    ]
    assert checkin(*lines[4].removeprefix("  next: checkin ").split(), cwd=desk).returncode == 0
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0


SIZE = (FIXTURES / "golden" / f"{DAY}.golden.txt").stat().st_size
INVISIBLE: dict[str, tuple[Callable[[bytes], bytes], str, str]] = {
    "line ends": (lambda raw: raw.replace(b"\n", b"\r\n"), "only line endings, first at byte 23", "\\r\\n"),
    "no final newline": (lambda raw: raw[:-1], f"only final newline, first at byte {SIZE - 1}", "기록하기'\n"),
    "two final newlines": (lambda raw: raw + b"\n", f"only final newline, first at byte {SIZE}", "기록하기\\n\\n'\n"),
    "a trailing space": (lambda raw: raw.replace(b"\n", b" \n", 1), "only trailing spaces, first at byte 23", " \\n"),
    "a byte order mark": (lambda raw: b"\xef\xbb\xbf" + raw, "only byte order mark, first at byte 0", "U+FEFF"),
    "parts of syllables": (
        lambda raw: unicodedata.normalize("NFD", raw.decode()).encode(),
        "only normalisation form, first at byte 0",
        "U+110B",
    ),
    "conflict markers": (lambda raw: b"<<<<<<< HEAD\n" + raw, "conflict markers, first at byte 0", "<<<<<<< HEAD\\n"),
}


def test_what_nobody_sees_is_named_with_its_place(desk: Path, checkin: Run) -> None:
    names = dict(zip(many(desk / "cases", len(INVISIBLE)), INVISIBLE.values(), strict=True))
    for name, (edit, _, _) in names.items():
        changed_bytes(desk / "cases" / f"{name}.golden.txt", edit)
    found = rows(checkin("golden", "check", "cases", "--format", "json", cwd=desk))
    text = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    for name, (_, said, shown) in names.items():
        copy = found[name]["copy"]
        assert said.endswith(f" at byte {copy['offset']}")
        assert copy["causes"][0] in said
        assert f"  copy: {said}\n" in text
        assert shown in text


def test_missing_and_orphaned_goldens_fail(desk: Path, checkin: Run) -> None:
    for name in (DAY, HELD):
        (desk / "cases" / f"{name}.golden.txt").unlink()
        (desk / "cases" / f"{name}.golden.receipt.json").unlink()
    (desk / "cases" / f"{CARD}.json").unlink()
    run = checkin("golden", "check", "cases", cwd=desk)
    assert run.returncode == 1
    text = run.stdout.decode()
    assert "missing, 2 cases, group " in text
    assert f"  {HELD}, {DAY}\n" in text
    assert f"  no document for {CARD}.golden.receipt.json, {CARD}.golden.txt\n" in text
    assert f"  next: checkin golden accept cases {CARD} --remove-orphans\n" in text
    assert "4 cases: 1 as accepted, 2 missing, 1 orphaned\n" in text


def test_equal_changes_are_one_group_with_every_name(desk: Path, checkin: Run) -> None:
    names = many(desk / "cases", 37)
    for name in names:
        change(desk / "cases" / f"{name}.golden.txt", "체크인 잘", "기록 잘")
    run = checkin("golden", "check", "cases", cwd=desk)
    text = run.stdout.decode()
    assert text.startswith("changed (wording), 37 cases, group ")
    assert all(name in text for name in names)
    assert len(text.splitlines()) < 20
    group = text.partition("--group ")[2].split("\n")[0]
    assert checkin("golden", "accept", "cases", "--group", group, cwd=desk).returncode == 0
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0


def test_a_list_of_names_and_groups_has_an_end(desk: Path, checkin: Run) -> None:
    names = many(desk / "cases", 60)
    for name in names:
        (desk / "cases" / f"{name}.golden.txt").unlink()
    text = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    assert "49 and 10 more\n" in text
    for number, name in enumerate(names):
        (desk / "cases" / f"{name}.golden.txt").write_bytes(b"%d\n" % number)
    text = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    assert "and 40 more groups; --format json names all of them\n" in text
    assert text.count("next: checkin golden accept") == 20


@pytest.mark.parametrize(
    "golden",
    [b"x\n" * (5 << 19), b"\xff" * (5 << 20), "가나".encode() * (5 << 18), b"- 1\n" * 60_000],
    ids=["lines", "no text", "one line", "less of it"],
)
def test_a_golden_of_megabytes_is_a_short_report(golden: bytes, desk: Path, checkin: Run) -> None:
    for ending in ("txt", "receipt.json"):
        (desk / "cases" / f"{DAY}.golden.{ending}").write_bytes(golden)
    run = checkin("golden", "check", "cases", cwd=desk)
    assert run.returncode == 1
    assert len(run.stdout.decode().splitlines()) <= 40
    assert len(run.stdout) < 10_000


def test_check_writes_nothing(desk: Path, checkin: Run) -> None:
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    (desk / "cases" / f"{HELD}.golden.txt").unlink()
    (desk / "cases" / f"{CARD}.json").unlink()
    before = state(desk)
    for arguments in (("check", "cases"), ("check", "cases", "--format", "json"), ("reject", "cases")):
        assert checkin("golden", *arguments, cwd=desk).returncode == 1
    assert state(desk) == before


def test_a_refused_document_is_told_and_the_others_are_checked(desk: Path, checkin: Run) -> None:
    shutil.copy(FIXTURES / "refused" / "out_of_range.json", desk / "cases" / "bad.json")
    run = checkin("golden", "check", "cases", "--junit", "golden.xml", cwd=desk)
    assert run.returncode == 3
    assert run.stdout == b"5 cases: 4 as accepted, 1 refused\n"
    assert run.stderr.startswith(b"error[out_of_range] cases/bad.json, $.answers.bodyweight_kg: ")
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 3
    assert checkin("golden", "accept", "cases", cwd=desk).returncode == 3
    assert checkin("golden", "accept", "cases", DAY, cwd=desk).returncode == 0
    assert b"4 as accepted" in checkin("golden", "check", "cases", cwd=desk).stdout


def test_a_folder_knows_nothing_of_its_neighbour(desk: Path, checkin: Run) -> None:
    shutil.copytree(desk / "cases", desk / "others")
    for name in (f"others/{DAY}", f"cases/{WEEK}"):
        (desk / f"{name}.golden.txt").write_bytes(b"x")
    before = state(desk / "others"), state(desk / "cases" / "weeks")
    run = checkin("golden", "check", "cases", cwd=desk)
    assert f"  {WEEK}\n" in run.stdout.decode()
    assert "others" not in run.stdout.decode()
    assert DAY not in run.stdout.decode()
    change(desk / "cases" / f"{HELD}.golden.txt", "담당자", "코치")
    assert checkin("golden", "accept", "cases", HELD, cwd=desk).returncode == 0
    assert (state(desk / "others"), state(desk / "cases" / "weeks")) == before


def rows(run: Any) -> dict[str, Any]:
    """The lines of `--format json` by name."""
    return {row["name"]: row for row in map(json.loads, run.stdout.splitlines())}


def test_json_and_junit_name_everything_and_quote_nothing(desk: Path, checkin: Run) -> None:
    cases = desk / "cases"
    change(cases / f"{DAY}.golden.txt", "- 체중 64.2kg", "- 비밀 71.93kg")
    change(cases / f"{WEEK}.golden.receipt.json", '"decision_id": "maintain"', '"decision_id": "비밀"')
    (cases / f"{HELD}.golden.txt").unlink()
    for ending in (".json", ".golden.txt", ".golden.receipt.json"):
        shutil.copy(cases / f"{WEEK}{ending}", cases / f"weeks/marked{ending}")
    changed_bytes(cases / "weeks/marked.golden.txt", lambda raw: b"<<<<<<< \xeb\xb9\x84\xeb\xb0\x80\n" + raw)
    (cases / "left & <gone>.golden.txt").write_bytes("비밀".encode())
    shutil.copy(FIXTURES / "refused" / "out_of_range.json", cases / "bad.json")
    run = checkin("golden", "check", "cases", "--format", "json", "--junit", "golden.xml", cwd=desk)
    assert run.returncode == 3
    found = rows(run)
    assert {name: (row["state"], row["class"], row["claim"]) for name, row in found.items()} == {
        "bad": ("refused", None, False),
        CARD: ("same", None, False),
        HELD: ("missing", None, False),
        DAY: ("changed", "wording", True),
        WEEK: ("changed", "wording", True),
        "weeks/marked": ("changed", "structure", True),
        "left & <gone>": ("orphaned", None, False),
    }
    assert found[DAY]["copy"]["offset"] == 27
    assert found[WEEK]["receipt"]["members"] == ["decision_id"]
    assert found["left & <gone>"]["next"] == "checkin golden accept cases 'left & <gone>' --remove-orphans"
    report = (desk / "golden.xml").read_bytes()
    suites = ET.fromstring(report)  # noqa: S314  # the program's own report
    assert suites.attrib == {"tests": "7", "failures": "5", "errors": "1", "skipped": "0"}
    results = {case.attrib["name"]: [(each.tag, each.attrib["type"]) for each in case] for case in suites[0]}
    assert results["bad"] == [("error", "refused")]
    assert results[CARD] == []
    details = {case.attrib["name"]: case[0].text or "" for case in suites[0] if len(case)}
    for name, part in ((DAY, "copy"), (WEEK, "receipt")):
        member = found[name][part]
        digests = f"golden_digest {member['golden_digest']}, digest {member['digest']}"
        assert f"{part}: state changed, class wording, " in details[name]
        assert f"offset {member['offset']}, " in details[name]
        assert f"{digests}\nnext: checkin golden accept cases {name}" in details[name]
    assert "copy: state missing\n" in details[HELD]
    assert "class structure, causes conflict markers, offset 0, " in details["weeks/marked"]
    assert results["left & <gone>"] == [("failure", "orphaned")]
    shown = run.stdout.decode() + report.decode()
    assert [word for word in ("비밀", "체중", "71.93", "64.2", "담당자") if word in shown] == []


def test_a_report_never_lands_on_a_case(desk: Path, checkin: Run) -> None:
    (desk / "far").mkdir()
    (desk / "far" / "other.golden.txt").write_bytes(b"x")
    before = state(desk)
    for target, code in (
        (f"cases/{DAY}.json", b"output_is_input"),
        (f"cases/../cases/{DAY}.golden.txt", b"output_is_input"),
        ("far/other.golden.txt", b"output_is_golden"),
        ("cases/golden.json", b"output_is_input"),
        ("cases/weeks/../golden.json", b"output_is_input"),
        ("cases", b"output_unwritable"),
        ("nowhere/golden.xml", b"output_unwritable"),
    ):
        run = checkin("golden", "check", "cases", "--junit", target, cwd=desk)
        assert (run.returncode, code in run.stderr) == (4, True)
        assert checkin("golden", "check", "cases", "--junit", target, "--force", cwd=desk).returncode == 4
    run = checkin("golden", "check", "cases", "--junit", "-", cwd=desk)
    assert (run.returncode, b"found --junit on standard output, required a file" in run.stderr) == (2, True)
    assert state(desk) == before


def test_a_report_overwrites_an_earlier_one_and_nothing_else(desk: Path, checkin: Run) -> None:
    target = desk / "golden.xml"
    check = ("golden", "check", "cases", "--junit", "golden.xml")
    assert checkin(*check, cwd=desk).returncode == 0
    earlier = target.read_bytes()
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    assert checkin(*check, cwd=desk).returncode == 1
    assert target.read_bytes() != earlier
    for other in (b"", b"a note", earlier.replace(b"checkin golden", b"pytest"), b"\n" + earlier):
        target.write_bytes(other)
        run = checkin(*check, cwd=desk)
        assert (run.returncode, b"error[output_exists] golden.xml: " in run.stderr) == (4, True)
        assert target.read_bytes() == other
    assert checkin(*check, "--force", cwd=desk).returncode == 1
    assert target.read_bytes().startswith(earlier[:60])


@pytest.mark.parametrize("option", ["--metrics", "--summary"])
def test_no_other_output_overwrites_a_golden(option: str, desk: Path, checkin: Run) -> None:
    before = state(desk / "cases")
    day = FIXTURES / "day" / "short-night.json"
    run = checkin("render", day, option, f"cases/{DAY}.golden.txt", "--force", cwd=desk)
    assert (run.returncode, b"error[output_is_golden]" in run.stderr) == (4, True)
    document = json.loads(day.read_bytes()) | {"ref": f"{DAY}.golden"}
    (desk / "in.json").write_text(json.dumps(document))
    run = checkin("render", "in.json", "-o", "cases", "--force", cwd=desk)
    assert (run.returncode, b"error[output_is_golden]" in run.stderr) == (4, True)
    (desk / "cases" / f"{DAY}.golden.receipt.json").unlink(missing_ok=True)
    assert {name: it for name, it in state(desk / "cases").items() if name.endswith("golden.txt")} == {
        name: it for name, it in before.items() if name.endswith("golden.txt")
    }


def test_accept_shows_what_it_takes(desk: Path, checkin: Run) -> None:
    """A change of words once for its group; numbers and claims in every case."""
    names = many(desk / "cases", 6)
    for name in names[:3]:
        change(desk / "cases" / f"{name}.golden.txt", "체크인 잘", "기록 잘")
    for name in names[3:]:
        change(desk / "cases" / f"{name}.golden.txt", "64.2", "64.3")
    text = checkin("golden", "accept", "cases", cwd=desk).stdout.decode()
    assert text.count("- 오늘 기록 잘 받았어요.") == 1
    assert text.count("- - 체중 64.3kg") == 3
    assert [f"accepted {name}\n" in text for name in names] == [True] * 6
    before = state(desk)
    run = checkin("golden", "accept", "cases", cwd=desk)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"nothing to accept\n", b"")
    assert state(desk) == before


def test_no_line_with_a_number_is_accepted_unseen(desk: Path, checkin: Run) -> None:
    """However many there are, and however far in a line; `check` alone says how many more."""
    golden = desk / "cases" / f"{DAY}.golden.txt"
    changed_bytes(golden, lambda raw: re.sub(rb"(?<=\d)(?=[a-z/.,])", b"7", raw))
    changed_bytes(golden, lambda raw: raw.replace("적힌".encode(), f"{'먼 ' * 200}9 적힌".encode()))
    checked = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    assert " more pair" in checked
    assert "and 1 more pairs" not in checked
    for verb in ("reject", "accept"):
        text = checkin("golden", verb, "cases", cwd=desk).stdout.decode()
        assert " more " not in text
        assert "    - - 물 계획 27.5L 이어 가기\n    + - 물 계획 2.5L 이어 가기\n" in text
        assert f"{'먼 ' * 200}9 적힌" in text


@pytest.mark.parametrize("options", [[], ["--group"]])
def test_what_cannot_be_shown_whole_is_accepted_by_its_name_alone(options: list[str], desk: Path, checkin: Run) -> None:
    (desk / "cases" / f"{DAY}.golden.txt").write_bytes(b"- 1\n" * (5 << 18))
    text = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    assert "changed (structure, number), 1 case, group " in text
    assert "  not shown whole: only its name accepts it, no folder, group or key\n" in text
    assert f"  next: checkin golden accept cases {DAY}\n" in text
    group = [text.partition(", group ")[2].split("\n")[0]] * len(options)
    before = state(desk)
    run = checkin("golden", "accept", "cases", *options, *group, cwd=desk)
    assert (run.returncode, state(desk) == before) == (1, True)
    assert f"note: {DAY} was not shown whole; checkin golden accept cases {DAY}\n" in run.stderr.decode()
    assert checkin("golden", "accept", "cases", DAY, *options, *group, cwd=desk).returncode == 0
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0


def test_accept_makes_first_goldens_and_leaves_orphans(desk: Path, checkin: Run) -> None:
    for name in (DAY, WEEK):
        (desk / "cases" / f"{name}.golden.txt").unlink()
    (desk / "cases" / f"{CARD}.json").unlink()
    run = checkin("golden", "accept", "cases", cwd=desk)
    assert run.returncode == 0
    for name in (DAY, WEEK):
        first = (desk / "cases" / f"{name}.golden.txt").read_text("utf-8").splitlines()
        assert "".join(f"    + {line}".rstrip() + "\n" for line in first) in run.stdout.decode()
    assert run.stderr == f"note: {CARD} is orphaned; --remove-orphans removes it\n".encode()
    assert (desk / "cases" / f"{CARD}.golden.txt").exists()
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 1
    run = checkin("golden", "accept", "cases", "--remove-orphans", cwd=desk)
    assert f"removed {CARD}\n" in run.stdout.decode()
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0
    assert {path.name for path in (desk / "cases").rglob("*.golden.txt")} == {
        path.name for path in (FIXTURES / "golden").rglob("*.golden.txt") if CARD not in path.name
    }


def test_reject_says_that_the_difference_stands(desk: Path, checkin: Run) -> None:
    change(desk / "cases" / f"{DAY}.golden.txt", "64.2", "64.3")
    run = checkin("golden", "reject", "cases", cwd=desk)
    assert run.returncode == 1
    assert f"    + - 체중 64.2kg\nrejected {DAY}\n" in run.stdout.decode()
    assert b"nothing was written: the goldens are right" in run.stderr
    run = checkin("golden", "reject", "cases", HELD, cwd=desk)
    assert (run.returncode, run.stdout) == (0, b"nothing to reject\n")


@pytest.mark.parametrize("verb", ["accept", "reject"])
@pytest.mark.parametrize("arguments", [["nobody"], ["--group", "0123456789ab"]])
def test_a_case_or_group_that_is_not_there_is_a_usage_error(
    verb: str, arguments: list[str], desk: Path, checkin: Run
) -> None:
    run = checkin("golden", verb, "cases", *arguments, cwd=desk)
    assert run.returncode == 2
    assert run.stderr.startswith(f"error[unknown_case] {arguments[-1]}: ".encode())


@pytest.mark.parametrize("verb", ["accept", "reject"])
def test_a_name_that_is_not_of_the_group_is_a_usage_error(verb: str, desk: Path, checkin: Run) -> None:
    for name, old, new in ((DAY, "64.2", "64.3"), (HELD, "담당자", "코치")):
        change(desk / "cases" / f"{name}.golden.txt", old, new)
    lines = checkin("golden", "check", "cases", "--format", "json", cwd=desk).stdout.splitlines()
    group = next(row["group"] for row in map(json.loads, lines) if row["name"] == DAY)
    before = state(desk)
    run = checkin("golden", verb, "cases", DAY, HELD, "--group", group, cwd=desk)
    assert (run.returncode, state(desk) == before) == (2, True)
    assert run.stderr.startswith(f"error[unknown_case] {HELD}: found no case of group {group}, ".encode())
    run = checkin("golden", verb, "cases", HELD, "--group", group, cwd=desk)
    assert run.stderr.startswith(f"error[unknown_case] {group}: found no such group among these cases, ".encode())


@pytest.mark.parametrize(("value", "code"), [("true", 2), ("1", 2), ("yes", 2), ("false", 0), ("0", 0), ("", 0)])
def test_nothing_is_accepted_in_continuous_integration(value: str, code: int, desk: Path, checkin: Run) -> None:
    (desk / "cases" / f"{DAY}.golden.txt").write_bytes(b"x")
    before = state(desk)
    run = checkin("golden", "accept", "cases", cwd=desk, CI=value)
    assert run.returncode == code
    assert (state(desk) == before) == (b"error[golden_in_ci] CI" in run.stderr) == bool(code)


def test_only_looking_is_left_in_continuous_integration(desk: Path, checkin: Run) -> None:
    (desk / "cases" / f"{DAY}.golden.txt").write_bytes(b"x")
    codes = {verb: checkin("golden", verb, "cases", cwd=desk, CI="true").returncode for verb in ("check", "reject")}
    assert codes == {"check": 1, "reject": 1}
    run = checkin("golden", "review", "cases", cwd=desk, CI="true")
    assert (run.returncode, b"error[golden_in_ci] CI" in run.stderr) == (2, True)


def test_review_needs_a_terminal(desk: Path, checkin: Run) -> None:
    run = checkin("golden", "review", "cases", cwd=desk, given=b"a")
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"hint: checkin golden accept and reject decide without a terminal\n" in run.stderr


def test_modes_are_part_of_the_command_that_comes_next(desk: Path, checkin: Run) -> None:
    options = ("--mode", "coach", "--selector", "first")
    run = checkin("golden", "check", "cases", *options, cwd=desk)
    assert run.returncode == 1
    [command] = {line.partition("next: ")[2] for line in run.stdout.decode().splitlines() if f"cases {WEEK}" in line}
    assert command == f"checkin golden accept cases {WEEK} --mode coach --selector first"
    assert checkin(*command.split()[1:], cwd=desk).returncode == 0
    assert '"mode": "coach",\n  "selector": "first"' in (desk / "cases" / f"{WEEK}.golden.receipt.json").read_text()


def test_cases_are_canonical_whatever_a_configuration_says(desk: Path, checkin: Run) -> None:
    (desk / "checkin.toml").write_text(
        '[selection]\nenabled = true\ndaily = true\nweekly = true\nmode = "coach"\nselector = "openai"\n'
    )
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0
    run = checkin("golden", "check", "cases", "--mode", "coach", cwd=desk)
    assert (run.returncode, b"error[selector_sends]" in run.stderr) == (2, True)
    for options in (["--selector", "openai"], ["--mode", "coach", "--selector", "openai"]):
        assert checkin("golden", "check", "cases", *options, cwd=desk).returncode == 2
    for verb in ("check", "review", "accept", "reject"):
        assert b"openai" not in checkin("golden", verb, "--help").stdout
    assert checkin("golden", "check", "cases", "--mode", "coach", "--selector", "rotate", cwd=desk).returncode == 1


def test_another_doctrine_is_a_difference_of_every_receipt(desk: Path, checkin: Run) -> None:
    shutil.copytree(ROOT / "doctrine", desk / "doctrine")
    assert checkin("golden", "check", "cases", "--doctrine", "doctrine", cwd=desk).returncode == 0
    assert checkin("golden", "check", "cases", "--doctrine", "nowhere", cwd=desk).returncode == 2


def test_controls_and_markup_in_a_golden_are_shown_and_never_obeyed(desk: Path, checkin: Run) -> None:
    change(desk / "cases" / f"{DAY}.golden.txt", "잘 받았어요", "\x1b[31m[red]잘[/] \u202e받았\u2028어요")
    run = checkin("golden", "check", "cases", cwd=desk)
    assert b"\x1b" not in run.stdout
    assert "체크인 U+001B[31m[red]잘[/] U+202E받았U+2028" in run.stdout.decode()


def test_odd_bytes_of_paths_are_escaped(tmp_path: Path, checkin: Run) -> None:
    folder = os.fsencode(tmp_path) + b"/caf\xe9\x1b"
    shutil.copytree(FIXTURES / "golden", os.fsdecode(folder))
    for name in (b"\xff", "\u200b\x1b".encode()):
        with open(folder + b"/" + name + b".golden.txt", "wb") as golden:
            golden.write(b"x")
    for options in ((), ("--format", "json"), ("--junit", "golden.xml")):
        run = checkin("golden", "check", os.fsdecode(folder), *options, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (1, b"")
        assert b"\x1b" not in run.stdout
        assert b"U+200B U+001B" in run.stdout
    assert checkin("golden", "check", os.fsdecode(folder), "--junit", "golden.xml", cwd=tmp_path).returncode == 1
    assert b"\x1b" not in (tmp_path / "golden.xml").read_bytes()


def test_exit_codes_of_what_is_no_folder_of_cases(desk: Path, checkin: Run) -> None:
    (desk / "empty").mkdir()
    (desk / "empty" / "lines.jsonl").write_bytes(b"{}\n")
    for folder, said in (
        ("nowhere", "error[no_such_input] nowhere: found no such folder, "),
        ("empty", "error[no_cases] empty: found no .json file, "),
        (f"cases/{DAY}.json", f"error[no_such_input] cases/{DAY}.json: found a file, "),
    ):
        run = checkin("golden", "check", folder, cwd=desk)
        assert (run.returncode, run.stderr.decode().startswith(said)) == (2, True)


def test_render_takes_no_golden_for_an_input(desk: Path, checkin: Run) -> None:
    run = checkin("render", "cases", "--format", "jsonl", cwd=desk)
    assert (run.returncode, len(run.stdout.splitlines())) == (0, 4)


def test_a_place_that_cannot_be_written_is_exit_four_and_stops_no_other(desk: Path, checkin: Run) -> None:
    golden = desk / "cases" / f"{DAY}.golden.txt"
    golden.unlink()
    golden.mkdir()
    (desk / "cases" / f"{DAY}.golden.receipt.json").write_bytes(b"x")
    (desk / "cases" / f"{WEEK}.golden.txt").unlink()
    text = checkin("golden", "check", "cases", cwd=desk).stdout.decode()
    assert "  copy: found a folder\n" in text
    [command] = {line.partition("next: ")[2] for line in text.splitlines() if "next: rm" in line}
    assert command == f"rm -r -- cases/{DAY}.golden.txt"
    run = checkin("golden", "accept", "cases", cwd=desk)
    assert (run.returncode, run.stderr.count(b"error[output_unwritable]")) == (4, 1)
    assert (desk / "cases" / f"{DAY}.golden.receipt.json").read_bytes() == b"x"
    assert f"accepted {WEEK}\n" in run.stdout.decode()
    subprocess.run(command.split(), cwd=desk, check=True)
    assert checkin("golden", "accept", "cases", cwd=desk).returncode == 0
    assert checkin("golden", "check", "cases", cwd=desk).returncode == 0


def test_a_block_that_moved_is_shown_as_moved(desk: Path, checkin: Run) -> None:
    """Not as pairs of lines that have nothing to do with each other."""
    raw = (desk / "cases" / f"{DAY}.golden.txt").read_bytes()
    heading, facts, prose, actions = raw.removesuffix(b"\n").split(b"\n\n")
    (desk / "cases" / f"{DAY}.golden.txt").write_bytes(b"\n\n".join((heading, prose, facts, actions)) + b"\n")
    for verb in ("check", "accept"):
        text = checkin("golden", verb, "cases", cwd=desk).stdout.decode()
        assert text.startswith("changed (order), 1 case, group ")
        shown = "".join(f"    moved {line}\n" for line in prose.decode().splitlines())
        assert f"  copy: first at byte 25\n{shown}" in text
        assert text.count("    ") == 3


def test_a_pipe_in_the_place_of_a_golden_is_replaced_by_name_alone(desk: Path, checkin: Run) -> None:
    golden = desk / "cases" / f"{DAY}.golden.txt"
    golden.unlink()
    os.mkfifo(golden)
    assert checkin("golden", "accept", "cases", cwd=desk).returncode == 1
    assert golden.is_fifo()
    assert checkin("golden", "accept", "cases", DAY, cwd=desk).returncode == 0
    assert golden.is_file()


def test_the_hook_of_the_page_holds_back_a_commit_that_changes_a_copy(desk: Path, checkin: Run) -> None:
    page = (ROOT / "docs" / "golden.md").read_text("utf-8")
    script = re.search(r"```sh\n(#!/bin/sh\n.*?)```", page, re.DOTALL)
    assert script is not None
    git(desk, "init", "-q")
    hook = desk / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(script[1].replace("checkin", f"{sys.executable} -m checkin_cli"))
    hook.chmod(0o755)
    git(desk, "add", "-A")
    git(desk, "commit", "-qm", "Cases")
    change(desk / "cases" / f"{HELD}.json", "self_harm", "fainting_or_palpitations")
    with pytest.raises(subprocess.CalledProcessError):
        git(desk, "commit", "-qam", "Another sign")
    checkin("golden", "accept", "cases", cwd=desk)
    git(desk, "commit", "-qam", "Another sign, with its copy")
