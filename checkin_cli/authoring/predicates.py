"""
What kind of statement each sentence makes, by its last predicate: a closed list, and what is not on it is refuted.

A wording says what is recorded, how it will be read, what studies found, what may be, or what is allowed. It never says
flatly what happens to a body, and never asks the reader to do something.
"""

import re
from collections.abc import Iterator

from checkin_cli.authoring.reading import Reading, Sentence
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.vocabulary import OF_BODY, words_of

EVIDENCE = re.compile(r"연구|문헌|알려[져진졌]")
HEDGE = re.compile(
    r"(?:ㄹ|을)/ETM 수/NNB(?: \S+/JX)? 있/|기/ETN 도/JX 하/|기/EC 도/JX 하/|곤/EC 하/"
    r"|기/ETN(?: \S+/J\S+)? (?:쉽|어렵|좋|수월|편하)|편/NNB 이/|듯/|것/NNB 같/|(?:ㄹ|을)/ETM 만/"
)

_ACTIONS = words_of("predicates", "actions")
"""
What a reader could be told to do.
"""

READING = words_of("predicates", "reading")
"""
What the service does with records.
"""

_STATES = words_of("predicates", "states")
"""
What may be said of records and of numbers as it is.
"""

_OF_BODIES = words_of("predicates", "of_bodies")

_SUGGESTS = re.compile(r"(?<!\S)(?:ㄹ까|을까|나|는가|ㄴ가|은가)(?:요)?/EF|어떻/VA (?:어요|ㄹ까)|어때|까요|나요")
_NEED = re.compile(r"(?:ㄹ|을)/ETM 필요/NNG (?!(?:\S+/J\S+ )?없)|필요/NNG 하/XSA (?:어요|ㅂ니다|습니다)/EF")
_GOOD = re.compile(r"(?:좋|낫|바람직하|현명하|중요하|알맞)/V[VA] (?:어요|ㅂ니다|습니다|지요|죠)/EF")
_AFTER_MAKING = re.compile(r"기/ETN(?: \S+/J\S+)? (?:더/MAG )?(?:좋|낫)|어도/EC 좋|지/EC")
_NOT_DONE = re.compile(r"(\S+)/VV 지/EC (?:\S+/JX )?(?:않|못하)/VX (?:어|어서|었으니|으니|니)/EC")
_WEIGHS = re.compile(r"(?:때문|덕분|탓)/NN\S (?:이/VCP (?:어요|에요|ㅂ니다|예요|었)|에/JKB)")
_PERMITTED = re.compile(r"어도/EC (?:되|괜찮|좋)/|만큼/NN\S 이/VCP 면/EC 되/")
_GIVES = re.compile(r"드리/V[VX]")
_COACH = re.compile(r"담당자/NNG (?:가|는|도|께서)/J\S+")


def check_predicates(reading: Reading) -> Iterator[Refutation]:
    """
    Yield the first sentence whose predicate is none that a wording may end in.
    """
    for sentence in reading.sentences:
        refuted = _refute(sentence)
        if refuted:
            yield refuted
            return


def _refute(sentence: Sentence) -> Refutation | None:
    spelled = sentence.spelled
    evident = EVIDENCE.search(sentence.text) is not None
    rulings = {
        "order": _SUGGESTS.search(spelled) or _NEED.search(spelled) or _tells_to_act(sentence),
        "statement": _GIVES.search(spelled) or (not evident and _speaks_for_others(sentence)),
        "blame": any(each in _ACTIONS for each in _NOT_DONE.findall(spelled)),
        "causal": not evident and _WEIGHS.search(spelled),
        "unhedged": not (evident or HEDGE.search(spelled) or _PERMITTED.search(spelled)) and _is_flat(sentence),
    }
    broken = next((code for code, ruling in rulings.items() if ruling), None)
    return Refutation(broken, "wording", sentence.text) if broken else None


def _speaks_for_others(sentence: Sentence) -> bool:
    """
    True where the person in charge does anything but read, or has done it already: only the document knows.
    """
    said = _COACH.search(sentence.spelled)
    return said is not None and (not set(_mains(sentence)[-1:]) & READING or "/EP" in sentence.spelled[said.end() :])


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
    mains = _mains(sentence)
    present = re.search(r"/(?:VV|XSV|VX) (?:어요|ㅂ니다|습니다|는다|자|어라)/EF", spelled) is not None
    return bool(mains) and present and mains[-1] in _ACTIONS and "/JKS" not in spelled and not HEDGE.search(spelled)


def _is_flat(sentence: Sentence) -> bool:
    """
    True for a plain statement in the present: of a body only what is recorded may be said so.
    """
    mains, end = _mains(sentence), sentence.spelled.rsplit("/ETM", 1)[-1]
    if not mains or _AS_RECORDED.search(end):
        return False
    of_body = (sentence.things | sentence.compounds) & OF_BODY
    if not of_body and _DESCRIBES.search(end):
        return False
    return mains[-1] not in READING | (_OF_BODIES if of_body else _STATES)


_DESCRIBES = re.compile(r"/(?:VA|XSA) \S+/EF")

_AS_RECORDED = re.compile(r"이/VCP \S+/EF|게요/EF|(?:었|았)/EP|있/VX|지/EC (?:\S+/JX )?않/VX")
"""
What a thing is, what was, what is left open: records say so, and promises have a check of their own.
"""


def _mains(sentence: Sentence) -> list[str]:
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
