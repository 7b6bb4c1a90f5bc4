"""
What a sentence does to its reader, by its last predicate: ask, blame, or speak for the people in charge.
"""

import re

from checkin_cli.proofreading.reading import Sentence
from checkin_cli.proofreading.vocabulary import verbs_of

EVIDENCE = re.compile(r"연구|문헌|알려[져진졌]")
HEDGE = re.compile(
    r"(?:ㄹ|을)/ETM 수/NNB(?: \S+/JX)? 있/|기/ETN 도/JX 하/|기/EC 도/JX 하/|곤/EC 하/"
    r"|기/ETN(?: \S+/J\S+)? (?:쉽|어렵|좋|수월|편하)|편/NNB 이/|듯/|것/NNB 같/|(?:ㄹ|을)/ETM 만/"
)

READING = verbs_of("reading")
"""
What the service does with records.
"""

_ACTIONS = verbs_of("actions")
"""
What a reader could be told to do.
"""

_SUGGESTS = re.compile(r"(?<!\S)(?:ㄹ까|을까|나|는가|ㄴ가|은가)(?:요)?/EF|어떻/VA (?:어요|ㄹ까)|어때|까요|나요")
_NEED = re.compile(r"(?:ㄹ|을)/ETM 필요/NNG (?!(?:\S+/J\S+ )?없)|필요/NNG 하/XSA (?:어요|ㅂ니다|습니다)/EF")
_GOOD = re.compile(r"(?:좋|낫|바람직하|현명하|중요하|알맞)/V[VA] (?:어요|ㅂ니다|습니다|지요|죠)/EF")
_AFTER_MAKING = re.compile(r"기/ETN(?: \S+/J\S+)? (?:더/MAG )?(?:좋|낫)|어도/EC 좋|지/EC")
_NOT_DONE = re.compile(r"(\S+)/VV 지/EC (?:\S+/JX )?(?:않|못하)/VX (?:어|어서|었으니|으니|니)/EC")
_GIVES = re.compile(r"드리/V[VX]")
_COACH = re.compile(r"담당자/NNG (?:가|는|도|께서)/J\S+")


def ruling_of(sentence: Sentence) -> str | None:
    """
    The rule that a sentence breaks by what it ends in, if any: `order`, `statement` or `blame`.
    """
    spelled = sentence.spelled
    evident = EVIDENCE.search(sentence.text) is not None
    if _SUGGESTS.search(spelled) or _NEED.search(spelled) or _tells_to_act(sentence):
        return "order"
    if _GIVES.search(spelled) or (not evident and _speaks_for_others(sentence)):
        return "statement"
    return "blame" if any(each in _ACTIONS for each in _NOT_DONE.findall(spelled)) else None


def _speaks_for_others(sentence: Sentence) -> bool:
    """
    True where the person in charge does anything but read, or has done it already: only the document knows.
    """
    said = _COACH.search(sentence.spelled)
    return said is not None and (not set(mains_of(sentence)[-1:]) & READING or "/EP" in sentence.spelled[said.end() :])


def _tells_to_act(sentence: Sentence) -> bool:
    """
    True for `물을 마셔 두면 좋아요`, and for `하루 더 쉬어요`, which has no subject but the reader.
    """
    spelled = sentence.spelled
    if EVIDENCE.search(sentence.text):
        return False
    if (
        _GOOD.search(spelled)
        and not _AFTER_MAKING.search(spelled)
        and re.search(r"(?:면|으면)/EC|(?:는|ㄴ|은)/ETM (?:것|거|게|편|쪽|방법)/N", spelled)
    ):
        return True
    mains = mains_of(sentence)
    present = re.search(r"/(?:VV|XSV|VX) (?:어요|ㅂ니다|습니다|는다|자|어라)/EF", spelled) is not None
    return bool(mains) and present and mains[-1] in _ACTIONS and "/JKS" not in spelled and not HEDGE.search(spelled)


def mains_of(sentence: Sentence) -> list[str]:
    """
    Its main verbs and adjectives in order, with 하다 or 지다 where they are made by it.
    """
    found: list[str] = []
    before = ""
    for position, each in enumerate(sentence.morphemes):
        tag = each.plain_tag
        if tag in {"VV", "VA"}:
            found.append(each.form)
        elif tag in {"XSV", "XSA"}:
            found.append(before + each.form)
        elif tag == "VX" and each.form in {"보", "두"} and sentence.morphemes[position - 1].tag != "EC":
            # The analyser takes a verb after an adverb for an auxiliary.
            found.append(each.form)
        elif tag == "VX" and each.form == "지" and found:
            found[-1] = _BECOMES.get(found[-1], f"{found[-1]}지")
        if position + 1 < len(sentence.morphemes):
            before = each.form
    return found


_BECOMES = {
    "쉽": "쉬워지",
    "또렷하": "또렷해지",
    "알리": "알려지",
    "다르": "달라지",
    "더하": "더해지",
    "잇": "이어지",
    "보태": "보태지",
}
