"""
What kind of statement each sentence makes, read off its last predicate: a closed list, and what is not on it is refuted.

A wording says what is recorded, how it will be read, what studies found, what may be, or what is allowed. It never says
flatly what happens to a body, and never asks the reader to do something.
"""

import re
from collections.abc import Iterator

from checkin_cli.authoring.reading import Reading, Sentence
from checkin_cli.authoring.refutation import Refutation

EVIDENCE = re.compile(r"연구|문헌|알려[져진졌]")
HEDGE = re.compile(
    r"(?:ㄹ|을)/ETM 수/NNB(?: \S+/JX)? 있/|기/ETN 도/JX 하/|기/EC 도/JX 하/|곤/EC 하/|기/ETN(?: \S+/J\S+)? (?:쉽|어렵|좋|수월|편하)"
    r"|편/NNB 이/|듯/|것/NNB 같/|(?:ㄹ|을)/ETM 만/"
)

_ACTIONS = frozenset(
    ["먹", "마시", "쉬", "걷", "뛰", "달리", "자", "주무시", "드시", "적", "남기", "채우", "줄이", "늘리", "올리", "내리", "낮추", "높이", "바꾸", "맞추", "지키", "움직이", "재", "굶", "거르", "끊", "참", "피하", "빼", "더하", "챙기", "시작하", "멈추", "그만두", "보내", "알리", "고치", "조절하", "유지하", "운동하", "기록하", "체크하", "관리하", "집중하", "노력하", "실천하", "도전하", "따르", "가", "나가", "오"]
)
"""
What a reader could be told to do.
"""

READING = frozenset(
    ["보", "읽", "두", "놓", "살펴보", "살피", "헤아리", "기다리", "견주", "미루", "모으", "지켜보", "들여다보", "돌아보", "짚", "담", "따지", "새기", "세", "잇", "묶", "나누", "기억하", "비교하", "확인하", "참고하", "정리하", "떠올리", "되짚", "눈여겨보", "둘러보", "바라보", "뒤돌아보", "받아들이", "여기", "넘기", "짐작하", "판단하", "생각하", "가늠하", "파악하", "이해하", "이어보", "챙겨보", "모아보", "가리", "쓰", "다루", "셈하", "재어보", "떼", "시작하"]
)
"""
What the service does with records.
"""

_STATES = frozenset(
    ["있", "없", "보이", "드러나", "되", "더해지", "보태지", "쌓이", "모이", "쓰이", "들어가", "들어오", "오르내리", "생기", "흔들리", "또렷하", "뚜렷하", "분명하", "같", "다르", "비슷하", "가깝", "멀", "읽히", "벗어나", "오가", "나뉘", "섞이", "남", "비", "적히", "이어지", "달라지", "담기", "놓이", "들", "맞", "알맞", "충분하", "넉넉하", "고르", "크", "작", "많", "적", "낮", "높", "길", "짧", "넓", "좁", "빠르", "느리", "모자라", "자연스럽", "괜찮", "고맙", "낫", "쉽", "어렵", "이르", "늦", "잔잔하", "완만하", "정확하", "필요하", "또렷해지", "쉬워지", "알려지", "가능하", "어울리", "수월하", "편하", "기울"]
)
"""
What may be said of records and of numbers as it is.
"""

_OF_BODIES = frozenset(
    (
        "있",
        "없",
        "보이",
        "되",
        "오르내리",
        "같",
        "비슷하",
        "가깝",
        "멀",
        "다르",
        "적히",
        "맞",
        "비",
        "생기",
        "벗어나",
        "드러나",
        "괜찮",
        "들어가",
        "더해지",
        "보태지",
        "흔들리",
        "충분하",
        "쓰이",
        "모이",
    )
)

