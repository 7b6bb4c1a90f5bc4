"""
Blanks that are missing before a noun: 할수 있어요 for 할 수 있어요, 큰날 for 큰 날.

Where the analyser reads two words in one, that is an error only for the nouns that are listed here: with others the
whole may be a word of its own, as 큰집 is.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from checkin_cli.proofreading.analysis import sentences_of
from checkin_cli.proofreading.values import Finding, Wording, broken, whole_words

if TYPE_CHECKING:
    from kiwipiepy import Token

_NOUNS_AFTER_ENDING = (
    *("수", "것", "거", "때", "만큼", "뿐", "바", "줄", "리", "대로", "동안", "중", "김", "셈", "척", "적"),
    *("날", "곳", "점", "밤", "틈", "쪽", "편", "사람", "시간", "뒤", "이유", "하루", "아침", "저녁", "주말"),
    *("잠", "체중", "기록", "흐름", "변화", "값", "평균", "계획", "상태"),
)
_AFTER_NOUN = {
    "주": ("이번", "다음", "저번"),
    "달": ("이번", "다음", "저번"),
    "동안": ("하루", "며칠", "얼마", "일주일", "주", "주말"),
}
_AFTER_NUMBER = {"주": ("한", "두", "세", "네", "첫", "몇")}
_WORDS_OF_THEIR_OWN = re.compile("탈것|맞은편|뿐더러|되는대로|걸요?$")


def check_spacing(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield each word in which a blank is missing.
    """
    for wording, sentences in zip(wordings, sentences_of(wordings), strict=True):
        for before, noun in (pair for sentence in sentences for pair in pairwise(sentence.tokens)):
            if _is_glued(before, noun):
                word = whole_words(wording.text, noun.start, noun.start)
                if not _WORDS_OF_THEIR_OWN.search(word):
                    yield broken(wording.id, "spacing", word)


def _is_glued(before: "Token", noun: "Token") -> bool:
    if noun.start > before.start + before.len or not noun.tag.startswith("NN"):
        return False
    match before.tag:
        case "ETM":
            return noun.form in _NOUNS_AFTER_ENDING
        case "MM":
            return before.form in _AFTER_NUMBER.get(noun.form, ())
        case _:
            return before.form in _AFTER_NOUN.get(noun.form, ())
