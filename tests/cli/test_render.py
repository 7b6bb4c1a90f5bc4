"""
`checkin render` as a process: outputs, exit codes, and what never reaches a stream.
"""

import json
import os
import pty
import signal
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, Run, plain_environment

DAY = FIXTURES / "day"
ORDINARY = FIXTURES / "documents" / "ordinary"
DAILY = ORDINARY / "daily.json"
ORDER = FIXTURES / "order"


def records(output: bytes) -> list[dict[str, object]]:
    """JSON lines."""
    return [json.loads(line) for line in output.decode("utf-8").split("\n") if line]


def test_one_document_gives_the_bytes_of_its_file(checkin: Run, tmp_path: Path) -> None:
    """As a file, a folder of one, one line and standard input: the same copy, and the same receipt."""
    lines, folder = tmp_path / "day.jsonl", tmp_path / "folder"
    lines.write_bytes(json.dumps(json.loads(DAILY.read_bytes())).encode() + b"\n")
    folder.mkdir()
    (folder / "daily.json").write_bytes(DAILY.read_bytes())
    assert checkin("render", DAILY, "-o", tmp_path / "out").returncode == 0
    expected = (tmp_path / "out" / "daily.txt").read_bytes()
    assert expected.endswith("이어 가기\n".encode())
    receipts = set()
    for arguments, given in (([DAILY], b""), ([folder], b""), ([lines], b""), (["-"], DAILY.read_bytes())):
        run = checkin("render", *arguments, given=given)
        assert (run.returncode, run.stdout, run.stderr) == (0, expected, b"")
        [record] = records(checkin("render", *arguments, "--format", "jsonl", given=given).stdout)
        receipts.add(json.dumps(record["receipt"]))
    written = json.loads((tmp_path / "out" / "daily.receipt.json").read_bytes())
    assert receipts == {json.dumps(written)}


def test_several_documents_have_their_names_above_them(checkin: Run) -> None:
    run = checkin("render", ORDINARY / "weekly.json", DAILY)
    text = run.stdout.decode()
    assert text.startswith("==> week-10 <==\n이번 주 ")
    assert "\n\n==> daily <==\n오늘 체크인 완료\n" in text
    assert text.endswith("이어 가기\n")


def test_json_is_one_array_and_jsonl_one_line_an_input(checkin: Run) -> None:
    array = json.loads(checkin("render", DAY, "--format", "json").stdout)
    lines = records(checkin("render", DAY, "--format", "jsonl").stdout)
    assert array == lines
    assert len(lines) == len(list(DAY.glob("*.json")))
    assert list(lines[0]) == ["source", "line", "ref", "status", "copy", "receipt", "error"]


def test_refused_inputs_stand_in_their_place_beside_rendered_ones(checkin: Run) -> None:
    run = checkin("render", ORDER / "by-name-then-line", "--format", "jsonl")
    lines = records(run.stdout)
    assert [line["ref"] for line in lines] == ["n-10", "n-2a", "n-2b", "n-upper-b", "n-a", None, "n-ga"]
    assert [line["status"] for line in lines] == ["rendered"] * 5 + ["refused", "rendered"]
    assert run.returncode == 3
    assert run.stderr.decode().split("\n")[-2] == "7 inputs: 6 rendered, 1 refused"
    assert b"==> bad" not in checkin("render", ORDER / "by-name-then-line").stdout


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([DAY], 0),
        ([FIXTURES / "refused" / "out_of_range.json"], 3),
        ([DAY, FIXTURES / "refused"], 3),
        (["/nowhere.json"], 2),
        (["--unknown-option"], 2),
        ([DAILY, "--format", "yaml"], 2),
        ([DAILY, "--format", "json", "-o", "out"], 2),
        ([DAILY, "--config", "/nowhere.toml"], 2),
        ([DAILY, "--doctrine", "/nowhere"], 2),
        ([DAILY, "--export-customer", "  "], 2),
        ([DAILY, "-o", "/nowhere/out"], 4),
        ([DAILY, "-o", DAILY], 4),
        ([DAILY, "-o", ""], 2),
        ([DAILY, "--export-customer", os.fsdecode(b"\xff")], 2),
        ([ORDER / "output-names" / "ref-equals-name", "-o", "out"], 4),
    ],
)
def test_exit_codes_stay_apart(arguments: list[str | Path], code: int, checkin: Run) -> None:
    run = checkin("render", *arguments)
    assert run.returncode == code, run.stderr.decode()
    assert b"Traceback" not in run.stderr


def test_a_defect_of_the_program_is_seventy_and_of_one_document(checkin: Run, tmp_path: Path) -> None:
    """A layout that loses a word for a state: the other document is still rendered."""
    sitecustomize = tmp_path / "sitecustomize.py"
    sitecustomize.write_text("import checkin_cli.rendering.words as w\nw.DIGESTION.pop('normal')\n")
    path = f"{tmp_path}:{plain_environment()['PYTHONPATH']}"
    run = checkin("render", DAILY, ORDINARY / "weekly.json", "--format", "jsonl", PYTHONPATH=path)
    assert run.returncode == 70
    assert [line["status"] for line in records(run.stdout)] == ["refused", "rendered"]
    assert b"error[internal_fault]" in run.stderr
    assert b"Traceback" not in run.stderr


