"""
Weigh-ins out of what other programs export. One file a format; nothing about a unit or a day is guessed.
"""

from checkin_cli.runs.imports.foreign import FORMATS, NAMES, check_known, read_entries, read_foreign, recognised

__all__ = ["FORMATS", "NAMES", "check_known", "read_entries", "read_foreign", "recognised"]
