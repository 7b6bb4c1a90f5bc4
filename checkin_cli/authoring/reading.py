"""
A wording as morphemes: what the checks of a proposal look at.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

from checkin_cli.proofreading.analysis import sentences_of
from checkin_cli.proofreading.values import Wording

_ABOUT = ("VV", "VA", "XR")
_THINGS = ("NNG", "NNP", "SL", "SH")


@dataclass(frozen=True, slots=True)
class Morpheme:
    """
    One morpheme with the part of speech that the analyser gives it.
    """

    form: str
    tag: str

    @property
    def plain_tag(self) -> str:
        """
        The tag without the mark of irregular verbs.
        """
        return self.tag.partition("-")[0]


@dataclass(frozen=True)
class Sentence:
    """
    One sentence of a wording.
    """

    text: str
    morphemes: tuple[Morpheme, ...]

    def forms(self, *tags: str) -> tuple[str, ...]:
        """
        The forms of these parts of speech, in order.
        """
        return tuple(each.form for each in self.morphemes if each.plain_tag in tags)

    @cached_property
    def things(self) -> frozenset[str]:
        """
        Its nouns, and words of other scripts.
        """
        return frozenset(self.forms(*_THINGS))

    @cached_property
    def doings(self) -> frozenset[str]:
        """
        Its verbs and adjectives without endings.
        """
        return frozenset(self.forms(*_ABOUT))

    @cached_property
    def spelled(self) -> str:
        """
        Forms with tags, for patterns: `늘리/VV 어/EC 주/VX`.
        """
        return " ".join(f"{each.form}/{each.plain_tag}" for each in self.morphemes)


@dataclass(frozen=True)
class Reading:
    """
    A whole wording.
    """

    sentences: tuple[Sentence, ...]

    @cached_property
    def things(self) -> frozenset[str]:
        """
        The nouns of all sentences.
        """
        return frozenset().union(*(each.things for each in self.sentences))

    @cached_property
    def doings(self) -> frozenset[str]:
        """
        The verbs and adjectives of all sentences.
        """
        return frozenset().union(*(each.doings for each in self.sentences))

    @cached_property
    def spelled(self) -> str:
        """
        All sentences in the form of `Sentence.spelled`.
        """
        return " ".join(each.spelled for each in self.sentences)


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """
    Analyse one text. Needs the extra `checkin-cli[authoring]`.
    """
    found = next(iter(sentences_of([Wording("", text, "")])))
    return Reading(tuple(Sentence(each.text, tuple(_morphemes(each.tokens))) for each in found))


def _morphemes(tokens: object) -> list[Morpheme]:
    return [Morpheme(_plain(each.form), each.tag) for each in tokens]  # type: ignore[attr-defined]  # tokens of the analyser


def _plain(form: str) -> str:
    """
    Final consonants by themselves as patterns write them.
    """
    return "".join(_FINALS.get(letter, letter) for letter in form)


_FINALS = {"ᆫ": "ㄴ", "ᆯ": "ㄹ", "ᆷ": "ㅁ", "ᆸ": "ㅂ"}
