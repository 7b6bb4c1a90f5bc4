"""
What tells inputs from other inputs: one digest over all of them, and a short one of each to name what differs.
"""

import hashlib
from collections.abc import Iterable
from typing import NamedTuple

_SHORT = 4
"""
Hexadecimal digits: enough to find the one that differs, and too few to confirm a guess of what it holds.
"""

_MOST = 256
"""
Inputs of which each has digits of its own.
"""


class InputsDigest(NamedTuple):
    """
    The SHA-256 of all inputs in order; and of each, where they are few, the path as it is shown and digits of its own.
    """

    whole: str
    each: tuple[tuple[str, str], ...]


def inputs_digest(parts: Iterable[tuple[str, str]]) -> InputsDigest:
    """
    The digest of inputs, of which each is given by its path as it is shown and by all that counts of it.
    """
    total, each = hashlib.sha256(), list[tuple[str, str]]()
    for shown, line in parts:
        total.update(line.encode())
        if len(each) <= _MOST:
            each.append((shown, short_digest(line.encode())))
    return InputsDigest(total.hexdigest(), tuple(each) if len(each) <= _MOST else ())


def short_digest(raw: bytes) -> str:
    """
    A digest that names what differs, and is no proof that anything is the same.
    """
    return hashlib.sha256(raw).hexdigest()[:_SHORT]
