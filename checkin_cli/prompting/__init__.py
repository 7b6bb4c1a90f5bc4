"""
The system prompts of free prose: voice, rules and what a surface adds, before the task.
"""

from checkin_cli.prompting.compose import (
    DEGRADED,
    ROUTES,
    SEPARATOR,
    STRICT,
    Route,
    SubstrateOverflow,
    Variant,
    compose,
)
from checkin_cli.prompting.load import clear_cache, rules_present

__all__ = [
    "DEGRADED",
    "ROUTES",
    "SEPARATOR",
    "STRICT",
    "Route",
    "SubstrateOverflow",
    "Variant",
    "clear_cache",
    "compose",
    "rules_present",
]
