"""
The places of a module that may be changed.

Left alone are imports, annotations (but for the shapes in `Annotated`), decorators and docstrings.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_UNTOUCHED = (ast.Import, ast.ImportFrom)
_LEFT_ALONE = {"decorator_list", "returns", "ctx", "bases", "pattern"}


@dataclass(frozen=True)
class Place:
    """
    Where a node stands in its tree.
    """

    holder: ast.AST
    field: str
    index: int | None
    above: tuple[ast.AST, ...]

    @property
    def node(self) -> Any:
        """
        What stands there now.
        """
        value = getattr(self.holder, self.field)
        return value if self.index is None else value[self.index]

    def put(self, node: ast.AST) -> None:
        """
        Put another node there.
        """
        if self.index is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.index] = node

    @property
    def is_last(self) -> bool:
        """
        True for the last statement of a function.
        """
        return isinstance(self.holder, ast.FunctionDef) and self.holder.body[-1] is self.node

    @property
    def line(self) -> int:
        """
        The line that it begins in.
        """
        return next(int(each.lineno) for each in (self.node, *reversed(self.above)) if hasattr(each, "lineno"))

    @property
    def function(self) -> tuple[str, ...]:
        """
        The names that lead to the outermost function around it, none where there is no function.
        """
        names = []
        for each in self.above:
            if isinstance(each, ast.ClassDef | ast.FunctionDef):
                names.append(each.name)
            if isinstance(each, ast.FunctionDef):
                return tuple(names)
        return ()


def places(node: ast.AST, above: tuple[ast.AST, ...] = ()) -> Iterator[Place]:
    """
    All places below a node, in the order of the lines; `above` are the nodes around it, from the module on.
    """
    above = (*above, node)
    for field, index, child in _children(node):
        yield Place(node, field, index, above)
        yield from places(child, above)


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in _LEFT_ALONE or isinstance(node, ast.arg) or (field == "annotation" and not _is_annotated(value)):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not isinstance(child, _UNTOUCHED) and not _is_talk(node, child):
                yield field, index, child


def _is_annotated(annotation: ast.AST) -> bool:
    """True for `Annotated[type, shape]`, whose shape is read at run time."""
    return isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated"


def _is_talk(holder: ast.AST, node: ast.AST) -> bool:
    """True for docstrings, for the names that a module exports and for names of types."""
    match node:
        case ast.Expr():
            return isinstance(node.value, ast.Constant)
        case ast.Assign(value=ast.Subscript() | ast.BinOp(op=ast.BitOr())):
            return isinstance(holder, ast.Module)
        case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar"))):
            return True
        case _:
            return False
