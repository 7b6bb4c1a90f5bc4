"""
The eighteen rows of the judgment table, in their order: what is checked is what is explained.
"""

from checkin_cli.weekly.rules.interface import Finding, Rule
from checkin_cli.weekly.rules.table import TABLE, Judgment, judge

__all__ = ["TABLE", "Finding", "Judgment", "Rule", "judge"]
