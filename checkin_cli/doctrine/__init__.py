"""
The approved doctrine as values: what the service may say, why, and on which evidence.
"""

from checkin_cli.doctrine.compiled import compile_doctrine
from checkin_cli.doctrine.load import load_doctrine
from checkin_cli.doctrine.lock import COMPILED_NAME, LOCK_NAME, approved_files, files_digest, lock_of
from checkin_cli.doctrine.quarantine import Quarantined, load_quarantine
from checkin_cli.doctrine.slots import Slot
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, ProseRule, Source, ToneSlot, Variant
from checkin_cli.doctrine.whole import Doctrine

__all__ = [
    "COMPILED_NAME",
    "LOCK_NAME",
    "Action",
    "Atom",
    "Doctrine",
    "Playbook",
    "Principle",
    "ProseRule",
    "Quarantined",
    "Slot",
    "Source",
    "ToneSlot",
    "Variant",
    "approved_files",
    "compile_doctrine",
    "files_digest",
    "load_doctrine",
    "load_quarantine",
    "lock_of",
]
