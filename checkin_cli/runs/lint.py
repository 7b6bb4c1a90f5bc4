"""
Everything that can be checked of a doctrine before a person reads it.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import (
    COMPILED_NAME,
    Doctrine,
    compile_doctrine,
    files_digest,
    load_quarantine,
)
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.load import read_approved
from checkin_cli.doctrine.lock import Lock, check_lock
from checkin_cli.errors import UsageError
from checkin_cli.proofreading import Finding, proofread_doctrine
from checkin_cli.proofreading.owned import doctrine_wordings, evidence_wordings
from checkin_cli.runs.catalogue import Catalogue


@dataclass(frozen=True, slots=True)
class LintReport:
    """
    What was found, and whether the bytes were approved. That they were not is no finding: they may be about to be.
    """

    findings: tuple[Finding, ...]
    unlocked: str = ""
    """
    What the lock does not know, and where; empty where it knows everything.
    """


def lint_doctrine(folder: Path | None) -> LintReport:
    """
    Read the files as they stand, locked or not, and look for everything that a lock or a person should know.

    Raises `UsageError` for files that make no doctrine, and without the extra `checkin-cli[authoring]`.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    doctrine = build_doctrine(where, contents, "")
    findings = [*_orphans(doctrine), *proofread_all(where, doctrine)]
    try:
        lock = check_lock(where, contents)
    except UsageError as error:
        return LintReport(tuple(findings), f"{error.found} at {error.place}")
    return LintReport((*_stale(where, lock, compile_doctrine(doctrine, files_digest(contents))), *findings))


def proofread_all(folder: Path, doctrine: Doctrine) -> list[Finding]:
    """
    Read every string alone and beside the others, then look for what was turned away before.
    """
    return [*proofread_doctrine(doctrine), *_turned_away(folder, doctrine)]


def _stale(folder: Path, lock: Lock, made: bytes) -> list[Finding]:
    """
    What a render would refuse, or read in another form than the files give.
    """
    compiled = folder / COMPILED_NAME
    current = compiled.is_file() and compiled.read_bytes() == made
    if current and hashlib.sha256(made).hexdigest() == lock.compiled:
        return []
    return [Finding(COMPILED_NAME, "stale", "another compiled form", "what the files say; lock again")]


def _orphans(doctrine: Doctrine) -> list[Finding]:
    unused = (principle for principle, users in Catalogue(doctrine).users.items() if not users)
    return [Finding(each, "orphan", "nothing that rests on it", "an atom or action") for each in unused]


def _turned_away(folder: Path, doctrine: Doctrine) -> list[Finding]:
    """
    Strings that hold most of a quarantined sentence.
    """
    known = load_quarantine(folder)
    owned = [*doctrine_wordings(doctrine), *evidence_wordings(doctrine)]
    return [
        Finding(wording.id, "quarantined", f"most of the sentence {sentence.id}", "another wording")
        for wording in owned
        for sentence in known
        if holds_most(wording.text, sentence.text)
    ]


def holds_most(text: str, sentence: str) -> bool:
    """
    True if a text holds most of a sentence, pair of letters by pair of letters.
    """
    pairs = _pairs(sentence)
    return len(pairs & _pairs(text)) * 100 >= len(pairs) * _MOST


_MOST = 80
"""
Percent.
"""


@cache
def _pairs(text: str) -> frozenset[str]:
    letters = "".join(letter for letter in text if letter.isalnum())
    return frozenset(letters[at : at + 2] for at in range(len(letters) - 1))
