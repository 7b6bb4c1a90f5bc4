"""
Find a font of this machine that has Hangul.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from checkin_cli.errors import UsageError

NAMES = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansCJKkr-Regular.otf",
    "NotoSansKR-Regular.otf",
    "NotoSansKR-Regular.ttf",
    "NotoSansKR[wght].ttf",
    "NanumGothic.ttf",
    "NanumBarunGothic.ttf",
    "AppleSDGothicNeo.ttc",
    "malgun.ttf",
)
"""
Files that hold such a font, the best first.
"""


def find_font(folders: Sequence[Path]) -> Path:
    """
    The best of `NAMES` in the folders and below them. Raises `UsageError` where there is none.
    """
    found: dict[str, Path] = {}
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                found.setdefault(name.lower(), Path(parent) / name)
    for name in NAMES:
        if name.lower() in found:
            return found[name.lower()]
    raise UsageError("font_missing", "no font with Hangul", "Noto Sans CJK, NanumGothic, Apple SD Gothic Neo or Malgun")


def font_folders() -> tuple[Path, ...]:
    """
    Where systems keep fonts: this user's before everybody's.
    """
    return tuple(_folders())


def _folders() -> Iterator[Path]:
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  # a machine without a home is no error here
    yield from (home / ".local/share/fonts", home / ".fonts", home / "Library/Fonts")
    yield from map(Path, ("/usr/local/share/fonts", "/usr/share/fonts", "/Library/Fonts", "/System/Library/Fonts"))
    if windows := os.environ.get("WINDIR"):
        yield Path(windows) / "Fonts"
