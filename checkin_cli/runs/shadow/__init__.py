"""
See before you switch: what a candidate would have said, beside the canonical copy that is written.
"""

from checkin_cli.runs.shadow.compare import Bin, Comparison, Difference, Manner, Pair
from checkin_cli.runs.shadow.ignores import Ignores, read_ignores
from checkin_cli.runs.shadow.report import ShadowReport
from checkin_cli.runs.shadow.run import Candidate, Shadow
from checkin_cli.runs.shadow.sides import Sides, sides_of
from checkin_cli.runs.shadow.verdict import Criterion, Thresholds, Verdict, judge

__all__ = [
    "Bin",
    "Candidate",
    "Comparison",
    "Criterion",
    "Difference",
    "Ignores",
    "Manner",
    "Pair",
    "Shadow",
    "ShadowReport",
    "Sides",
    "Thresholds",
    "Verdict",
    "judge",
    "read_ignores",
    "sides_of",
]
