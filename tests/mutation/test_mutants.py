"""
The mutants themselves: each is another program, made of the same source by one change that its name shows.
"""

import ast
from pathlib import Path

import pytest

from tests.mutation.mutants import mutants_of, source_of
from tests.mutation.rooms import ROOMS
from tests.mutation.trial import ROOT, path_of

MODULE = '''
"""Words."""

from typing import Annotated

LIMIT = 4

@decorated(frozen=True)
class Kept:
    name: Annotated[str, Text(longest=5)]

    def within(self, at: int = 2) -> bool:
        """More words."""
        if at < LIMIT and at not in self.taken:
            raise Refused("too_late")
        return self.lines[at:]
'''


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.py"
    path.write_text(MODULE, encoding="utf-8")
    return path


def test_each_kind_of_change_is_made_where_it_can_be(module: Path) -> None:
    """And neither to words that explain nor to what only a checker of types or a decorator reads."""
    _, mutants = mutants_of(module)
    assert [mutant.name for mutant in mutants] == [
        "`LIMIT = 4` → `LIMIT = 5`",
        "`LIMIT = 4` → `LIMIT = 3`",
        "Kept: `Text(longest=5)` → `Text()`",
        "Kept: `Text(longest=5)` → `Text(longest=6)`",
        "Kept: `Text(longest=5)` → `Text(longest=4)`",
        "Kept.within: `def within(self, at: int=2) -> bool:` → `def within(self, at: int=3) -> bool:`",
        "Kept.within: `def within(self, at: int=2) -> bool:` → `def within(self, at: int=1) -> bool:`",
        "Kept.within: `if at < LIMIT and at not in self.taken:` → `if True:`",
        "Kept.within: `if at < LIMIT and at not in self.taken:` → `if False:`",
        "Kept.within: `at < LIMIT and at not in self.taken` → `at not in self.taken`",
        "Kept.within: `at < LIMIT and at not in self.taken` → `at < LIMIT`",
        "Kept.within: `at < LIMIT and at not in self.taken` → `at < LIMIT or at not in self.taken`",
        "Kept.within: `at < LIMIT and at not in self.taken` → `at <= LIMIT and at not in self.taken`",
        "Kept.within: `at < LIMIT and at not in self.taken` → `at >= LIMIT and at not in self.taken`",
        "Kept.within: `at not in self.taken` → `at in self.taken`",
        "Kept.within: `raise Refused('too_late')` removed",
        "Kept.within: `Refused('too_late')` → `Refused('too_latex')`",
        "Kept.within: `return self.lines[at:]` removed",
        "Kept.within: `self.lines[at:]` → `self.lines[:]`",
    ]
    assert {mutant.function for mutant in mutants} == {(), ("Kept", "within")}


@pytest.mark.parametrize("room", ROOMS)
def test_every_mutant_is_another_program_with_a_name_of_its_own(room: str) -> None:
    """And the source is as it was when they have all been made."""
    tree, mutants = mutants_of(path_of(room))
    before = ast.unparse(tree)
    drawn = mutants[::25]
    assert len({mutant.name for mutant in mutants}) == len(mutants) > 0
    assert len({before, *(ast.unparse(source_of(tree, each)) for each in drawn)}) == 1 + len(drawn)
    assert ast.unparse(tree) == before


def test_every_room_has_tests_that_exist() -> None:
    for tests in ROOMS.values():
        assert [name for name in tests if not (ROOT / "tests" / name).is_file()] == []
