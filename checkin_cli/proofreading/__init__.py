"""
Deterministic checks of Korean copy that is owned by the code: content, manner, register, spelling, sound, screens.

A render never needs them. `proofread` needs the extra `checkin-cli[authoring]`; what looks at lines that stand
together does not. Importing this package imports no tool of the extra.
"""

from collections.abc import Sequence

from checkin_cli.doctrine import Doctrine
from checkin_cli.proofreading.content import check_content
from checkin_cli.proofreading.machine import check_machine
from checkin_cli.proofreading.manner import check_manner
from checkin_cli.proofreading.meetings import proofread_meetings
from checkin_cli.proofreading.owned import owned_wordings
from checkin_cli.proofreading.particles import check_particles
from checkin_cli.proofreading.register import check_register
from checkin_cli.proofreading.screen import adjacent, proofread_screen
from checkin_cli.proofreading.spacing import check_spacing
from checkin_cli.proofreading.tools import missing_tools, require_tools, tool_versions
from checkin_cli.proofreading.values import REGISTERS, RULES, Finding, Wording

CHECKS_VERSION = 5
"""
Changes when a check changes, so that a record of passed checks says which ones they were.
"""


def proofread(wordings: Sequence[Wording]) -> list[Finding]:
    """
    Check strings one by one, and all together where a pattern shows only in the sum.

    Findings stand in the order of the strings. Raises `UsageError` without the extra `checkin-cli[authoring]`.
    """
    require_tools()
    findings = [finding for wording in wordings for finding in check_content(wording)]
    known = {(finding.id, finding.rule) for finding in findings}
    findings += [finding for finding in check_manner(wordings) if (finding.id, finding.rule) not in known]
    findings += check_register(wordings)
    findings += check_particles(wordings)
    findings += check_spacing(wordings)
    findings += check_machine(wordings)
    order = {wording.id: position for position, wording in reversed(list(enumerate(wordings)))}
    return sorted(findings, key=lambda finding: order[finding.id])


def proofread_doctrine(doctrine: Doctrine) -> list[Finding]:
    """
    Check every string that the code and the doctrine own, then every two clauses that can meet.

    Raises `UsageError` without the extra `checkin-cli[authoring]`.
    """
    return proofread(owned_wordings(doctrine)) + proofread_meetings(doctrine)


def checks_passed() -> str:
    """
    The version of the checks and of their tools, as the lock records it.
    """
    return "+".join([str(CHECKS_VERSION), *(f"{name}-{version}" for name, version in tool_versions().items())])


__all__ = [
    "CHECKS_VERSION",
    "REGISTERS",
    "RULES",
    "Finding",
    "Wording",
    "adjacent",
    "checks_passed",
    "missing_tools",
    "proofread",
    "proofread_doctrine",
    "proofread_screen",
    "tool_versions",
]
