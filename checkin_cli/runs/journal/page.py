"""
The page of one document: its place in the rate of the run and, where there is one, in the journal.
"""

from checkin_cli.rendering import Screen
from checkin_cli.runs.journal.journal import Journal
from checkin_cli.runs.journal.pace import Pace
from checkin_cli.selection.attempt import Coached, Past, Selected


class Page:
    """
    A `Ledger` for document number `number`, counted from 0 in the order of the run.
    """

    def __init__(self, number: int, pace: Pace, journal: Journal | None) -> None:
        self._number = number
        self._pace = pace
        self._journal = journal

    def past(self, screen: Screen) -> Past:
        """What earlier parts of the run left."""
        return Past() if self._journal is None else self._journal.past(self._number, screen)

    def wait(self) -> None:
        """Wait for the pace. Raises `Stopped`."""
        self._pace.wait()

    def claim(self, stage: str) -> None:
        """Return when the claim is on disk. Raises `OutputError`."""
        if self._journal is not None:
            self._journal.claim(self._number, stage)

    def keep(self, coached: Coached) -> None:
        """Keep what the first stage earned. Raises `OutputError`."""
        if self._journal is not None:
            self._journal.keep(self._number, coached)

    def settle(self, selected: Selected) -> None:
        """Keep the result. Raises `OutputError`."""
        if self._journal is not None:
            self._journal.settle(self._number, selected)
