"""
Approved doctrine, loaded for a run.
"""

import re
from pathlib import Path

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine.compiled import read_compiled
from checkin_cli.doctrine.lock import COMPILED_NAME, Lock, approved_files, check_compiled, check_lock
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.errors import Place, UsageError, printable

_NAME = re.compile(r"(?:(?:atoms/)?[a-z0-9][a-z0-9_-]*\.toml|prompts/[a-z]+\.md)")


def read_approved(folder: Path) -> dict[str, bytes]:
    """
    The bytes of every approved file; nothing else in the folder is opened.
    """
    contents: dict[str, bytes] = {}
    for name in approved_files(folder):
        path = folder / name
        try:
            # A named pipe would be waited for without end.
            raw = path.read_bytes() if path.is_file() else None
        except OSError:
            raw = None
        place = Place(printable(str(path)))
        if not _NAME.fullmatch(name):
            raise UsageError("doctrine_invalid", "another file name", "a name of a-z, 0-9 and dashes", place)
        if raw is None:
            raise UsageError("doctrine_invalid", "no readable file", "a doctrine file", place)
        contents[name] = raw
    return contents


def load_doctrine(folder: Path | None = None) -> Doctrine:
    """
    Load approved doctrine: its compiled form, or the TOML files where there is none of this version.

    Raises `UsageError` for bytes that the lock does not name, and for anything that could surprise a later render.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    lock = check_lock(where, contents)
    compiled = _load_compiled(where, lock)
    if compiled is not None:
        return compiled
    from checkin_cli.doctrine.build import build_doctrine

    return build_doctrine(where, contents, lock.whole)


def _load_compiled(folder: Path, lock: Lock) -> Doctrine | None:
    path = folder / COMPILED_NAME
    try:
        raw = path.read_bytes()
    except OSError:
        # The TOML files are approved by themselves, and say the same.
        return None
    check_compiled(folder, raw, lock)
    try:
        return read_compiled(raw, lock.files, lock.whole)
    except ValueError:
        place = Place(printable(str(path)))
        raise UsageError("doctrine_invalid", "no compiled doctrine", "what doctrine lock writes", place) from None
