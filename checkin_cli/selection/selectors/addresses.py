"""
The addresses of one host, looked up within a deadline.

Nothing interrupts a resolver that hangs, so it runs in a thread that may be left behind: never more than one, shared by
all calls that wait for it.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.selectors.deadline import Deadline

A = TypeVar("A")

USED_FOR = 1.0
"""
Seconds for which found addresses are used without looking again.
"""


class Addresses(Generic[A]):
    """
    What `look_up` finds for the host. Calls from many threads share one look-up, also one that hangs.
    """

    def __init__(self, look_up: Callable[[], tuple[A, ...]]) -> None:
        self._look_up = look_up
        self._lock = threading.Lock()
        self._latest: _LookUp[A] | None = None

    def within(self, deadline: Deadline) -> tuple[A, ...]:
        """
        The addresses in the order of the resolver, at least one. Raises `Refused`.
        """
        latest = self._current()
        if not latest.done.wait(deadline.left()):
            raise Refused(Reason.DEADLINE)
        if not latest.found:
            raise Refused(Reason.NO_CONNECTION)
        return latest.found

    def _current(self) -> "_LookUp[A]":
        with self._lock:
            if self._latest is None or self._latest.is_over():
                look_up: _LookUp[A] = _LookUp(self._look_up)
                look_up.start()
                self._latest = look_up
            return self._latest


class _LookUp(threading.Thread, Generic[A]):
    """
    One look-up under way, or what it found.
    """

    def __init__(self, look_up: Callable[[], tuple[A, ...]]) -> None:
        super().__init__(name="checkin-look-up", daemon=True)
        self._look_up = look_up
        self._ended = 0.0
        self.done = threading.Event()
        self.found: tuple[A, ...] = ()

    def run(self) -> None:
        try:
            self.found = self._look_up()
        except Exception:  # noqa: BLE001  # a name that does not exist, or is none; a thread must not print what it is
            self.found = ()
        finally:
            self._ended = time.monotonic()
            self.done.set()

    def is_over(self) -> bool:
        """
        True if the next call has to look again: nothing was found, or too long ago.
        """
        return self.done.is_set() and (not self.found or time.monotonic() >= self._ended + USED_FOR)
