"""
The moment at which a call ends.
"""

import time
from dataclasses import dataclass

from checkin_cli.selection.reasons import Reason, Refused


@dataclass(frozen=True, slots=True)
class Deadline:
    """
    The end of one call on the monotonic clock. Each step takes at most what is left.
    """

    ends: float

    @staticmethod
    def after(seconds: float) -> "Deadline":
        """
        So many seconds from now.
        """
        return Deadline(time.monotonic() + seconds)

    def left(self) -> float:
        """
        Seconds left, more than zero. Raises `Refused` when there are none.
        """
        left = self.ends - time.monotonic()
        if left <= 0:
            raise Refused(Reason.DEADLINE)
        return left
