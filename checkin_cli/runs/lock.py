"""
Check doctrine files and approve their bytes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.doctrine import LOCK_NAME, Doctrine, compile_doctrine, whole_digest, write_lock
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.load import bundled_folder, read_approved
from checkin_cli.proofreading import Finding
from checkin_cli.runs.files import unwritable

Proofreader = Callable[[Path, Doctrine], list[Finding]]
"""
Reads every string of a doctrine; the folder is where else to look.
"""


@dataclass(frozen=True, slots=True)
class LockReport:
    """
    What was approved, or the findings that stood in the way.
    """

    files: int
    digest: str
    changed: bool
    findings: tuple[Finding, ...] = ()


def lock_doctrine(folder: Path | None, proofread: Proofreader, checks: str) -> LockReport:
    """
    Write the lock of a doctrine folder after everything in it was checked; `checks` names the copy checks.

    Raises `UsageError` for doctrine that a render would refuse to load.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    digest = whole_digest(contents)
    doctrine = build_doctrine(where, contents, digest)
    findings = tuple(proofread(where, doctrine))
    if findings:
        return LockReport(len(contents), digest, changed=False, findings=findings)
    try:
        written = write_lock(where, contents, compile_doctrine(doctrine), checks)
    except OSError:
        raise unwritable(where / LOCK_NAME) from None
    return LockReport(len(contents), digest, changed=written is not None)
