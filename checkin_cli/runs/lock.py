"""
Check doctrine files and approve their bytes.
"""

from dataclasses import dataclass
from pathlib import Path

from checkin_cli.doctrine import LOCK_NAME, whole_digest, write_lock
from checkin_cli.doctrine.load import build_doctrine, bundled_folder, read_approved
from checkin_cli.runs.files import unwritable


@dataclass(frozen=True, slots=True)
class LockReport:
    """
    What was approved.
    """

    files: int
    digest: str
    changed: bool


def lock_doctrine(folder: Path | None) -> LockReport:
    """
    Write the lock of a doctrine folder after everything in it was checked.

    Raises `UsageError` for doctrine that a render would refuse to load.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    digest = whole_digest(contents)
    build_doctrine(where, contents, digest)
    try:
        changed = write_lock(where, contents)
    except OSError:
        raise unwritable(where / LOCK_NAME) from None
    return LockReport(len(contents), digest, changed)
