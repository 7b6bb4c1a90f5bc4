"""
Which classes of principle a document rules out.
"""

from checkin_cli.facts.tags import mask_of, tags_in
from checkin_cli.memo import Memo

RULED_OUT = {
    "pain_present": "training",
    "verdict_human_review": "intake",
    "decision_human_review": "intake",
    "reason_low_intake": "intake",
    "reason_at_floor": "intake",
    "reason_unplanned_loss": "body_weight",
    "reason_context_illness": "training",
}
"""
Tag by tag: no principle of the class is picked for such a document, and no sentence that rests on one may stand in it.
"""


def excluded_risks(tags: frozenset[str]) -> tuple[str, ...]:
    """
    The risk classes that no picked principle may have, sorted.
    """
    return tuple(sorted({risk for tag, risk in RULED_OUT.items() if tag in tags}))


def excluded_by(mask: int) -> tuple[str, ...]:
    """
    The same, for tags as bits.
    """
    return _EXCLUDED[mask & _RULING]


_RULING = mask_of(RULED_OUT)
_EXCLUDED: Memo[int, tuple[str, ...]] = Memo(lambda mask: excluded_risks(tags_in(mask)))
