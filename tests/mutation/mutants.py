"""
The mutants of a module: its source with one small change each, named by what it shows.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.mutation.changes import replacements
from tests.mutation.places import Place, places

_LONGEST_SHOWN = 100
_SHORTEST_SHOWN = 14


@dataclass(frozen=True)
class Mutant:
    """
    One change of a module, by the node that it is made in.
    """

    name: str
    """
    Where and what, in words that stay the same while the lines around them move.
    """

    line: int
    function: tuple[str, ...]
    """
    The names that lead to the function that the change is in, none for the module itself.
    """

    place: Place
    node: ast.AST

    @contextmanager
    def applied(self) -> Iterator[None]:
        """
        Within the block the tree has the change.
        """
        before = self.place.node
        self.place.put(self.node)
        try:
            yield
        finally:
            self.place.put(before)


def mutants_of(path: Path) -> tuple[ast.Module, list[Mutant]]:
    """
    The tree of a module, and every change of it, in the order of its lines.
    """
    tree = ast.parse(path.read_text("utf-8"), str(path))
    seen: Counter[str] = Counter()
    found = []
    for place in places(tree):
        for node in replacements(place):
            mutant = Mutant("", place.line, place.function, place, node)
            name = _named(mutant, place)
            seen[name] += 1
            number = f" ({seen[name]})" if seen[name] > 1 else ""
            found.append(replace(mutant, name=name + number))
    return tree, found


def _named(mutant: Mutant, place: Place) -> str:
    """The function, and the smallest part of it that shows the change, before and after."""
    room = ".".join(each.name for each in place.above if isinstance(each, ast.FunctionDef | ast.ClassDef))
    shown = _shown(place)
    before = _text(shown)
    with mutant.applied():
        after = _text(place.node if shown is None else _shown_again(shown, place))
    where = f"{room}: " if room else ""
    return f"{where}`{before}` → `{after}`" if after != "pass" else f"{where}`{before}` removed"


def _shown(place: Place) -> Any:
    if isinstance(place.node, ast.stmt):
        return place.node
    for each in (place.node, *reversed(place.above)):
        is_whole = isinstance(each, ast.stmt | ast.expr | ast.comprehension) and not isinstance(each, ast.JoinedStr)
        if is_whole and (isinstance(each, ast.stmt) or len(_text(each)) >= _SHORTEST_SHOWN):
            return each
    return place.node


def _shown_again(shown: ast.AST, place: Place) -> Any:
    """What stands there now: the changed node itself, or the one around it."""
    return shown if shown in place.above else place.node


def _text(node: Any) -> str:
    """On one line; of a block its first line."""
    text = ast.unparse(node).strip()
    if "\n" in text and isinstance(
        node, ast.If | ast.While | ast.With | ast.For | ast.FunctionDef | ast.ClassDef | ast.Try
    ):
        text = text.split("\n", 1)[0]
    text = " ".join(text.split()).replace("|", "∣")
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


def source_of(tree: ast.Module, mutant: Mutant) -> ast.Module:
    """
    The tree with the change in it, ready to be compiled.
    """
    with mutant.applied():
        changed = ast.parse(ast.unparse(tree))
    return ast.fix_missing_locations(changed)
