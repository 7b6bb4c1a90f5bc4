"""
The files of the substrate. They stand outside the lock: no word of them can reach a copy.
"""

from pathlib import Path

from checkin_cli.bundled import bundled_folder

RULES = "rules.md"

_read: dict[Path, str] = {}


def load_part(name: str, folder: Path | None = None) -> str | None:
    """
    The text of one file below `prompts/` of a doctrine folder, without blanks around it; None where there is none.

    A file that cannot be read, is blank or is not UTF-8 counts as none. What was read once is not read again before
    `clear_cache`; what was not there is looked for each time.
    """
    path = _path(name, folder)
    text = _read.get(path) or _on_disk(path)
    if text is not None:
        _read[path] = text
    return text


def rules_present(folder: Path | None = None) -> bool:
    """
    True if the rules can be read at this moment. Looks at the disk each time, whatever was read before.
    """
    return _on_disk(_path(RULES, folder)) is not None


def clear_cache() -> None:
    """
    Forget what was read.
    """
    _read.clear()


def _path(name: str, folder: Path | None) -> Path:
    return (folder or bundled_folder()).absolute() / "prompts" / name


def _on_disk(path: Path) -> str | None:
    try:
        # A named pipe would be waited for without end.
        return (path.read_bytes().decode("utf-8").strip() or None) if path.is_file() else None
    except (OSError, UnicodeDecodeError):
        return None
