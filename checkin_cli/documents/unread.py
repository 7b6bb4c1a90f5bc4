"""
Members of a row of an event log that no rule reads: which of them may be lost, and which may not.

A log holds more than weeks need, so most are passed over, and said. A weight in another place or unit is refused, for
it would be missing in a mean, and a hold counts wherever it stands.
"""

import re
from collections.abc import Iterator, Mapping
from unicodedata import normalize

from checkin_cli.documents.words import SAFETY_CATEGORIES
from checkin_cli.shapes import Misfit

WEIGHT_PLACE = "check_in.body_weight_kg"

_UNIT = "kg|kgs|kilos?|kilograms?|lbs?|pounds?|units?"
_WEIGHT = re.compile(
    rf"체중|몸무게|weight(?!ed|less|_?lift|_?train)|(?:^|_)(?:bw|wt)(?:_|$)|^(?:body_?)?mass(?:_(?:{_UNIT}))?$|^(?:{_UNIT})$"
)
_OTHER_WEIGHT = re.compile(r"(?:^|_)(?:goal|target)(?:_|$)")
_TRAINING = re.compile(r"train|workout|session|exercise|lift|(?:^|_)sets?(?:_|$)")
"""
Parts in which a weight is that of a bar.
"""

_HOLD = re.compile(r"held|safety.*")
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^\w]+")


def looks_like_a_weight(key: str) -> bool:
    """
    True for a name under which a person's weight may stand, in whatever unit.
    """
    name = _plain(key)
    return _WEIGHT.search(name) is not None and _OTHER_WEIGHT.search(name) is None


def refuse_weights(members: Mapping[str, object], path: list[str | int], depth: int = 0) -> None:
    """
    Raise `Misfit` for a weight among members that are not read, and in the objects below them.
    """
    for key, item in members.items():
        if item is None or _TRAINING.search(_plain(key)):
            continue
        if looks_like_a_weight(key):
            raise Misfit("unknown_key", "a weight in another place or unit", WEIGHT_PLACE, [*path, key])
        if isinstance(item, dict) and depth < _DEEPEST:
            refuse_weights(item, [*path, key], depth + 1)


_DEEPEST = 8


def holds_among(members: Mapping[str, object]) -> tuple[bool, tuple[str, ...]]:
    """
    Whether members that are not read say that the person is held, and the safety categories that they name.
    """
    found = list(_words_of(members, 0))
    named = tuple(category for category in SAFETY_CATEGORIES if category in found)
    return bool(named) or _HELD in found, named


_HELD = "held"


def _words_of(value: object, depth: int) -> Iterator[str]:
    """
    The closed words of safety in a value, as keys that are not empty or as words of their own.
    """
    if isinstance(value, str) and value in SAFETY_CATEGORIES:
        yield value
    elif depth > _DEEPEST:
        return
    elif isinstance(value, list):
        for item in value:
            yield from _words_of(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            if item and _HOLD.fullmatch(_plain(key)):
                yield _HELD
            if item and key in SAFETY_CATEGORIES:
                yield key
            yield from _words_of(item, depth + 1)


def _plain(key: str) -> str:
    return _WORD.sub("_", normalize("NFKC", key)).casefold()
