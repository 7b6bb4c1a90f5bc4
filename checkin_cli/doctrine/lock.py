"""
The lock: which bytes of the doctrine were approved.

    <sha256>  atoms/daily.toml
    ...
    <sha256>  whole
    <sha256>  compiled.json
    <tools>  checks

The digest of the whole is taken over the lines above it, so a receipt can name the doctrine in one value. Below it
stand the digest of the compiled form and the version of the copy checks that passed.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import Place, UsageError

LOCK_NAME = "doctrine.lock"
COMPILED_NAME = "compiled.json"
_WHOLE = "whole"
_CHECKS = "checks"
_APPROVED = (
    "actions.toml",
    "choi-coach-public-doctrine.toml",
    "nutrition-doctrine.toml",
    "playbooks.toml",
    "sources.toml",
    "tone.toml",
)


def approved_files(folder: Path) -> list[str]:
    """
    The names of the files that a render may open, in the order of the lock.
    """
    return [*sorted(f"atoms/{path.name}" for path in (folder / "atoms").glob("*.toml")), *_APPROVED]


@dataclass(frozen=True, slots=True)
class Lock:
    """
    What was approved.
    """

    whole: str
    compiled: str
    checks: str
    """
    The copy checks that passed, with the versions of their tools.
    """

    def text(self, contents: Mapping[str, bytes]) -> str:
        """
        The lock of the given files, as it is written.
        """
        above = _file_lines(contents)
        return f"{above}{self.whole}  {_WHOLE}\n{self.compiled}  {COMPILED_NAME}\n{self.checks}  {_CHECKS}\n"


def check_lock(folder: Path, contents: Mapping[str, bytes]) -> Lock:
    """
    Return the lock, or raise `UsageError` naming the first file whose bytes were not approved.
    """
    path = folder / LOCK_NAME
    try:
        text = path.read_bytes().decode("ascii")
    except (OSError, UnicodeDecodeError):
        raise _unlocked(path, "no readable lock", "a lock of the approved bytes") from None
    lines = (line.partition("  ") for line in text.splitlines())
    locked = {name: digest for digest, _, name in lines}
    for name, raw in contents.items():
        if locked.get(name) != hashlib.sha256(raw).hexdigest():
            raise _unlocked(folder / name, "bytes that were not approved", "the bytes of the lock")
    for name in locked.keys() - contents.keys() - {_WHOLE, COMPILED_NAME, _CHECKS}:
        raise _unlocked(folder / name, "no such file", "a file that the lock names")
    lock = Lock(whole_digest(contents), locked.get(COMPILED_NAME, ""), locked.get(_CHECKS, ""))
    if text != lock.text(contents) or not lock.compiled or not lock.checks:
        raise _unlocked(path, "another lock than these files give", "a lock of the approved bytes")
    return lock


def check_compiled(folder: Path, raw: bytes, lock: Lock) -> None:
    """
    Raise `UsageError` for a compiled form with other bytes than those approved.
    """
    if hashlib.sha256(raw).hexdigest() != lock.compiled:
        raise _unlocked(folder / COMPILED_NAME, "bytes that were not approved", "the bytes of the lock")


def whole_digest(contents: Mapping[str, bytes]) -> str:
    """
    The digest of the whole, as the lock and receipts carry it.
    """
    return hashlib.sha256(_file_lines(contents).encode("ascii")).hexdigest()


def write_lock(folder: Path, contents: Mapping[str, bytes], compiled: bytes, checks: str) -> Lock | None:
    """
    Approve the given bytes: write the compiled form and the lock. Return None if both stood there already.
    """
    lock = Lock(whole_digest(contents), hashlib.sha256(compiled).hexdigest(), checks)
    # The lock comes last: until it stands, the old one refuses the new bytes.
    changed = [
        _write(folder / COMPILED_NAME, compiled),
        _write(folder / LOCK_NAME, lock.text(contents).encode("ascii")),
    ]
    return lock if any(changed) else None


def _write(path: Path, raw: bytes) -> bool:
    if path.exists() and path.read_bytes() == raw:
        return False
    path.write_bytes(raw)
    return True


def _file_lines(contents: Mapping[str, bytes]) -> str:
    return "".join(f"{hashlib.sha256(raw).hexdigest()}  {name}\n" for name, raw in contents.items())


def _unlocked(path: Path, found: str, required: str) -> UsageError:
    return UsageError("doctrine_unlocked", found, required, Place(str(path)))
