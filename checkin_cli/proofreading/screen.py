"""
Lines that stand together on one copy: what no single string shows. No tool is needed.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from checkin_cli.proofreading.values import Finding, broken

_SENTENCE = re.compile(r"\S[^\n]*?[.?!](?=\s|\Z)")
_BULLET = re.compile(r"\A- ")
_CAN = re.compile(r"수(?:는|도)? 있(?:어요|습니다)")
_ONCE = {
    "를 통해": re.compile(r"[을를] 통해"),
    "에 대해": re.compile(r"에 대해"),
    "을 위해": re.compile(r"[을를] 위해"),
    "또한": re.compile(r"(?<![가-힣])또한(?![가-힣])"),
    "따라서": re.compile(r"(?<![가-힣])따라서(?![가-힣])"),
    "즉": re.compile(r"(?<![가-힣])즉(?![가-힣])"),
}

_PARTICLES = (
    "에서는|에서도|으로는|으로도|에게는|까지는|까지도|부터는|이라는|이라도|만으로|이에요|입니다|이라서|에서|으로|에게|까지|부터"
    "|보다|처럼|마다|이나|이라|에는|에도|와는|과는|예요|은|는|이|가|을|를|의|에|도|만|와|과|로"
)
_UNAVOIDABLE = re.compile(
    # what check-ins are about
    "체중|기록|변화|범위|평균|판단|섭취|운동|비교|확인|체크인|담당자|영양소|단백질|탄수화물|체지방|컨디션|스트레스"
    # how sure a sentence is, in the words of its claim
    "|알려[져진]|연구|문헌|정리한|관련[되된]|[가-힣]+다고\\Z|[가-힣]+[했었랐렸]다\\Z"
    # plain verbs of reading that close a sentence
    "|살펴[봐봅볼]|읽[어을습]|이어서|나란히"
    # what each emergency line says to do
    "|전화해|연락해"
    # grammar without content
    "|있|없|않|볼게요|둘게요|봅니다|주세요|주십시오|그리고|때문에|거예요|것입니다"
)
"""
Beginnings of words that neighbouring clauses may share.
"""


def proofread_screen(id: str, lines: Sequence[str]) -> list[Finding]:
    """
    Check the lines of one copy, in order; blank ones part paragraphs and are passed over.
    """
    shown = [_BULLET.sub("", line) for line in lines if line.strip()]
    findings = [*_same_ending(id, shown), *_same_opening(id, shown), *_too_often(id, shown)]
    for first, second in pairwise(shown):
        findings += _echo(id, first, second)
    return findings


def adjacent(id: str, first: str, second: str) -> list[Finding]:
    """
    Check two clauses that can stand one after the other.
    """
    return [*_same_neighbour(id, first, second), *_echo(id, first, second)]


def _same_ending(owner: str, lines: Iterable[str]) -> Iterator[Finding]:
    """
    The fourth sentence running that ends alike; a line that is no sentence interrupts the run.
    """
    run, last = 0, ""
    for ending in (ending for line in lines for ending in _endings(line)):
        run = run + 1 if ending and ending == last else 1
        last = ending
        if run == 4:
            yield broken(owner, "same_ending", ending)


def _endings(line: str) -> list[str]:
    """
    The last two syllables of each sentence; four where 합쇼체 leaves no choice but 니다.
    """
    clauses = [sentence[:-1] for sentence in _SENTENCE.findall(line)]
    return [clause[-4:] if clause.endswith("니다") else clause[-2:] for clause in clauses] or [""]


def _same_opening(owner: str, lines: Sequence[str]) -> Iterator[Finding]:
    """
    Sentences only: titles, labels and bullets open as their content makes them.
    """
    found = [finding for first, second in pairwise(lines) for finding in _same_neighbour(owner, first, second)]
    yield from found
    known = {"", *(finding.found for finding in found)}
    for word, times in Counter(map(_opening, lines)).items():
        if times >= 3 and word not in known:
            yield broken(owner, "same_opening", word)


def _same_neighbour(owner: str, first: str, second: str) -> Iterator[Finding]:
    word = _opening(first)
    if word and word == _opening(second):
        yield broken(owner, "same_opening", word)


def _opening(line: str) -> str:
    """
    The first word of a line that holds a sentence, its particle aside; else nothing.
    """
    return _bare(line.split(maxsplit=1)[0].strip(",.:"), least=2) if _SENTENCE.search(line) else ""


def _too_often(owner: str, lines: Sequence[str]) -> Iterator[Finding]:
    screen = "\n".join(lines)
    if len(_CAN.findall(screen)) > 2:
        yield broken(owner, "can_repeated", "수 있다")
    for phrase, pattern in _ONCE.items():
        if len(pattern.findall(screen)) > 1:
            yield broken(owner, "phrase_repeated", phrase)


def _echo(owner: str, first: str, second: str) -> Iterator[Finding]:
    """
    A content word of three syllables or more in both clauses, its particles and endings aside.
    """
    heard = {_stem(word) for word in _content_words(first)}
    for word in _content_words(second):
        if _stem(word) in heard:
            yield broken(owner, "echo", word)
            return


def _stem(word: str) -> tuple[str, int]:
    """
    Two syllables and the consonant that opens the third: 넉넉하게 and 넉넉했어요 are one word.
    """
    return word[:2], (ord(word[2]) - ord("가")) // 588


def _content_words(clause: str) -> list[str]:
    words = (_bare(word, least=1) for word in re.findall(r"[가-힣]{3,}", clause))
    return [word for word in words if len(word) >= 3 and not _UNAVOIDABLE.match(word)]


def _bare(word: str, least: int) -> str:
    """
    A word without its particle, as long as `least` syllables are left.
    """
    match = re.fullmatch(rf"(.{{{least},}}?)(?:{_PARTICLES})", word)
    return match[1] if match else word
