"""
Cases against their goldens: receipts, claims and groups.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.json_text import json_pretty
from checkin_cli.runs.document import Context
from checkin_cli.runs.golden import (
    Different,
    Edit,
    Missing,
    Refused,
    Same,
    Unreadable,
    Verdict,
    accept,
    compare_all,
    find_cases,
    grouped,
    verdict_members,
)
from checkin_cli.selection import Digester
from tests.conftest import FIXTURES

DAY = "day-with-everything"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The bundled cases, to be changed."""
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    return tmp_path / "cases"


@pytest.fixture
def context(doctrine: Doctrine) -> Context:
    return Context(doctrine, ReadingRules(), Digester())


def compared(folder: Path, context: Context) -> dict[str, Verdict]:
    """The verdict on each case and orphan."""
    return {verdict.name: verdict for verdict in compare_all(find_cases(str(folder)), context, lambda _outcome: None)}


def different(folder: Path, context: Context, name: str = DAY) -> Different:
    """The verdict on one case that differs."""
    verdict = compared(folder, context)[name]
    assert isinstance(verdict, Different)
    return verdict


def change_copy(folder: Path, old: str, new: str, name: str = DAY) -> None:
    path = folder / f"{name}.golden.txt"
    raw = path.read_bytes().replace(old.encode(), new.encode())
    assert raw != path.read_bytes()
    path.write_bytes(raw)


def change_receipt(folder: Path, change: Callable[[dict[str, Any]], object], name: str = DAY) -> None:
    path = folder / f"{name}.golden.receipt.json"
    receipt = json.loads(path.read_bytes())
    change(receipt)
    path.write_bytes(json_pretty(receipt))


def test_what_was_accepted_is_the_same(folder: Path, context: Context) -> None:
    assert [*compared(folder, context).values()] == [
        Same("card-with-a-candidate"),
        Same("day-held"),
        Same(DAY),
        Same("weeks/in-range"),
    ]


RECEIPTS: dict[str, tuple[Callable[[dict[str, Any]], object], str, tuple[str, ...], bool]] = {
    "doctrine": (lambda it: it.update(doctrine_sha256="0" * 64), "wording", ("doctrine_sha256",), False),
    "atoms": (lambda it: it["atom_ids"].append("x"), "wording", ("atom_ids",), True),
    "order of atoms": (lambda it: it["atom_ids"].reverse(), "order", ("atom_ids",), True),
    "principles": (lambda it: it["principle_ids"].pop(), "wording", ("principle_ids",), True),
    "decision": (lambda it: it.update(decision_id="maintain"), "wording", ("decision_id",), True),
    "renderer": (lambda it: it.update(renderer_version=1), "number", ("renderer_version",), False),
    "renderer and doctrine": (
        lambda it: it.update(renderer_version=1, doctrine_sha256="0" * 64),
        "number",
        ("renderer_version", "doctrine_sha256"),
        False,
    ),
    "renderer and mode": (
        lambda it: it.update(renderer_version=1, mode="coach"),
        "wording",
        ("mode", "renderer_version"),
        False,
    ),
    "a member less": (lambda it: it.pop("digest_kind"), "structure", ("digest_kind",), False),
    "a member of nobody": (lambda it: it.update({"회원 가나다": 1}), "structure", ("another member",), False),
    "order of members": (lambda it: it.update(mode=it.pop("mode")), "order", (), False),
    "a fraction": (lambda it: it.update(request_count=0.5), "number", ("request_count",), False),
}


@pytest.mark.parametrize("case", RECEIPTS)
def test_a_receipt_is_named_by_the_members_that_changed(case: str, folder: Path, context: Context) -> None:
    change, kind, members, claim = RECEIPTS[case]
    change_receipt(folder, change)
    verdict = different(folder, context)
    assert verdict.copy is None
    assert isinstance(verdict.receipt, Edit)
    assert (verdict.receipt.kind, verdict.receipt.members, verdict.claim) == (kind, members, claim)
    assert verdict.must_be_shown == (claim or verdict.receipt.numbers)


