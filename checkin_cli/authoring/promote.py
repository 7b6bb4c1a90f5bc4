"""
Move an approved wording into its file: three lines after the last wording of the atom, and no other byte changes.
"""

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from checkin_cli.authoring.shelf import QUEUE, REJECTED, Filed, Shelf, open_shelf, write_new
from checkin_cli.doctrine import Doctrine, Variant
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.errors import Place, UsageError
from checkin_cli.json_text import quoted
from checkin_cli.runs.files import replacing, unwritable
from checkin_cli.runs.inputs import show
from checkin_cli.runs.locks import open_locked
from checkin_cli.shapes import made, members_of

_ATOM = re.compile(rb"^\[\[atom\]\][ \t]*\r?$", re.MULTILINE)
_LOCK = ".decision.lock"


@contextlib.contextmanager
def deciding(folder: Path) -> Iterator[Shelf]:
    """
    The folder as it stands now, for one decision: whoever decides on its queue meanwhile waits, and then finds it made.

    Raises as `open_shelf` does, and `OutputError` where the queue cannot be written.
    """
    path = folder / QUEUE / _LOCK
    number = open_locked(path, _wait)
    try:
        yield open_shelf(folder)
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        os.close(number)


def promote(shelf: Shelf, filed: Filed, digest: str) -> Path:
    """
    Record the approval in the queue, then insert the wording. Returns the changed file.

    Raises `UsageError` where the file changed meanwhile or is written so that three lines do not do it, and
    `OutputError` where it cannot be written; the doctrine is whole in either case.
    """
    name, raw = insertion(shelf, filed)
    path = shelf.folder / name
    if path.read_bytes() != shelf.contents[name]:
        raise _unsafe(path, "a file that changed since it was read")
    approved = made(Filed, {**vars(filed), "approved": digest})
    with replacing(shelf.path_of(filed), force=True, private=False) as file:
        file.write(approved.toml())
    with replacing(path, force=True, private=False) as file:
        file.write(raw)
    return path


def insertion(shelf: Shelf, filed: Filed) -> tuple[str, bytes]:
    """
    The name of the file and its bytes with the wording in it. Raises `UsageError` as `promote` does.
    """
    name, raw, start, end = _block_of(shelf.contents, filed.atom)
    block = raw[start:end]
    body = _without_tail(block)
    ending = b"\r\n" if b"\r\n" in block else b"\n"
    lines = (b"[[atom.variant]]", f"id = {quoted(filed.id)}".encode(), f"text = {quoted(filed.wording)}".encode())
    joined = body if body.endswith(b"\n") else body + ending
    added = joined + b"".join(line + ending for line in lines)
    grown = raw[:start] + added + block[len(body) :] + raw[end:]
    _check(shelf, filed, {**shelf.contents, name: grown}, shelf.folder / name)
    return name, grown


def reject(shelf: Shelf, filed: Filed, reason: str) -> Path:
    """
    Take a proposal out of the queue and keep it with the reason.

    Raises `UsageError` for one that was approved and stands in the doctrine, and `OutputError`.
    """
    if shelf.holds(filed):
        raise UsageError("proposal_refuted", "a proposal whose wording is approved", "one that waits for a decision")
    folder = shelf.folder / QUEUE / REJECTED
    taken = {path.name for path in folder.glob("*.toml")}
    name = next(each for number in range(1, len(taken) + 2) if (each := f"{filed.id}.{number}.toml") not in taken)
    kept = write_new(folder / name, filed.toml(reason=reason))
    try:
        shelf.path_of(filed).unlink()
    except OSError:
        raise unwritable(shelf.path_of(filed)) from None
    return kept


def _wait(number: int) -> None:
    fcntl.flock(number, fcntl.LOCK_EX)


def _block_of(contents: Mapping[str, bytes], atom: str) -> tuple[str, bytes, int, int]:
    wanted = re.compile(rb"^id[ \t]*=[ \t]*\"" + re.escape(atom.encode()) + rb"\"[ \t]*\r?$", re.MULTILINE)
    for name, raw in contents.items():
        if not name.startswith("atoms/"):
            continue
        starts = [match.start() for match in _ATOM.finditer(raw)]
        for start, end in zip(starts, [*starts[1:], len(raw)], strict=True):
            if wanted.search(raw, start, end):
                return name, raw, start, end
    raise _unsafe(Path("atoms"), "no table of the atom that stands on lines of its own")


def _without_tail(block: bytes) -> bytes:
    """
    The block without the blank lines and comments at its end, which belong to what follows.
    """
    lines = block.splitlines(keepends=True)
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith(b"#")):
        lines.pop()
    return b"".join(lines)


def _check(shelf: Shelf, filed: Filed, contents: Mapping[str, bytes], path: Path) -> None:
    """
    Raise where the grown files do not make the same doctrine with the one wording more.
    """
    try:
        grown = build_doctrine(shelf.folder, contents, shelf.doctrine.digest)
    except UsageError as error:
        raise _unsafe(path, f"{error.found} after the insertion") from None
    atom = shelf.doctrine.atoms[filed.atom]
    expected = (*atom.variant, Variant(id=filed.id, text=filed.wording))
    if _said(grown, filed.atom) != _said(shelf.doctrine, filed.atom) or [
        members_of(each) for each in grown.atoms[filed.atom].variant
    ] != [members_of(each) for each in expected]:
        raise _unsafe(path, "another doctrine after the insertion")


def _said(doctrine: Doctrine, but: str) -> list[object]:
    """
    Every atom as members, the variants of one aside.
    """
    return [
        {**members_of(atom), "variant": None} if atom.id == but else members_of(atom)
        for atom in doctrine.atoms.values()
    ]


def _unsafe(path: Path, found: str) -> UsageError:
    return UsageError("promotion_unsafe", found, "one insertion that adds one wording", Place(show(str(path))))
