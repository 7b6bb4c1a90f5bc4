"""
The bundled cases, and ways to change their goldens.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

DAY, HELD, CARD, WEEK = "day-with-everything", "day-held", "card-with-a-candidate", "weeks/in-range"


def changed_bytes(path: Path, edit: Callable[[bytes], bytes]) -> None:
    """Change a file, which must change."""
    raw = path.read_bytes()
    assert edit(raw) != raw
    path.write_bytes(edit(raw))


def change(path: Path, old: str, new: str) -> None:
    """Change words of a file."""
    changed_bytes(path, lambda raw: raw.replace(old.encode(), new.encode()))


def many(folder: Path, count: int) -> list[str]:
    """Cases that are one another's equals, accepted as they are."""
    for number in range(count):
        for ending in (".json", ".golden.txt", ".golden.receipt.json"):
            shutil.copy(folder / f"{DAY}{ending}", folder / f"{number:02}{ending}")
    return [f"{number:02}" for number in range(count)]


def state(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Every file with its inode, its time and its bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns, path.read_bytes()) for path in files}
