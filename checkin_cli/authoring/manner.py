"""
How a wording speaks to its reader: what proofreading lets a person write after thought, and a proposal may not try.
"""

import re
from collections.abc import Iterator

from checkin_cli.authoring.predicates import READING
from checkin_cli.authoring.reading import Reading
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.vocabulary import table_of, words_of

_PATTERNS = {code: re.compile("|".join(alternatives)) for code, alternatives in table_of("manner.toml").items()}

_FORMS: dict[str, str] = {
    "counterfactual": r"었/EP (?:으면|더라면|어야|던들)/EC|었/EP 을/ETM (?:것|거|텐데|터|하루|날)/|텐데|뻔/NNB|걸/",
    "prediction": (
        r"(?:ㄹ|을)/ETM (?:것|거)/NNB 이/VCP|겠/EP|(?:ㄹ|을)/ETM 예정|(?:ㄹ|을)/ETM 테|앞으로/|머지않아/"
        r"|(?:뒤|후)/NNG 면/"
        r"|(?:며칠|주|달|얼마|조금)/\S+ 뒤/NNG 에/JKB 는/JX|다음/NNG 에/JKB 는/JX"
        r"|부터/JX 새/|게/EC 되/V[VX] (?:어요|ㄴ다|ㅂ니다|ㄹ)"
    ),
    "bare_particle": r"\A(?:을|를|은|는|가|와|과|의|에|에서|로|으로|도|만)/J",
}
_ENDINGS = {code: re.compile(pattern) for code, pattern in _FORMS.items()}

_PROMISE = re.compile(r"(\S+)/(VV|VA|XSV|XSA)((?: \S+/(?:EC|VX|EP|JX))*) (?:ㄹ게요|을게요|ㄹ게|을게)/E")
_CHANGING = words_of("predicates", "changing")
_CONSIDERING = words_of("predicates", "considering")


def check_manner(wording: str, reading: Reading, delivered: str) -> Iterator[Refutation]:
    """
    Yield the first breach of each kind. A match that the delivered texts hold themselves is none.
    """
    for code, pattern in _PATTERNS.items():
        for match in pattern.finditer(wording):
            if match.group().strip() and match.group() not in delivered:
                yield Refutation(code, "wording", match.group().strip())
                break
    for code, pattern in _ENDINGS.items():
        matched = next((found for each in reading.sentences if (found := pattern.search(each.spelled))), None)
        if matched:
            yield Refutation(code, "wording", matched.group().replace("/", " "))
    yield from _check_promise(reading)


def _check_promise(reading: Reading) -> Iterator[Refutation]:
    """
    Yield what the speaker promises to do, unless it is to read, compare or wait; what he will not do is no promise.
    """
    for sentence in reading.sentences:
        match = _PROMISE.search(sentence.spelled)
        if match is None or "않/VX" in match[3] or "말/VX" in match[3]:
            continue
        form = match[1]
        if match[2] == "XSV":
            before = sentence.spelled[: match.start()].split()[-1:]
            if before and before[0].partition("/")[0] in _CONSIDERING:
                continue
        elif form in READING or (match[3].endswith(("보/VX", "두/VX", "놓/VX")) and form not in _CHANGING):
            continue
        yield Refutation("promise", "wording", form)
        return
