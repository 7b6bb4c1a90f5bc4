"""
What code derives from a document: typed values for the layouts, and fact tags for the doctrine's predicates.
"""

from checkin_cli.facts.derive import (
    CardFacts,
    DailyFacts,
    Facts,
    HeldFacts,
    OrdinaryFacts,
    PublishedFacts,
    WeeklyFacts,
    derive_facts,
)
from checkin_cli.facts.tags import SURFACES, Dimension, dimensions_of, is_satisfiable, mask_of, tags_in, tags_of

__all__ = [
    "SURFACES",
    "CardFacts",
    "DailyFacts",
    "Dimension",
    "Facts",
    "HeldFacts",
    "OrdinaryFacts",
    "PublishedFacts",
    "WeeklyFacts",
    "derive_facts",
    "dimensions_of",
    "is_satisfiable",
    "mask_of",
    "tags_in",
    "tags_of",
]
