"""
What Ctrl-C means while requests are in flight: once, finish them; twice, stop now.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType

_FIRST = b"\nstopping when what is in flight is done; press Ctrl-C again to stop now\n"


@contextlib.contextmanager
def stopping_once(stopping: threading.Event, also: Callable[[], None] = lambda: None) -> Iterator[None]:
    """
    While the block runs, the first Ctrl-C sets the event and calls `also`; the second one is a `KeyboardInterrupt`.
    """

    def handle(_number: int, _frame: FrameType | None) -> None:
        if stopping.is_set():
            raise KeyboardInterrupt
        stopping.set()
        also()
        with contextlib.suppress(OSError, AttributeError, ValueError):
            # The stream may be in the middle of a write of its own.
            os.write(sys.stderr.fileno(), _FIRST)

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
