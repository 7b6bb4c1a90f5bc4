"""
A drawing as a list of shapes, from back to front, in units that are pixels of the SVG.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

Point = tuple[float, float]


class Ink(Enum):
    """
    The colours: each thing also has a shape of its own, so that grey paper loses nothing.
    """

    paper = "#ffffff"
    grid = "#e3e6eb"
    axis = "#8a929e"
    text = "#333b47"
    weight = "#5b6573"
    mean = "#0b57b0"
    goal = "#fbe9bd"
    edge = "#c08a1e"
    judged = "#93276f"


class Anchor(Enum):
    """
    Which end of a text stands at its place, by the word of SVG.
    """

    start = "start"
    middle = "middle"
    end = "end"


@dataclass(frozen=True, slots=True)
class Path:
    """
    A line through points, or the outline of an area.
    """

    points: tuple[Point, ...]
    stroke: Ink | None = None
    width: float = 1
    fill: Ink | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """
    A circle.
    """

    center: Point
    radius: float
    stroke: Ink
    fill: Ink
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Label:
    """
    A line of text; its place is at the base line.
    """

    at: Point
    text: str
    size: int = 13
    anchor: Anchor = Anchor.start
    ink: Ink = Ink.text


@dataclass(frozen=True, slots=True)
class Mark:
    """
    Shapes of one thing, with what it is in words.
    """

    words: str
    shapes: tuple[Path | Dot, ...]


Shape = Path | Dot | Label | Mark


@dataclass(frozen=True, slots=True)
class Scene:
    """
    A whole drawing, with what it says in words.
    """

    width: int
    height: int
    title: str
    description: str
    shapes: tuple[Shape, ...]


def diamond(center: Point, radius: float, fill: Ink) -> Path:
    """
    A square on its corner.
    """
    x, y = center
    corners = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
    return Path(corners, Ink.mean, 1.5, fill, closed=True)


def triangle(center: Point, radius: float, stroke: Ink, fill: Ink, *, up: bool) -> Path:
    """
    A triangle that points up or down.
    """
    x, y = center
    tip = -radius if up else radius
    return Path(((x, y + tip), (x + radius, y - tip), (x - radius, y - tip)), stroke, 1.5, fill, closed=True)


def flat(shapes: Iterable[Shape]) -> Iterable[Path | Dot | Label]:
    """
    The same shapes without the words around them.
    """
    for shape in shapes:
        if isinstance(shape, Mark):
            yield from shape.shapes
        else:
            yield shape
