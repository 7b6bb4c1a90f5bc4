"""
How the proposals of the queue stand today.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.screens import Screens, screens_of
from checkin_cli.authoring.shelf import Filed, Shelf
from checkin_cli.errors import UsageError


class State(StrEnum):
    """
    What became of a proposal.
    """

    VALID = "valid"
    """
    It passes every check against the doctrine as it is now.
    """

    STALE = "stale"
    """
    It does not any more, or it was approved with other texts than the doctrine gives now.
    """

    APPROVED = "approved"
    """
    It stands in the doctrine, and what was approved is what the doctrine gives.
    """


@dataclass(frozen=True)
class Standing:
    """
    One proposal with its state, and what speaks against it.
    """

    filed: Filed
    state: State
    refutations: tuple[Refutation, ...] = ()

    def members(self) -> dict[str, object]:
        """
        As JSON members.
        """
        against = [{"code": each.code, "place": each.place, "required": each.required} for each in self.refutations]
        return {
            "id": self.filed.id,
            "slot": self.filed.slot,
            "atom": self.filed.atom,
            "wording": self.filed.wording,
            "origin": self.filed.origin,
            "state": self.state,
            "refutations": against,
        }


def standings(shelf: Shelf) -> Iterator[Standing]:
    """
    Yield every proposal of the queue, in the order of the ids. Needs the extra `checkin-cli[authoring]`.
    """
    for filed in shelf.queue.values():
        yield standing_of(shelf, filed)


def standing_of(shelf: Shelf, filed: Filed) -> Standing:
    """
    How one proposal stands.
    """
    if shelf.holds(filed):
        same = filed.approved == texts_of(shelf, filed).digest
        return Standing(filed, State.APPROVED if same else State.STALE)
    try:
        found = shelf.validator_of(filed)(filed.proposal)
    except UsageError as error:
        if error.code != "unknown_id":
            raise
        return Standing(filed, State.STALE, (Refutation("wrong_atom", "atom", error.found),))
    return Standing(filed, State.STALE if found else State.VALID, found)


def texts_of(shelf: Shelf, filed: Filed) -> Screens:
    """
    Every text that the proposal could appear in.
    """
    return screens_of(shelf.doctrine, filed.atom, filed.proposal.variant)
