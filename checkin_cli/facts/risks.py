"""
Which classes of principle a document rules out of its grounding.
"""

_RULED_OUT = {
    "pain_present": "training",
    "verdict_human_review": "intake",
    "decision_human_review": "intake",
    "reason_low_intake": "intake",
    "reason_at_floor": "intake",
    "reason_unplanned_loss": "body_weight",
}


def excluded_risks(tags: frozenset[str]) -> tuple[str, ...]:
    """
    The risk classes that no picked principle may have, sorted.
    """
    return tuple(sorted({risk for tag, risk in _RULED_OUT.items() if tag in tags}))
