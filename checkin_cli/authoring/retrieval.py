"""
Which approved principles a question is about: BM25 over pieces of words, the same on every machine.

Korean words carry their particles and endings with them, so whole words seldom meet. Pairs of neighbouring letters do,
and what every sentence shares weighs little of itself. The beginning of a word counts as a piece too, or words of one
letter (잠, 물) would never be found.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from checkin_cli.doctrine import Doctrine, Principle
from checkin_cli.doctrine.topics import SAID_FOR, TOPIC_WORDS

_WORD = re.compile(r"[가-힣]+|[a-z]+")
_ASKING = re.compile(
    r"(?<![가-힣])(?:어떻게|어떤|어느|왜|무엇|무슨|뭐|뭘|얼마나|몇|언제|것|거|건|할|때|해야|해도|하|되|돼|있)"
    r"[은는이가을를도]?(?:나요|까요|가요|죠)?(?![가-힣])"
    r"|(?:나요|까요|가요|죠)(?![가-힣])"
)
"""
What a question has because it is one, and an answer to it has not.
"""

_SATURATION, _LENGTH = 1.2, 0.5
"""
The two constants of BM25: how fast repetition stops to count, and how much a long text is held against it.
"""

_OF_TEXT, _OF_TOPIC, _OF_SOURCE = 3, 1, 1
"""
How often the pieces of each field count: what a principle says itself comes first.
"""

_MILLION = 1_000_000
_LEAST, _LEAST_SHARE = 2_500_000, 0.3
"""
Scores under this, or under this share of the best one, are scraps.
"""


class Retrieval:
    """
    An index over the approved principles of a doctrine: their texts, the names of their topics, and their evidence.
    """

    def __init__(self, doctrine: Doctrine) -> None:
        self._doctrine = doctrine

    def find(self, question: str, most: int) -> list[Principle]:
        """
        The principles that share most with a question, best first; equal ones in the order of their ids.

        What shares no more than a scrap is left out, so there may be fewer than `most`, or none.
        """
        asked = _asked(question)
        scores = {wanted: self._score(asked, held) for wanted, held in self._held.items()}
        least = max(_LEAST, _LEAST_SHARE * max(scores.values()))
        best = sorted((each for each in scores if scores[each] >= least), key=lambda each: (-scores[each], each))
        return [self._doctrine.principles[wanted] for wanted in best[:most]]

    def _score(self, asked: Iterable[str], held: Counter[str]) -> int:
        """
        The score in millionths, because the last digit of a logarithm is not the same on every machine.
        """
        room = 1 - _LENGTH + _LENGTH * held.total() / self._mean_length
        # In a fixed order: sums of floats depend on it.
        score = sum(
            self._rarity[piece] * held[piece] * (_SATURATION + 1) / (held[piece] + _SATURATION * room)
            for piece in sorted(asked)
            if piece in held
        )
        return int(score * _MILLION)

    @cached_property
    def _held(self) -> dict[str, Counter[str]]:
        return {principle.id: Counter(self._fields(principle)) for principle in self._doctrine.principles.values()}

    @cached_property
    def _mean_length(self) -> float:
        return sum(held.total() for held in self._held.values()) / len(self._held)

    @cached_property
    def _rarity(self) -> dict[str, float]:
        principles = Counter(piece for held in self._held.values() for piece in held)
        return {
            piece: math.log(1 + (len(self._held) - count + 0.5) / (count + 0.5)) for piece, count in principles.items()
        }

    def _fields(self, principle: Principle) -> Iterator[str]:
        yield from list(_pieces(principle.text)) * _OF_TEXT
        yield from list(_pieces(TOPIC_WORDS[principle.topic])) * _OF_TOPIC
        for source in principle.sources:
            yield from list(_pieces(f"{source} {self._doctrine.sources[source].finding}")) * _OF_SOURCE


def _asked(question: str) -> set[str]:
    """
    The pieces of a question without what only asks, and those of the words that the doctrine has for its own.
    """
    words = _WORD.findall(unicodedata.normalize("NFKC", _ASKING.sub(" ", question)).lower())
    pieces = {piece for word in words for piece in _pieces(word)}
    for known, said in SAID_FOR.items():
        if any(word.startswith(beginning) for word in words for beginning in said.split()):
            pieces.update(_pieces(known))
    return pieces


def _pieces(text: str) -> Iterator[str]:
    """
    Words of letters without Hangul whole; of Korean ones each pair of neighbours, and how they begin.
    """
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).lower()):
        if word.isascii():
            yield word
        else:
            yield f"^{word[0]}"
            yield from (word[at : at + 2] for at in range(len(word) - 1))
