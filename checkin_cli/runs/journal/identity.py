"""
What must be the same for a run to be resumed: inputs, doctrine, configuration and code.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checkin_cli import __version__
from checkin_cli.errors import Place, UsageError
from checkin_cli.json_text import canonical_json
from checkin_cli.rendering import RENDERER_VERSION
from checkin_cli.runs.inputs import InputsDigest, short_digest, show

_NAMES = ("input", "doctrine", "configuration", "code")

_MOST_NAMED = 3
"""
How many names an error tells.
"""


@dataclass(frozen=True, slots=True)
class Identity:
    """
    Digests of all that decides what a run would write.
    """

    input: str
    doctrine: str
    configuration: str
    code: str
    options: Mapping[str, str] = field(default_factory=dict)
    """
    Of each option and key of the configuration a short digest, to name what differs; never what was given.
    """

    files: tuple[tuple[str, str], ...] = ()
    """
    Of each input its path as it is shown and a short digest, unless there are too many. Only the digest is recorded.
    """

    def members(self) -> dict[str, object]:
        """
        What decides, and is compared.
        """
        return {name: getattr(self, name) for name in _NAMES}

    def head(self) -> dict[str, object]:
        """
        The same as the first record of a journal, with what names a difference.
        """
        return {**self.members(), "options": dict(self.options), "files": [digest for _, digest in self.files]}

    def check(self, recorded: Mapping[str, object], place: Path) -> None:
        """
        Raise `UsageError` that names what differs from a recorded identity, as far as the record tells it.
        """
        changed = [name for name, value in self.members().items() if recorded.get(name) != value]
        if changed:
            options = self._options(recorded.get("options"))
            if "--shard" in options:
                # Its documents are other ones for that alone.
                changed = [name for name in changed if name != "input"]
            which = {"input": self._files(recorded.get("files")), "configuration": _named(options)}
            found = [f"another {name}{which.get(name, '')}" for name in changed]
            raise UsageError(
                "resume_refused",
                f"{' and '.join(found)} than the run began with",
                "the same input, doctrine, configuration and code",
                Place(show(str(place))),
            )

    def _options(self, recorded: object) -> list[str]:
        if not isinstance(recorded, Mapping) or not recorded:
            return []
        names = dict.fromkeys((*self.options, *map(str, recorded)))
        return [name for name in names if self.options.get(name) != recorded.get(name)]

    def _files(self, recorded: object) -> str:
        if not isinstance(recorded, Sequence) or not recorded or not self.files:
            return ""
        if len(recorded) != len(self.files):
            return f" ({len(self.files):,} files, not {len(recorded):,})"
        pairs = zip(self.files, recorded, strict=True)
        return _named([shown for (shown, digest), before in pairs if digest != before])


def _named(names: Sequence[str]) -> str:
    """
    The first of some names in brackets; nothing where there are none.
    """
    more = [f"{len(names) - _MOST_NAMED:,} more"] if len(names) > _MOST_NAMED else []
    return f" ({', '.join([*names[:_MOST_NAMED], *more])})" if names else ""


def identity_of(
    inputs: InputsDigest, doctrine: str, settings: Mapping[str, object], named: Mapping[str, object]
) -> Identity:
    """
    The identity of a run with this code; `settings` are options and configuration as JSON values, never a key.

    `named` are options that decide nothing by themselves, and may be why something else differs.
    """
    configuration = hashlib.sha256(canonical_json(dict(settings))).hexdigest()
    options = {name: short_digest(canonical_json(value)) for name, value in (*named.items(), *_flat(settings))}
    return Identity(inputs.whole, doctrine, configuration, f"{__version__}/{RENDERER_VERSION}", options, inputs.each)


def _flat(settings: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """
    Options as they are written, and keys as the configuration has them.
    """
    for name, value in settings.items():
        match name, value:
            case "settings", dict(keys):
                yield from keys.items()
            case "export", [revision, customer]:
                yield from (("--export-revision", revision), ("--export-customer", customer))
            case "digests", _:
                yield "the key of receipts.key_env", value
            case _:
                yield f"--{name}", value
