"""
The compiled form: it says what the TOML files say, and it is never trusted over the lock.
"""

import json
from pathlib import Path

import pytest

from checkin_cli.doctrine import Doctrine, compile_doctrine, load_doctrine, whole_digest
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.compiled import read_compiled
from checkin_cli.doctrine.load import bundled_folder, read_approved
from checkin_cli.errors import UsageError


@pytest.fixture(scope="module")
def built() -> Doctrine:
    """The doctrine from its TOML files, checked as a whole."""
    contents = read_approved(bundled_folder())
    return build_doctrine(bundled_folder(), contents, whole_digest(contents))


def test_the_bundled_form_is_the_one_that_the_files_give(built: Doctrine) -> None:
    """It was checked when it was made, and it cannot go stale unseen."""
    assert (bundled_folder() / "compiled.json").read_bytes() == compile_doctrine(built)


def test_reading_it_gives_the_same_doctrine(built: Doctrine) -> None:
    """Every record of every table, in the same order."""
    read = read_compiled(compile_doctrine(built), built.digest)
    assert read is not None
    assert compile_doctrine(read) == compile_doctrine(built)
    assert read.digest == built.digest == load_doctrine().digest
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
    assert compile_doctrine(load_doctrine(doctrine_folder)) == compile_doctrine(built)


@pytest.mark.parametrize("change", [{"format": 0}, {"whole": "0" * 64}])
def test_a_form_of_another_version_or_doctrine_is_left_aside(change: dict[str, object], built: Doctrine) -> None:
    content = json.loads(compile_doctrine(built))
    assert read_compiled(json.dumps({**content, **change}).encode(), built.digest) is None
