"""
Which classes of principle a document rules out.
"""

import pytest

from checkin_cli.facts.risks import excluded_risks


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("", ()),
        ("weight_recorded in_range", ()),
        ("pain_present", ("training",)),
        ("reason_context_illness reason_context", ("training",)),
        ("verdict_human_review", ("intake",)),
        ("decision_human_review", ("intake",)),
        ("reason_low_intake verdict_human_review", ("intake",)),
        ("reason_at_floor", ("intake",)),
        ("reason_unplanned_loss verdict_human_review", ("body_weight", "intake")),
    ],
)
def test_what_a_document_rules_out(tags: str, expected: tuple[str, ...]) -> None:
    """Sorted, each once."""
    assert excluded_risks(frozenset(tags.split())) == expected
