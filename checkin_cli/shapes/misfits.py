"""
Everything about a value that does not fit its shape, for whoever corrects it; `read` stops at the first.
"""

from collections.abc import Iterator
from typing import Any

from checkin_cli.shapes.core import Misfit, Shape
from checkin_cli.shapes.record import Record
from checkin_cli.shapes.scalars import Nullable
from checkin_cli.shapes.sequences import ListOf, Union


def misfits_of(shape: Shape, value: object) -> Iterator[Misfit]:
    """
    Yield what does not fit, in the order in which `read` looks; the first is the one that it raises.
    """
    match shape, value:
        case Record(), dict():
            yield from _of_members(shape, value)
        case Union(), dict() if isinstance(word := value.get(shape.key), str) and word in shape.members:
            yield from misfits_of(shape.members[word], value)
        case ListOf(unique=False), list() if _fits_in_count(shape, value):
            for index, item in enumerate(value):
                yield from _below(index, misfits_of(shape.inner, item))
        case Nullable(), _ if value is not None:
            yield from misfits_of(shape.inner, value)
        case _:
            try:
                shape.read(value)
            except Misfit as misfit:
                yield misfit


def _of_members(record: Record[Any], members: dict[str, object]) -> Iterator[Misfit]:
    for key, item in members.items():
        known = record.keys.get(key)
        if known is None:
            yield record.unknown(key)
        else:
            yield from _below(key, misfits_of(known.shape, item))
    missing = record.missing(members)
    if missing is not None:
        yield missing


def _fits_in_count(shape: ListOf, items: list[object]) -> bool:
    try:
        shape.check_count(len(items))
    except Misfit:
        return False
    return True


def _below(part: str | int, misfits: Iterator[Misfit]) -> Iterator[Misfit]:
    for misfit in misfits:
        misfit.path.insert(0, part)
        yield misfit
