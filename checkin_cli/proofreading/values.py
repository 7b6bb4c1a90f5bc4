"""
What is proofread and what can be found: strings owned by the code, and a closed list of rules.
"""

from dataclasses import dataclass

REGISTERS = ("haeyo", "hapsyo", "nominal")
"""
해요체, 합쇼체, and the form of titles, labels and bullets: no sentence ending.
"""

RULES = {
    # what a string says and how it is set
    "not_nfc": "NFC",
    "exclamation": "no exclamation mark",
    "emoji": "no emoji or emoticon",
    "quotes": "no quotation marks",
    "dash": "no dash between words",
    "ellipsis": "no dots of omission",
    "weight_praise": "no praise, least of all for losing weight",
    "blame": "no guilt or blame for gaps",
    "diagnosis": "no diagnosis",
    "order": "no order to eat, train or do anything else",
    "certainty": "no certainty that evidence cannot carry",
    "advertising": "no advertising words",
    "reassurance": "no reassurance about symptoms",
    "comparison": "no comparison with other people",
    "fear": "no fear",
    "body_claim": "nothing about fat or muscle that one number cannot say",
    "second_person": "no word for you",
    "statement": "nothing that locked lines say: actions, times, safety, approval, delivery",
    "beyond_sources": "nothing that the texts it rests on do not speak of",
    "counterfactual": "no word about what could have been",
    "prediction": "nothing about the future",
    "promise": "of what the service will do only that it reads and compares",
    "person_word": "no name and no form of address",
    "about_itself": "nothing about texts, checks, models or instructions",
    # how its sentences end
    "register": "the register of the string in every sentence",
    # what sounds like a machine or is misspelt
    "particle": "the particle that fits the word before it",
    "bare_particle": "each particle straight after its word",
    "spacing": "a blank before this noun",
    "contrast": "the second half alone",
    "double_passive": "one passive",
    "translationese": "a plain particle in place of 에 있어",
    "comma_after_connective": "no comma straight after a connective ending",
    "lead_in": "the list itself, without a lead-in",
    "inflated": "no inflated words",
    "hanlint": "wording that hanlint accepts",
    "ai_tell": "wording that korean-ai-tell accepts",
    # what stands together
    "same_ending": "another ending after three equal ones",
    "same_opening": "another opening word",
    "can_repeated": "수 있다 at most twice on a screen",
    "phrase_repeated": "the phrase once on a screen",
    "echo": "another word in the neighbouring clause",
    "repeated_words": "other words than another slot of the message",
}
"""
Every rule with what it requires. A rule that is not listed here cannot be found broken.
"""


@dataclass(frozen=True)
class Wording:
    """
    One string owned by the code.
    """

    id: str
    text: str
    register: str
    """
    One of `REGISTERS`.
    """

    clause: bool = False
    """
    True for soft lines, which may state nothing that stands in locked ones.
    """

    grounds: str | None = None
    """
    The texts that a line of the doctrine rests on, whose own words it may use. None for other strings, whose manner is
    not judged.
    """


@dataclass(frozen=True)
class Finding:
    """
    One thing that is wrong with a string, or with a screen.
    """

    id: str
    """
    Of the string or of the screen.
    """

    rule: str
    """
    A key of `RULES`.
    """

    found: str
    required: str


def broken(owner: str, rule: str, found: str) -> Finding:
    """
    The finding that `rule` is broken by the words `found`.
    """
    return Finding(owner, rule, found, RULES[rule])


def whole_words(text: str, first: int, last: int) -> str:
    """
    The words that two letters stand in, and what is between them: 마세요 for 세요.
    """
    start, end = text.rfind(" ", 0, first + 1), text.find(" ", last)
    return text[start + 1 : len(text) if end < 0 else end].strip(" .,?")
