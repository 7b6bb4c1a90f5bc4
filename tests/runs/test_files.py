"""
Files: whole or not at all.
"""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from checkin_cli.errors import OutputError
from checkin_cli.runs.files import Written, private_folder, replacing
from tests.conftest import plain_environment


def listing(folder: Path) -> list[str]:
    """The names in a folder, hidden ones included."""
    return sorted(os.listdir(folder))


def test_a_file_appears_when_the_block_ends_well(tmp_path: Path) -> None:
    with replacing(tmp_path / "a", force=False, private=False) as file:
        file.write(b"one")
        assert "a" not in listing(tmp_path)
    assert (tmp_path / "a").read_bytes() == b"one"
    assert listing(tmp_path) == ["a"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), SystemExit(143), ValueError()])
def test_nothing_remains_of_a_block_that_fails(fault: BaseException, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(type(fault)), replacing(tmp_path / "a", force=True, private=False) as file:
        file.write(b"new")
        raise fault
    assert (tmp_path / "a").read_bytes() == b"old"
    assert listing(tmp_path) == ["a"]


def test_other_bytes_are_overwritten_only_by_force(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with (
        pytest.raises(OutputError, match="output_exists"),
        replacing(tmp_path / "a", force=False, private=False) as file,
    ):
        file.write(b"new")
    assert (tmp_path / "a").read_bytes() == b"old"
    with replacing(tmp_path / "a", force=False, private=False) as file:
        file.write(b"old")
    with replacing(tmp_path / "a", force=True, private=False) as file:
        file.write(b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert listing(tmp_path) == ["a"]


def test_permissions_follow_the_umask_or_the_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        for private, mode in ((False, 0o640), (True, 0o600)):
            with replacing(tmp_path / "a", force=True, private=private) as file:
                file.write(b"x")
            assert (tmp_path / "a").stat().st_mode & 0o777 == mode
    finally:
        os.umask(before)


def test_a_short_write_is_an_error(tmp_path: Path) -> None:
    with (tmp_path / "a").open("w+b") as handle:
        written = Written(handle)
        written.write(b"whole")
        handle.flush()
        handle.truncate(2)
        with pytest.raises(OSError, match="does not hold") as fault:
            written.check()
    assert fault.value.errno == errno.EIO


def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with (
        pytest.raises(OutputError, match="output_unwritable"),
        replacing(tmp_path / "a", force=True, private=False) as file,
    ):
        file.write(b"new")
        raise OSError(errno.ENOSPC, "no space")
    assert (tmp_path / "a").read_bytes() == b"old"
    assert listing(tmp_path) == ["a"]


def test_a_file_that_lost_bytes_never_replaces_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with (
        pytest.raises(OutputError, match="output_unwritable"),
        replacing(tmp_path / "a", force=True, private=False) as file,
    ):
        file.write(b"x" * 1_000_000)
        [temporary] = tmp_path.glob(".checkin-*.tmp")
        os.truncate(temporary, 10)
    assert (tmp_path / "a").read_bytes() == b"old"
    assert listing(tmp_path) == ["a"]


@pytest.mark.parametrize("name", ["a.golden.txt", "a.golden.receipt.json", "A.Golden.TXT"])
def test_no_force_overwrites_a_golden(name: str, tmp_path: Path) -> None:
    """It takes the word that accepting one says. A golden that is not there yet, or equal, is a file like others."""
    for raw in (b"old", b"old"):
        with replacing(tmp_path / name, force=True, private=False) as file:
            file.write(raw)
    with (
        pytest.raises(OutputError, match="output_is_golden"),
        replacing(tmp_path / name, force=True, private=False) as file,
    ):
        file.write(b"new")
    assert (tmp_path / name).read_bytes() == b"old"
    with replacing(tmp_path / name, force=True, private=False, golden=True) as file:
        file.write(b"new")
    assert (tmp_path / name).read_bytes() == b"new"
    assert listing(tmp_path) == [name]


def test_nothing_remains_of_a_signal_just_after_the_file_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between making the file and knowing its number there is an instant at which a run can be stopped."""
    make = os.open

    def interrupted(path: str, flags: int, *more: int) -> int:
        os.close(make(path, flags, *more))
        if flags & os.O_CREAT:
            raise KeyboardInterrupt
        return make(path, flags, *more)

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "a", force=False, private=False):
        pass
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "a", force=False, private=True):
        pass
    assert listing(tmp_path) == []


def test_a_private_folder_is_gone_whatever_ends_its_block(tmp_path: Path) -> None:
    with pytest.raises(SystemExit), private_folder(tmp_path, ".x-") as folder:
        assert folder.stat().st_mode & 0o777 == 0o700
        (folder / "copy").write_bytes(b"x")
        raise SystemExit
    assert listing(tmp_path) == []


DISCARDS = """
import sys
from pathlib import Path
from checkin_cli.runs.files import discard
told = []
def hear(event, arguments):
    if event == sys.argv[2] and not told:
        told.append(event)
        raise SystemExit(143)
sys.addaudithook(hear)
discard(Path(sys.argv[1]))
"""


@pytest.mark.parametrize(("event", "left"), [("os.rename", ["left"]), ("os.remove", []), ("os.rmdir", [])])
def test_a_folder_is_discarded_whole_or_not_at_all(event: str, left: list[str], tmp_path: Path) -> None:
    """A run may be told to end before any step of it."""
    folder = tmp_path / "left"
    folder.mkdir()
    for name in ("a", "b"):
        (folder / name).write_bytes(b"x")
    command = [sys.executable, "-c", DISCARDS, str(folder), event]
    assert subprocess.run(command, env=plain_environment(), check=False).returncode == 143
    assert listing(tmp_path) == left
    assert not left or listing(folder) == ["a", "b"]
