"""
A wording as morphemes: what the checks of a proposal look at.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from checkin_cli.proofreading.analysis import sentences_of
from checkin_cli.proofreading.values import Wording

if TYPE_CHECKING:
    from kiwipiepy import Token

_ABOUT = ("VV", "VA", "XR")
_THINGS = ("NNG", "NNP", "SL", "SH")


@dataclass(frozen=True, slots=True)
class Morpheme:
    """
    One morpheme with the part of speech that the analyser gives it.
    """

    form: str
    tag: str
    glued: bool = False
    """
    True where no blank stands before it.
    """

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
    def compounds(self) -> frozenset[str]:
        """
        Nouns that the analyser takes apart, whole: 감량, 제지방.
        """
        found: set[str] = set()
        run = ""
        for each in self.morphemes:
            noun = each.tag in {*_THINGS, "XPN", "XSN"}
            run = (run + each.form if each.glued else each.form) if noun else ""
            found.add(run)
        return frozenset(found - {""})

    @cached_property
    def doings(self) -> frozenset[str]:
        """
        Its verbs and adjectives without endings; 빠르어지다 is there as 빠르지 too.
        """
        found = self.forms(*_ABOUT)
        return frozenset((*found, *(f"{each}지" for each in _BECOMING.findall(self.spelled))))

    @cached_property
    def asserted(self) -> frozenset[str]:
        """
        Its nouns, verbs and adjectives but for those that it denies.
        """
        denied = {each for each in self.doings if f"{each}/V" in (found := self.spelled) and _denies(found, each)}
        return (self.doings | self.things) - denied

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
    def compounds(self) -> frozenset[str]:
        """
        The nouns of all sentences that are taken apart, whole.
        """
        return frozenset().union(*(each.compounds for each in self.sentences))

    @cached_property
    def asserted(self) -> frozenset[str]:
        """
        What some sentence says and does not deny.
        """
        return frozenset().union(*(each.asserted for each in self.sentences))

    @cached_property
    def spelled(self) -> str:
        """
        All sentences in the form of `Sentence.spelled`.
        """
        return " ".join(each.spelled for each in self.sentences)


_BECOMING = re.compile(r"(\S+)/VA 어/EC 지/VX")


def _denies(spelled: str, form: str) -> bool:
    """
    True for `길지 않은` and `안 길`.
    """
    return (
        re.search(rf"(?<!\S){form}/V\S* (?:었/EP )?지/EC (?:\S+/JX )?(?:않|못하)/|안/MAG {form}/V", spelled) is not None
    )


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """
    Analyse one text. Needs the extra `checkin-cli[authoring]`.
    """
    found = next(iter(sentences_of([Wording("", text, "")])))
    return Reading(tuple(Sentence(each.text, tuple(_morphemes(each.tokens))) for each in found))


def _morphemes(tokens: Iterable["Token"]) -> list[Morpheme]:
    made: list[Morpheme] = []
    end = -1
    for each in tokens:
        made.append(Morpheme(_plain(each.form), each.tag, each.start == end))
        end = each.start + each.len
    return made


def _plain(form: str) -> str:
    """
    Final consonants by themselves as patterns write them.
    """
    return "".join(_FINALS.get(letter, letter) for letter in form)


_FINALS = {"ᆫ": "ㄴ", "ᆯ": "ㄹ", "ᆷ": "ㅁ", "ᆸ": "ㅂ"}
