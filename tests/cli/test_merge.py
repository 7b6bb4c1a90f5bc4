"""
`checkin merge` as a process: bytes, exit codes, and files that appear whole or not at all.
"""

from pathlib import Path

import pytest

from checkin_cli.hints import HINTS
from tests.conftest import FIXTURES, Run

DAY = FIXTURES / "day"
MIXED = FIXTURES / "order" / "by-name-then-line"


def cut_into(parts: int, checkin: Run, folder: Path, *arguments: str | Path) -> list[Path]:
    """The files of all shards of a run."""
    shards = [folder / f"part.{number}.jsonl" for number in range(1, parts + 1)]
    for number, shard in enumerate(shards, start=1):
        run = checkin("render", *arguments, "--shard", f"{number}/{parts}", "-o", shard)
        assert run.returncode in {0, 3}, run.stderr
    return shards


@pytest.mark.parametrize("arguments", [(DAY,), (DAY, "--mode", "coach"), (MIXED,)], ids=["day", "coach", "refused"])
def test_merge_ends_as_the_run_in_one_piece(arguments: tuple[str | Path, ...], checkin: Run, tmp_path: Path) -> None:
    """The same bytes on standard output and in a file, and the same exit code."""
    whole = checkin("render", *arguments, "--format", "jsonl")
    shards = cut_into(3, checkin, tmp_path, *arguments)
    out = tmp_path / "copies.jsonl"
    for run in (checkin("merge", *shards), checkin("merge", *shards, "-o", out)):
        assert run.returncode == whole.returncode
        assert run.stderr.startswith(b"note: nothing in the shards says which comes first")
    assert checkin("merge", *shards).stdout == out.read_bytes() == whole.stdout
    refused = b"7 inputs: 6 rendered, 1 refused\n"
    assert (refused in checkin("merge", *shards).stderr) == (whole.returncode == 3)


def test_the_inputs_decide_the_order_and_find_a_gap(checkin: Run, tmp_path: Path) -> None:
    one, two, three = cut_into(3, checkin, tmp_path, DAY, MIXED)
    whole = checkin("render", DAY, MIXED, "--format", "jsonl").stdout
    run = checkin("merge", three, one, two, "--inputs", DAY, "--inputs", MIXED)
    assert (run.returncode, run.stdout) == (3, whole)
    assert b"note" not in run.stderr
    run = checkin("merge", one, three, "--inputs", DAY, "--inputs", MIXED, "-o", tmp_path / "out.jsonl")
    assert (run.returncode, run.stdout) == (3, b"")
    assert b"error[shards_incomplete] " in run.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_that_was_cut_says_the_order_itself(checkin: Run, tmp_path: Path) -> None:
    lines = tmp_path / "days.jsonl"
    lines.write_bytes((FIXTURES / "documents" / "ordinary" / "daily.json").read_bytes().replace(b"\n", b"") + b"\n")
    lines.write_bytes(lines.read_bytes() * 12)
    shards = cut_into(11, checkin, tmp_path, lines)
    run = checkin("merge", *sorted(shards, key=str))
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout == checkin("render", lines, "--format", "jsonl").stdout


def test_nothing_is_written_before_everything_is_checked(checkin: Run, tmp_path: Path) -> None:
    one, two = cut_into(2, checkin, tmp_path, DAY)
    two.write_bytes(two.read_bytes()[:-1])
    for arguments in ([], ["-o", tmp_path / "out.jsonl"]):
        run = checkin("merge", one, two, *arguments)
        assert (run.returncode, run.stdout) == (3, b"")
        assert run.stderr.decode().startswith(f"error[not_a_shard] {two}, line ")
        assert run.stderr.decode().endswith(f"hint: {HINTS['not_a_shard']}\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "part.1.jsonl", "part.2.jsonl"]


def test_an_existing_file_is_overwritten_by_force_only(checkin: Run, tmp_path: Path) -> None:
    shards, out = cut_into(2, checkin, tmp_path, DAY), tmp_path / "out.jsonl"
    out.write_bytes(b"other\n")
    assert checkin("merge", *shards, "-o", out).returncode == 4
    assert out.read_bytes() == b"other\n"
    assert checkin("merge", *shards, "-o", out, "--force", "--private").returncode == 0
    assert out.stat().st_mode & 0o777 == 0o600
    assert checkin("merge", *shards, "-o", out).returncode == 0


def test_usage_and_outputs_that_cannot_be(checkin: Run, tmp_path: Path) -> None:
    one, two = cut_into(2, checkin, tmp_path, DAY)
    for arguments, code, name in (
        ([two, one], 2, "shard_order_unknown"),
        ([one, tmp_path / "none.jsonl"], 2, "no_such_input"),
        ([one, two, "-o", tmp_path / "folder"], 2, "conflicting_options"),
        ([one, two, "--inputs", "-"], 2, "conflicting_options"),
        ([one, two, "--inputs", tmp_path / "none"], 2, "no_such_input"),
        ([one, one], 3, "shards_overlap"),
        ([one, two, "-o", tmp_path / "none" / "out.jsonl"], 4, "output_unwritable"),
        ([one, two, "-o", one, "--force"], 4, "output_is_input"),
    ):
        run = checkin("merge", *arguments)
        assert run.returncode == code, run.stderr
        assert run.stderr.decode().startswith(f"error[{name}]")
        assert run.stdout == b""
    assert checkin("merge").returncode == 2