def test_an_id_that_stands_twice_is_shown(folder: Path, context: Context) -> None:
    """No id is on one side alone, so the lists are told whole."""
    change_receipt(folder, lambda it: it["atom_ids"].append(it["atom_ids"][0]))
    receipt = different(folder, context).receipt
    assert isinstance(receipt, Edit)
    assert len(receipt.lost) == len(receipt.gained) == 1
    assert receipt.lost[0].startswith(f"{receipt.gained[0]}, ")


@pytest.mark.parametrize(
    ("raw", "causes"),
    [
        (b"", ("empty file",)),
        (b"{}x", ("not JSON",)),
        (b"[]\n", ("not JSON",)),
        (b"\xff\xfe", ("not UTF-8",)),
        (b"{\n<<<<<<< HEAD\n}\n", ("conflict markers",)),
        (b"[" * 100_000, ("not JSON",)),
    ],
)
def test_a_receipt_that_is_none_is_a_difference(
    raw: bytes, causes: tuple[str, ...], folder: Path, context: Context
) -> None:
    (folder / f"{DAY}.golden.receipt.json").write_bytes(raw)
    verdict = different(folder, context)
    assert isinstance(verdict.receipt, Edit)
    assert (verdict.receipt.kind, verdict.receipt.causes) == ("structure", causes)
    assert verdict.must_be_shown


@pytest.mark.parametrize(
    ("old", "new", "causes"),
    [("\n", "\r\n", ("line endings",)), ("}\n", "}", ("final newline",)), ("\n  ", "\n", ("layout of the JSON",))],
)
def test_the_bytes_of_a_receipt_count(
    old: str, new: str, causes: tuple[str, ...], folder: Path, context: Context
) -> None:
    path = folder / f"{DAY}.golden.receipt.json"
    path.write_bytes(path.read_bytes().replace(old.encode(), new.encode()))
    receipt = different(folder, context).receipt
    assert isinstance(receipt, Edit)
    assert (receipt.kind, receipt.causes) == ("whitespace", causes)


COPIES = {
    "a number in a locked line": ("64.2kg", "64.3kg", False),
    "words of a locked line": ("- 체중 ", "- 몸무게 ", True),
    "a locked line that is gone": ("- 소화 평소와 같음\n", "", True),
    "a locked line that is too much": ("- 소화", "- 걸음 1만보\n- 소화", True),
    "words of a slot": ("오늘 체크인 잘 받았어요.", "오늘 기록 잘 봤어요.", False),
    "order": ("- 컨디션 4/5\n- 소화 평소와 같음", "- 소화 평소와 같음\n- 컨디션 4/5", False),
    "line ends": ("\n", "\r\n", False),
}


@pytest.mark.parametrize("case", COPIES)
def test_words_of_locked_lines_are_claims(case: str, folder: Path, context: Context) -> None:
    old, new, claim = COPIES[case]
    change_copy(folder, old, new)
    assert different(folder, context).claim == claim


def test_a_copy_without_its_receipt_may_have_moved_a_claim(folder: Path, context: Context) -> None:
    change_copy(folder, "오늘 체크인 잘 받았어요.", "오늘 기록 잘 봤어요.")
    assert not different(folder, context).must_be_shown
    (folder / f"{DAY}.golden.receipt.json").unlink()
    assert different(folder, context).must_be_shown


def test_what_stands_in_the_way_of_a_golden_is_a_difference(folder: Path, context: Context) -> None:
    """No file, a folder, a pipe that would wait for ever, a link to nothing."""
    path = folder / f"{DAY}.golden.txt"
    path.unlink()
    assert isinstance(different(folder, context).copy, Missing)
    for make in (os.mkdir, os.mkfifo, lambda at: os.symlink(at, at)):
        make(path)
        verdict = different(folder, context)
        assert (verdict.state, verdict.must_be_shown) == ("unreadable", True)
        assert isinstance(verdict.copy, Unreadable)
        path.rmdir() if path.is_dir() else path.unlink()


