"""
What must be the same for a run to be resumed: inputs, doctrine, configuration and code.
"""

import hashlib
from dataclasses import dataclass, fields
from pathlib import Path

from checkin_cli import __version__
from checkin_cli.errors import Place, UsageError
from checkin_cli.json_text import canonical_json
from checkin_cli.rendering import RENDERER_VERSION
from checkin_cli.runs.inputs import show


@dataclass(frozen=True, slots=True)
class Identity:
    """
    Digests of all that decides what a run would write.
    """

    input: str
    doctrine: str
    configuration: str
    code: str

    def members(self) -> dict[str, object]:
        """
        As the first record of a journal.
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def check(self, recorded: dict[str, object], place: Path) -> None:
        """
        Raise `UsageError` that names what differs from a recorded identity.
        """
        changes = [f"another {name}" for name, value in self.members().items() if recorded.get(name) != value]
        if changes:
            raise UsageError(
                "resume_refused",
                f"{' and '.join(changes)} than the run began with",
                "the same input, doctrine, configuration and code",
                Place(show(str(place))),
            )


def identity_of(inputs: str, doctrine: str, settings: dict[str, object]) -> Identity:
    """
    The identity of a run with this code; `settings` are options and configuration as JSON values, never a key.
    """
    configuration = hashlib.sha256(canonical_json(settings)).hexdigest()
    return Identity(inputs, doctrine, configuration, f"{__version__}/{RENDERER_VERSION}")
