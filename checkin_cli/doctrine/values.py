"""
The records that doctrine files hold, one class a kind.
"""

from functools import cached_property
from typing import Annotated

from checkin_cli.facts import SURFACES, mask_of
from checkin_cli.shapes import Flag, Integer, ListOf, OneOf, Pattern, Record, SetOf, Text, record

ID = Pattern("[a-z][a-z0-9_.-]{1,63}", "an id of a-z, 0-9, dots, dashes and underscores")
IDS = ListOf(ID, unique=True)
SOME_IDS = ListOf(ID, least=1, unique=True)
TAGS = SetOf(Pattern("[a-z][a-z0-9_]*", "a fact tag"))
SURFACE = OneOf(SURFACES)
SENTENCE = Text(shortest=1, longest=300, clean=True, visible=True)

STRENGTHS = ("study", "review", "established")
"""
How strongly a principle may speak, weakest first: `study` for one trial or cohort, `review` for a narrative review,
`established` for a position stand, guideline, consensus or meta-analysis.
"""

CLAIM_WORDS = {"study": "연구가 있습니다", "review": "정리한 문헌이 있습니다", "established": "알려져 있습니다"}
"""
The words by which a principle tells its reader how strong it is.
"""

SOURCE_KINDS = {
    "model": None,
    "cohort": "study",
    "trial": "study",
    "validation": "study",
    "review": "review",
    "systematic_review": "established",
    "meta_analysis": "established",
    "guideline": "established",
    "position_stand": "established",
    "consensus": "established",
}
"""
Kinds of source and the strongest claim that each can carry; a calculation carries none.
"""

RISKS = ("general", "body_weight", "intake", "training")
"""
What a principle touches. A document can rule a class out: severe fatigue or pain rules out `training`.
"""

TOPICS = (
    "trend",
    "recording",
    "rate",
    "adherence",
    "nutrition",
    "digestion",
    "fluids",
    "sleep",
    "training",
    "movement",
    "recovery",
    "phases",
    "goals",
    "tone",
    "safety",
    "tools",
)


@record
class Source:
    """
    One piece of evidence. `doi` is left out where there is none, or where it was not verified itself.
    """

    id: Annotated[str, ID]
    citation: Annotated[str, SENTENCE]
    kind: Annotated[str, OneOf(tuple(SOURCE_KINDS))]
    cluster: Annotated[str, ID]
    """
    The body of evidence that it belongs to; receipts name clusters.
    """

    doi: Annotated[str | None, Pattern(r"10\.[0-9]{4,}/\S+", "a DOI")] = None
    verified: Annotated[bool, Flag()]
    finding: Annotated[str, SENTENCE]
    """
    What was found, in our own words.
    """

    @property
    def can_carry(self) -> bool:
        """
        True if a principle may rest on it.
        """
        return self.verified and SOURCE_KINDS[self.kind] is not None


@record
class Principle:
    """
    One approved statement of the service, no stronger than its sources.
    """

    id: Annotated[str, ID]
    topic: Annotated[str, OneOf(TOPICS)]
    surfaces: Annotated[tuple[str, ...], ListOf(SURFACE, least=1, unique=True)]
    text: Annotated[str, SENTENCE]
    claim: Annotated[str, OneOf(STRENGTHS)]
    sources: Annotated[tuple[str, ...], SOME_IDS]
    risk: Annotated[str, OneOf(RISKS)]
    triggers: Annotated[frozenset[str], SetOf(Pattern("[a-z][a-z0-9_]*", "a fact tag"), least=1)]
    priority: Annotated[int, Integer(1, 100)]
    """
    Among principles that match a document equally well, the lower number comes first.
    """


class Conditional:
    """
    What may stand in a copy only under conditions, as fact tags.
    """

    requires: frozenset[str]
    forbids: frozenset[str]

    @cached_property
    def asked(self) -> tuple[int, int]:
        """
        The tags that matter and, among them, those that a document must have, as bits.
        """
        required = mask_of(self.requires)
        return required | mask_of(self.forbids), required

    def holds(self, mask: int) -> bool:
        """
        True if a document with these tags has every one of `requires` and none of `forbids`.
        """
        matters, required = self.asked
        return mask & matters == required

    def objections(self, tags: frozenset[str]) -> tuple[str, ...]:
        """
        What keeps it out of a document with these tags: `needs X` and `not with Y`; empty where it holds.
        """
        missing = (f"needs {tag}" for tag in sorted(self.requires - tags))
        return (*missing, *(f"not with {tag}" for tag in sorted(self.forbids & tags)))


@record
class Variant:
    """
    One approved Korean wording.
    """

    id: Annotated[str, ID]
    text: Annotated[str, SENTENCE]


@record
class Atom(Conditional):
    """
    One soft statement, in several wordings; the first is canonical.

    It may stand in a copy when the document has every tag of `requires` and none of `forbids`.
    """

    id: Annotated[str, ID]
    slot: Annotated[str, ID]
    requires: Annotated[frozenset[str], TAGS] = frozenset()
    forbids: Annotated[frozenset[str], TAGS] = frozenset()
    principles: Annotated[tuple[str, ...], SOME_IDS]
    variant: Annotated[tuple[Variant, ...], ListOf(Record(Variant), least=3)]


@record
class ToneSlot:
    """
    One line of courtesy, in several wordings; the first is canonical.
    """

    slot: Annotated[str, ID]
    variant: Annotated[tuple[Variant, ...], ListOf(Record(Variant), least=3)]


@record
class Action(Conditional):
    """
    One action bullet. `text` may hold named values of the document, as `{calories_kcal}`.

    A daily action is chosen by its tags, lower priority numbers first; a weekly one is named by the document.
    """

    id: Annotated[str, ID]
    surface: Annotated[str, OneOf(("daily", "weekly"))]
    text: Annotated[str, SENTENCE]
    principles: Annotated[tuple[str, ...], SOME_IDS]
    requires: Annotated[frozenset[str], TAGS] = frozenset()
    forbids: Annotated[frozenset[str], TAGS] = frozenset()
    priority: Annotated[int | None, Integer(1, 100)] = None


@record
class ProseRule:
    """
    One prose slot: its atoms in default order, how many are shown when nobody chooses, and how many at most.
    """

    slot: Annotated[str, ID]
    canonical_clauses: Annotated[int, Integer(1, 3)]
    max_clauses: Annotated[int, Integer(1, 3)]
    atoms: Annotated[tuple[str, ...], SOME_IDS]


@record
class Playbook:
    """
    How one surface is filled.
    """

    id: Annotated[str, ID]
    version: Annotated[int, Integer(1)]
    surface: Annotated[str, SURFACE]
    tone: Annotated[tuple[str, ...], IDS]
    prose: Annotated[tuple[ProseRule, ...], ListOf(Record(ProseRule), least=1)]
