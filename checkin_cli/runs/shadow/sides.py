"""
Who is compared with whom: what tells two reports of shadow runs apart.
"""

import hashlib
from dataclasses import dataclass
from decimal import Decimal

from checkin_cli.config import Configuration
from checkin_cli.json_text import canonical_json
from checkin_cli.numbers import plain
from checkin_cli.runs.document import Context
from checkin_cli.runs.setup import CANONICAL

NOBODY = "none"
"""
The selector of a candidate that is the canonical copy of another doctrine.
"""

_DECIDES = (
    "calendar.week_starts_on",
    "selection.enabled",
    "selection.daily",
    "selection.weekly",
    "selection.adaptive_operator",
    "selection.timeout_seconds",
    "provider.model",
    "provider.token_parameter",
    "provider.structured_output",
    "consent.notice_versions",
    "consent.coaching_feedback_enabled",
)
"""
The settings that decide what a candidate says, but for keys, addresses and paths: a digest of few words can be guessed.
"""


@dataclass(frozen=True, slots=True)
class Sides:
    """
    The control and the candidate of a shadow run. Nothing in it is secret.
    """

    written: str
    """
    The digest of the doctrine whose canonical copies are written: that of the control.
    """

    compared: str
    """
    The digest of the candidate's doctrine.
    """

    mode: str
    selector: str
    model: str | None
    """
    As the provider calls it; None where nobody is asked, or none is configured.
    """

    configuration: str
    """
    SHA-256 of what was in effect, options included: mode, selector, and the settings that decide what is said. No key,
    address or path is in it.
    """

    @property
    def are_doctrines(self) -> bool:
        """
        True if nobody chooses: two doctrines are compared.
        """
        return self.selector == NOBODY

    def members(self) -> dict[str, object]:
        """
        Both sides as JSON members.
        """
        return {
            "control": {"mode": CANONICAL, "doctrine_sha256": self.written},
            "candidate": {
                "mode": self.mode,
                "selector": self.selector,
                "model": self.model,
                "configuration_sha256": self.configuration,
                "doctrine_sha256": self.compared,
            },
        }


def sides_of(control: Context, candidate: Context, settings: Configuration) -> Sides:
    """
    What tells this run from another one.
    """
    chosen = candidate.selection
    mode, selector = (chosen.mode, chosen.selector.name) if chosen else (CANONICAL, NOBODY)
    decided = {name: _plain(settings.values[name]) for name in _DECIDES}
    in_effect = canonical_json({**decided, "selection.mode": mode, "selection.selector": selector})
    return Sides(
        control.doctrine.digest,
        candidate.doctrine.digest,
        mode,
        selector,
        settings.text("provider.model") if candidate.asks else None,
        hashlib.sha256(in_effect).hexdigest(),
    )


def _plain(value: object) -> object:
    match value:
        case Decimal():
            return plain(value)
        case tuple() | list():
            return [str(each) for each in value]
        case _:
            return value
