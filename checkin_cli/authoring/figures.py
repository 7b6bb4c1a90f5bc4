"""
The numbers of a Korean text, in figures and in words, as values that can be compared.

Units are not compared: that a sentence speaks of the right thing is for its reader to judge.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal

ONE = Decimal(1)

_DIGITS = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?P<part>\.\d+)?(?P<times>[십백천만억](?!큼))?")
_TIMES = {"십": 10, "백": 100, "천": 1000, "만": 10_000, "억": 100_000_000}

_NATIVE = {
    **dict.fromkeys(("하나", "한"), 1),
    **dict.fromkeys(("둘", "두"), 2),
    **dict.fromkeys(("셋", "세", "석"), 3),
    **dict.fromkeys(("넷", "네", "넉"), 4),
    "다섯": 5,
    "여섯": 6,
    "일곱": 7,
    "여덟": 8,
    "아홉": 9,
}
_TENS = {
    "열": 10,
    "스물": 20,
    "스무": 20,
    "서른": 30,
    "마흔": 40,
    "쉰": 50,
    "예순": 60,
    "일흔": 70,
    "여든": 80,
    "아흔": 90,
}
_DAYS = {
    "하루": 1,
    "이틀": 2,
    "사흘": 3,
    "나흘": 4,
    "닷새": 5,
    "엿새": 6,
    "이레": 7,
    "여드레": 8,
    "아흐레": 9,
    "열흘": 10,
    "보름": 15,
}
_OTHERS: dict[str, Decimal] = {"절반": Decimal("0.5"), **{word: Decimal(days) for word, days in _DAYS.items()}}
_SINO = dict(zip("일이삼사오육칠팔구", range(1, 10), strict=True))

_NOT_INSIDE = r"(?<![가-힣\d])"
_COUNTED = (
    r"(?:시간|번|주|달|해|살|명|사람|끼|잔|컵|배|가지|개|세트|걸음|알|병|차례|그릇|공기|조각|장|단계|곳|숟가락|줌|마디"
    r"|세션|종류|형태)"
)
_MEASURED = (
    r"(?:퍼센트|프로|킬로|그램|칼로리|밀리|리터|시간|주간|주일|개월|분간|회|배|번|일간|세트|명|점|kg|g|kcal|ml|%)"
)
_LONG = rf"(?:{_MEASURED}|분|초|주|년|일|도|원|세|살|보|걸음)"
"""
After a number of more than one word; 구분 and 이분 are other words.
"""

_NATIVE_WORD = re.compile(
    rf"{_NOT_INSIDE}(?:(?P<tens>{'|'.join(_TENS)})(?P<ones>{'|'.join(_NATIVE)})?|(?P<only>{'|'.join(_NATIVE)}))"
    rf"(?= ?{_COUNTED})"
)
_LONE_WORD = re.compile(rf"{_NOT_INSIDE}(?:{'|'.join(word for word in _NATIVE if len(word) > 1)}|{'|'.join(_OTHERS)})")
_SINO_WORD = re.compile(
    rf"{_NOT_INSIDE}(?:"
    rf"(?P<run>[일이삼사오육칠팔구십백천만억]*[십백천만억][일이삼사오육칠팔구십백천만억]*)(?= ?{_LONG})"
    rf"|(?P<near>[일이삼사오육칠팔구])(?={_MEASURED})"
    # 이 시간 is this hour, and 일 is work: with a blank between they count nothing.
    rf"|(?P<far>[삼사오육칠팔구])(?= {_MEASURED})"
    r")"
)
_NO_NUMBER = re.compile(rf"{_NOT_INSIDE}(?:사회|이번|이분간|구분간|오점|이점|사명|이명|오명|구명)")
"""
Words that begin as a number does.
"""


_LOOSE = re.compile(
    rf"{_NOT_INSIDE}(?:(?:두어|두서너|서너|너댓|네댓|너덧|네다섯|댓|대여섯|예닐곱|일고여덟|여남은|열두어|열댓|한두|두세"
    r"|이삼|삼사|오륙|육칠|칠팔|팔구|몇십|몇백|수십|수백|수천|수만)(?= ?\S)"
    r"|[이삼사오육칠팔구]?십대|(?:[일이삼사오칠팔구]|시|유|십일|십이)월"
    r"|[일이삼사오육칠팔구십백]+ ?분의 ?[일이삼사오육칠팔구십]+"
    r"|십중팔구|반반|반년|반나절|반 이상|과반|갑절|곱절|제로|영 ?점"
    r"|(?:초|열|스무)?(?:하룻|이튿|사흗|나흗|닷샛|엿샛|이렛|여드렛|아흐렛|열흘)날"
    r"|한 ?(?:배|시간|달|해|잔|컵|끼|그릇|공기|알|숟가락|줌|병|세트|리터|킬로|그램|퍼센트|프로))|배 반"
)
"""
Quantities without one value, and a one with a measure.
"""

_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def loose_quantities(text: str) -> set[str]:
    """
    Quantities in words that have no one value (서너, 수십, 한 시간), without blanks, for comparison word by word.
    """
    plain = unicodedata.normalize("NFKC", text)
    return {found.group().replace(" ", "") for found in _LOOSE.finditer(plain)}


def latin_words(text: str) -> set[str]:
    """
    Words in Latin letters, in small letters: numbers in another language, names, and whatever a prompt is written in.
    """
    return {found.group().lower() for found in _LATIN.finditer(unicodedata.normalize("NFKC", text))}


def numbers_in(text: str) -> set[Decimal]:
    """
    Every number that a text holds.
    """
    return {*_in_figures(text), *_in_words(text)}


def numbers_claimed(text: str) -> set[Decimal]:
    """
    Every number that a text has to answer for: those that it holds but for a one in words, which is an article (한 번).
    """
    return {*_in_figures(text), *(value for value in _in_words(text) if value != ONE)}


def _in_figures(text: str) -> Iterator[Decimal]:
    signs = {
        letter: unicodedata.numeric(letter) for letter in set(text) if letter.isnumeric() and not letter.isdecimal()
    }
    yield from (Decimal(str(value)) for value in signs.values())
    # ½ would become two numbers.
    plain = unicodedata.normalize("NFKC", text.translate(dict.fromkeys(map(ord, signs), " ")))
    for found in _DIGITS.finditer(plain):
        value = Decimal(found["whole"].replace(",", "") + (found["part"] or ""))
        yield value * _TIMES.get(found["times"] or "", 1)


def _in_words(text: str) -> Iterator[Decimal]:
    plain = _NO_NUMBER.sub(" ", unicodedata.normalize("NFKC", text))
    for found in _NATIVE_WORD.finditer(plain):
        yield Decimal(_TENS.get(found["tens"], 0) + _NATIVE.get(found["ones"] or found["only"], 0))
    for found in _LONE_WORD.finditer(plain):
        word = found.group()
        yield _OTHERS.get(word) or Decimal(_NATIVE[word])
    for found in _SINO_WORD.finditer(plain):
        yield Decimal(_sino(found["run"] or found["near"] or found["far"]))


def _sino(word: str) -> int:
    """
    이천오백 to 2500: digits wait for their power of ten, and those below ten thousand for 만 and 억.
    """
    total, section, digit = 0, 0, 0
    for letter in word:
        if letter in _SINO:
            digit = _SINO[letter]
        elif letter in "만억":
            total, section, digit = total + ((section + digit) or 1) * _TIMES[letter], 0, 0
        else:
            section, digit = section + (digit or 1) * _TIMES[letter], 0
    return total + section + digit
