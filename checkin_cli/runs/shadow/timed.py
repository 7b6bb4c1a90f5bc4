"""
A selector that is timed while it is asked.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from checkin_cli.runs.shadow.latency import Latency
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.interface import Answer, Selector, Turn


@dataclass(frozen=True, slots=True)
class Timed:
    """
    Another selector, and how long its requests took: what is loaded or waited for before a request does not count.
    """

    selector: Selector
    clock: Callable[[], float]
    """
    Seconds of a clock that never goes back.
    """

    latency: Latency = field(default_factory=Latency)
    _counting: threading.Lock = field(default_factory=threading.Lock)

    @property
    def name(self) -> str:
        """The name in receipts."""
        return self.selector.name

    @property
    def sends(self) -> bool:
        """True if requests leave this machine."""
        return self.selector.sends

    def refuses(self) -> Reason | None:
        """Why it may not be asked at all."""
        return self.selector.refuses()

    def get_ready(self) -> bool:
        """Load what the first request needs."""
        return self.selector.get_ready()

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        """Ask once, and count the time if something was sent."""
        began = self.clock()
        answer = self.selector.choose(request, task, turn)
        took = self.clock() - began
        if answer.requests:
            with self._counting:
                self.latency.add(took)
        return answer
