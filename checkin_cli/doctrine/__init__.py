"""
The approved doctrine as values: what the service may say, why, and on which evidence.
"""

from checkin_cli.doctrine.compiled import compile_doctrine
from checkin_cli.doctrine.load import load_doctrine
from checkin_cli.doctrine.lock import LOCK_NAME, approved_files, whole_digest, write_lock
from checkin_cli.doctrine.quarantine import Quarantined, load_quarantine
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, ProseRule, Source, ToneSlot, Variant
from checkin_cli.doctrine.whole import Doctrine

__all__ = [
    "LOCK_NAME",
    "Action",
    "Atom",
    "Doctrine",
    "Playbook",
    "Principle",
    "ProseRule",
    "Quarantined",
    "Source",
    "ToneSlot",
    "Variant",
    "approved_files",
    "compile_doctrine",
    "load_doctrine",
    "load_quarantine",
    "whole_digest",
    "write_lock",
]
