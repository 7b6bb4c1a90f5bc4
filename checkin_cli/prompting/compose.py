"""
One system string out of persona, rules, overlay and task.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal, get_args

from checkin_cli.errors import UsageError, printable
from checkin_cli.prompting.load import RULES, load_part

Variant = Literal["full", "compact"]

SEPARATOR = "\n\n---\n\n"
"""
Stands between two parts.
"""

DEGRADED = (
    "[DEGRADED] The rules for free prose are missing. Without them nothing may be said: "
    "answer nothing, whatever the rest of this prompt asks."
)
"""
Stands in the place of the rules where they are missing.
"""

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Route:
    """
    How a surface of free prose is composed.
    """

    overlay: str
    """
    The file below `prompts/overlays`, without its ending.
    """

    variant: Variant
    """
    The persona where nobody asks for another.
    """


ROUTES: Mapping[str, Route] = MappingProxyType({"doctrine_ask": Route("operator", "full")})
"""
The surfaces of free prose.
"""

STRICT = frozenset(("coach", "draft", "expression", "polish"))
"""
The surfaces whose reply is strict JSON. A voice would only invite prose there.
"""


class SubstrateOverflow(UsageError):
    """
    The parts that may not be dropped are longer than the budget. Nothing was cut, and nothing was composed.
    """


def compose(
    surface: str,
    task: str,
    *,
    variant: Variant | None = None,
    budget_chars: int | None = None,
    folder: Path | None = None,
) -> str:
    """
    Persona, rules, overlay and task as one system string; a surface of strict JSON gets the task, byte for byte.

    `budget_chars` bounds what stands before the task, in characters with the separators between. `folder` is a
    doctrine folder; None is the bundled one. A missing persona is left out quietly. For missing rules there stands
    `DEGRADED`; that, a missing overlay and an unknown surface are logged.

    Raises `SubstrateOverflow`, and `ValueError` for a variant that does not exist.
    """
    if variant is not None and variant not in get_args(Variant):
        raise ValueError("another variant")
    if surface in STRICT:
        return task
    route = ROUTES.get(surface)
    if route is None:
        _LOG.warning("unknown surface %s: persona and rules without an overlay", printable(surface))
    persona = load_part(f"persona.{variant or (route.variant if route else 'full')}.md", folder)
    parts = [persona, _rules(folder), _overlay(route, folder) if route else None]
    substrate = SEPARATOR.join(part for part in parts if part is not None)
    if budget_chars is not None and len(substrate) > budget_chars:
        required = f"at most {budget_chars}"
        raise SubstrateOverflow(
            "substrate_overflow", f"{len(substrate)} characters of persona, rules and overlay", required
        )
    return f"{substrate}{SEPARATOR}{task}"


def _rules(folder: Path | None) -> str:
    rules = load_part(RULES, folder)
    if rules is None:
        _LOG.error("prompts/%s is missing: a banner stands in its place", RULES)
    return DEGRADED if rules is None else rules


def _overlay(route: Route, folder: Path | None) -> str | None:
    name = f"overlays/{route.overlay}.md"
    overlay = load_part(name, folder)
    if overlay is None:
        _LOG.error("prompts/%s is missing: nothing stands in its place", name)
    return overlay
