"""
Chart data to a scene: what is drawn where.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Context, Decimal, localcontext

from checkin_cli.numbers import quantity
from checkin_cli.rendering.words import NOT_RECORDED
from checkin_cli.runs.charts import words
from checkin_cli.runs.charts.axis import WeightAxis, weight_axis
from checkin_cli.runs.charts.legend import legend
from checkin_cli.runs.charts.scene import Anchor, Dot, Ink, Label, Mark, Path, Point, Scene, Shape, diamond, triangle
from checkin_cli.runs.charts.values import WEEK, ChartData

WIDTH, HEIGHT = 760, 440
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 740.0, 84.0, 372.0
_MOST_TICKS = 8
_LABEL_WIDTH = 46
_GAP_WIDTH = 58
_MIDDLE = timedelta(days=3)
"""
From the first day of a week to its fourth: where its mean stands.
"""


def scene_of(chart: ChartData) -> Scene:
    """
    The drawing of a chart. Lines and bands join only weeks that follow each other.
    """
    # Whatever the caller's decimal context is, the places are the same.
    with localcontext(Context()):
        return _scene(chart)


def _scene(chart: ChartData) -> Scene:
    axis = None if chart.is_empty() else weight_axis(chart, _MOST_TICKS)
    shapes: list[Shape] = [*_frame(chart, axis)]
    if axis is None:
        shapes.append(Label(((_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2), NOT_RECORDED, 15, Anchor.middle))
    else:
        plot = _Plot(axis, tuple(chart.weeks()))
        shapes += _grid(plot)
        for part in (_goal, _mean_lines, _weigh_ins, _means, _gaps, _left_out, _judged):
            shapes += part(chart, plot)
    return Scene(WIDTH, HEIGHT, f"{words.WEIGHT} {words.span(chart)}", words.description(chart), tuple(shapes))


@dataclass(frozen=True, slots=True)
class _Plot:
    """
    Days and kilograms to places.
    """

    axis: WeightAxis
    weeks: tuple[date, ...]

    def x(self, day: date, share: float = 0.5) -> float:
        days = (day - self.weeks[0]).days + share
        return _LEFT + (_RIGHT - _LEFT) * days / (7 * len(self.weeks))

    def y(self, kilograms: Decimal) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * self.axis.share(kilograms)

    def size(self, largest: float) -> float:
        """
        The size of a sign, smaller where weeks are narrow.
        """
        return largest * min(1.0, max(0.4, (self.x(self.weeks[0] + WEEK) - self.x(self.weeks[0])) / 24))

    def point(self, day: date, kilograms: Decimal) -> Point:
        return self.x(day), self.y(kilograms)

    def mean(self, start: date, kilograms: Decimal) -> Point:
        return self.point(start + _MIDDLE, kilograms)


def _frame(chart: ChartData, axis: WeightAxis | None) -> Iterator[Shape]:
    yield Label((16, 30), words.WEIGHT, 16)
    if chart.weeks():
        yield Label((_RIGHT, 30), words.span(chart), 13, Anchor.end)
    yield from legend(chart, axis, 16, 60)
    if chart.judged:
        yield Label((16, HEIGHT - 16), words.judged(*max(chart.judged)), 13)


def _grid(plot: _Plot) -> Iterator[Shape]:
    for value in plot.axis.ticks():
        y = plot.y(value)
        yield Path(((_LEFT, y), (_RIGHT, y)), Ink.grid)
        yield Label((_LEFT - 8, y + 4), f"{value:f}", 12, Anchor.end)
    yield Path(((_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)), Ink.axis)
    every = -(-_LABEL_WIDTH * len(plot.weeks) // int(_RIGHT - _LEFT)) or 1
    year: int | None = None
    for start in plot.weeks[::every]:
        x = plot.x(start, 0)
        yield Path(((x, _BOTTOM), (x, _BOTTOM + 5)), Ink.axis)
        yield Label((x, _BOTTOM + 20), words.short_day(start), 12, Anchor.middle)
        if start.year != year and plot.weeks[0].year != plot.weeks[-1].year:
            yield Label((x, _BOTTOM + 36), str(start.year), 11, Anchor.middle)
        year = start.year


def _goal(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    for start, mean, low, high in chart.fans():
        tip, after = plot.mean(start, mean), start + WEEK
        below, above = plot.mean(after, low), plot.mean(after, high)
        yield Path((tip, above, below), None, 1, Ink.goal, closed=True)
        if plot.size(1) < 1:
            # The edges of narrow ones would hide the means.
            continue
        yield Path((tip, above), Ink.edge)
        yield Path((tip, below), Ink.edge)
        yield Path((above, below), Ink.edge)


def _mean_lines(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    for start, mean, after in chart.pairs():
        yield Path((plot.mean(start, mean), plot.mean(start + WEEK, after)), Ink.mean, plot.size(2.5))


def _weigh_ins(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    for day, kilograms in chart.counted():
        dot = Dot(plot.point(day, kilograms), plot.size(2.6), Ink.paper, Ink.weight, plot.size(0.8))
        yield Mark(words.weighed(day, kilograms), (dot,))


def _means(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    for start, kilograms, count in chart.means:
        if kilograms is not None:
            sign = diamond(plot.mean(start, kilograms), plot.size(6), Ink.mean)
            yield Mark(words.averaged(start, kilograms, count), (sign,))


def _gaps(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    """
    A week without a mean says so, where its width has room for the words.
    """
    if plot.x(plot.weeks[0] + WEEK) - plot.x(plot.weeks[0]) < _GAP_WIDTH:
        return
    for start, kilograms, _ in chart.means:
        if kilograms is None:
            yield Label((plot.x(start + _MIDDLE), _BOTTOM - 14), NOT_RECORDED, 12, Anchor.middle)


def _left_out(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    """
    Excluded weigh-ins are hollow; one that is off the axis is an arrow at its end, with its weight.
    """
    for day, kilograms in chart.left_out():
        said = f"{words.EXCLUDED} {words.weighed(day, kilograms)}"
        if plot.axis.holds(kilograms):
            yield Mark(said, (Dot(plot.point(day, kilograms), 3.2, Ink.weight, Ink.paper),))
            continue
        up = kilograms > plot.axis.high
        x, y = plot.x(day), _TOP + 5 if up else _BOTTOM - 5
        near_end = x > _RIGHT - _LABEL_WIDTH
        yield Mark(said, (triangle((x, y), 4.5, Ink.weight, Ink.paper, up=up),))
        anchor = Anchor.end if near_end else Anchor.start
        yield Label((x - 8 if near_end else x + 8, y + 4), quantity(kilograms, "kg"), 11, anchor)


def _judged(chart: ChartData, plot: _Plot) -> Iterator[Shape]:
    for start, verdict in chart.judged:
        center = (plot.x(start + _MIDDLE), _BOTTOM - 1)
        yield Mark(words.judged(start, verdict), (triangle(center, plot.size(5.5), Ink.judged, Ink.judged, up=True),))
