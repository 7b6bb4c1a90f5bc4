"""
Weigh-ins out of what other programs export. One file a format; nothing about a unit or a day is guessed.
"""

from checkin_cli.runs.imports.foreign import FORMATS, NAMES, read_entries, read_foreign

__all__ = ["FORMATS", "NAMES", "read_entries", "read_foreign"]
