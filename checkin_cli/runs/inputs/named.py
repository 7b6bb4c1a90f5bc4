"""
Inputs of which one line may be named: `copies.jsonl:12`, as tables and errors write it.
"""

import os
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.inputs.files import InputFile, find_files
from checkin_cli.runs.inputs.raw import RawInput
from checkin_cli.runs.inputs.read import read_inputs

_LINE = re.compile(r"(?P<path>.+):(?P<line>[1-9][0-9]{0,17})", re.DOTALL)


def read_named(paths: Iterable[str], standard_input: BinaryIO) -> Iterator[RawInput]:
    """
    Yield every document of the inputs, and of a file whose line is named that of the line alone.

    Raises `UsageError` as `find_files` does before it yields, and for a line without a document.
    """
    found = [(find_files([path]), line) for path, line in map(_named, paths)]
    for files, line in found:
        given = read_inputs(files, standard_input)
        yield from given if line is None else _only(files[0], line, given)


def _named(path: str) -> tuple[str, int | None]:
    """
    A path and the line of it; a file of that very name wins.
    """
    named = _LINE.fullmatch(path)
    if named is None or os.path.lexists(path) or not os.path.isfile(named["path"]):
        return path, None
    return named["path"], int(named["line"])


def _only(file: InputFile, line: int, given: Iterable[RawInput]) -> Iterator[RawInput]:
    wanted = next((each for each in given if each.line == line), None)
    if wanted is None:
        raise UsageError("no_such_line", "no document on this line", "a line of a .jsonl file", Place(file.shown, line))
    yield wanted
