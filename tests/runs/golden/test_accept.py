"""
Accepting: the one way in which a golden is overwritten.
"""

import re
import shutil
from pathlib import Path

import pytest

import checkin_cli
from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.errors import OutputError
from checkin_cli.runs.document import Context
from checkin_cli.runs.golden import Difference, Different, Orphaned, accept, compare_all, find_cases
from checkin_cli.selection import Digester
from tests.conftest import FIXTURES


def differences(folder: Path, doctrine: Doctrine) -> list[Difference]:
    """What differs in a folder."""
    context = Context(doctrine, ReadingRules(), Digester())
    verdicts = compare_all(find_cases(str(folder)), context, lambda _outcome: None)
    return [verdict for verdict in verdicts if isinstance(verdict, Different | Orphaned)]


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its inode, its time and its bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Cases without goldens."""
    shutil.copytree(FIXTURES / "golden", tmp_path / "cases", ignore=shutil.ignore_patterns("*.golden.*"))
    return tmp_path / "cases"


def test_first_goldens_are_those_of_the_repository(folder: Path, doctrine: Doctrine) -> None:
    for difference in differences(folder, doctrine):
        accept(difference)
    for path in sorted((FIXTURES / "golden").rglob("*.golden.*")):
        assert (folder / path.relative_to(FIXTURES / "golden")).read_bytes() == path.read_bytes()
    assert differences(folder, doctrine) == []


def test_accepting_again_touches_nothing(folder: Path, doctrine: Doctrine) -> None:
    found = differences(folder, doctrine)
    for difference in found:
        accept(difference)
    before = state(folder)
    for difference in found:
        accept(difference)
    assert state(folder) == before


def test_a_changed_golden_takes_the_new_bytes_and_nothing_else_changes(folder: Path, doctrine: Doctrine) -> None:
    for difference in differences(folder, doctrine):
        accept(difference)
    before = state(folder)
    golden = folder / "day-held.golden.txt"
    golden.write_bytes(b"x")
    [difference] = differences(folder, doctrine)
    accept(difference)
    after = state(folder)
    assert after.pop(str(golden))[2] == before.pop(str(golden))[2]
    assert after == before


def test_an_orphan_is_removed(folder: Path, doctrine: Doctrine) -> None:
    for ending in ("txt", "receipt.json"):
        (folder / f"gone.golden.{ending}").write_bytes(b"x")
    [orphan] = [each for each in differences(folder, doctrine) if isinstance(each, Orphaned)]
    accept(orphan)
    accept(orphan)
    assert list(folder.rglob("*.golden.*")) == []


def test_a_golden_that_cannot_be_written_is_an_output_error(folder: Path, doctrine: Doctrine) -> None:
    (folder / "day-held.golden.txt").mkdir()
    [difference] = [each for each in differences(folder, doctrine) if each.name == "day-held"]
    with pytest.raises(OutputError, match="output_unwritable"):
        accept(difference)
    assert [path.name for path in folder.glob(".checkin-*")] == []


def test_one_line_of_the_package_may_overwrite_a_golden() -> None:
    """Every file is put in place by `replacing`, and only one call of it takes a golden."""
    package = Path(checkin_cli.__file__).parent
    sources = {str(path.relative_to(package)): path.read_text("utf-8") for path in package.rglob("*.py")}
    calls = [name for name, source in sources.items() for _ in re.findall(r"golden=True", source)]
    assert calls == ["runs/golden/accept.py"]
    inside = {name: source for name, source in sources.items() if "golden" in name}
    writing = r"write_bytes|write_text|open\(.*[\"'][wax+]|\.rename|\.replace\(\w+, *\w*path|shutil|unlink"
    found = [name for name, source in inside.items() for _ in re.findall(writing, source)]
    assert found == ["runs/golden/accept.py"]
