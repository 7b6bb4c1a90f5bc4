"""
A chart in lines of text for a terminal: time runs down, one line a week, weight to the right.

Signs are of one cell in every terminal, so the lines stand under each other in Korean ones too.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal, localcontext

from checkin_cli.numbers import round_half_away
from checkin_cli.rendering.words import NOT_RECORDED
from checkin_cli.runs.charts import words
from checkin_cli.runs.charts.axis import WeightAxis, weight_axis
from checkin_cli.runs.charts.values import WEEK, ChartData

_CELLS = 48
_DAY, _MEAN = 7, 10
_MOST_TICKS = 10


@dataclass(frozen=True, slots=True)
class _Signs:
    goal: str
    weight: str
    left_out: str
    mean: str
    judged: str = "*"

    def all(self) -> str:
        return self.goal + self.weight + self.left_out + self.mean + self.judged


_BLOCKS = _Signs("░", "▪", "◦", "▐")
_ASCII = _Signs("-", ".", "o", "#")


def terminal_chart(chart: ChartData, encoding: str = "utf-8") -> str:
    """
    The chart, no line wider than 72 cells.

    Block characters where the encoding has them, else ASCII; Korean words where it has those, else English ones.
    """
    with localcontext(Context()):
        return _chart(chart, encoding)


def _chart(chart: ChartData, encoding: str) -> str:
    signs = _BLOCKS if _encodes(_BLOCKS.all(), encoding) else _ASCII
    korean = _encodes(words.WEIGHT + NOT_RECORDED, encoding)
    lines = [*_rows(chart, signs, korean=korean), *_key(chart, signs, korean=korean)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _rows(chart: ChartData, signs: _Signs, *, korean: bool) -> Iterator[str]:
    if chart.is_empty():
        yield NOT_RECORDED if korean else "none"
        return
    axis = weight_axis(chart, _MOST_TICKS)
    yield _pad(words.WEIGHT if korean else "kg", _DAY + _MEAN) + _scale(axis)
    means = {start: mean for start, mean, _ in chart.means}
    judged = {start for start, _ in chart.judged}
    for start in chart.weeks():
        mean = means.get(start)
        day = words.short_day(start) + (signs.judged if start in judged else "")
        value = f"{round_half_away(mean):f}" if mean is not None else NOT_RECORDED if korean else "none"
        yield _pad(day, _DAY) + _pad(value, _MEAN) + _cells(chart, axis, start, signs)


def _cells(chart: ChartData, axis: WeightAxis, start: date, signs: _Signs) -> str:
    """
    One week from left to right. What matters more is drawn over what matters less.
    """
    cells = [" "] * _CELLS
    for before, _, low, high in chart.fans():
        if before + WEEK == start:
            for cell in range(_cell(axis, low), _cell(axis, high) + 1):
                cells[cell] = signs.goal
    for entries, sign in ((chart.counted(), signs.weight), (chart.left_out(), signs.left_out)):
        for day, kilograms in entries:
            if start <= day < start + WEEK:
                off = ">" if kilograms > axis.high else "<" if kilograms < axis.low else sign
                cells[_cell(axis, kilograms)] = off
    for first, mean, _ in chart.means:
        if first == start and mean is not None:
            cells[_cell(axis, mean)] = signs.mean
    return "".join(cells)


def _cell(axis: WeightAxis, kilograms: Decimal) -> int:
    """
    The cell of a weight; one that is off the axis stands at its end.
    """
    return min(max(round(axis.share(kilograms) * (_CELLS - 1)), 0), _CELLS - 1)


def _scale(axis: WeightAxis) -> str:
    """
    The round weights, each beginning at its cell; one that would touch the one before is left out.
    """
    line = ""
    for value in axis.ticks():
        cell = _cell(axis, value)
        if not line or len(line) < cell:
            line = line.ljust(cell) + f"{value:f}"
    return line


def _key(chart: ChartData, signs: _Signs, *, korean: bool) -> Iterator[str]:
    axis = None if chart.is_empty() else weight_axis(chart, _MOST_TICKS)
    held = {axis.holds(kilograms) for _, kilograms in chart.left_out()} if axis is not None else set()
    names = (
        (signs.weight, words.WEIGH_IN, "weight", bool(chart.counted())),
        (signs.mean, words.MEAN, "weekly mean", any(mean is not None for _, mean, _ in chart.means)),
        (signs.goal, words.GOAL, "goal range", any(chart.fans())),
        (signs.judged, words.JUDGED, "judged week", bool(chart.judged)),
        (signs.left_out, words.EXCLUDED, "excluded", True in held),
    )
    shown = [f"{sign} {named if korean else plain}" for sign, named, plain, is_shown in names if is_shown]
    if shown:
        yield "  ".join(shown)
    if False in held:
        yield f"<> {words.OFF_AXIS if korean else 'excluded, off the axis'}"
    if chart.judged and korean:
        yield f"{signs.judged} {words.judged(*max(chart.judged))}"


def _pad(text: str, width: int) -> str:
    cells = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
    return text + " " * (width - cells)


def _encodes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