def test_a_refused_document_stops_no_other(folder: Path, context: Context) -> None:
    (folder / "day-held.json").write_bytes(b"{")
    verdicts = compared(folder, context)
    refused = verdicts.pop("day-held")
    assert isinstance(refused, Refused)
    assert refused.error.exit_code == 3
    assert all(isinstance(verdict, Same) for verdict in verdicts.values())


def many(folder: Path, count: int) -> Iterator[str]:
    """Cases that are one another's equals, accepted as they are."""
    for number in range(count):
        for ending in (".json", ".golden.txt", ".golden.receipt.json"):
            shutil.copy(folder / f"{DAY}{ending}", folder / f"{number:02}{ending}")
        yield f"{number:02}"


def test_equal_changes_are_one_group(folder: Path, context: Context) -> None:
    names = list(many(folder, 37))
    for name in names[:36]:
        change_copy(folder, "체크인 잘 받았어요", "기록 잘 받았어요", name)
    change_copy(folder, "체크인 잘 받았어요", "기록 잘 봤어요", names[36])
    differences = [each for each in compared(folder, context).values() if isinstance(each, Different)]
    groups = grouped(differences, context.digester)
    assert [len(group.differences) for group in groups] == [36, 1]
    assert [each.name for each in groups[0].differences] == names[:36]
    accept(groups[0].differences[0])
    assert grouped(differences[1:], context.digester)[0].id == groups[0].id


def test_digests_of_a_document_set_no_changes_apart(folder: Path, context: Context) -> None:
    """The receipts of one change of doctrine differ in every case; an id in one of them is another change."""
    for name in ("day-held", DAY, "weeks/in-range"):
        change_receipt(folder, lambda it: it.update(doctrine_sha256="0" * 64), name)
    for name, digit in (("day-held", "1"), (DAY, "2")):
        change_receipt(folder, lambda it, digit=digit: it.update(canonical_sha256=digit * 64), name)  # type: ignore[misc]
    differences = [each for each in compared(folder, context).values() if isinstance(each, Different)]
    groups = grouped(differences, context.digester)
    assert [[each.name for each in group.differences] for group in groups] == [["day-held", DAY], ["weeks/in-range"]]


def test_numbers_keep_equal_classes_apart(folder: Path, context: Context) -> None:
    names = list(many(folder, 3))
    for name, weight in zip(names, ("64.3", "64.3", "64.4"), strict=True):
        change_copy(folder, "64.2", weight, name)
    differences = [each for each in compared(folder, context).values() if isinstance(each, Different)]
    assert [len(group.differences) for group in grouped(differences, context.digester)] == [2, 1]


def test_a_key_hides_what_a_group_is_made_of(folder: Path, context: Context) -> None:
    """A digest of one weight alone could be guessed."""
    change_copy(folder, "64.2", "64.3")
    verdict = different(folder, context)
    ids = {grouped([verdict], digester)[0].id for digester in (Digester(), Digester(b"one"), Digester(b"two"))}
    assert len(ids) == 3


def test_members_hold_no_word_of_a_copy(folder: Path, context: Context) -> None:
    change_copy(folder, "- 체중 64.2kg", "- 비밀 71.93kg")
    change_receipt(folder, lambda it: it.update({"비밀": "비밀", "decision_id": "비밀", "doctrine_sha256": "비밀"}))
    verdict = different(folder, context)
    members = json.dumps(verdict_members(verdict, context.digester), ensure_ascii=False)
    assert not {"비밀", "체중", "71.93", "64.2"} & {
        word for word in ("비밀", "체중", "71.93", "64.2") if word in members
    }
    assert '"another member"' in members
