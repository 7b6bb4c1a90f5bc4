"""
Goldens after a change of doctrine: what a customer reads comes first, and a doctrine that was mistaken is told.
"""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from checkin_cli.doctrine import load_doctrine
from checkin_cli.runs.lock import lock_doctrine
from tests.conftest import FIXTURES, Run
from tests.golden import DAY, HELD


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder around the bundled cases."""
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases")
    return tmp_path


def with_one_new_wording(doctrine_folder: Path) -> tuple[str, str]:
    """Edit and lock a doctrine; the digests before and after."""
    before = load_doctrine(doctrine_folder).digest
    tone = doctrine_folder / "tone.toml"
    text = tone.read_text(encoding="utf-8")
    assert text.count("오늘 체크인 잘 받았어요.") == 1
    tone.write_text(text.replace("체크인 잘 받았어요.", "체크인을 잘 받았어요."), encoding="utf-8")
    assert lock_doctrine(doctrine_folder, lambda _folder, _doctrine: [], "none").changed
    return before, load_doctrine(doctrine_folder).digest


def test_what_a_customer_reads_stands_above_receipts_that_moved_alone(
    doctrine_folder: Path, desk: Path, checkin: Run
) -> None:
    """One new wording: every receipt holds another digest of the doctrine, and one copy other words."""
    before, after = with_one_new_wording(doctrine_folder)
    options = ("cases", "--doctrine", doctrine_folder)
    run = checkin("golden", "check", *options, "--junit", "golden.xml", cwd=desk)
    first, second, _ = run.stdout.decode().split("\n\n")
    assert f"  {DAY}\n  copy: first at byte" in first
    alone = "  receipt alone, the copy is as accepted\n"
    digests = f"    - doctrine_sha256 {before}\n    + doctrine_sha256 {after}\n"
    assert (alone in first, f"{alone}  receipt: doctrine_sha256; first at byte" in second) == (False, True)
    assert digests in first
    assert digests in second
    assert "4 cases: 0 as accepted, 4 changed (3 in the receipt alone)\n" in run.stdout.decode()
    lines = checkin("golden", "check", *options, "--format", "json", cwd=desk).stdout.splitlines()
    found = {row["name"]: row for row in map(json.loads, lines)}
    assert [name for name, row in found.items() if not row["receipt_alone"]] == [DAY]
    assert {row["class"] for row in found.values()} == {"wording"}
    assert {(row["receipt"]["golden_doctrine"], row["receipt"]["doctrine"]) for row in found.values()} == {
        (before, after)
    }
    report = (desk / "golden.xml").read_bytes()
    cases = ET.fromstring(report).iter("testcase")  # noqa: S314  # the program's own report
    failures = {str(case.get("name")): case[0] for case in cases}
    for name, failure in failures.items():
        told = f"changed (wording), {'' if name == DAY else 'receipt alone, the copy is as accepted, '}group "
        assert failure.get("message", "").startswith(told)
        *_, last = (failure.text or "").splitlines()
        command = f"checkin golden check cases --doctrine {doctrine_folder}"
        assert last == f"the difference in words: the output of {command}, group {found[name]['group']}"


@pytest.mark.parametrize("verb", ["check", "accept", "reject"])
def test_goldens_of_another_doctrine_are_told_before_they_are_overwritten(
    verb: str, doctrine_folder: Path, desk: Path, checkin: Run
) -> None:
    """Whoever forgot --doctrine would overwrite good goldens; half of them are no sign of that."""
    before, after = with_one_new_wording(doctrine_folder)
    assert checkin("golden", "accept", "cases", "--doctrine", doctrine_folder, cwd=desk).returncode == 0
    run = checkin("golden", verb, "cases", cwd=desk)
    said = f"note: 4 of 4 goldens were made with doctrine {after[:12]}, and {before[:12]} is in use: forgotten or wrong"
    assert run.stderr.decode().splitlines()[0].startswith(said)
    checkin("golden", "accept", "cases", DAY, HELD, cwd=desk)
    assert b"goldens were made" not in checkin("golden", verb, "cases", cwd=desk).stderr
