"""
Turn exact decimals into the text that a reader sees.

The only module that rounds or formats a number: once, half away from zero, never as a binary float.
Nothing here depends on the locale or on the decimal context of the caller.
"""

import contextlib
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from functools import reduce

_CONTEXT = Context(prec=400, rounding=ROUND_HALF_UP)
_WHOLE = Decimal(1)
_HUNDREDTH = Decimal("0.01")


def round_half_away(value: Decimal, *, whole: bool = False) -> Decimal:
    """
    Round to hundredths, or to a whole number, half away from zero; a zero has no sign.
    """
    # The decimal module calls "half away from zero" HALF_UP: it looks at the magnitude, not at the sign.
    rounded = value.quantize(_WHOLE if whole else _HUNDREDTH, context=_CONTEXT)
    return rounded or abs(rounded)


def quantity(value: Decimal, unit: str) -> str:
    """
    A reading with its unit: up to two decimals, trailing zeros dropped, thousands commas (`78.6kg`, `2,675kcal`).
    """
    exact = str(value)
    # Most readings are whole and small: nothing to round, to drop or to part.
    if len(exact) < 4 and exact.isdecimal():
        return exact + unit
    text = f"{round_half_away(value):,f}"
    return text.rstrip("0").rstrip(".") + unit


def mean(value: Decimal, unit: str) -> str:
    """
    A mean with its unit, always two decimals (`78.47kg`).
    """
    return f"{round_half_away(value):,f}{unit}"


def signed_percent(value: Decimal) -> str:
    """
    A change in percent: signed, two decimals (`+0.16%`), `+0.00%` for none.
    """
    return f"{round_half_away(value):+,f}%"


def percent_range(low: Decimal, high: Decimal) -> str:
    """
    A goal range in percent a week (`+0.10~+0.25%`).
    """
    return f"{round_half_away(low):+,f}~{round_half_away(high):+,f}%"


def rate(part: int, whole: int) -> str:
    """
    A share in whole percent (`86%`).
    """
    return f"{_ratio(part * 100, whole, places=0):f}%"


def percent_of(part: int, whole: int) -> float:
    """
    A share in percent, rounded to hundredths, for counts of a run; 0 of nothing.
    """
    return float(_ratio(part * 100, whole, places=2)) if whole else 0.0


def in_thousandths(seconds: float) -> float:
    """
    A measured time, rounded to milliseconds.
    """
    return round(seconds, 3)


def figure(value: float, places: int = 6) -> str:
    """
    A count, a share or a time of a run, for people: thousands commas, no zeros at the end (`1,000,000`, `55.56`).
    """
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if places else text


def percent_change(current: Decimal, prior: Decimal, weeks: int) -> Decimal:
    """
    The change between two weekly means in percent a week of the earlier mean, rounded to 0.01.

    (current - prior) / prior * 100 / weeks (doctrine: judged and shown is the same rounded figure).
    `prior` is above zero; the quotient is taken of whole numbers, so a tie is a tie.
    """
    top, top_scale = _CONTEXT.subtract(current, prior).as_integer_ratio()
    bottom, bottom_scale = prior.as_integer_ratio()
    return _ratio(top * bottom_scale * 100, bottom * top_scale * weeks, places=2)


def average(values: Sequence[Decimal]) -> Decimal:
    """
    The arithmetic mean of one or more values, rounded to 0.0001.
    """
    total = reduce(_CONTEXT.add, values)
    top, bottom = total.as_integer_ratio()
    return _ratio(top, bottom * len(values), places=4)


def share(part: Decimal, whole: Decimal) -> Decimal:
    """
    One value divided by another above zero, rounded to 0.01.
    """
    top, top_scale = part.as_integer_ratio()
    bottom, bottom_scale = whole.as_integer_ratio()
    return _ratio(top * bottom_scale, bottom * top_scale, places=2)


def rounded_alike(precise: Decimal, written: Decimal) -> bool:
    """
    True if a reading is what was written down, to the tenth or to as many places as were written.
    """
    exponent = written.as_tuple().exponent
    places = max(1, -exponent) if isinstance(exponent, int) else 1
    rounded = precise.quantize(Decimal(1).scaleb(-places), context=_CONTEXT)
    return rounded == written


@contextlib.contextmanager
def exact() -> Iterator[None]:
    """
    Within the block sums, differences and products of decimals are exact, whatever the context of the caller is.
    """
    with localcontext(_CONTEXT):
        yield


def plain(value: Decimal) -> str:
    """
    The shortest exact decimal text, without exponent: equal numbers give equal text (`78.60` and `7.86E1` give `78.6`).
    """
    if not value:
        return "0"
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


_UNITS = {places: Decimal(1).scaleb(-places) for places in (0, 2, 4)}
"""
One in the last of so many places.
"""


def _ratio(top: int, bottom: int, *, places: int) -> Decimal:
    scaled, divisor = abs(top) * 10**places, abs(bottom)
    quotient = (2 * scaled + divisor) // (2 * divisor)
    signed = Decimal(quotient if (top < 0) == (bottom < 0) else -quotient)
    return _CONTEXT.multiply(signed, _UNITS[places])
