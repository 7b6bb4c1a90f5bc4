"""
Tables of words that ship with the rooms that read Korean.
"""

import tomllib
from importlib.resources import files
from typing import Any


def table_of(room: str, name: str) -> dict[str, Any]:
    """
    A table that ships with a room of the package: `proofreading`, `manner.toml`.
    """
    return tomllib.loads(files("checkin_cli").joinpath(room, name).read_text("utf-8"))


_PREDICATES = table_of("proofreading", "predicates.toml")


def verbs_of(kind: str) -> frozenset[str]:
    """
    Verbs and adjectives by what a sentence does that ends in them: a key of `predicates.toml`.
    """
    return frozenset(_PREDICATES[kind].split())
