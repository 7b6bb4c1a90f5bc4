"""
Why a proposal does not count: closed codes, each with what it requires.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from checkin_cli.proofreading import RULES

CODES = RULES | {
    # what it refers to
    "wrong_slot": "the slot that was offered",
    "wrong_atom": "the atom that was offered",
    "wrong_id": "the id that was offered for the new variant",
    "wrong_register": "the register that was offered",
    "not_delivered": "principles that were delivered, and no other",
    # its characters
    "line_break": "one line without tabs, single blanks, none at either end",
    "direction": "no direction mark",
    "invisible": "no invisible character",
    "digit": "no digit; a wording states no number",
    "placeholder": "no placeholder and no markup",
    "foreign_letter": "Hangul syllables alone, no look-alike and no other script",
    "other_character": "Hangul syllables, single blanks, commas, full stops and question marks",
    "not_sentences": "whole Korean sentences that each end in a full stop or a question mark",
    # what it says
    "number_word": "no number in words that the delivered texts do not have",
    "claim_strength": "the words of the claim that the cited principles carry, or weaker ones",
    "unhedged": "an effect only as possible, or as what studies found",
    "causal": "no cause and no cure that the delivered texts do not name",
    "unknown_word": "plain words that the doctrine knows",
    "against_atom": "what the atom says, not its opposite",
    # what it repeats
    "near_duplicate": "a wording of its own, not a small change of an approved one",
    "own_words": "another wording than one that was refuted in this run",
    "prompt_copied": "words of its own, not those of the request",
    # what it does to the doctrine as a whole
    "doctrine": "a doctrine that loads",
    "quarantined": "another wording than a sentence that was turned away before",
}
"""
Every code with what it requires. A code that is not listed here cannot be given.
"""


@dataclass(frozen=True)
class Refutation:
    """
    One reason, to be told to a person or sent back.
    """

    code: str
    """
    A key of `CODES`.
    """

    place: str
    """
    The member of the proposal, or the two wordings that meet.
    """

    found: str = ""
    """
    What was found, for a person alone: it may be words of the proposal.
    """

    neighbour: str = ""
    """
    The approved words that it collides with, which may be sent.
    """

    @property
    def required(self) -> str:
        """
        What the code asks for.
        """
        return CODES[self.code]

    @property
    def told(self) -> str:
        """
        The reason as it is fed back: nothing of the proposal is in it.
        """
        beside = f" (beside: {self.neighbour})" if self.neighbour else ""
        return f"{self.code} at {self.place}: required {self.required}{beside}"


Refutations = Sequence[Refutation]
