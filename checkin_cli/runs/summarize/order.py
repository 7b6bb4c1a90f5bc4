"""
What is asked for: whose weeks, and which.
"""

from dataclasses import dataclass

from checkin_cli.weekly.calendar import Span


@dataclass(frozen=True, slots=True)
class Order:
    """
    What is asked for.
    """

    span: Span
    first_weekday: int = 0
    revision: int = 1
    everybody: bool = False
    customer: str | None = None
    is_named: bool = False
    """
    True if `customer` was given; otherwise the only customer there is is meant.
    """

    def wants(self, customer: str | None) -> bool:
        """
        True for entries that can matter.
        """
        return not self.is_named or customer == self.customer
