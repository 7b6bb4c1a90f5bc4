"""
Doctrine files to values, or to one error that names the file and the place.
"""

from pathlib import Path

from checkin_cli.doctrine.checks import check_doctrine
from checkin_cli.doctrine.compiled import read_compiled
from checkin_cli.doctrine.lock import COMPILED_NAME, Lock, approved_files, check_compiled, check_lock
from checkin_cli.doctrine.tables import Tables
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, Source, ToneSlot
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.errors import Place, UsageError

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
    lock = check_lock(where, contents)
    return _load_compiled(where, lock) or build_doctrine(where, contents, lock.whole)


def _load_compiled(folder: Path, lock: Lock) -> Doctrine | None:
    path = folder / COMPILED_NAME
    try:
        raw = path.read_bytes()
    except OSError:
        # The TOML files are approved by themselves, and say the same.
        return None
    check_compiled(folder, raw, lock)
    return read_compiled(raw, lock.whole)


def build_doctrine(folder: Path, contents: dict[str, bytes], digest: str) -> Doctrine:
    """
    Turn the bytes of doctrine files into checked values.
    """
    tables = Tables(folder, contents)
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
