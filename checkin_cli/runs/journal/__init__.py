"""
The journal of a run that sends requests: it makes sure that no document and stage is ever asked about twice.
"""

from checkin_cli.runs.journal.identity import Identity, identity_of
from checkin_cli.runs.journal.journal import Journal, open_journal, unfinished
from checkin_cli.runs.journal.pace import Pace
from checkin_cli.runs.journal.page import Page

__all__ = ["Identity", "Journal", "Pace", "Page", "identity_of", "open_journal", "unfinished"]
