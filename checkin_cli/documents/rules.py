"""
How documents are read in one run, as the operator's options and configuration have it.
"""

from dataclasses import dataclass, field

from checkin_cli.documents.parts import CUSTOMER_KEY
from checkin_cli.shapes import Misfit


@dataclass(frozen=True)
class ExportRules:
    """
    What an export does not say of itself, as the operator's options have it.
    """

    revision: int = 1
    customer_key: str | None = None


@dataclass(frozen=True)
class ReadingRules:
    """
    What the operator's options and configuration say about reading.
    """

    first_day: str = "monday"
    """
    The weekday on which weeks start.
    """

    export: ExportRules = field(default_factory=ExportRules)


def check_customer_key(value: str) -> str:
    """
    Read a customer key given as an option by the rules of the documents.
    """
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise Misfit("lone_surrogate", "bytes that are not UTF-8", "UTF-8")
    return CUSTOMER_KEY.read(value)
