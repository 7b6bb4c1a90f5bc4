"""
How a wording speaks to its reader: patterns of words, then what its sentences are made of.

Labels, emergencies and evidence are not looked at: they may name what a soft line may not.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.proofreading.predicates import READING, ruling_of
from checkin_cli.proofreading.reading import Sentence, read
from checkin_cli.proofreading.values import Finding, Wording, broken, whole_words
from checkin_cli.proofreading.vocabulary import table_of, verbs_of

_PATTERNS = {
    rule: re.compile("|".join(alternatives)) for rule, alternatives in table_of("proofreading", "manner.toml").items()
}

_FORMS: dict[str, str] = {
    "counterfactual": r"었/EP (?:으면|더라면|어야|던들)/EC|었/EP 을/ETM (?:것|거|텐데|터|하루|날)/|텐데|뻔/NNB|걸/",
    "prediction": (
        r"(?:ㄹ|을)/ETM (?:것|거)/NNB 이/VCP|겠/EP|(?:ㄹ|을)/ETM 예정|(?:ㄹ|을)/ETM 테|앞으로/|머지않아/"
        r"|(?:뒤|후)/NNG 면/"
        r"|(?:며칠|주|달|얼마|조금)/\S+ 뒤/NNG 에/JKB 는/JX|다음/NNG 에/JKB 는/JX"
        r"|부터/JX 새/|게/EC 되/V[VX] (?:어요|ㄴ다|ㅂ니다|ㄹ)"
    ),
}
_ENDINGS = {rule: re.compile(pattern) for rule, pattern in _FORMS.items()}

_PROMISE = re.compile(r"(\S+)/(VV|VA|XSV|XSA)((?: \S+/(?:EC|VX|EP|JX))*) (?:ㄹ게요|을게요|ㄹ게|을게)/E")
_CHANGING = verbs_of("changing")
_CONSIDERING = verbs_of("considering")


def check_manner(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield the first breach of each rule in each string that has `grounds`. Words that those hold themselves are none.
    """
    for wording in wordings:
        if wording.grounds is None:
            continue
        seen: set[str] = set()
        for rule, found in (*_words(wording.text, wording.grounds), *_sentences(wording.text)):
            if rule not in seen and (wording.clause or rule != "statement"):
                seen.add(rule)
                yield broken(wording.id, rule, found)


def _words(text: str, grounds: str) -> Iterator[tuple[str, str]]:
    for rule, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            if match.group().strip() and match.group() not in grounds:
                first = match.start()
                yield rule, whole_words(text, first, max(match.end() - 1, first))
                break


def _sentences(text: str) -> Iterator[tuple[str, str]]:
    sentences = read(text).sentences
    for rule, pattern in _ENDINGS.items():
        yield from ((rule, each.text) for each in sentences if pattern.search(each.spelled))
    yield from (("promise", each.text) for each in sentences if _promises(each))
    yield from ((ruling, each.text) for each in sentences if (ruling := ruling_of(each)))


def _promises(sentence: Sentence) -> bool:
    """
    True where the speaker promises to do anything but to read, compare or wait; what he will not do is no promise.
    """
    match = _PROMISE.search(sentence.spelled)
    if match is None or "않/VX" in match[3] or "말/VX" in match[3]:
        return False
    form = match[1]
    if match[2] == "XSV":
        before = sentence.spelled[: match.start()].split()[-1:]
        return not (before and before[0].partition("/")[0] in _CONSIDERING)
    return form not in READING and not (match[3].endswith(("보/VX", "두/VX", "놓/VX")) and form not in _CHANGING)
