"""
Proposals as lines for people.
"""

from collections.abc import Iterable, Iterator

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.prompt import Prompt
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.screens import Screens
from checkin_cli.authoring.states import Standing


def offer_lines(prompt: Prompt) -> Iterator[str]:
    """
    What would be delivered, before anything is sent.
    """
    offer: Offer = prompt.offer
    yield f"new id      {offer.new_id}  {offer.slot}  {offer.register}"
    yield f"characters  {len(prompt.system)} system, {len(offer.text)} offer, {len(prompt.user)} message"
    yield f"wordings    {' '.join(each.id for each in offer.atom.variant)}"
    yield f"principles  {' '.join(each.id for each in offer.principles)}"
    yield f"sources     {' '.join(each.id for each in offer.sources)}"


def refutation_lines(refutations: Iterable[Refutation]) -> Iterator[str]:
    """
    One line a reason, with what was found.
    """
    for each in refutations:
        found = f"found {each.found}, " if each.found else ""
        beside = f" (beside {each.neighbour})" if each.neighbour else ""
        yield f"  {each.code} at {each.place}: {found}required {each.required}{beside}"


def standing_lines(standing: Standing) -> Iterator[str]:
    """
    A line with the state, the wording, and what speaks against it.
    """
    filed = standing.filed
    yield f"{filed.id}  {standing.state}  {filed.slot}  by {filed.origin}"
    yield f"    {filed.wording}"
    yield from refutation_lines(standing.refutations)


def screen_lines(screens: Screens, most: int | None) -> Iterator[str]:
    """
    Every text, or those of at most so many clauses; then how many there are and their digest.
    """
    if screens.above:
        yield "above each text one of"
        yield from (f"    {line}" for line in screens.above)
    shown = screens.fillings if most is None else screens.up_to(most)
    for number, lines in enumerate(shown, 1):
        yield f"text {number}"
        yield from (f"    {line}" for line in lines)
    left = len(screens.fillings) - len(shown)
    if left:
        yield f"{left} texts of more clauses join these lines; --all prints them"
    yield f"{screens.count} texts, digest {screens.digest}"
