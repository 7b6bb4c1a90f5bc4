"""
`checkin verify`: identical, or the thing that changed.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import FIXTURES, Run

NAME = "full-training-day"


@pytest.fixture
def desk(tmp_path: Path, checkin: Run) -> Path:
    """Inputs with what a coached run made of them."""
    shutil.copytree(FIXTURES / "day", tmp_path / "day")
    run = checkin("render", "day", "--mode", "coach", "-o", "out", cwd=tmp_path)
    assert run.returncode == 0
    return tmp_path


def edited(path: Path, change: Callable[[Any], None]) -> None:
    content = json.loads(path.read_bytes())
    change(content)
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def verdict(run: Any) -> str:
    """The words about the one document; all others must be identical."""
    lines = run.stdout.decode().splitlines()
    [found] = [line for line in lines if line.startswith(f"day/{NAME}.json: ")]
    assert [line for line in lines if line != found and not line.endswith(": identical")] == []
    return str(found).partition(": ")[2]


def test_an_untouched_run_is_identical(desk: Path, checkin: Run) -> None:
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert (run.returncode, run.stderr) == (0, b"")
    assert verdict(run) == "identical"


@pytest.mark.parametrize("mode", ["canonical", "expression", "coach"])
def test_lines_are_identical_too(mode: str, desk: Path, checkin: Run) -> None:
    checkin("render", "day", "--mode", mode, "-o", "copies.jsonl", cwd=desk)
    run = checkin("verify", "day", "--receipts", "copies.jsonl", "--format", "json", cwd=desk)
    assert run.returncode == 0
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(lines) == 18
    assert all(line["identical"] for line in lines)


INPUTS: dict[str, Callable[[Any], None]] = {
    "a value": lambda day: day["answers"].update(sleep_hours=7.4),
    "the revision": lambda day: day.update(revision=day["revision"] + 1),
}


@pytest.mark.parametrize("change", INPUTS.values(), ids=INPUTS)
def test_an_edited_input_is_named(change: Callable[[Any], None], desk: Path, checkin: Run) -> None:
    edited(desk / "day" / f"{NAME}.json", change)
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert verdict(run) == "changed: input"


def test_words_that_no_binding_covers_are_the_input_all_the_same(desk: Path, checkin: Run) -> None:
    path = desk / "day" / "card-with-carb-cycle.json"
    edited(path, lambda card: card.update(operator_note="다른 메모"))
    run = checkin("verify", path, "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert run.stdout.decode().endswith(": changed: input\n")


@pytest.mark.parametrize("raw", [b"", b"\n", b"x\n"])
def test_an_edited_output_is_named(raw: bytes, desk: Path, checkin: Run) -> None:
    copy = desk / "out" / f"{NAME}.txt"
    for changed in (raw, copy.read_bytes() + raw if raw else copy.read_bytes()[:-1], copy.read_bytes()[1:]):
        copy.write_bytes(changed)
        run = checkin("verify", "day", "--receipts", "out", cwd=desk)
        assert run.returncode == 1
        assert verdict(run) == "changed: output"
    copy.unlink()
    assert verdict(checkin("verify", "day", "--receipts", "out", cwd=desk)) == "changed: output"


MEMBERS: dict[str, Any] = {
    "mode": "expression",
    "selector": "first",
    "outcome": "coached",
    "reason": "no_connection",
    "contract_versions": ["daily-snapshot-v1", "checkin-coach-v1"],
    "playbook_version": 9,
    "principle_ids": ["trend.body_water"],
    "atom_ids": ["day_by_day"],
    "variant_ids": ["ack.a", "day_by_day.a"],
    "memory_keys": [],
    "source_cluster_ids": [],
    "excluded_risk_ids": ["screening"],
    "decision_id": "maintain",
    "coach_valid": False,
    "polish_valid": False,
    "request_count": 1,
    "document_text": 3,
    "prompt_sha256": "0" * 64,
    "output_sha256": "0" * 64,
}


@pytest.mark.parametrize("member", MEMBERS)
def test_an_edited_receipt_is_named(member: str, desk: Path, checkin: Run) -> None:
    receipt = desk / "out" / f"{NAME}.receipt.json"
    value = MEMBERS[member]
    assert json.loads(receipt.read_bytes())[member] != value
    edited(receipt, lambda content: content.update({member: value}))
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert verdict(run).startswith("changed: receipt (")


@pytest.mark.parametrize(
    ("name", "mode", "changes"),
    [
        (NAME, "canonical", {"reason": "timeout"}),
        ("week-held", "canonical", {"reason": "selected"}),
        ("week-held", "coach", {"reason": "grounding_insufficient"}),
        (NAME, "expression", {"outcome": "timeout", "reason": "status"}),
        (NAME, "expression", {"outcome": "timeout", "reason": "deadline"}),
        (NAME, "expression", {"outcome": "no_eligible_slot", "reason": "no_eligible_slot"}),
        (NAME, "coach", {"outcome": "canonical", "reason": "timeout", "coach_valid": False, "polish_valid": False}),
        (NAME, "coach", {"principle_ids": ["trend.three_days", "trend.three_days"]}),
        (NAME, "coach", {"principle_ids": ["goals.report"]}),
        (NAME, "coach", {"selector": "first"}),
        (NAME, "canonical", {"mode": "coach", "selector": "openai", "reason": "timeout"}),
        (NAME, "canonical", {"mode": "coach", "selector": "openai", "reason": "no_eligible_slot"}),
        (NAME, "canonical", {"mode": "expression", "selector": "openai", "outcome": "timeout", "reason": "deadline"}),
        (NAME, "canonical", {"mode": "expression", "selector": "first", "outcome": "disabled", "reason": "no_consent"}),
    ],
)
def test_what_no_run_can_have_left_is_named(
    name: str, mode: str, changes: dict[str, Any], desk: Path, checkin: Run
) -> None:
    checkin("render", "day", "--mode", mode, "-o", "other", cwd=desk)
    edited(desk / "other" / f"{name}.receipt.json", lambda content: content.update(changes))
    run = checkin("verify", f"day/{name}.json", "--receipts", "other", cwd=desk)
    assert run.returncode == 1
    assert ": changed: receipt (" in run.stdout.decode()


@pytest.mark.parametrize(("old", "new"), [(b"78.6kg", b"99.9kg"), (b"kcal\n", b"kcal\n\nx\n")])
def test_a_forged_copy_with_forged_digests_is_not_blamed_on_the_input(
    old: bytes, new: bytes, desk: Path, checkin: Run
) -> None:
    copy = desk / "out" / f"{NAME}.txt"
    raw = copy.read_bytes().replace(old, new, 1)
    assert raw != copy.read_bytes()
    copy.write_bytes(raw)
    digest = hashlib.sha256(raw[:-1]).hexdigest()
    forged = {"canonical_sha256": digest, "output_sha256": digest}
    edited(desk / "out" / f"{NAME}.receipt.json", lambda content: content.update(forged))
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert verdict(run) == "changed: output, receipt (canonical_sha256, output_sha256)"


@pytest.mark.parametrize(
    ("member", "value", "named"),
    [("doctrine_sha256", "0" * 64, "doctrine"), ("renderer_version", 1, "code"), ("binding_sha256", "0" * 64, "input")],
)
def test_other_doctrine_and_other_code_are_named(member: str, value: Any, named: str, desk: Path, checkin: Run) -> None:
    edited(desk / "out" / f"{NAME}.receipt.json", lambda content: content.update({member: value}))
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert verdict(run) == f"changed: {named}"


@pytest.mark.parametrize("raw", [b"", b"{}", b"[]", b"not json", b'{"mode":"coach","mode":"coach"}', None], ids=repr)
def test_a_receipt_that_cannot_be_read_is_named(raw: bytes | None, desk: Path, checkin: Run) -> None:
    receipt = desk / "out" / f"{NAME}.receipt.json"
    receipt.unlink() if raw is None else receipt.write_bytes(raw)
    run = checkin("verify", "day", "--receipts", "out", cwd=desk)
    assert run.returncode == 1
    assert verdict(run) == "changed: receipt (no receipt that can be read)"


def test_keyed_receipts_need_their_key(desk: Path, checkin: Run) -> None:
    (desk / "checkin.toml").write_text('[receipts]\nkey_env = "RECEIPT_KEY"\n')
    checkin("render", "day", "-o", "keyed", cwd=desk, RECEIPT_KEY="one")
    arguments = ("verify", "day", "--receipts", "keyed")
    assert checkin(*arguments, cwd=desk, RECEIPT_KEY="one").returncode == 0
    assert checkin(*arguments, cwd=desk, RECEIPT_KEY="two").returncode == 1
    (desk / "checkin.toml").unlink()
    run = checkin(*arguments, cwd=desk)
    assert run.returncode == 1
    assert run.stdout.decode().splitlines()[0].endswith(": changed: receipt (digest_kind)")
    assert b"the digests are keyed" in run.stderr


def test_a_pipe_is_no_receipt(desk: Path, checkin: Run) -> None:
    """Reading one would wait for ever."""
    for ending, changed in (("receipt.json", "receipt (no receipt that can be read)"), ("txt", "output")):
        path = desk / "out" / f"{NAME}.{ending}"
        raw = path.read_bytes()
        path.unlink()
        os.mkfifo(path)
        assert verdict(checkin("verify", "day", "--receipts", "out", cwd=desk)) == f"changed: {changed}"
        path.unlink()
        path.write_bytes(raw)
    os.mkfifo(desk / "pipe.jsonl")
    assert checkin("verify", "day", "--receipts", "pipe.jsonl", cwd=desk).returncode == 2


def test_a_refused_input_and_missing_receipts_are_told_apart(desk: Path, checkin: Run) -> None:
    run = checkin("verify", FIXTURES / "refused" / "out_of_range.json", "--receipts", "out", cwd=desk)
    assert (run.returncode, run.stdout) == (3, b"")
    run = checkin("verify", "day", "--receipts", "nowhere", cwd=desk)
    assert run.returncode == 2
