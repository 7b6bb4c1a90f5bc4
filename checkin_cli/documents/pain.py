"""
When a pain is a sign of danger, for every document that may say one.
"""

from decimal import Decimal

_SEVERE = Decimal(7)
"""
Of 10. From here on a check-in is held, whatever else it says.
"""

_CATEGORY = "injury_or_severe_pain"


def is_severe(pain: object) -> bool:
    """
    True for a number from which on a pain is a sign of danger; a scale that goes beyond ten makes it no smaller.
    """
    return isinstance(pain, int | Decimal) and not isinstance(pain, bool) and pain >= _SEVERE


def with_severe_pain(categories: tuple[str, ...], *pains: object) -> tuple[str, ...]:
    """
    The safety categories, with that of pain as the last one where a pain is severe and they do not name it.
    """
    if _CATEGORY in categories or not any(map(is_severe, pains)):
        return categories
    return (*categories, _CATEGORY)
