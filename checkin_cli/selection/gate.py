"""
The gate: asked right before each request and once more after the last. One condition that says no is enough.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.selection.reasons import Reason
from checkin_cli.shapes import Day, Flag, Misfit, Record, Text, record

Condition = Callable[[], Reason | None]
"""
Says why not, or None. Asked anew each time.
"""

_LARGEST_REGISTRY = 64 << 20


@record
class Consent:
    """
    What one customer agreed to.
    """

    granted: Annotated[bool, Flag()]
    recorded_on: Annotated[date, Day()]
    notice_version: Annotated[str, Text(shortest=1, longest=200, visible=True)]


@dataclass(frozen=True, slots=True)
class Gate:
    """
    The conditions of one document, in the order in which they are asked.
    """

    conditions: tuple[Condition, ...]

    def ask(self) -> Reason | None:
        """
        The first reason against going on, or None.
        """
        return next((reason for condition in self.conditions if (reason := condition()) is not None), None)


def consent_of(registry: Path, customer: str, notices: tuple[str, ...]) -> Reason | None:
    """
    Read the registry and look the customer up. Whatever is wrong with it, or missing from it, means no.
    """
    try:
        with registry.open("rb") as file:
            raw = file.read(_LARGEST_REGISTRY + 1)
        content = parse_json(decode_utf8(raw)) if len(raw) <= _LARGEST_REGISTRY else None
        if not isinstance(content, dict) or content.keys() != {"customers"}:
            return Reason.NO_CONSENT
        customers = content["customers"]
        entry = customers.get(customer) if isinstance(customers, dict) else None
        consent = Record(Consent).read(entry)
    except (OSError, DocumentRefused, Misfit):
        return Reason.NO_CONSENT
    given = consent.granted and consent.notice_version in notices
    return None if given else Reason.NO_CONSENT
