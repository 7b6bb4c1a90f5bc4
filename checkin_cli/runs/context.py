"""
From options and configuration to what is the same for every document of a run.
"""

import os
from collections.abc import Mapping
from pathlib import Path

from checkin_cli.config import Configuration
from checkin_cli.doctrine import load_doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.errors import UsageError
from checkin_cli.runs.choosing import selection_of
from checkin_cli.runs.document import Context
from checkin_cli.runs.setup import Setup
from checkin_cli.selection import Digester


def context_of(setup: Setup, settings: Configuration) -> Context:
    """
    Load the doctrine and put everything together. Raises `UsageError`.
    """
    doctrine = load_doctrine(None if setup.doctrine is None else Path(setup.doctrine))
    rules = ReadingRules(settings.text("calendar.week_starts_on") or "monday", setup.export)
    return Context(doctrine, rules, digester_of(setup.environment, settings), selection_of(setup, settings))


def digester_of(environment: Mapping[str, str], settings: Configuration) -> Digester:
    """
    How receipts take their digests. Raises `UsageError` where a key is configured and missing.
    """
    variable = settings.text("receipts.key_env")
    if variable is None:
        return Digester()
    key = environment.get(variable, "")
    if not key:
        raise UsageError("key_missing", "no value", "a key in that variable").at(variable)
    return Digester(os.fsencode(key))
