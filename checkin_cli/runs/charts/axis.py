"""
The axis of weights: which range is shown, and which round values are named.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import chain

from checkin_cli.runs.charts.values import ChartData

_STEPS = tuple(map(Decimal, ("0.2", "0.5", "1", "2", "5", "10", "20", "50", "100")))
_LEAST = Decimal(1)
"""
Kilograms. A shorter axis would draw the noise of a scale as mountains.
"""


@dataclass(frozen=True, slots=True)
class WeightAxis:
    """
    Kilograms from `low` to `high`, both multiples of `step`.
    """

    low: Decimal
    high: Decimal
    step: Decimal

    def ticks(self) -> Iterator[Decimal]:
        """
        Every multiple of the step, from the lowest.
        """
        value = self.low
        while value <= self.high:
            yield value
            value += self.step

    def share(self, kilograms: Decimal) -> float:
        """
        Where a weight stands: 0 at the low end, 1 at the high end.
        """
        return float((kilograms - self.low) / (self.high - self.low))

    def holds(self, kilograms: Decimal) -> bool:
        """
        True for a weight on the axis.
        """
        return self.low <= kilograms <= self.high


def weight_axis(chart: ChartData, most_ticks: int) -> WeightAxis:
    """
    The shortest axis of round ends that holds all that counts, of a chart that is not empty.

    Excluded weights may fall off it.
    """
    values = [weight for _, weight in chart.counted()]
    values += chain.from_iterable((low, high) for _, _, low, high in chart.fans())
    values += [mean for _, mean, _ in chart.means if mean is not None]
    values = values or [weight for _, weight in chart.left_out()]
    spare = max(Decimal(0), _LEAST - (max(values) - min(values))) / 2
    low, high = min(values) - spare, max(values) + spare
    for step in _STEPS:
        first = (low / step).to_integral_value(ROUND_FLOOR) * step
        last = (high / step).to_integral_value(ROUND_CEILING) * step
        if (last - first) / step < most_ticks:
            return WeightAxis(first, last, step)
    return WeightAxis(first, last, last - first)
