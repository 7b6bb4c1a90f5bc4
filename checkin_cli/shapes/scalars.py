"""
Shapes of single values: numbers, words of a closed list, days and moments.
"""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cached_property

from checkin_cli.shapes.core import JsonSchema, Misfit, Shape, kind_of, one_of

_MOST_DIGITS = 60
"""
More digits than any scale or mean has; a bound keeps exact arithmetic cheap.
"""

_BEYOND_EVERY_COUNT = 2**53
"""
Where JSON readers stop agreeing on whole numbers.
"""

_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?"
    r"([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Number:
    """
    An exact decimal within inclusive bounds. Booleans and numbers written as strings do not fit.

    `meaning` says what its ends stand for, where the name of its key does not.
    """

    def __init__(self, low: Decimal | int, high: Decimal | int, *, bound: bool = True, meaning: str = "") -> None:
        self.low = low
        self.high = high
        self.bound = bound
        self.meaning = meaning
        self._required = f"number {low} to {high}"

    def read(self, value: object) -> Decimal:
        """Return the decimal as it was written."""
        if type(value) is int:
            exact = Decimal(value)
        elif isinstance(value, Decimal):
            exact = value
        else:
            raise Misfit("wrong_type", kind_of(value), self._required)
        if exact.is_nan() or not self.low <= exact <= self.high:
            raise Misfit("out_of_range", "a number outside the range", self._required)
        digits = exact.as_tuple()
        if len(digits.digits) > _MOST_DIGITS or abs(int(digits.exponent)) > _MOST_DIGITS:
            raise Misfit("wrong_format", f"more than {_MOST_DIGITS} digits", self._required)
        return exact

    def schema(self) -> JsonSchema:
        """A JSON number with its bounds."""
        bounds: JsonSchema = {"minimum": _json_number(self.low), "maximum": _json_number(self.high)}
        return {"type": "number", **bounds, **_described(self.meaning)}


class Integer:
    """
    A whole number within inclusive bounds. As in JSON Schema, `4.0` is the integer 4.

    `meaning` as of `Number`.
    """

    def __init__(self, low: int, high: int | None = None, *, bound: bool = True, meaning: str = "") -> None:
        self.low = low
        self.high = high
        self.bound = bound
        self.meaning = meaning
        self._required = f"integer of at least {low}" if high is None else f"integer {low} to {high}"

    def read(self, value: object) -> int:
        """Return the whole number."""
        required, whole = self._required, value
        if isinstance(value, Decimal):
            if value.copy_abs() >= _BEYOND_EVERY_COUNT:
                raise Misfit("out_of_range", "a number outside the range", required)
            if value == int(value):
                whole = int(value)
        if type(whole) is not int:
            raise Misfit("wrong_type", kind_of(value), required)
        if whole < self.low or (self.high is not None and whole > self.high) or whole >= _BEYOND_EVERY_COUNT:
            raise Misfit("out_of_range", "an integer outside the range", required)
        return whole

    def schema(self) -> JsonSchema:
        """A JSON integer with its bounds."""
        highest = _BEYOND_EVERY_COUNT - 1 if self.high is None else self.high
        return {"type": "integer", "minimum": self.low, "maximum": highest, **_described(self.meaning)}


class Flag:
    """
    True or false.
    """

    def __init__(self, *, bound: bool = True) -> None:
        self.bound = bound

    def read(self, value: object) -> bool:
        """Return the boolean."""
        if not isinstance(value, bool):
            raise Misfit("wrong_type", kind_of(value), "boolean")
        return value

    def schema(self) -> JsonSchema:
        """A JSON boolean."""
        return {"type": "boolean"}


class Always:
    """
    A boolean that must be true; false is refused with a code of its own.
    """

    def __init__(self, code: str, *, bound: bool = False) -> None:
        self.code = code
        self.bound = bound

    def read(self, value: object) -> bool:
        """Return true."""
        if not isinstance(value, bool):
            raise Misfit("wrong_type", kind_of(value), "true")
        if not value:
            raise Misfit(self.code, "false", "true")
        return value

    def schema(self) -> JsonSchema:
        """The constant true."""
        return {"const": True}


