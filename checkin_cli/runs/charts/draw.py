"""
A chart as the bytes of a file, by the ending of its name.
"""

from collections.abc import Sequence
from pathlib import Path

from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.charts.fonts import find_font, font_folders
from checkin_cli.runs.charts.layout import scene_of
from checkin_cli.runs.charts.png import png
from checkin_cli.runs.charts.svg import svg
from checkin_cli.runs.charts.values import ChartData
from checkin_cli.runs.inputs import show

ENDINGS = (".svg", ".png")


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
            raise UsageError("unknown_chart", "another ending", " or ".join(ENDINGS), Place(show(name)))
