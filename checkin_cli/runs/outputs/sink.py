"""
The seam of all outputs.
"""

from typing import Protocol

from checkin_cli.runs.document import Outcome


class Sink(Protocol):
    """
    Takes outcomes in input order.
    """

    def accept(self, outcome: Outcome) -> None:
        """
        Take one outcome, refused ones included.
        """
        ...

    def finish(self) -> None:
        """
        Write what is still to be written; called once, when every input was accepted.
        """
        ...
