"""
The seam between the pipeline and whoever chooses.
"""

from dataclasses import dataclass
from typing import Protocol

from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request

MOST_TOKENS = 256
"""
Output tokens of one request, at most.
"""


@dataclass(frozen=True, slots=True)
class Turn:
    """
    Whose copy it is and of which day, for selectors that vary by it. Neither is ever sent anywhere.
    """

    who: str
    day: int
    """
    Days since the first one of the calendar; weeks for a weekly summary.
    """


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What came back: text for the guard, or why there is none; and how many requests were sent for it.
    """

    content: str | None
    reason: Reason | None
    requests: int


class Selector(Protocol):
    """
    Answers a request with a reply document, as text that the guard has still to admit.
    """

    @property
    def name(self) -> str:
        """
        The name in receipts.
        """
        ...

    @property
    def sends(self) -> bool:
        """
        True if requests leave this machine, so that the whole gate stands before them.
        """
        ...

    def refuses(self) -> Reason | None:
        """
        Why this selector may not be asked at all, before anything is made or sent.
        """
        ...

    def get_ready(self) -> bool:
        """
        Load what the first request needs, so that neither its place in the rate nor its claim is spent on that.

        True where something had to be loaded, which takes a while. Never raises.
        """
        ...

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        """
        Ask once. Never raises, never asks again.
        """
        ...
