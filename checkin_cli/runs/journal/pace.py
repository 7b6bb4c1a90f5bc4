"""
How many requests a minute a run may begin.
"""

import threading
from collections.abc import Callable

from checkin_cli.selection.attempt import Stopped

_MINUTE = 60.0


class Pace:
    """
    Spaces requests evenly, and lets none begin once the run is ending.
    """

    def __init__(self, per_minute: int | None, clock: Callable[[], float], stopping: threading.Event) -> None:
        """
        `per_minute` None means no bound; `clock` counts seconds and never goes back.
        """
        self._gap = 0.0 if per_minute is None else _MINUTE / per_minute
        self._clock = clock
        self._lock = threading.Lock()
        self._next = clock()
        self._stopping = stopping

    def wait(self) -> None:
        """
        Return when the next request may begin. Raises `Stopped` when the run ends.
        """
        delay = self._delay()
        if self._stopping.wait(delay) if delay > 0 else self._stopping.is_set():
            raise Stopped

    def _delay(self) -> float:
        if not self._gap:
            return 0
        with self._lock:
            now = self._clock()
            start = max(now, self._next)
            self._next = start + self._gap
            return start - now
