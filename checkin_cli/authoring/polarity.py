"""
What a wording denies or affirms, held against what it was delivered: a single "not" turns a finding around.
"""

import re
from collections.abc import Iterator

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.proofreading.reading import Reading, read

_PREDICATE = re.compile(
    r"(?:(?P<adverb>안|못)/MAG )?(?P<stem>\S+)/(?:V[VA]|(?:NNG|XR) \S+/XS[VA])"
    r"(?: \S+/EP)*(?: 어/EC 지/VX)?(?P<denied> 지/EC (?:\S+/J\S+ )?(?:않|못하|말)/V\S)?"
)
_PRESENCE = re.compile(r"(?P<stem>\S+)/NN\S (?:\S+/J\S+ )?(?:(?P<absent>없)|있)/V\S")
_IS_NOT = re.compile(r"(\S+)/NN\S (?:\S+/J\S+ )?아니/VCN")
_CARRIES_NOTHING = frozenset({"하", "되", "보", "있", "없", "수", "것", "거", "점", "날", "때", "필요"})
"""
Stems that say nothing without what stands before them.
"""


def check_polarity(reading: Reading, offer: Offer) -> Iterator[Refutation]:
    """
    Yield the first word that the wording denies and the delivered texts only affirm, or the reverse.

    What a thing is not may only be said of what the delivered texts speak of.
    """
    texts = [read(each) for each in offer.words]
    delivered = {sign for text in texts for sign in _signs(text)}
    things = frozenset().union(*(each.things for each in texts))
    for found in _IS_NOT.finditer(reading.spelled):
        if found[1] not in things:
            yield Refutation("beyond_sources", "wording", found[1])
            return
    for stem, affirmed in _signs(reading):
        if (stem, not affirmed) in delivered and (stem, affirmed) not in delivered:
            yield Refutation("against_atom", "wording", stem)
            return


def _signs(reading: Reading) -> Iterator[tuple[str, bool]]:
    spelled = reading.spelled
    predicates = ((each["stem"], not (each["adverb"] or each["denied"])) for each in _PREDICATE.finditer(spelled))
    presences = ((each["stem"], not each["absent"]) for each in _PRESENCE.finditer(spelled))
    yield from (sign for sign in (*predicates, *presences) if sign[0] not in _CARRIES_NOTHING)
