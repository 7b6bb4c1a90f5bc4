"""
The lock: which bytes of the doctrine were approved.

    <sha256>  atoms/daily.toml
    ...
    <sha256>  whole

The digest of the whole is taken over the lines above it, so a receipt can name the doctrine in one value.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from checkin_cli.errors import Place, UsageError

LOCK_NAME = "doctrine.lock"
_WHOLE = "whole"
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


def check_lock(folder: Path, contents: Mapping[str, bytes]) -> str:
    """
    Return the digest of the whole, or raise `UsageError` naming the first file whose bytes were not approved.
    """
    lock = folder / LOCK_NAME
    try:
        text = lock.read_bytes().decode("ascii")
    except (OSError, UnicodeDecodeError):
        raise _unlocked(lock, "no readable lock", "a lock of the approved bytes") from None
    lines = (line.partition("  ") for line in text.splitlines())
    locked = {name: digest for digest, _, name in lines}
    for name, raw in contents.items():
        if locked.get(name) != hashlib.sha256(raw).hexdigest():
            raise _unlocked(folder / name, "bytes that were not approved", "the bytes of the lock")
    for name in locked.keys() - contents.keys() - {_WHOLE}:
        raise _unlocked(folder / name, "no such file", "a file that the lock names")
    if text != lock_text(contents):
        raise _unlocked(lock, "another lock than these files give", "a lock of the approved bytes")
    return locked[_WHOLE]


def lock_text(contents: Mapping[str, bytes]) -> str:
    """
    The lock of the given files.
    """
    return f"{_file_lines(contents)}{whole_digest(contents)}  {_WHOLE}\n"


def whole_digest(contents: Mapping[str, bytes]) -> str:
    """
    The digest of the whole, as the lock and receipts carry it.
    """
    return hashlib.sha256(_file_lines(contents).encode("ascii")).hexdigest()


def write_lock(folder: Path, contents: Mapping[str, bytes]) -> bool:
    """
    Approve the given bytes; return True if the lock changed.
    """
    lock = folder / LOCK_NAME
    text = lock_text(contents).encode("ascii")
    if lock.exists() and lock.read_bytes() == text:
        return False
    lock.write_bytes(text)
    return True


def _file_lines(contents: Mapping[str, bytes]) -> str:
    return "".join(f"{hashlib.sha256(raw).hexdigest()}  {name}\n" for name, raw in contents.items())


def _unlocked(path: Path, found: str, required: str) -> UsageError:
    return UsageError("doctrine_unlocked", found, required, Place(str(path)))
