"""
Particles that do not fit the word before them: 이유이 for 이유가.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.proofreading.analysis import tokens_of
from checkin_cli.proofreading.values import Finding, Wording, broken

_AFTER_CONSONANT = "이은을과"
_AFTER_VOWEL = "는를와"
"""
Without 가, which also makes nouns of nouns (전문가).
"""

_WORD = re.compile(r"[가-힣]{3,}")
_FINALS = 28


def check_particles(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield each word that is a noun with the other particle of a pair.

    The analyser reads such a word as something else, so it is asked about the part before the particle alone.
    """
    words = [(wording.id, word) for wording in wordings for word in _WORD.findall(wording.text) if _is_misfit(word)]
    for (owner, word), tokens in zip(words, tokens_of([word[:-1] for _, word in words]), strict=True):
        if all(token.tag.startswith("NN") for token in tokens):
            yield broken(owner, "particle", word)


def _is_misfit(word: str) -> bool:
    closed = (ord(word[-2]) - ord("가")) % _FINALS > 0
    return word[-1] in (_AFTER_VOWEL if closed else _AFTER_CONSONANT)
