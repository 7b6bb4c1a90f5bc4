"""
The lock: which bytes of the doctrine were approved.

    <sha256>  atoms/daily.toml
    ...
    <sha256>  compiled.json
    <sha256>  whole
    <tools>  checks

The digest of the whole is taken over the lines above it, so a receipt can name the doctrine in one value, whichever
form it was loaded from. Below it stands the version of the copy checks that passed.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import Place, UsageError, printable

LOCK_NAME = "doctrine.lock"
COMPILED_NAME = "compiled.json"
_WHOLE = "whole"
_CHECKS = "checks"
_APPROVED = (
    "actions.toml",
    "choi-coach-public-doctrine.toml",
    "nutrition-doctrine.toml",
    "playbooks.toml",
    "prompts/coach.md",
    "prompts/expression.md",
    "prompts/polish.md",
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

    files: str
    """
    The digest of the files that people read; the compiled form says which ones it was made from.
    """

    compiled: str
    checks: str
    """
    The copy checks that passed, with the versions of their tools.
    """

    above: str

    @property
    def whole(self) -> str:
        """
        The digest that receipts carry.
        """
        return hashlib.sha256(self.above.encode("ascii")).hexdigest()

    @property
    def text(self) -> str:
        """
        The lock as it is written.
        """
        return f"{self.above}{self.whole}  {_WHOLE}\n{self.checks}  {_CHECKS}\n"


def lock_of(contents: Mapping[str, bytes], compiled: str, checks: str) -> Lock:
    """
    The lock of the given files with a compiled form of that digest.
    """
    lines = _file_lines(contents)
    return Lock(files_digest(contents), compiled, checks, f"{lines}{compiled}  {COMPILED_NAME}\n")


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
    for name in sorted(locked.keys() - contents.keys() - {_WHOLE, COMPILED_NAME, _CHECKS}):
        raise _unlocked(folder / name, "no such file", "a file that the lock names")
    lock = lock_of(contents, locked.get(COMPILED_NAME, ""), locked.get(_CHECKS, ""))
    if text != lock.text or not lock.compiled or not lock.checks:
        raise _unlocked(path, "another lock than these files give", "a lock of the approved bytes")
    return lock


def check_compiled(folder: Path, raw: bytes, lock: Lock) -> None:
    """
    Raise `UsageError` for a compiled form with other bytes than those approved.
    """
    if hashlib.sha256(raw).hexdigest() != lock.compiled:
        raise _unlocked(folder / COMPILED_NAME, "bytes that were not approved", "the bytes of the lock")


def files_digest(contents: Mapping[str, bytes]) -> str:
    """
    One digest over the files that people read.
    """
    return hashlib.sha256(_file_lines(contents).encode("ascii")).hexdigest()


def _file_lines(contents: Mapping[str, bytes]) -> str:
    return "".join(f"{hashlib.sha256(raw).hexdigest()}  {name}\n" for name, raw in contents.items())


def _unlocked(path: Path, found: str, required: str) -> UsageError:
    return UsageError("doctrine_unlocked", found, required, Place(printable(str(path))))
