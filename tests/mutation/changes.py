"""
What may stand in a place instead: comparisons, bounds, connectives, numbers, codes, conditions, statements.

Texts with a blank in them stay as they are: they explain, and decide nothing.
"""

import ast
import re
from collections.abc import Callable, Iterator

from tests.mutation.places import Place

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


def replacements(place: Place) -> Iterator[ast.AST]:
    """
    Every other node that is tried in a place.
    """
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
