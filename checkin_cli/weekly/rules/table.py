"""
The table: its rows in order, of which the first that applies decides.
"""

from typing import NamedTuple

from checkin_cli.numbers import exact
from checkin_cli.weekly.case import Case
from checkin_cli.weekly.rules import range as by_range
from checkin_cli.weekly.rules import records, safety
from checkin_cli.weekly.rules.interface import Finding, Rule

TABLE = (
    Rule(1, "open safety flag", safety.open_flag),
    Rule(2, "not eligible for a goal", safety.ineligible),
    Rule(3, "weight to confirm", records.unconfirmed_weight),
    Rule(4, "too few records", records.too_few_records),
    Rule(5, "too fast for two weeks", safety.too_fast_for_two_weeks),
    Rule(6, "bound of one week crossed", safety.too_fast_for_one_week),
    Rule(7, "low intake or unplanned loss", safety.low_intake_or_loss),
    Rule(8, "first weeks of a goal", records.first_weeks),
    Rule(9, "special week", records.special_week),
    Rule(10, "low confidence", records.low_confidence),
    Rule(11, "inside the range", by_range.inside),
    Rule(12, "outside for the first week", by_range.outside_once),
    Rule(13, "adherence first", by_range.adherence),
    Rule(14, "recovery before less energy", by_range.recovery),
    Rule(15, "at the floor of energy", by_range.at_floor),
    Rule(16, "undecided, or a change of side", by_range.undecided),
    Rule(17, "below the range twice", by_range.review_up),
    Rule(18, "above the range twice", by_range.review_down),
)


class Judgment(NamedTuple):
    """
    The row that decided, and what it found.
    """

    rule: Rule
    finding: Finding

    @property
    def verdict(self) -> str:
        """
        The verdict of the week.
        """
        return self.finding.verdict

    @property
    def reason(self) -> str:
        """
        The reason code.
        """
        return self.finding.reason


def judge(case: Case) -> Judgment:
    """
    Ask row after row. The last ones leave no week out: a rate with a goal is inside, outside once or outside twice.
    """
    for rule in TABLE:
        finding = rule.check(case)
        if finding.applies:
            return Judgment(rule, finding)
    raise AssertionError


def explain(case: Case) -> list[tuple[Rule, Finding]]:
    """
    What each row finds, those behind the one that decides too.
    """
    with exact():
        found = [(rule, rule.check(case)) for rule in TABLE]
        return [(rule, finding._replace(words=finding.why)) for rule, finding in found]
