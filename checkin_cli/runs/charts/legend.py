"""
The key above a chart: each sign beside its name, and only signs that the chart shows.
"""

import unicodedata
from collections.abc import Iterator

from checkin_cli.runs.charts import words
from checkin_cli.runs.charts.axis import WeightAxis
from checkin_cli.runs.charts.scene import Dot, Ink, Label, Path, Shape, diamond, triangle
from checkin_cli.runs.charts.values import ChartData

_SIZE = 12


def legend(chart: ChartData, axis: WeightAxis | None, x: float, y: float) -> Iterator[Shape]:
    """
    Draw the key from `x` on; `y` is the base line of its words. Without an axis there is nothing to explain.
    """
    for shapes, name in _entries(chart, axis, y - 4) if axis is not None else ():
        for shape in shapes:
            yield _moved(shape, x)
        yield Label((x + 26, y), name, _SIZE)
        x += 26 + _width(name) + 20


def _entries(chart: ChartData, axis: WeightAxis, y: float) -> Iterator[tuple[tuple[Path | Dot, ...], str]]:
    """
    Signs around the middle of a place that is 20 wide.
    """
    if chart.counted():
        yield (Dot((10, y), 2.6, Ink.paper, Ink.weight, 0.8),), words.WEIGH_IN
    if any(mean is not None for _, mean, _ in chart.means):
        yield (Path(((0, y), (20, y)), Ink.mean, 2.5), diamond((10, y), 6, Ink.mean)), words.MEAN
    if any(chart.fans()):
        corners = ((0, y), (20, y - 7), (20, y + 7))
        yield (Path(corners, Ink.edge, 1, Ink.goal, closed=True),), words.GOAL
    if chart.judged:
        yield (triangle((10, y), 5.5, Ink.judged, Ink.judged, up=True),), words.JUDGED
    held = {axis.holds(kilograms) for _, kilograms in chart.left_out()}
    if True in held:
        yield (Dot((10, y), 3.2, Ink.weight, Ink.paper),), words.EXCLUDED
    if False in held:
        yield (triangle((10, y), 4.5, Ink.weight, Ink.paper, up=True),), words.OFF_AXIS


def _moved(shape: Path | Dot, x: float) -> Path | Dot:
    if isinstance(shape, Dot):
        return Dot((shape.center[0] + x, shape.center[1]), shape.radius, shape.stroke, shape.fill, shape.width)
    points = tuple((at + x, y) for at, y in shape.points)
    return Path(points, shape.stroke, shape.width, shape.fill, shape.closed)


def _width(text: str) -> float:
    return sum(_SIZE * (1.0 if unicodedata.east_asian_width(char) == "W" else 0.58) for char in text)
