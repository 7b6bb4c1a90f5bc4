"""
A scene as SVG: written by hand, with a title and a description for screen readers.
"""

from collections.abc import Iterator
from html import escape
from typing import assert_never

from checkin_cli.errors import printable
from checkin_cli.runs.charts.scene import Dot, Ink, Label, Mark, Path, Scene, Shape

_FONTS = "'Noto Sans CJK KR','Noto Sans KR',NanumGothic,'Apple SD Gothic Neo','Malgun Gothic',sans-serif"


def svg(scene: Scene) -> bytes:
    """
    The drawing as one file. Its font is the first of a list that the reader's machine has.
    """
    return "".join(f"{line}\n" for line in _lines(scene)).encode()


def _lines(scene: Scene) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{scene.width}" height="{scene.height}" '
        f'viewBox="0 0 {scene.width} {scene.height}" lang="ko" role="img" '
        f'aria-labelledby="chart-title chart-description" font-family="{_FONTS}">'
    )
    yield f'<title id="chart-title">{_text(scene.title)}</title>'
    yield f'<desc id="chart-description">{_text(scene.description)}</desc>'
    # Painted, so that the chart reads on a dark page as it does on paper.
    yield f'<rect width="{scene.width}" height="{scene.height}" fill="{Ink.paper.value}"/>'
    for shape in scene.shapes:
        yield _element(shape)
    yield "</svg>"


def _element(shape: Shape) -> str:
    match shape:
        case Mark():
            inside = "".join(map(_element, shape.shapes))
            return f"<g><title>{_text(shape.words)}</title>{inside}</g>"
        case Path():
            return _path(shape)
        case Dot():
            x, y = map(_place, shape.center)
            paint = f'fill="{shape.fill.value}" stroke="{shape.stroke.value}" stroke-width="{shape.width:g}"'
            return f'<circle cx="{x}" cy="{y}" r="{shape.radius:g}" {paint}/>'
        case Label():
            x, y = map(_place, shape.at)
            paint = f'font-size="{shape.size}" text-anchor="{shape.anchor.value}" fill="{shape.ink.value}"'
            return f'<text x="{x}" y="{y}" {paint}>{_text(shape.text)}</text>'
        case _:
            assert_never(shape)


def _path(path: Path) -> str:
    steps = " ".join(f"{_place(x)},{_place(y)}" for x, y in path.points)
    name = "polygon" if path.closed else "polyline"
    fill = path.fill.value if path.fill else "none"
    stroke = f' stroke="{path.stroke.value}" stroke-width="{path.width:g}"' if path.stroke else ""
    return f'<{name} points="{steps}" fill="{fill}"{stroke} stroke-linejoin="round"/>'


def _place(value: float) -> str:
    return f"{value:.1f}"


def _text(text: str) -> str:
    return escape(printable(text), quote=False)