class OneOf:
    """
    One word of a closed list.
    """

    def __init__(self, words: tuple[str, ...], *, bound: bool = True) -> None:
        self.words = words
        self.bound = bound

    def read(self, value: object) -> str:
        """Return the word."""
        if not isinstance(value, str):
            raise Misfit("wrong_type", kind_of(value), "string")
        if value not in self.words:
            shown = " or ".join(self.words) if len(self.words) <= 8 else one_of(self.words, "words")
            raise Misfit("not_listed", "another word", shown)
        return value

    def schema(self) -> JsonSchema:
        """An enumeration, or a constant where there is one word."""
        return {"const": self.words[0]} if len(self.words) == 1 else {"enum": list(self.words)}


class Pattern:
    """
    A string that one regular expression matches as a whole, named in plain words for messages.
    """

    def __init__(self, pattern: str, name: str, *, bound: bool = False) -> None:
        self.pattern = pattern
        self.name = name
        self.bound = bound

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    def read(self, value: object) -> str:
        """Return the string."""
        if not isinstance(value, str):
            raise Misfit("wrong_type", kind_of(value), self.name)
        if not self._compiled.fullmatch(value):
            raise Misfit("wrong_format", "another form", self.name)
        return value

    def schema(self) -> JsonSchema:
        """A string with its pattern."""
        return {"type": "string", "pattern": f"^(?:{self.pattern})$"}


class Day:
    """
    A calendar day, exactly ASCII `YYYY-MM-DD`. It is never turned into an instant.
    """

    def __init__(self, *, bound: bool = True) -> None:
        self.bound = bound

    def read(self, value: object) -> date:
        """Return the day."""
        required = "day as YYYY-MM-DD"
        if not isinstance(value, str):
            raise Misfit("wrong_type", kind_of(value), required)
        if not _DAY.fullmatch(value):
            raise Misfit("wrong_format", "another form", required)
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise Misfit("wrong_format", "a day that does not exist", required) from None

    def schema(self) -> JsonSchema:
        """A string in the date format."""
        return {"type": "string", "format": "date", "pattern": f"^{_DAY.pattern}$"}


class Moment:
    """
    An instant as RFC 3339 has it, with `Z` or a numeric offset; a zone name or a missing offset does not fit.
    """

    def __init__(self, *, bound: bool = False) -> None:
        self.bound = bound

    def read(self, value: object) -> datetime:
        """Return the instant, aware of its offset. A leap second is read as the second before it."""
        required = "time with offset, as RFC 3339"
        if not isinstance(value, str):
            raise Misfit("wrong_type", kind_of(value), required)
        if not _MOMENT.fullmatch(value):
            raise Misfit("wrong_format", "another form", required)
        leap = value[17:19] == "60"
        try:
            moment = datetime.fromisoformat((f"{value[:17]}59{value[19:]}" if leap else value).upper())
            moment.astimezone(UTC)
        except (ValueError, OverflowError):
            raise Misfit("wrong_format", "a time that does not exist", required) from None
        return moment

    def schema(self) -> JsonSchema:
        """A string in the date-time format."""
        return {"type": "string", "format": "date-time"}


class Nullable:
    """
    Null, or what the inner shape reads.
    """

    def __init__(self, inner: Shape) -> None:
        self.inner = inner

    @property
    def bound(self) -> bool:
        """As the inner shape."""
        return self.inner.bound

    def read(self, value: object) -> object:
        """Return None for null."""
        return None if value is None else self.inner.read(value)

    def schema(self) -> JsonSchema:
        """The inner schema or null."""
        return {"anyOf": [self.inner.schema(), {"type": "null"}]}


def is_closed(shape: Shape) -> bool:
    """
    True for single values of a closed type: few, short, and no words or names.
    """
    inner = shape.inner if isinstance(shape, Nullable) else shape
    return isinstance(inner, Always | Day | Flag | Integer | Number | OneOf)


def _described(meaning: str) -> JsonSchema:
    return {"description": meaning} if meaning else {}


def _json_number(value: Decimal | int) -> int | float:
    """
    A bound for a printed schema only; no measured value passes here.
    """
    return int(value) if value == int(value) else float(value)
