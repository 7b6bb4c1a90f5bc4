"""
The mutants of a module: its source with one small change each.

Left alone are imports, annotations (but for the shapes in `Annotated`), decorators, docstrings, and texts with a blank
in them: words that explain, and decide nothing.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

_LONGEST_SHOWN = 100
_SHORTEST_SHOWN = 14

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min", "sorted": "list"}
_ROTATED = {"EXPRESSION": "COACH", "COACH": "POLISH", "POLISH": "EXPRESSION"}
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_DIGITS = re.compile(r"\d+")
_CLASS = re.compile(r"\[(.)-(.)\]")
_UNTOUCHED = (ast.Import, ast.ImportFrom)
_LEFT_ALONE = {"decorator_list", "returns", "ctx", "bases", "pattern"}


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

    place: "Place"
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
    for place in _places(tree, ()):
        for node in _replacements(place):
            mutant = Mutant("", place.line, place.function, place, node)
            name = _named(mutant, place)
            seen[name] += 1
            number = f" ({seen[name]})" if seen[name] > 1 else ""
            found.append(replace(mutant, name=name + number))
    return tree, found


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


def _places(node: ast.AST, above: tuple[ast.AST, ...]) -> Iterator[Place]:
    above = (*above, node)
    for field, index, child in _children(node):
        yield Place(node, field, index, above)
        yield from _places(child, above)


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


def _replacements(place: Place) -> Iterator[ast.AST]:
    match node := place.node:
        case ast.cmpop():
            yield from (other() for other in _COMPARED[type(node)])
        case ast.operator():
            yield from (_CALCULATED[type(node)](),) if type(node) in _CALCULATED else ()
        case ast.boolop():
            yield ast.Or() if isinstance(node, ast.And) else ast.And()
        case ast.stmt():
            yield from _statements(node, is_last=place.is_last)
        case ast.Constant(value=str()) if any(isinstance(each, ast.FormattedValue) for each in place.above[-2:]):
            format_of = str(node.value)
            yield from (ast.Constant(format_of.replace(each, "")) for each in ",+" if each in format_of)
        case ast.Tuple() if isinstance(place.holder, ast.Assign | ast.Subscript):
            pass
        case ast.expr():
            yield from _expressions(node)
        case ast.comprehension(ifs=[_, *_]):
            yield ast.comprehension(node.target, node.iter, [], node.is_async)


def _statements(node: ast.stmt, *, is_last: bool) -> Iterator[ast.stmt]:
    match node:
        case ast.Expr() | ast.Raise() | ast.AugAssign():
            yield ast.Pass()
        case ast.Return(value=None):
            yield ast.Pass()
        case ast.Return(value=ast.Constant(value=None)) if is_last:
            pass
        case ast.Return(value=ast.expr()):
            yield ast.Pass()
            # The end of a function returns None as well.
            if not is_last and not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool | None)):
                yield ast.Return(ast.Constant(None))
        case ast.Assign(targets=[ast.Attribute()]):
            yield ast.Pass()
        case _:
            yield from _blocks(node)


def _blocks(node: ast.stmt) -> Iterator[ast.stmt]:
    match node:
        case ast.Break():
            yield from (ast.Continue(), ast.Pass())
        case ast.Continue():
            yield from (ast.Break(), ast.Pass())
        case ast.If():
            yield from (ast.If(ast.Constant(value), node.body, node.orelse) for value in (True, False))
        case ast.While():
            yield ast.While(ast.Constant(value=False), node.body, node.orelse)
        case ast.With():
            if all(item.optional_vars is None for item in node.items):
                yield ast.If(ast.Constant(value=True), node.body, [])


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Constant():
            yield from _constants(node.value)
        case ast.BoolOp():
            yield from _with_one_less(
                node.values, lambda left: left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
            )
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Lambda():
            yield ast.Lambda(node.args, ast.Constant(None))
        case ast.Name(id=name, ctx=ast.Load()) if name in _SWAPPED:
            yield ast.Name(_SWAPPED[name], ast.Load())
        case _:
            yield from _sequences(node)


def _sequences(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Slice():
            yield from (ast.Slice(None, node.upper, node.step),) if node.lower else ()
            yield from (ast.Slice(node.lower, None, node.step),) if node.upper else ()
        case ast.Call() if node.keywords:
            for index, keyword in enumerate(node.keywords):
                # Without a switch a call means its default, which the other value of the switch is.
                if not (isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, bool)):
                    yield ast.Call(node.func, node.args, [*node.keywords[:index], *node.keywords[index + 1 :]])
        case ast.Tuple(elts=[_, _, *_], ctx=ast.Load()):
            yield from _with_one_less(node.elts, lambda left: ast.Tuple(left, ast.Load()))
        case ast.Name(id=name) if name in _ROTATED:
            yield ast.Name(_ROTATED[name], ast.Load())


def _with_one_less(nodes: list[ast.expr], made: Callable[[list[ast.expr]], ast.expr]) -> Iterator[ast.expr]:
    return (made([*nodes[:index], *nodes[index + 1 :]]) for index in range(len(nodes)))


def _constants(value: object) -> Iterator[ast.Constant]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int():
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case str() if " " not in value and value.isascii():
            yield from map(ast.Constant, _texts(value))


def _texts(value: str) -> Iterator[str]:
    """Another word, and every number in the text with its last digit one up and one down."""
    if not _NUMBER.fullmatch(value):
        yield f"{value}x" if len(value) > 1 else "x"
    for found in _DIGITS.finditer(value):
        number, width = int(found[0]), len(found[0])
        for other in (number + 1, number - 1):
            if other >= 0:
                yield f"{value[: found.start()]}{other:0{width}}{value[found.end() :]}"
    for found in _CLASS.finditer(value):
        first, last = map(ord, found.groups())
        for low, high in ((first - 1, last), (first + 1, last), (first, last + 1), (first, last - 1)):
            yield f"{value[: found.start()]}[{chr(low)}-{chr(high)}]{value[found.end() :]}"


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
