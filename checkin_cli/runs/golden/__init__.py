"""
Accepted copies and receipts beside their documents: found, compared, grouped, accepted.
"""

from checkin_cli.runs.golden.accept import accept
from checkin_cli.runs.golden.cases import Cases, find_cases
from checkin_cli.runs.golden.changes import (
    Change,
    Difference,
    Different,
    Edit,
    Kind,
    Missing,
    Orphaned,
    Refused,
    Same,
    Unreadable,
    Verdict,
)
from checkin_cli.runs.golden.compare import compare_all
from checkin_cli.runs.golden.groups import Group, grouped, id_of
from checkin_cli.runs.golden.junit import Row, is_report, junit_report
from checkin_cli.runs.golden.moved import moved_lines
from checkin_cli.runs.golden.record import RECEIPT_ALONE, part_lines, verdict_members
from checkin_cli.runs.golden.visible import visible, window, windows

__all__ = [
    "RECEIPT_ALONE",
    "Cases",
    "Change",
    "Difference",
    "Different",
    "Edit",
    "Group",
    "Kind",
    "Missing",
    "Orphaned",
    "Refused",
    "Row",
    "Same",
    "Unreadable",
    "Verdict",
    "accept",
    "compare_all",
    "find_cases",
    "grouped",
    "id_of",
    "is_report",
    "junit_report",
    "moved_lines",
    "part_lines",
    "verdict_members",
    "visible",
    "window",
    "windows",
]
