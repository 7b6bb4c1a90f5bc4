"""
The gate: asked right before each request and once more after the last. One thing that says no is enough.
"""

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.watched import LARGEST, Watched
from checkin_cli.shapes import Day, Flag, Misfit, Record, Text, composed, record

Gate = Callable[[], Reason | None]
"""
Says why a document may not be selected for, or None. It looks anew each time that it is asked.
"""


@record
class Consent:
    """
    What one customer agreed to.
    """

    granted: Annotated[bool, Flag()]
    recorded_on: Annotated[date, Day()]
    notice_version: Annotated[str, Text(shortest=1, longest=200, visible=True)]


_CONSENT = Record(Consent)


def consent_of(registry: Path, customer: str, notices: tuple[str, ...]) -> Reason | None:
    """
    Look the customer up in the registry as it stands now. Whatever is wrong with it, or missing from it, means no.
    """
    try:
        customers = registered(registry) or {}
    except OSError:
        return Reason.NO_CONSENT
    consent = customers.get(customer)
    given = consent is not None and consent.granted and consent.notice_version in notices
    return None if given else Reason.NO_CONSENT


def registered(registry: Path) -> Mapping[str, Consent] | None:
    """
    Every entry of the registry as it stands now; None where it is malformed. Raises `OSError` if it cannot be read.
    """
    return _watched(str(registry)).now()


@lru_cache(maxsize=4)
def _watched(registry: str) -> Watched[Mapping[str, Consent] | None]:
    return Watched(registry, _customers)


def _customers(raw: bytes) -> Mapping[str, Consent] | None:
    """
    One entry that is malformed makes the registry malformed.
    """
    try:
        content = parse_json(decode_utf8(raw)) if len(raw) <= LARGEST else None
        customers = content.pop("customers", None) if isinstance(content, dict) else None
        if content or not isinstance(customers, dict):
            return None
        # Documents hold their keys in NFC; two forms of one key would be two answers.
        read = {composed(customer): _CONSENT.read(entry) for customer, entry in customers.items()}
        return read if len(read) == len(customers) else None
    except (DocumentRefused, Misfit):
        return None
