"""
Doctrine files to values, or to one error that names the file and the place.
"""

import tomllib
from collections.abc import Callable, Iterable
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from checkin_cli.doctrine.checks import check_doctrine
from checkin_cli.doctrine.lock import approved_files, check_lock
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, Source, ToneSlot
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.errors import Place, UsageError
from checkin_cli.shapes import ListOf, Misfit, Record, json_path

T = TypeVar("T")

_PRINCIPLE_FILES = ("choi-coach-public-doctrine.toml", "nutrition-doctrine.toml")


def bundled_folder() -> Path:
    """
    The doctrine that ships with the package: inside an installed wheel, beside the package in a checkout.
    """
    package = Path(__file__).parent.parent
    installed = package / "approved"
    return installed if installed.is_dir() else package.parent / "doctrine"


def read_approved(folder: Path) -> dict[str, bytes]:
    """
    The bytes of every approved file; nothing else in the folder is opened.
    """
    contents: dict[str, bytes] = {}
    for name in approved_files(folder):
        try:
            contents[name] = (folder / name).read_bytes()
        except OSError:
            raise UsageError(
                "doctrine_invalid", "no readable file", "a doctrine file", Place(str(folder / name))
            ) from None
    return contents


def load_doctrine(folder: Path | None = None) -> Doctrine:
    """
    Load approved doctrine and check it as a whole.

    Raises `UsageError` for bytes that the lock does not name, and for anything that could surprise a later render.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    return build_doctrine(where, contents, check_lock(where, contents))


def build_doctrine(folder: Path, contents: dict[str, bytes], digest: str) -> Doctrine:
    """
    Turn the bytes of doctrine files into checked values.
    """
    tables = _Tables(folder, contents)
    atom_files = [name for name in contents if name.startswith("atoms/")]
    doctrine = Doctrine(
        digest=digest,
        sources=tables.by_id(("sources.toml",), "source", Source, lambda source: source.id),
        principles=tables.by_id(_PRINCIPLE_FILES, "principle", Principle, lambda principle: principle.id),
        atoms=tables.by_id(atom_files, "atom", Atom, lambda atom: atom.id),
        tone=tables.by_id(("tone.toml",), "tone", ToneSlot, lambda tone: tone.slot),
        actions=tables.by_id(("actions.toml",), "action", Action, lambda action: action.id),
        playbooks=tables.by_id(("playbooks.toml",), "playbook", Playbook, lambda playbook: playbook.surface),
    )
    for finding in check_doctrine(doctrine):
        raise tables.invalid(tables.home.get(finding.id, finding.file), finding.id, finding.found, finding.required)
    return doctrine


class _Tables:
    def __init__(self, folder: Path, contents: dict[str, bytes]) -> None:
        self.folder = folder
        self.contents = contents
        self.home: dict[str, str] = {}

    def invalid(self, name: str, path: str, found: str, required: str) -> UsageError:
        return UsageError("doctrine_invalid", found, required, Place(str(self.folder / name), path=path))

    def by_id(self, names: Iterable[str], table: str, cls: type[T], id_of: Callable[[T], str]) -> dict[str, T]:
        record = Record(cls)
        records: dict[str, T] = {}
        for name in names:
            for each in self.read(name, table, record):
                if id_of(each) in records:
                    raise self.invalid(name, id_of(each), "an id used twice", "each id once")
                records[id_of(each)] = each
                self.home[id_of(each)] = name
        return records

    def read(self, name: str, table: str, record: Record[T]) -> list[T]:
        try:
            parsed = tomllib.loads(self.contents[name].decode("utf-8"), parse_float=Decimal)
        except (UnicodeDecodeError, tomllib.TOMLDecodeError):
            raise self.invalid(name, "", "a file that is not TOML in UTF-8", "TOML") from None
        others = parsed.keys() - {table}
        if others:
            raise self.invalid(name, json_path([min(others)]), "another table", f"[[{table}]]")
        try:
            records = ListOf(record).read(parsed.get(table, []))
        except Misfit as misfit:
            raise self.invalid(name, json_path(misfit.path), misfit.found, misfit.required) from None
        return [each for each in records if isinstance(each, record.cls)]