_SUGGESTS = re.compile(r"(?<!\S)(?:ㄹ까|을까|나|는가|ㄴ가|은가)(?:요)?/EF|어떻/VA (?:어요|ㄹ까)|어때|까요|나요")
_NEED = re.compile(r"(?:ㄹ|을)/ETM 필요/NNG (?!(?:\S+/J\S+ )?없)|필요/NNG 하/XSA (?:어요|ㅂ니다|습니다)/EF")
_GOOD = re.compile(r"(?:좋|낫|바람직하|현명하|중요하|알맞)/V[VA] (?:어요|ㅂ니다|습니다|지요|죠)/EF")
_AFTER_MAKING = re.compile(r"기/ETN(?: \S+/J\S+)? (?:더/MAG )?(?:좋|낫)|어도/EC 좋|지/EC")
_NOT_DONE = re.compile(r"(\S+)/VV 지/EC (?:\S+/JX )?(?:않|못하)/VX (?:어|어서|었으니|으니|니)/EC")
_WEIGHS = re.compile(r"(?:때문|덕분|탓)/NN\S (?:이/VCP (?:어요|에요|ㅂ니다|예요|었)|에/JKB)")
_PERMITTED = re.compile(r"어도/EC (?:되|괜찮|좋)/|만큼/NN\S 이/VCP 면/EC 되/")
_GIVES = re.compile(r"드리/V[VX]")
_COACH = re.compile(r"담당자/NNG (?:가|는|도|께서)/J\S+")
_LAST = re.compile(r"(\S+)/(VV|VA|VX|VCP|VCN|XSV|XSA)(?= (?:\S+/(?:EP|EC) )*\S+/EF)")


def check_predicates(reading: Reading, subjects: frozenset[str]) -> Iterator[Refutation]:
    """
    Yield the first sentence whose predicate is none that a wording may end in; `subjects` are words of a body.
    """
    for sentence in reading.sentences:
        refuted = _refute(sentence, subjects)
        if refuted:
            yield refuted
            return


def _refute(sentence: Sentence, subjects: frozenset[str]) -> Refutation | None:
    spelled = sentence.spelled
    if _SUGGESTS.search(spelled) or _NEED.search(spelled) or _tells_to_act(sentence):
        return Refutation("order", "wording", sentence.text)
    if _GIVES.search(spelled):
        return Refutation("statement", "wording", sentence.text)
    if any(each in _ACTIONS for each in _NOT_DONE.findall(spelled)):
        return Refutation("blame", "wording", sentence.text)
    if EVIDENCE.search(sentence.text):
        return None
    if _WEIGHS.search(spelled):
        return Refutation("causal", "wording", sentence.text)
    if _COACH.search(spelled) and not set(_mains(sentence)[-1:]) & READING:
        return Refutation("statement", "wording", sentence.text)
    if HEDGE.search(spelled) or _PERMITTED.search(spelled):
        return None
    return _refute_flat(sentence, subjects)


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


def _refute_flat(sentence: Sentence, subjects: frozenset[str]) -> Refutation | None:
    """
    A plain statement: of a body only what is recorded, of everything else what may be said as it is.
    """
    spelled = sentence.spelled
    mains = _mains(sentence)
    if not mains or re.search(r"이/VCP \S+/EF|게요/EF|었/EP \S+/EF|(?:었|았)/EP", spelled.rsplit("/ETM", 1)[-1]):
        return None
    if re.search(r"있/VX|지/EC (?:\S+/JX )?않/VX", spelled.rsplit("/ETM", 1)[-1]):
        return None
    last = mains[-1]
    of_body = bool((sentence.things | sentence.compounds) & subjects)
    allowed = READING | (_OF_BODIES if of_body else _STATES | {"되"})
    if last in allowed or last in {"이", "아니"}:
        return None
    if not of_body and last in _STATES:
        return None
    return Refutation("unhedged", "wording", sentence.text)


def _mains(sentence: Sentence) -> list[str]:
    """
    Its main verbs and adjectives in order: with 하다 where they are made of a noun, with 지다 where something becomes so.
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
