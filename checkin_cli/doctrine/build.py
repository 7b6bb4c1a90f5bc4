"""
Doctrine files to values, or to one error that names the file and the place.
"""

from collections.abc import Mapping
from pathlib import Path

from checkin_cli.doctrine.checks import check_doctrine
from checkin_cli.doctrine.tables import Tables
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, Source, ToneSlot
from checkin_cli.doctrine.whole import Doctrine

STAGES = ("coach", "expression", "polish")
_PRINCIPLE_FILES = ("choi-coach-public-doctrine.toml", "nutrition-doctrine.toml")


def build_doctrine(folder: Path, contents: Mapping[str, bytes], digest: str) -> Doctrine:
    """
    Turn the bytes of doctrine files into values and check them as a whole.

    Raises `UsageError` for the first thing that is wrong.
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
        tasks={stage: tables.words(f"prompts/{stage}.md") for stage in STAGES},
    )
    owners: list[Atom | ToneSlot] = [*doctrine.atoms.values(), *doctrine.tone.values()]
    for owner in owners:
        home = tables.home[owner.id if isinstance(owner, Atom) else owner.slot]
        tables.home |= {variant.id: home for variant in owner.variant if variant.id not in tables.home}
    for finding in check_doctrine(doctrine):
        raise tables.invalid(tables.home.get(finding.id, finding.file), finding.id, finding.found, finding.required)
    return doctrine
