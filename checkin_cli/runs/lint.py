"""
Everything that can be checked of a doctrine before a person reads it.
"""

from pathlib import Path

from checkin_cli.doctrine import Atom, Doctrine, ToneSlot, compile_doctrine, load_doctrine, load_quarantine
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.load import bundled_folder, read_approved
from checkin_cli.doctrine.lock import COMPILED_NAME
from checkin_cli.proofreading import Finding, proofread_doctrine
from checkin_cli.runs.catalogue import Catalogue


def lint_doctrine(folder: Path | None) -> list[Finding]:
    """
    Load a doctrine as a render does, then look for a stale compiled form, for orphans, and through all strings.

    Raises `UsageError` for doctrine that a render would refuse, and without the extra `checkin-cli[authoring]`.
    """
    where = folder or bundled_folder()
    doctrine = load_doctrine(where)
    return [*_stale(where, doctrine), *_orphans(doctrine), *proofread_all(where, doctrine)]


def proofread_all(folder: Path, doctrine: Doctrine) -> list[Finding]:
    """
    Read every string alone and beside the others, then look for what was turned away before.
    """
    return [*proofread_doctrine(doctrine), *_turned_away(folder, doctrine)]


def _stale(folder: Path, doctrine: Doctrine) -> list[Finding]:
    """
    The lock approves the compiled form by its bytes; here it is made again from the files that people read.
    """
    made = compile_doctrine(build_doctrine(folder, read_approved(folder), doctrine.digest))
    compiled = folder / COMPILED_NAME
    if compiled.is_file() and compiled.read_bytes() == made:
        return []
    return [Finding(COMPILED_NAME, "stale", "another compiled form", "what the TOML files say; lock again")]


def _orphans(doctrine: Doctrine) -> list[Finding]:
    unused = (principle for principle, users in Catalogue(doctrine).users.items() if not users)
    return [Finding(each, "orphan", "nothing that rests on it", "an atom or action") for each in unused]


def _turned_away(folder: Path, doctrine: Doctrine) -> list[Finding]:
    known = {_bare(each.text): each.id for each in load_quarantine(folder)}
    owners: list[Atom | ToneSlot] = [*doctrine.atoms.values(), *doctrine.tone.values()]
    variants = (variant for owner in owners for variant in owner.variant)
    return [
        Finding(variant.id, "quarantined", f"the sentence {known[_bare(variant.text)]}", "another wording")
        for variant in variants
        if _bare(variant.text) in known
    ]


def _bare(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())
