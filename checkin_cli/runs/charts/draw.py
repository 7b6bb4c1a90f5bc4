"""
A chart as the bytes of a file, by the ending of its name.
"""

from collections.abc import Sequence
from pathlib import Path

from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.charts.fonts import find_font, font_folders
from checkin_cli.runs.charts.layout import scene_of
from checkin_cli.runs.charts.png import check_pillow, png
from checkin_cli.runs.charts.svg import svg
from checkin_cli.runs.charts.values import ChartData
from checkin_cli.runs.inputs import show

ENDINGS = (".svg", ".png")


def check_drawable(name: str) -> None:
    """
    Raise `UsageError` for a name that `draw` would refuse on this machine, before there is anything to draw.
    """
    match Path(name).suffix.lower():
        case ".svg":
            pass
        case ".png":
            check_pillow()
            find_font(font_folders())
        case _:
            raise _unknown(name)


def draw(chart: ChartData, name: str, fonts: Sequence[Path] | None = None) -> bytes:
    """
    The chart for a file of this name. A PNG needs a font with Hangul, from `fonts` or the folders of the system.

    Raises `UsageError` for another ending, and where Pillow or such a font is missing.
    """
    match Path(name).suffix.lower():
        case ".svg":
            return svg(scene_of(chart))
        case ".png":
            return png(scene_of(chart), find_font(font_folders() if fonts is None else fonts))
        case _:
            raise _unknown(name)


def _unknown(name: str) -> UsageError:
    return UsageError("unknown_chart", "another ending", " or ".join(ENDINGS), Place(show(name)))
