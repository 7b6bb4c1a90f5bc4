"""
Percentiles of times in bounded memory: each time is counted in a bucket 2 % wide.
"""

import math
from collections import Counter
from dataclasses import dataclass, field

from checkin_cli.numbers import in_thousandths

_WIDTH = math.log(1.02)
_SHORTEST = 1e-6
"""
Seconds; everything below counts as this.
"""


@dataclass(slots=True)
class Latency:
    """
    How long requests took, in seconds.
    """

    longest: float = 0.0
    _buckets: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        """
        Count one.
        """
        self.longest = max(self.longest, seconds)
        self._buckets[math.floor(math.log(max(seconds, _SHORTEST)) / _WIDTH)] += 1

    @property
    def count(self) -> int:
        """
        How many were counted.
        """
        return self._buckets.total()

    def percentile(self, percent: int) -> float:
        """
        The time within which so many percent were done (nearest rank), at most 2 % too long; 0 where there is none.
        """
        rank = math.ceil(self.count * percent / 100)
        for bucket, count in sorted(self._buckets.items()):
            rank -= count
            if rank <= 0:
                return min(math.exp((bucket + 1) * _WIDTH), self.longest)
        return 0.0

    def members(self) -> dict[str, object] | None:
        """
        Count and percentiles as JSON members; None where nothing was counted.
        """
        if not self.count:
            return None
        percentiles = {f"p{percent}": in_thousandths(self.percentile(percent)) for percent in (50, 90, 99)}
        return {"count": self.count, **percentiles, "max": in_thousandths(self.longest)}
