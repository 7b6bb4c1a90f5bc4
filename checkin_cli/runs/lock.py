"""
Check doctrine files and approve their bytes.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import COMPILED_NAME, LOCK_NAME, Doctrine, compile_doctrine, files_digest, lock_of
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.load import read_approved
from checkin_cli.proofreading import Finding
from checkin_cli.runs.files import differs, replacing

Proofreader = Callable[[Path, Doctrine], list[Finding]]
"""
Reads every string of a doctrine; the folder is where else to look.
"""


@dataclass(frozen=True, slots=True)
class LockReport:
    """
    What was approved, or the findings that stood in the way.
    """

    folder: Path
    files: int
    digest: str
    changed: bool
    findings: tuple[Finding, ...] = ()


def lock_doctrine(folder: Path | None, proofread: Proofreader, checks: str) -> LockReport:
    """
    Write the lock of a doctrine folder after everything in it was checked; `checks` names the copy checks.

    Each file is written whole or not at all, the lock last: until it stands, the old one refuses the new bytes.
    Raises `UsageError` for files that make no doctrine, `OutputError` for a folder that cannot be written.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    doctrine = build_doctrine(where, contents, "")
    findings = tuple(proofread(where, doctrine))
    compiled = compile_doctrine(doctrine, files_digest(contents))
    lock = lock_of(contents, hashlib.sha256(compiled).hexdigest(), checks)
    changed = False
    if not findings:
        for name, raw in ((COMPILED_NAME, compiled), (LOCK_NAME, lock.text.encode("ascii"))):
            changed |= _write(where / name, raw)
    return LockReport(where, len(contents), lock.whole, changed, findings)


def _write(path: Path, raw: bytes) -> bool:
    if path.exists() and not differs(path, raw):
        return False
    with replacing(path, force=True, private=False) as file:
        file.write(raw)
    return True
