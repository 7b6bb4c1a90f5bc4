"""
How strongly a wording speaks, held against the principles that it cites.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.reading import Reading, Sentence, read
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.subjects import named_concepts
from checkin_cli.authoring.vocabulary import CONCEPTS
from checkin_cli.doctrine import Principle

_STRENGTHS = ("study", "review", "established")
_CLAIMS = {
    "established": re.compile(r"알려[져진졌]|정설|상식|통설|당연한 일|누구나 아는"),
    "review": re.compile(r"문헌"),
}
_BEYOND_ALL = re.compile(
    r"밝혀[졌진지]|입증|증명|검증|과학적|과학으로|전문가|학계|통계|데이터|실험으로|확인된 사실|사실이에요|진실|정답"
    r"|모든 연구|수많은 연구|많은 연구|여러 연구|최신 연구|하버드|교수"
)
_EVIDENCE = re.compile(r"연구|문헌|알려[져진졌]")
_HEDGE = re.compile(
    r"ㄹ/ETM 수/NNB(?: \S+/JX)? 있/|을/ETM 수/NNB(?: \S+/JX)? 있/|기/ETN 도/JX 하/|곤/EC 하/|기/ETN 쉽|기/ETN 어렵|기/ETN 좋"
    r"|기/ETN 수월|편/NNB 이/|듯/|것/NNB 같/|기/EC 도/JX 하/|ㄹ/ETM 만/|을/ETM 만/"
)
_UP = "늘 늘어나 늘리 오르 올라가 올리 높이 높아지 커지 빨라지 자라 붙 쌓이 찌 불어나 강해지 세지 많아지 솟 넓어지 길어지 앞당기 크지 빠르지 높지 많지 길지 강하지 굵지 두껍지"
_DOWN = "줄 줄어들 줄이 내리 내려가 낮추 낮아지 작아지 느려지 빠지 타 태우 약해지 적어지 사라지 없어지 떨어지 녹 덜 짧아지 작지 느리지 낮지 적지 짧지 약하지 가늘지"
_BETTER = "좋아지 나아지 좋지 낫지 맑지 가볍지 편하지 깊지 회복하 개선 맑아지 가벼워지 풀리 돕 살아나 건강하 젊어지 편해지 깊어지 튼튼하 지키 누그러지 안정"
_WORSE = "나빠지 악화 망가지 상하 무너지 무너뜨리 해치 깨지 지치 무거워지 나쁘지 무겁지 심하지 탈나 위험하 심해지 흐트러지 방해 망치"
_KEEP = "막 예방 없애 고치 치료 다스리 낫게 물리치 잡"
_BRING = "부르 만들 일으키 불러오 이끌 가져오 낳 유발 좌우"
_FAMILIES = {
    name: frozenset(words.split())
    for name, words in {
        "up": _UP,
        "down": _DOWN,
        "better": _BETTER,
        "worse": _WORSE,
        "keep": _KEEP,
        "bring": _BRING,
    }.items()
}
_EFFECTS = frozenset().union(*_FAMILIES.values()) - {"지키", "덜"}
SUBJECTS = frozenset().union(*CONCEPTS.values()) - {"목표", "계획"}
"""
An effect is one on something: records may well add up.
"""

_CAUSAL = re.compile(
    r"(?<!보이/VV )어/EC 주/VX (?!시/EP)(?:ㄴ다|는|어요|지|ㄹ|ㅂ니다|고|는다)"
    r"|게/EC 하/V[VX] (?:ㄴ다|어요|ㅂ니다|는|지|ㄹ)|(?:덕분|덕택|원인|비결|주범|탓)/NNG|시키/XSV|유발/NNG|예방/NNG|치료/NNG"
)
_CONDITION = re.compile(
    r"(?:으면|면|ㄹ수록|을수록|수록|어도|어야|느라|니까|으니까)/EC|만큼/NN|때문/NNB|덕/NN|수록/|는데/EC|(?:은|ㄴ)/ETM 날/NNG"
)
_FINITE_PRESENT = re.compile(r"/V[VAX] (?:어요|ㄴ다|는다|ㅂ니다|습니다|지요|죠)/EF")
_JUDGED = re.compile(r"^(?:관련|필요|중요|효과|해롭|이롭|유리|불리|좋|나쁘|위험)")


def check_claims(wording: str, reading: Reading, cited: Sequence[Principle], offer: Offer) -> Iterator[Refutation]:
    """
    Yield a claim that is stronger than the strongest cited principle, an effect told as a fact, and a cause of its own.
    """
    strongest = max((_STRENGTHS.index(each.claim) for each in cited), default=-1)
    beyond = _BEYOND_ALL.search(wording)
    if beyond:
        yield Refutation("claim_strength", "wording", beyond.group())
    for strength, pattern in _CLAIMS.items():
        match = pattern.search(wording)
        if match and _STRENGTHS.index(strength) > strongest:
            yield Refutation("claim_strength", "wording", match.group())
    delivered = [read(each) for each in offer.words]
    yield from _check_effects(reading, delivered, named_concepts(offer))
    spelled = " ".join(each.spelled for each in delivered)
    cause = _CAUSAL.search(reading.spelled)
    if cause and cause.group() not in spelled:
        yield Refutation("causal", "wording", cause.group().replace("/", " "))


def _check_effects(reading: Reading, delivered: Sequence[Reading], subjects: frozenset[str]) -> Iterator[Refutation]:
    """
    Yield an effect of a kind that nobody delivered, and one that is told without evidence and without doubt.
    """
    known = frozenset().union(*(each.doings | each.things for each in delivered))
    known |= {"줄"} if "loss" in subjects else set()
    known |= {"늘"} if "gain" in subjects else set()
    for sentence in reading.sentences:
        words = sentence.doings | sentence.things | sentence.compounds
        if not words & SUBJECTS or "저울" in words:
            continue
        evident = _EVIDENCE.search(sentence.text) is not None
        strange = [name for name, family in _FAMILIES.items() if words & family & _EFFECTS and not known & family]
        if strange and (evident or _CONDITION.search(sentence.spelled)):
            yield Refutation("beyond_sources", "wording", strange[0])
            return
        if not evident and _is_bare_effect(sentence, known):
            yield Refutation("unhedged", "wording", sentence.text)
            return


def _is_bare_effect(sentence: Sentence, known: frozenset[str]) -> bool:
    """
    True for `X하면 Y가 늘어요`: a condition, then an effect in the present, and no word of doubt.
    """
    if _HEDGE.search(sentence.spelled) or not _CONDITION.search(sentence.spelled):
        return False
    last = [each for each in sentence.morphemes if each.plain_tag in {"VV", "VA", "XR"}][-1:]
    finite = _FINITE_PRESENT.search(sentence.spelled) is not None
    return bool(last) and finite and last[0].form in _EFFECTS | {"이어지"} and last[0].form != "흐름"
