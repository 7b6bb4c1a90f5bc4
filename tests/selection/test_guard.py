"""
The guard on requests made by hand, where the table of replies has only those of one day.
"""

from itertools import permutations

import pytest

from checkin_cli.doctrine import Doctrine, Variant
from checkin_cli.selection.guard import Chosen, admit_coach, admit_polish
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import COACH, POLISH, ClauseOffer, CoachRequest, PolishRequest, SlotOffer
from tests.loopback import compact


def polish_of(*atoms: str) -> PolishRequest:
    """A request about these atoms of one slot, each with two wordings."""
    return PolishRequest(
        "daily", tuple(ClauseOffer("slot", atom, (wording(atom, "a"), wording(atom, "b"))) for atom in atoms)
    )


def wording(atom: str, letter: str) -> Variant:
    return Variant(id=f"{atom}.{letter}", text=f"{atom} {letter}")


def reply_to(request: PolishRequest, order: tuple[int, ...]) -> str:
    """The second wording of each clause, the clauses in this order."""
    clauses = [request.clauses[place] for place in order]
    selections = [
        {"slot_id": each.slot_id, "atom_id": each.atom_id, "variant_id": each.variants[1].id} for each in clauses
    ]
    return compact({"schema_version": POLISH, "surface": request.surface, "selections": selections})


@pytest.mark.parametrize("atoms", list(permutations(("one", "three", "two"))))
def test_the_order_is_that_of_the_request_whatever_the_alphabet_says(atoms: tuple[str, ...]) -> None:
    request = polish_of(*atoms)
    for order in permutations(range(3)):
        reply = reply_to(request, order)
        if order == (0, 1, 2):
            assert [variant.id for variant in admit_polish(request, reply)] == [f"{atom}.b" for atom in atoms]
            continue
        with pytest.raises(Refused) as refused:
            admit_polish(request, reply)
        assert refused.value.reason is Reason.WRONG_ORDER


@pytest.mark.parametrize("count", range(6))
def test_a_slot_takes_from_one_atom_to_its_most(count: int, doctrine: Doctrine) -> None:
    """In the order in which they were offered, with the principles as they were named."""
    offer = SlotOffer("slot", "canonical", 1, 3, tuple(doctrine.atoms.values())[:6])
    principles = tuple(doctrine.principles.values())[:4]
    request = CoachRequest("daily", doctrine.playbooks["daily"], principles, (), (offer,))
    taken, named = offer.atoms[1 : 1 + count], (principles[2].id, principles[0].id)
    slot = {
        "slot_id": "slot",
        "hard_identity": offer.hard_identity,
        "principle_ids": list(named),
        "atom_ids": [atom.id for atom in taken],
    }
    reply = compact({"schema_version": COACH, "surface": "daily", "slots": [slot]})
    if 1 <= count <= 3:
        assert admit_coach(request, reply) == (Chosen(taken, named),)
        return
    with pytest.raises(Refused) as refused:
        admit_coach(request, reply)
    assert refused.value.reason is Reason.WRONG_COUNT