def test_two_inputs_of_one_name_stop_the_run_before_anything_is_written(checkin: Run, tmp_path: Path) -> None:
    run = checkin("render", ORDER / "output-names" / "ref-equals-name", "-o", tmp_path / "out")
    assert run.returncode == 4
    assert not (tmp_path / "out").exists()
    message = run.stderr.decode()
    assert "day.json" in message
    assert "other.json" in message


def test_names_keep_the_path_below_the_folder_or_the_line(checkin: Run, tmp_path: Path) -> None:
    for name, files in (
        ("same-stem", ["monday/day.txt", "tuesday/day.txt"]),
        ("no-ref-in-lines", ["days.1.txt", "days.2.txt"]),
    ):
        out = tmp_path / name
        assert checkin("render", ORDER / "output-names" / name, "-o", out).returncode == 0
        assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.txt")) == files


def test_composed_and_decomposed_names_collide(checkin: Run, tmp_path: Path) -> None:
    """Made here, because a repository holds composed names only."""
    day = json.dumps({key: value for key, value in json.loads(DAILY.read_bytes()).items() if key != "ref"})
    for form in ("NFC", "NFD"):
        (tmp_path / unicodedata.normalize(form, "가온.json")).write_text(day)
    run = checkin("render", tmp_path, "-o", tmp_path / "out")
    assert run.returncode == 4
    assert "가온" in run.stderr.decode() or "\\uac00" in run.stderr.decode()
    for index, path in enumerate(sorted(tmp_path.glob("*.json"))):
        path.write_text(json.dumps({**json.loads(day), "ref": f"gaon-{index}"}))
    assert checkin("render", tmp_path, "-o", tmp_path / "out").returncode == 0
    assert len(list((tmp_path / "out").glob("*.txt"))) == 2


def test_rendering_again_changes_nothing_and_a_change_needs_force(checkin: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for _ in range(2):
        assert checkin("render", DAY, "-o", out).returncode == 0
    before = {path: path.stat().st_mtime_ns for path in out.iterdir()}
    assert checkin("render", DAY, "-o", out).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in out.iterdir()} == before
    edited = out / "week-in-range.txt"
    edited.write_bytes(edited.read_bytes() + b"\n")
    assert checkin("render", DAY, "-o", out).returncode == 4
    assert edited.read_bytes().endswith(b"\n\n")
    assert checkin("render", DAY, "-o", out, "--force").returncode == 0
    assert not edited.read_bytes().endswith(b"\n\n")


def test_a_jsonl_file_appears_whole_and_is_overwritten_by_force_only(checkin: Run, tmp_path: Path) -> None:
    out = tmp_path / "copies.jsonl"
    assert checkin("render", DAY, "-o", out, "--private").returncode == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert out.read_bytes() == checkin("render", DAY, "--format", "jsonl").stdout
    assert checkin("render", DAILY, "-o", out).returncode == 4
    assert checkin("render", DAILY, "-o", out, "--force").returncode == 0
    assert len(records(out.read_bytes())) == 1
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_an_output_is_never_an_input(checkin: Run, tmp_path: Path) -> None:
    lines = tmp_path / "days.jsonl"
    lines.write_bytes(DAILY.read_bytes().replace(b"\n", b""))
    before = lines.read_bytes()
    assert checkin("render", lines, "-o", lines, "--force").returncode == 4
    assert lines.read_bytes() == before


def test_a_full_disk_is_exit_four_without_a_traceback(checkin: Run) -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "checkin_cli", "render", str(DAY)],
            stdout=full,
            stderr=subprocess.PIPE,
            env=plain_environment(),
            check=False,
        )
    assert run.returncode == 4
    assert run.stderr.startswith(b"error[output_unwritable] standard output")
    assert run.stderr.count(b"\n") == 2


