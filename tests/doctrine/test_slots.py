"""
A prose slot: what is found fast is what is found by asking every atom.
"""

import pytest

from checkin_cli.doctrine import load_doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.facts import SURFACES, derive_facts
from checkin_cli.facts.derive import Tagged
from tests.sampling import sample
from tests.written import written


def masks(surface: str) -> list[int]:
    """The tags of drawn documents."""
    facts = [derive_facts(read_document(written(each), ReadingRules())) for each in sample(surface, 200)]
    return [each.mask for each in facts if isinstance(each, Tagged)]


@pytest.mark.parametrize("surface", SURFACES)
def test_the_first_atoms_are_the_beginning_of_what_is_offered(surface: str) -> None:
    """Whatever tags a document has, met before or not."""
    doctrine = load_doctrine(None)
    for rule in doctrine.playbooks[surface].prose:
        slot = doctrine.slot(surface, rule.slot)
        for mask in masks(surface) * 2:
            assert slot.first(mask) == slot.offered(mask)[: rule.canonical_clauses]
