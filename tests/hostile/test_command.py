"""
Hostile strings through the command: no traceback, no fault, nothing but words on a screen or in a file.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, Run
from tests.hostile.corpus import FREE, MARK, document, planted, strings, unseen

RENDERED = ["daily", "weekly", "card", "published card", "export"]


def lines_of(kind: str, mark: str = "") -> list[str]:
    """One document a line: each string of the corpus in each place where words are free."""
    return [json.dumps(planted(kind, path, f"{text}{mark}")) for path in FREE[kind] for text in strings()]


def assert_clean(run: "subprocess.CompletedProcess[bytes]", codes: set[int]) -> None:
    """Ended as it should, and nothing on either stream does anything to a screen."""
    out, err = run.stdout.decode("utf-8"), run.stderr.decode("utf-8")
    assert run.returncode in codes, err[-2000:]
    assert "Traceback" not in err
    assert "internal_fault" not in err.replace("error[internal_fault]: found x", "")
    assert (unseen(out), unseen(err)) == ("", "")


@pytest.mark.parametrize("kind", RENDERED)
def test_copies_and_their_records_are_words_alone(kind: str, checkin: Run, tmp_path: Path) -> None:
    """As text, as lines of JSON and as files; every input has its answer, and no refusal repeats a value."""
    lines = lines_of(kind)
    if kind == "published card":
        lines = [line for line in lines if not unseen(json.loads(line)["published_body"])]
    (tmp_path / "in.jsonl").write_text("\n".join(lines))
    text = checkin("render", tmp_path / "in.jsonl", "--format", "text")
    assert_clean(text, {3})
    records = checkin("render", tmp_path / "in.jsonl", "--format", "jsonl")
    assert_clean(records, {3})
    read = [json.loads(line) for line in records.stdout.decode("utf-8").split("\n")[:-1]]
    assert [record["line"] for record in read] == list(range(1, len(lines) + 1))
    assert {record["status"] for record in read} == {"rendered", "refused"}
    (tmp_path / "marked.jsonl").write_text("\n".join(lines_of(kind, MARK)))
    marked = checkin("validate", tmp_path / "marked.jsonl")
    assert MARK not in marked.stderr.decode("utf-8")
    assert_clean(marked, {3})


@pytest.mark.parametrize("kind", ["card", "published card"])
def test_bytes_of_a_copy_never_come_out_of_a_file_name(kind: str, checkin: Run, tmp_path: Path) -> None:
    """A name that would leave the folder is refused; copies and receipts stand side by side below it."""
    lines = [json.dumps(planted(kind, ("ref",), text)) for text in strings()]
    (tmp_path / "in.jsonl").write_text("\n".join(dict.fromkeys(lines)))
    run = checkin("render", tmp_path / "in.jsonl", "-o", tmp_path / "out")
    assert_clean(run, {3})
    written = {path.name for path in (tmp_path / "out").rglob("*")}
    assert written
    assert {path.name for path in tmp_path.iterdir()} == {"here", "in.jsonl", "out"}
    assert all(name.isascii() and name.isprintable() for name in written)


@pytest.fixture
def odd_files(tmp_path: Path) -> Path:
    """A folder of ordinary documents, each called as no file should be."""
    folder = tmp_path / "odd"
    folder.mkdir()
    whole = json.dumps(document("daily")).encode()
    for text in strings():
        name = os.fsencode(f"{text}.json")
        if "/" not in text and "\x00" not in text and len(name) < 200 and text[:1] not in {"", "."}:
            with open(os.fsencode(folder) + b"/" + name, "wb") as file:
                file.write(whole.replace(b'"ref": "every-field_1.2", ', b""))
    return folder


def test_files_may_be_called_anything(odd_files: Path, checkin: Run, tmp_path: Path) -> None:
    """Shown on one line each, opened by their own bytes, and answered by files with names that can be read."""
    assert len(list(odd_files.iterdir())) > 200
    checked = checkin("validate", odd_files)
    assert_clean(checked, {0})
    assert checked.stdout.count(b"\n") == len(list(odd_files.iterdir()))
    assert_clean(checkin("render", odd_files, "--format", "text"), {0})
    assert_clean(checkin("render", odd_files, "-o", tmp_path / "out.jsonl"), {0})
    run = checkin("render", odd_files, "-o", tmp_path / "out")
    assert_clean(run, {0, 4})
    assert all(path.name.isprintable() for path in tmp_path.glob("out/*"))


def test_a_name_is_never_an_option_of_the_command(odd_files: Path, checkin: Run) -> None:
    for name in ("--help", "-o", "--force"):
        run = checkin("render", f"./{name}.json", cwd=odd_files)
        assert_clean(run, {0})
        assert run.stdout.startswith("오늘 체크인 완료".encode())


def test_customers_may_be_called_anything_in_weeks(checkin: Run, tmp_path: Path) -> None:
    """In summaries, explanations, charts and reports; each customer who can be read gets a week."""
    days = [line for line in lines_of("daily") if json.loads(line)["customer_key"] != "c-1"]
    events = [line for line in lines_of("event") if json.loads(line)["customer_key"] != "c-1"]
    (tmp_path / "in.jsonl").write_text("\n".join(days + events))
    for options in (("--explain",), ("-o", tmp_path / "out"), ("--report", tmp_path / "report.jsonl")):
        run = checkin("summarize", tmp_path / "in.jsonl", "--all", "--week", "2026-03-02", *options)
        assert_clean(run, {0, 1, 3})
    assert all(path.name.isprintable() for path in tmp_path.glob("out/*"))
    for key in strings()[::12]:
        if "\x00" not in key and len(key) < 200:
            one = checkin("summarize", FIXTURES / "weeks", "--customer", key, "--week", "2026-W48")
            assert_clean(one, {0, 1, 2, 3})


def test_a_profile_of_anybody_is_read_or_refused(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(lines_of("profile", MARK)))
    run = checkin("validate", tmp_path / "in.jsonl")
    assert_clean(run, {3})
    assert MARK not in run.stderr.decode("utf-8")


def test_the_page_of_a_shadow_shows_words_alone(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text("\n".join(lines_of("card")))
    run = checkin(
        "shadow", tmp_path / "in.jsonl", "--mode", "coach", "--selector", "rotate", "--report", tmp_path / "page.html"
    )
    assert_clean(run, {3})
    page = (tmp_path / "page.html").read_text("utf-8")
    assert unseen(page) == ""
    assert "<script>alert(1)" not in page
    assert "<img" not in page
