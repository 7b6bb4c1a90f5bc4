"""
The files `weight-YYYY-MM-DD.json` of a Fitbit archive: a list of logs in pounds, with days as MM/DD/YY.

The archive names no unit; a log whose body mass index its weight in pounds cannot give is refused. Times name no zone,
and nothing says whether they are the person's or UTC. A log that was typed in has the time 23:59:59, which stands for
no time.
"""

import re
from collections.abc import Iterator
from datetime import time
from decimal import Decimal
from functools import partial

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.runs.imports.days import Clock, on_clock, time_of, us_day_of
from checkin_cli.runs.imports.interface import Entry, Format, Reading, Stated, each
from checkin_cli.runs.imports.units import Unit
from checkin_cli.selection.watched import open_regular

_LARGEST = 16 << 20
_START = re.compile(r'\s*\[\s*\{\s*"logId"\s*:')
_TYPED_IN = time(23, 59, 59)
_ABSURD = 10**9
_SHORTEST = Decimal("1.3")
"""
Metres. A weight in kilograms that is read as pounds makes a grown person look shorter than this.
"""


def recognises(start: str) -> bool:
    """
    True for a list of logs with a weight.
    """
    return bool(_START.match(start)) and '"weight"' in start


def read(path: str, stated: Stated) -> Iterator[Entry]:
    """
    Read every log.
    """
    with open_regular(path) as handle:
        raw = handle.read(_LARGEST + 1)
    if len(raw) > _LARGEST:
        raise DocumentRefused("document_too_large", "more bytes", f"at most {_LARGEST} bytes a month of logs")
    logs = parse_json(decode_utf8(raw))
    if not isinstance(logs, list):
        raise DocumentRefused("row_unreadable", "no list", "the list of logs of a Fitbit archive")
    places = (Place(path=f"$[{index}]") for index in range(len(logs)))
    return each(zip(places, logs, strict=True), partial(_reading, stated))


def _reading(stated: Stated, log: object) -> Reading:
    match log:
        # True counts as a whole number to Python, not to anybody else.
        case {"weight": bool()}:
            raise _no_log()
        case {"weight": int() | Decimal() as weight, "date": str() as date, "time": str() as wall, **rest}:
            number = Decimal(weight)
        case _:
            raise _no_log()
    if not 0 <= number < _ABSURD:
        raise DocumentRefused("out_of_range", "a number outside the range", "a weight")
    unit = stated.unit or Unit.lb
    _check_bmi(unit.kilograms(number), rest.get("bmi"))
    day, clock = us_day_of(date), stated.clock or Clock.either
    typed_in = time_of(wall) == _TYPED_IN
    day, at = (day, None) if typed_in else on_clock(day, time_of(wall), clock)
    return Reading(number, unit, day, at)


def _no_log() -> DocumentRefused:
    return DocumentRefused("row_unreadable", "no log of a weight", "weight, date and time")


def _check_bmi(kilograms: Decimal, bmi: object) -> None:
    """
    A body mass index is kilograms by metres squared, so beside a weight it tells the height that was meant.
    """
    if not isinstance(bmi, int | Decimal) or not 0 < bmi < _ABSURD:
        return
    if kilograms < _SHORTEST * _SHORTEST * bmi:
        raise DocumentRefused("unit_unclear", "a body mass index that the weight in pounds cannot have", "pounds")


FORMAT = Format("fitbit", recognises, read)
