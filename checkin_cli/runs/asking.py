"""
What a run needs to send requests: how many at once, how many a minute, and a journal.
"""

import threading
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from checkin_cli.runs.crew import Crew
from checkin_cli.runs.document import Context, DocumentSteps, Outcome, Work
from checkin_cli.runs.inputs import RawInput

if TYPE_CHECKING:
    from checkin_cli.runs.journal import Journal


DocumentCrew = Crew[RawInput, Work, Outcome]


@dataclass(frozen=True, slots=True)
class Limits:
    """
    The bounds that an operator sets.
    """

    concurrency: int = 8
    """
    Documents, and so requests, in flight at once.
    """

    per_minute: int | None = None
    """
    Requests begun in a minute; None for no bound.
    """

    def shared_by(self, workers: int) -> "Limits":
        """
        The part of each worker, so that all of them together stay within the bounds.
        """
        per_minute = None if self.per_minute is None else max(1, self.per_minute // workers)
        return Limits(max(1, self.concurrency // workers), per_minute)

    def most_workers(self, wanted: int) -> int:
        """
        How many of the wanted workers may ask at once; each of them has at least one request in flight.
        """
        return min(wanted, self.concurrency, self.per_minute or wanted)


def crew_of(
    context: Context, limits: Limits, journal: "Journal | None", stopping: threading.Event
) -> "DocumentCrew | None":
    """
    The crew of a run that may send requests; None for any other, which no crew would make faster.
    """
    if context.selection is None or not context.selection.selector.sends:
        return None
    from checkin_cli.runs.journal import Pace, Page

    if limits.per_minute is not None:
        # Places in the rate that pass while something is loaded would be taken all at once.
        context.selection.selector.get_ready()
    pace = Pace(limits.per_minute, monotonic, stopping)
    selection = replace(context.selection, ledger=lambda number: Page(number, pace, journal))
    asking = replace(context, selection=selection)
    return Crew(limits.concurrency, DocumentSteps(asking), stopping)
