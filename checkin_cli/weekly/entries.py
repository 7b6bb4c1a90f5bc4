"""
What one day gives to the week.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from checkin_cli.errors import Place


@dataclass(frozen=True, slots=True, repr=False)
class WeighIn:
    """
    One weight of one person on one day in Seoul. It has no `repr`, so that no traceback can show one.
    """

    customer: str | None
    """
    The customer key; None for personal check-ins.
    """

    day: date
    kilograms: Decimal
    """
    Exactly as it was recorded.
    """

    at: datetime | None
    """
    When it was recorded, with its offset, if that is known.
    """

    place: Place
    """
    The input that it stands in.
    """
