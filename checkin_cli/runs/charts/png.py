"""
A scene as PNG, through Pillow: twice the size of the SVG, its edges smoothed.
"""

import importlib.util
import io
from pathlib import Path as File
from typing import TYPE_CHECKING, assert_never

from checkin_cli.errors import Place, UsageError, printable
from checkin_cli.runs.charts.scene import Anchor, Dot, Ink, Label, Path, Point, Scene, flat
from checkin_cli.runs.inputs import show

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

_SCALE = 2
_FINE = 3
"""
Shapes are drawn this much larger and then reduced, which smooths their edges.
"""

_FACES = 10
"""
Of one file, at most: a collection holds one a country and style.
"""

_ANCHORS = {Anchor.start: "ls", Anchor.middle: "ms", Anchor.end: "rs"}


def check_pillow() -> None:
    """
    Raise `UsageError` where Pillow is missing.
    """
    if importlib.util.find_spec("PIL") is None:
        raise _no_pillow()


def _no_pillow() -> UsageError:
    return UsageError("chart_extra_missing", "no Pillow", "the extra chart")


def png(scene: Scene, font: File) -> bytes:
    """
    The drawing as one file. Raises `UsageError` where Pillow is missing.
    """
    try:
        from PIL import Image, ImageDraw
        from PIL.PngImagePlugin import PngInfo
    except ImportError:
        raise _no_pillow() from None
    large = _SCALE * _FINE
    canvas = Image.new("RGB", (scene.width * large, scene.height * large), Ink.paper.value)
    draw = ImageDraw.Draw(canvas)
    labels = [shape for shape in flat(scene.shapes) if isinstance(shape, Label)]
    for shape in flat(scene.shapes):
        _shape(draw, shape, large)
    picture = canvas.reduce(_FINE)
    _labels(ImageDraw.Draw(picture), labels, font)
    said = PngInfo()
    said.add_itxt("Title", printable(scene.title), "ko")
    said.add_itxt("Description", printable(scene.description), "ko")
    file = io.BytesIO()
    picture.save(file, "PNG", pnginfo=said)
    return file.getvalue()


def _shape(draw: "ImageDraw", shape: Path | Dot | Label, scale: int) -> None:
    match shape:
        case Path():
            _path(draw, shape, scale)
        case Dot():
            (x, y), half = shape.center, shape.radius + shape.width / 2
            box = ((x - half) * scale, (y - half) * scale, (x + half) * scale, (y + half) * scale)
            draw.ellipse(box, shape.fill.value, shape.stroke.value, round(shape.width * scale))
        case Label():
            pass
        case _:
            assert_never(shape)


def _path(draw: "ImageDraw", path: Path, scale: int) -> None:
    points = [_scaled(point, scale) for point in path.points]
    if path.fill is not None:
        draw.polygon(points, path.fill.value)
    if path.stroke is not None:
        ring = [*points, *points[:2]] if path.closed else points
        draw.line(ring, path.stroke.value, round(path.width * scale), joint="curve")


def _scaled(point: Point, scale: int) -> Point:
    return point[0] * scale, point[1] * scale


def _labels(draw: "ImageDraw", labels: list[Label], font: File) -> None:
    for label in labels:
        face = _face(font, label.size * _SCALE)
        draw.text(_scaled(label.at, _SCALE), printable(label.text), label.ink.value, face, _ANCHORS[label.anchor])


def _face(font: File, size: int) -> "FreeTypeFont":
    """
    The Korean face of the file, where it holds those of several countries.
    """
    from PIL import ImageFont

    faces = []
    for index in range(_FACES):
        try:
            faces.append(ImageFont.truetype(str(font), size, index, layout_engine=ImageFont.Layout.BASIC))
        except OSError:
            break
    if not faces:
        raise UsageError("font_missing", "a font that cannot be read", "a font with Hangul", Place(show(str(font))))
    return next((face for face in faces if "KR" in (face.getname()[0] or "")), faces[0])
