"""
Particles that follow nothing, or the other word of their pair.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.proofreading.reading import read
from checkin_cli.proofreading.values import Finding, Wording, broken

_WORD = re.compile(r"[가-힣]{2,}")

_ALONE = re.compile(
    r"(?:\A|(?<=[ .,?]))(?:을|를|은|는|와|과|의|에|에서|로|으로|도|만|부터|까지|에게|보다|처럼)(?=[ .,?]|\Z)"
)
_NOUN_THEN_SUBJECT = re.compile(r"[가-힣]+ (?:이|가)(?= )")
_ENDS_OPEN = ("는", "를", "와", "가")
_ENDS_CLOSED = ("은", "을", "과", "이")
_FINALS = 28
_CALENDAR = frozenset(("오늘", "지금", "어제", "그날", "이번", "지난번", "요즘", "지난주", "하루", "그때"))


def check_particles(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield a particle that stands by itself, and each noun with the other particle of a pair, however short it is.
    """
    for wording in wordings:
        alone = _ALONE.search(wording.text)
        found = alone.group() if alone else _split_subject(wording.text)
        if found is not None:
            yield broken(wording.id, "bare_particle", found)
        for word in dict.fromkeys(_WORD.findall(wording.text)):
            if _is_misfit(word) and _is_noun_with_it(word):
                yield broken(wording.id, "particle", word)


def _split_subject(wording: str) -> str | None:
    """
    `체중 이 오르내려요`: a noun, a blank, and the particle of a subject before a verb or an adverb.
    """
    for match in _NOUN_THEN_SUBJECT.finditer(wording):
        noun = match.group().split()[0]
        tags = [each.plain_tag for sentence in read(noun).sentences for each in sentence.morphemes]
        if tags and all(tag.startswith("NN") for tag in tags) and noun not in _CALENDAR:
            return match.group()
    return None


def _is_misfit(word: str) -> bool:
    """
    True for a last syllable that, as a particle, would not fit the one before it.
    """
    closed = (ord(word[-2]) - ord("가")) % _FINALS > 0
    return word[-1] in (_ENDS_OPEN if closed else _ENDS_CLOSED)


def _is_noun_with_it(word: str) -> bool:
    """
    True where the last syllable is a particle. After one syllable, and as 가, it may be a part of another word.
    """
    stem = word[:-1]
    tags = {each.tag for sentence in read(stem).sentences for each in sentence.morphemes}
    if len(stem) > 1 and word[-1] != "가" and all(tag.startswith("NN") for tag in tags):
        return True
    # 전문가, 평가, 나이 are nouns themselves, and 짧은 or 있는 are no nouns with a particle.
    return bool(tags) and tags <= {"NNG", "NNP"} and not _is_one_word(word)


def _is_one_word(word: str) -> bool:
    """
    True where the analyser takes the whole for one noun, or for a verb with its ending.
    """
    morphemes = [each for sentence in read(word).sentences for each in sentence.morphemes]
    if len(morphemes) == 1:
        return True
    return morphemes[-1].tag.startswith("E") and not morphemes[0].tag.startswith("NN")
