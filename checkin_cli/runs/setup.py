"""
The options of a run, in values that another process can make the same of.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from checkin_cli.config import Configuration, load_configuration
from checkin_cli.documents import ExportRules

CANONICAL = "canonical"


@dataclass(frozen=True, slots=True)
class Setup:
    """
    What was asked for. Relative paths, defaults and keys are not resolved yet.
    """

    folder: str
    """
    Where relative paths start.
    """

    environment: Mapping[str, str] = field(repr=False)
    """
    It may hold keys, so no message and no `repr` shows it.
    """

    config: str | None = None
    doctrine: str | None = None
    mode: str | None = None
    selector: str | None = None
    consents: str | None = None
    export: ExportRules = field(default_factory=ExportRules)

    def elsewhere(self, settings: Configuration) -> "Setup":
        """
        The same for another process or machine: whole paths, and of the environment only what this program reads.
        """
        keys = {settings.text("provider.api_key_env"), settings.text("receipts.key_env")}
        read = {name: text for name, text in self.environment.items() if name.startswith("CHECKIN_") or name in keys}
        config, doctrine, consents = map(self._whole, (self.config, self.doctrine, self.consents))
        return replace(self, environment=read, config=config, doctrine=doctrine, consents=consents)

    def configuration(self, read: Callable[[Path], bytes] = Path.read_bytes) -> Configuration:
        """
        The configuration as it is now, or as it is in bytes that were read already. Raises `UsageError`.
        """
        return load_configuration(self.config, self.environment, Path(self.folder), read)

    def _whole(self, path: str | None) -> str | None:
        return None if path is None else str(Path(self.folder, path))

    def mode_of(self, settings: Configuration) -> str:
        """
        The mode that was asked for, by option or configuration.
        """
        return self.mode or settings.text("selection.mode") or CANONICAL

    def selector_of(self, settings: Configuration) -> str:
        """
        The selector that was asked for, by option or configuration.
        """
        return self.selector or settings.text("selection.selector") or "rotate"
