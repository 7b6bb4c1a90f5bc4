"""
Which processor the threads of a run stay on.
"""

import contextlib
import os
from collections.abc import Iterator, Sequence

from checkin_cli.runs.locks import lock

_FOLDER = "/sys/devices/system/cpu/cpu{}"
"""
What stands for a processor on Linux. A lock on it is known to everybody, leaves nothing, and ends with its process.
"""


@contextlib.contextmanager
def on_one_processor() -> Iterator[None]:
    """
    Keep this thread, and those that it starts meanwhile, on one processor that no other run keeps.

    The interpreter lets one of them run at a time, and to hand its lock to another processor costs more than much of
    what is done with it. Where none is left, or the system has no such thing, the threads go where they like.
    """
    try:
        allowed = os.sched_getaffinity(0)
    except (AttributeError, OSError):
        yield
        return
    with contextlib.ExitStack() as kept:
        if _keep(sorted(allowed), kept):
            kept.callback(_go_anywhere, allowed)
        yield


def _keep(allowed: Sequence[int], kept: contextlib.ExitStack) -> bool:
    """
    True where a processor was left, from one on that is another one for the next process.
    """
    first = os.getpid() % len(allowed)
    order = (*allowed[first:], *allowed[:first])
    with contextlib.suppress(OSError), contextlib.ExitStack() as opened:
        # All of them, so that a run makes the same calls whatever others keep.
        folders = [_open(number, opened) for number in order]
        for number, folder in zip(order, folders, strict=True):
            with contextlib.suppress(OSError):
                lock(folder)
                os.sched_setaffinity(0, {number})
                kept.callback(os.close, os.dup(folder))
                return True
    return False


def _open(number: int, opened: contextlib.ExitStack) -> int:
    folder = os.open(_FOLDER.format(number), os.O_RDONLY)
    opened.callback(os.close, folder)
    return folder


def _go_anywhere(allowed: set[int]) -> None:
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, allowed)
