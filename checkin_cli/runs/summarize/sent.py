"""
Summaries that were sent already: late or edited check-ins may have changed what they said.
"""

import hashlib
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.documents.weekly import WEEKLY, WeeklySummary
from checkin_cli.json_text import exact_line
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.summarize.expected import read_expected
from checkin_cli.weekly.summary import members_of_summary


class Copy(NamedTuple):
    """
    What is kept of a summary that was sent.
    """

    revision: int
    digest: bytes


class Sent:
    """
    The last revision of each week that was sent.
    """

    def __init__(self) -> None:
        self._copies: dict[tuple[str | None, date], Copy] = {}

    def add(self, summary: WeeklySummary) -> None:
        """
        Take a summary; of several of one week the highest revision counts.
        """
        week = summary.customer_key, summary.starts_on
        known = self._copies.get(week)
        if known is None or known.revision < summary.revision:
            self._copies[week] = Copy(summary.revision, _digest(summary))

    def changed_since(self, summary: WeeklySummary) -> int | None:
        """
        The revision that was sent, if it said something else than this summary.
        """
        known = self._copies.get((summary.customer_key, summary.starts_on))
        return None if known is None or known.digest == _digest(summary) else known.revision


def load_sent(inputs: Iterable[RawInput], rules: ReadingRules) -> Sent:
    """
    Read the summaries that were sent. Raises the first refusal.
    """
    sent = Sent()
    for _, summary in read_expected(WeeklySummary, WEEKLY, read_document, inputs, rules):
        sent.add(summary)
    return sent


def _digest(summary: WeeklySummary) -> bytes:
    members = {name: item for name, item in members_of_summary(summary).items() if name != "revision"}
    return hashlib.sha256(exact_line(members)).digest()