def test_a_reader_that_leaves_ends_the_run_quietly(tmp_path: Path) -> None:
    lines = tmp_path / "days.jsonl"
    lines.write_bytes(DAILY.read_bytes().replace(b"\n", b"").join([b"", b"\n"]) * 3000)
    command = (
        f"{sys.executable} -m checkin_cli render {lines} --format jsonl | head -1 > /dev/null; exit ${{PIPESTATUS[0]}}"
    )
    run = subprocess.run(["bash", "-c", command], capture_output=True, env=plain_environment(), check=False)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGHUP, 129), (signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_a_run_that_is_stopped_leaves_no_half_written_file(number: signal.Signals, code: int, tmp_path: Path) -> None:
    lines, out = tmp_path / "days.jsonl", tmp_path / "out" / "copies.jsonl"
    out.parent.mkdir()
    out.write_bytes(b"old")
    lines.write_bytes((DAILY.read_bytes().replace(b"\n", b"") + b"\n") * 40_000)
    process = subprocess.Popen(
        [sys.executable, "-m", "checkin_cli", "render", str(lines), "-o", str(out), "--force"],
        stderr=subprocess.PIPE,
        env=plain_environment(),
        # A run in the background would inherit an ignored interrupt.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )
    deadline = time.monotonic() + 20
    while not _has_bytes(out.parent) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == code
    assert b"Traceback" not in stderr
    assert out.read_bytes() == b"old"
    if number != signal.SIGKILL:
        assert os.listdir(out.parent) == ["copies.jsonl"]


def _has_bytes(folder: Path) -> bool:
    return any(path.stat().st_size > 0 for path in folder.glob(".checkin-*"))


def test_a_terminal_gets_the_bytes_of_the_file(tmp_path: Path) -> None:
    """A real pseudo-terminal, twenty columns wide: nothing is wrapped, coloured or interpreted."""
    document = FIXTURES / "documents" / "layout" / "long-line-not-wrapped.json"
    leader, follower = pty.openpty()
    environment = plain_environment(COLUMNS="20", TERM="xterm-256color", FORCE_COLOR="1")
    with subprocess.Popen(
        [sys.executable, "-m", "checkin_cli", "render", str(document)],
        stdout=follower,
        stderr=follower,
        env=environment,
    ) as process:
        os.close(follower)
        shown = b""
        while True:
            try:
                chunk = os.read(leader, 65536)
            except OSError:
                break
            if not chunk:
                break
            shown += chunk
    os.close(leader)
    assert process.returncode == 0
    piped = subprocess.run(process.args, capture_output=True, env=environment, check=True).stdout
    assert shown.replace(b"\r\n", b"\n") == piped
    assert "가".encode() * 300 in piped


def test_the_table_folds_and_never_cuts(checkin: Run) -> None:
    run = checkin("render", DAY, "-o", "out", "--table", COLUMNS="40", PYTHONIOENCODING="utf-8")
    assert run.returncode == 0
    assert "…" not in run.stderr.decode()
    assert b"\x1b" not in run.stderr
    assert run.stderr.decode().rstrip().endswith("18 inputs: 18 rendered (4 held), 0 refused, written to out")


def _in_shell(arguments: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    command = f"{sys.executable} -m checkin_cli {arguments}"
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, env=plain_environment(), cwd=folder, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "closed", "code"),
    [
        (f"render {DAILY}", "<&-", 0),
        ("render -", "<&-", 3),
        (f"render {DAILY}", ">&-", 4),
        (f"render {DAILY} -o out --table", ">&- 2>&-", 0),
        (f"render {FIXTURES / 'refused' / 'wrong_type.json'}", "2>&-", 3),
    ],
)
def test_closed_streams_are_no_defect(arguments: str, closed: str, code: int, tmp_path: Path) -> None:
    """As a scheduler may start it."""
    run = _in_shell(f"{arguments} {closed}", tmp_path)
    assert run.returncode == code
    assert b"internal_fault" not in run.stderr


def test_markup_in_a_file_name_is_shown_as_it_is(checkin: Run, tmp_path: Path) -> None:
    for name in ("[red]a[b].json", ":rice: [12kg].json"):
        (tmp_path / name).write_bytes((FIXTURES / "refused" / "wrong_type.json").read_bytes())
    run = checkin("render", tmp_path, "--table")
    assert "/[red]a[b].json, $.answers" in run.stderr.decode()
    assert "/:rice: [12kg].json, $.answers" in run.stderr.decode()
    assert "[12kg].json" in run.stderr.decode().replace("\n", "").replace(" ", "")


def test_a_special_file_is_no_output(checkin: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "full.jsonl").symlink_to("/dev/full")
    for name in ("pipe.jsonl", "full.jsonl"):
        assert checkin("render", DAILY, "-o", tmp_path / name, "--force").returncode == 4


@pytest.mark.parametrize(
    ("arguments", "streams", "code"),
    [
        ("--help", ">/dev/full", 4),
        ("--version", ">/dev/full", 4),
        ("render /nowhere.json", "2>/dev/full", 2),
        (f"render {FIXTURES / 'refused'} {DAILY} --format jsonl", "2>/dev/full", 3),
    ],
)
def test_a_stream_that_fails_keeps_the_exit_code(arguments: str, streams: str, code: int, tmp_path: Path) -> None:
    run = _in_shell(f"{arguments} {streams}", tmp_path)
    assert run.returncode == code
    assert b"Traceback" not in run.stderr


@pytest.mark.parametrize("command", ["render", "validate", "enumerate", "summarize --all --week 2026-W10"])
def test_a_working_folder_that_was_removed_is_no_defect(command: str, tmp_path: Path) -> None:
    """Whoever completes a path says so; what needs none goes on."""
    started = f'mkdir gone && cd gone && rmdir ../gone && exec "$0" -m checkin_cli {command} "$1"'
    document = FIXTURES / "documents" / "ordinary" / "daily.json"
    environment = plain_environment()
    run = subprocess.run(
        ["/bin/sh", "-c", started, sys.executable, document],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=False,
    )
    assert run.returncode == 2
    assert run.stdout == b""
    assert run.stderr.startswith(b"error[folder_gone]: found a working folder that was removed")
