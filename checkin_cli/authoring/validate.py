"""
Rule on a proposal: everything that can be checked before a person reads it.

The checks of the doctrine apply as they stand; a proposal is held to more, because nobody has thought about it yet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from checkin_cli.authoring.characters import check_characters
from checkin_cli.authoring.claims import check_claims
from checkin_cli.authoring.counts import check_counts
from checkin_cli.authoring.nearness import check_nearness
from checkin_cli.authoring.neighbours import check_neighbours, replace_variants
from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.polarity import check_polarity
from checkin_cli.authoring.predicates import check_predicates
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.subjects import check_subjects
from checkin_cli.doctrine import Doctrine, Quarantined
from checkin_cli.doctrine.checks import check_doctrine
from checkin_cli.proofreading import Wording, proofread
from checkin_cli.proofreading.reading import read
from checkin_cli.proofreading.tools import require_tools
from checkin_cli.runs.lint import holds_most


@dataclass(frozen=True)
class Validator:
    """
    The checks for the proposals of one offer. Equal proposals get equal rulings.
    """

    offer: Offer
    doctrine: Doctrine
    quarantined: Sequence[Quarantined] = ()

    def __call__(
        self, proposal: Proposal, proposed: Sequence[str] = (), spoken: Sequence[str] = ()
    ) -> tuple[Refutation, ...]:
        """
        Every reason against a proposal, in a fixed order; empty where there is none.

        `proposed` are the wordings of the same run, `spoken` the words of people in the prompt.
        Raises `UsageError` without the extra `checkin-cli[authoring]`.
        """
        require_tools()
        found = [*self._check_references(proposal), *check_characters(proposal.wording)]
        if any(each.place == "wording" for each in found):
            # Words with strange letters in them would be read as other words.
            return tuple(found)
        found += self._check_words(proposal, proposed, spoken)
        return tuple(dict.fromkeys(found))

    def _check_references(self, proposal: Proposal) -> Iterator[Refutation]:
        offer = self.offer
        for place, code, given, wanted in (
            ("slot", "wrong_slot", proposal.slot, offer.slot),
            ("atom", "wrong_atom", proposal.atom, offer.atom.id),
            ("id", "wrong_id", proposal.id, offer.new_id),
            ("register", "wrong_register", proposal.register, offer.register),
        ):
            if given != wanted:
                yield Refutation(code, place, "another")
        if not self._delivered.issuperset(proposal.principles):
            yield Refutation("not_delivered", "principles", "another id")

    def _check_words(self, proposal: Proposal, proposed: Sequence[str], spoken: Sequence[str]) -> Iterator[Refutation]:
        offer, wording = self.offer, proposal.wording
        reading = read(wording)
        cited = [each for each in offer.principles if each.id in proposal.principles]
        yield from self._proofread(proposal)
        yield from check_counts(wording, offer.words)
        yield from check_predicates(reading)
        yield from check_claims(wording, reading, cited, offer)
        yield from check_polarity(reading, offer)
        yield from check_subjects(reading, offer, self.doctrine)
        yield from check_nearness(wording, self.doctrine, proposed, spoken)
        yield from self._turned_away(wording)
        yield from self._check_whole(proposal)
        yield from check_neighbours(proposal.variant, offer.atom, self.doctrine)

    def _proofread(self, proposal: Proposal) -> Iterator[Refutation]:
        grounds = " ".join(self.offer.words)
        wording = Wording(proposal.id, proposal.wording, self.offer.register, clause=True, grounds=grounds)
        for each in proofread([wording]):
            yield Refutation(each.rule, "wording", each.found)

    def _turned_away(self, wording: str) -> Iterator[Refutation]:
        for sentence in self.quarantined:
            if holds_most(wording, sentence.text):
                yield Refutation("quarantined", "wording", sentence.id)
                return

    def _check_whole(self, proposal: Proposal) -> Iterator[Refutation]:
        """
        Would the doctrine load with it: equal texts, and ids too long for the largest reply.
        """
        grown = replace_variants(self.doctrine, self.offer.atom, (*self.offer.atom.variant, proposal.variant))
        for finding in check_doctrine(grown):
            yield Refutation("doctrine", "wording", f"{finding.id}: {finding.found}, required {finding.required}")
            return

    @cached_property
    def _delivered(self) -> frozenset[str]:
        return frozenset(each.id for each in self.offer.principles)
