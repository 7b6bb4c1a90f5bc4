"""
How strongly a wording speaks, held against the principles that it cites.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.subjects import named_subjects
from checkin_cli.authoring.vocabulary import EFFECTS, OF_BODY
from checkin_cli.doctrine import Principle
from checkin_cli.proofreading.predicates import EVIDENCE, HEDGE
from checkin_cli.proofreading.reading import Reading, Sentence, read

_STRENGTHS = ("study", "review", "established")
_CLAIMS = {
    "established": re.compile(r"알려[져진졌]|정설|상식|통설|당연한 일|누구나 아는"),
    "review": re.compile(r"문헌"),
}
_BEYOND_ALL = re.compile(
    r"밝혀[졌진지]|입증|증명|검증|과학적|과학으로|전문가|학계|통계|데이터|실험으로|확인된 사실|사실이에요|진실|정답"
    r"|모든 연구|수많은 연구|많은 연구|여러 연구|최신 연구|하버드|교수"
)
_EFFECT_WORDS = frozenset().union(*EFFECTS.values()) - {"지키", "덜"}
_CAUSAL = re.compile(
    r"(?<!보이/VV )어/EC 주/VX (?!시/EP)(?:ㄴ다|는|어요|지|ㄹ|ㅂ니다|고|는다)"
    r"|게/EC 하/V[VX] (?:ㄴ다|어요|ㅂ니다|는|지|ㄹ)"
    r"|(?:덕분|덕택|원인|비결|주범|탓)/NNG|시키/XSV|유발/NNG|예방/NNG|치료/NNG"
)
_CONDITION = re.compile(
    r"(?:으면|면|ㄹ수록|을수록|수록|어도|어야|느라|니까|으니까)/EC|만큼/NN|때문/NNB|덕/NN"
    r"|수록/|는데/EC|(?:은|ㄴ)/ETM (?:날|밤|아침|저녁|때|주|한주)/NN\S"
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
    yield from _check_effects(reading, delivered, named_subjects(offer))
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
        if not words & OF_BODY or "저울" in words:
            continue
        evident = EVIDENCE.search(sentence.text) is not None
        strange = [name for name, family in EFFECTS.items() if words & family & _EFFECT_WORDS and not known & family]
        if strange and (evident or _CONDITION.search(sentence.spelled)):
            yield Refutation("beyond_sources", "wording", strange[0])
            return
        if not evident and _is_bare_effect(sentence):
            yield Refutation("unhedged", "wording", sentence.text)
            return


def _is_bare_effect(sentence: Sentence) -> bool:
    """
    True for `X하면 Y가 늘어요`: a condition, then an effect in the present, and no word of doubt.
    """
    if HEDGE.search(sentence.spelled) or not _CONDITION.search(sentence.spelled):
        return False
    last = [each for each in sentence.morphemes if each.plain_tag in {"VV", "VA", "XR"}][-1:]
    finite = _FINITE_PRESENT.search(sentence.spelled) is not None
    return bool(last) and finite and last[0].form in _EFFECT_WORDS | {"이어지"}
