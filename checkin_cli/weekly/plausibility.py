"""
Which weights are believed.

Nothing is repaired: a weight counts as it was recorded, or not at all until a person says so.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from checkin_cli.errors import Place
from checkin_cli.numbers import share
from checkin_cli.weekly.entries import Entry

WINDOW = timedelta(days=14)
"""
How far back the median of the usual weights looks.
"""

_TOO_OLD = timedelta(days=28)
_SOFT_PERCENT = 3
_FAR_PERCENT = 8
_FAR_KILOGRAMS = Decimal("6.8")
"""
15 lb, the prediction band of a manual review (ADA abstract 1700-P, 2023).
"""

_UNIT_SLIPS = ((Decimal("2.09"), Decimal("2.32")), (Decimal("0.43"), Decimal("0.48")))
_DECIMAL_SLIPS = ((Decimal("9.5"), Decimal("10.5")), (Decimal("0.095"), Decimal("0.105")))
_FIRST = (Decimal(30), Decimal(250))
_FIRST_BMI = (12, 60)


SOFT_OUTLIER = "soft_outlier"
"""
The one doubt whose weight counts all the same.
"""


class Weight(NamedTuple):
    """
    A weight that counts. A soft one is far from the usual ones: figures are also taken without it.
    """

    day: date
    kilograms: Decimal
    soft: bool


class Doubt(NamedTuple):
    """
    A weight that a person is asked about. It counts nowhere, unless it is soft.
    """

    code: str
    """
    `unit_slip`, `decimal_slip`, `implausible`, `first_weight`, `long_gap` or `soft_outlier`.
    """

    day: date
    place: Place
    why: str
    """
    What the rule names, in words.
    """


class Believed(NamedTuple):
    """
    The weights that count, and the doubts, both by day.
    """

    weights: list[Weight]
    doubts: list[Doubt]


def believe(entries: Iterable[Entry], vouched_for: Callable[[date], bool], height_cm: Decimal | None) -> Believed:
    """
    Go through the days of one customer in their order.

    `vouched_for` says for which days a person has confirmed the weight. Each weight is compared with those before it
    that count.
    """
    weights: list[Weight] = []
    doubts: list[Doubt] = []
    usual = _Usual()
    for entry in entries:
        day, kilograms = entry.day, entry.kilograms
        if kilograms is None:
            continue
        found = _doubt(day, kilograms, usual, height_cm)
        soft = False
        if found is not None and not vouched_for(day):
            code, why = found
            doubts.append(Doubt(code, day, entry.weight_place, why))
            soft = code == SOFT_OUTLIER
            if not soft:
                continue
        weights.append(Weight(day, kilograms, soft))
        usual.add(day, kilograms)
    return Believed(weights, doubts)


class _Usual:
    """
    The weights that count so far, and the median of the latest.
    """

    def __init__(self) -> None:
        self.days: list[date] = []
        self.kilograms: list[Decimal] = []
        self._first = date.min
        self._begin = 0
        self._window: list[Decimal] = []
        """
        The weights from the first day of the window on, in ascending order.
        """

    def add(self, day: date, kilograms: Decimal) -> None:
        self.days.append(day)
        self.kilograms.append(kilograms)
        insort(self._window, kilograms)

    def median(self, day: date) -> Decimal:
        """
        Of the 14 days before the day; where they hold no weight, of the 14 days that end with the last one.
        """
        # Counted back from the day itself, or from the day after the last weight: the window can grow again.
        first = day - WINDOW
        if self.days[-1] < first:
            first = self.days[-1] + timedelta(days=1) - WINDOW
        self._move(first)
        window = self._window
        middle = len(window) // 2
        return window[middle] if len(window) % 2 else (window[middle - 1] + window[middle]) / 2

    def _move(self, first: date) -> None:
        if first < self._first:
            self._begin = bisect_left(self.days, first)
            self._window = sorted(self.kilograms[self._begin :])
        self._first = first
        while self.days[self._begin] < first:
            del self._window[bisect_left(self._window, self.kilograms[self._begin])]
            self._begin += 1


def _doubt(day: date, kilograms: Decimal, before: _Usual, height_cm: Decimal | None) -> tuple[str, str] | None:
    if not before.days:
        return _first(kilograms, height_cm)
    if day - before.days[-1] > _TOO_OLD:
        last = before.kilograms[-1]
        if abs(kilograms - last) * 100 <= last * _FAR_PERCENT:
            return None
        days = (day - before.days[-1]).days
        return "long_gap", f"more than {_FAR_PERCENT}% from the last weight, of {days} days before"
    usual = before.median(day)
    apart = abs(kilograms - usual)
    return None if apart * 100 <= usual * _SOFT_PERCENT else _far(kilograms, usual, apart)


def _far(kilograms: Decimal, usual: Decimal, apart: Decimal) -> tuple[str, str] | None:
    if _any_between(_UNIT_SLIPS, kilograms, usual):
        return "unit_slip", f"{_ratio(kilograms, usual)} times the median of 14 days, as pounds for kilograms would be"
    if _any_between(_DECIMAL_SLIPS, kilograms, usual):
        return (
            "decimal_slip",
            f"{_ratio(kilograms, usual)} times the median of 14 days, as a moved point would be",
        )
    percent = share(apart * 100, usual)
    if apart > _FAR_KILOGRAMS or apart * 100 > usual * _FAR_PERCENT:
        return "implausible", f"{percent}% from the median of 14 days, over {_FAR_PERCENT}% or {_FAR_KILOGRAMS} kg"
    return SOFT_OUTLIER, f"{percent}% from the median of 14 days, over {_SOFT_PERCENT}%"


def _any_between(bands: Iterable[tuple[Decimal, Decimal]], kilograms: Decimal, usual: Decimal) -> bool:
    return any(low * usual <= kilograms <= high * usual for low, high in bands)


def _first(kilograms: Decimal, height_cm: Decimal | None) -> tuple[str, str] | None:
    low, high = _FIRST
    if not low <= kilograms <= high:
        return "first_weight", f"the first weight, outside {low} to {high} kg"
    if height_cm is not None and not bmi_between(kilograms, height_cm, *_FIRST_BMI):
        return "first_weight", f"the first weight, outside a BMI of {_FIRST_BMI[0]} to {_FIRST_BMI[1]}"
    return None


def bmi_between(kilograms: Decimal, height_cm: Decimal, low: Decimal | int, high: Decimal | int) -> bool:
    """
    True if weight divided by the square of the height in metres is within the bounds, which belong to it.
    """
    return low * height_cm * height_cm <= kilograms * 10000 <= high * height_cm * height_cm


def _ratio(kilograms: Decimal, usual: Decimal) -> Decimal:
    return share(kilograms, usual)
