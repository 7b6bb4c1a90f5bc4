"""
The compiled form: it says what the TOML files say, and it is never trusted over the lock.
"""

import hashlib
import json
from pathlib import Path

import pytest

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import Doctrine, compile_doctrine, files_digest, load_doctrine, lock_of
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.compiled import read_compiled
from checkin_cli.doctrine.load import read_approved
from checkin_cli.errors import UsageError

TABLES = ("sources", "principles", "atoms", "tone", "actions", "playbooks")
WHOLE = "1" * 64
FILES = files_digest(read_approved(bundled_folder()))


@pytest.fixture(scope="module")
def built() -> Doctrine:
    """The doctrine from its TOML files, checked as a whole."""
    return build_doctrine(bundled_folder(), read_approved(bundled_folder()), WHOLE)


def test_the_bundled_form_is_the_one_that_the_files_give(built: Doctrine) -> None:
    """It was checked when it was made, and it cannot go stale unseen."""
    assert (bundled_folder() / "compiled.json").read_bytes() == compile_doctrine(built, FILES)


def test_reading_it_gives_the_same_doctrine(built: Doctrine) -> None:
    """Every record of every table, in the same order."""
    read = read_compiled(compile_doctrine(built, FILES), FILES, WHOLE)
    assert read is not None
    assert compile_doctrine(read, FILES) == compile_doctrine(built, FILES)
    assert read.digest == built.digest
    for table in ("sources", "principles", "atoms", "tone", "actions", "playbooks"):
        assert list(getattr(read, table)) == list(getattr(built, table))
    assert all(isinstance(atom.requires, frozenset) for atom in read.atoms.values())


def test_another_word_in_it_is_refused_by_name(doctrine_folder: Path) -> None:
    """Whoever edits only the compiled form changes no copy."""
    compiled = doctrine_folder / "compiled.json"
    compiled.write_bytes(compiled.read_bytes().replace("오늘 체크인 잘".encode(), "오늘 체크인 참".encode()))
    with pytest.raises(UsageError, match="doctrine_unlocked") as refused:
        load_doctrine(doctrine_folder)
    assert refused.value.place.source.endswith("compiled.json")


def test_without_it_the_files_are_read(doctrine_folder: Path, built: Doctrine) -> None:
    (doctrine_folder / "compiled.json").unlink()
    loaded = load_doctrine(doctrine_folder)
    assert compile_doctrine(loaded, FILES) == compile_doctrine(built, FILES)
    assert loaded.digest == load_doctrine().digest


@pytest.mark.parametrize("change", [{"format": 0}, {"files": "0" * 64}])
def test_a_form_of_another_version_or_doctrine_is_left_aside(change: dict[str, object], built: Doctrine) -> None:
    content = json.loads(compile_doctrine(built, FILES))
    assert read_compiled(json.dumps({**content, **change}).encode(), FILES, WHOLE) is None


def lock_over(folder: Path, compiled: bytes) -> None:
    """Write a compiled form and a lock that names it, as somebody could who edits both."""
    (folder / "compiled.json").write_bytes(compiled)
    lock = lock_of(read_approved(folder), hashlib.sha256(compiled).hexdigest(), "none")
    (folder / "doctrine.lock").write_text(lock.text)


def test_a_form_that_says_something_else_is_another_doctrine(doctrine_folder: Path) -> None:
    """Whoever also edits the lock changes the digest in every receipt."""
    before = load_doctrine(doctrine_folder)
    compiled = (doctrine_folder / "compiled.json").read_bytes()
    lock_over(doctrine_folder, compiled.replace("오늘 체크인 잘".encode(), "오늘 체크인 참".encode()))
    assert load_doctrine(doctrine_folder).digest != before.digest


@pytest.mark.parametrize(
    "compiled",
    [
        b"",
        b"[]",
        b"{}",
        b"null",
        b"[" * 100_000,
        b'{"format":2}',
        json.dumps({"format": 2, "files": FILES}).encode(),
        json.dumps({"format": 2, "files": FILES, **{table: [] for table in TABLES}}).encode(),
        json.dumps({"format": 2, "files": FILES, **{table: [{"id": "a"}] for table in TABLES}}).encode(),
        json.dumps({"format": 2, "files": FILES, **{table: [1] for table in TABLES}}).encode(),
    ],
    ids=lambda compiled: compiled[-30:].decode(),
)
def test_what_is_no_compiled_form_is_refused_by_name(compiled: bytes, doctrine_folder: Path) -> None:
    """By the exit code of doctrine that does not load, never as a defect of the program."""
    lock_over(doctrine_folder, compiled)
    with pytest.raises(UsageError, match="doctrine_invalid") as refused:
        load_doctrine(doctrine_folder)
    assert refused.value.place.source.endswith("compiled.json")
