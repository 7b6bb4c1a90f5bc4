"""
What must not be torn by a signal.
"""

import contextlib
import signal
from collections.abc import Iterator

_HELD = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def undisturbed() -> Iterator[list[int]]:
    """
    Let Ctrl-C, SIGTERM and SIGHUP wait until the block has ended: what is in it happens as a whole.

    Gives the list of those that wait; the first of them is raised again, and means what it meant before.
    """
    waiting = list[int]()
    before = [signal.signal(number, lambda number, _frame: waiting.append(number)) for number in _HELD]
    try:
        yield waiting
    finally:
        for number, handler in zip(_HELD, before, strict=True):
            signal.signal(number, handler)
        if waiting:
            signal.raise_signal(waiting[0])
