"""
Numbers in words: a wording states none that the delivered texts do not state.
"""

from collections.abc import Iterator, Sequence

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.proofreading.reading import Reading, read

_FREE = frozenset(("하나", "한", "첫", "첫째", "몇", "여러", "온", "어느", "각", "매"))
"""
Words of quantity that state no number.
"""

_DAYS = frozenset(
    ("이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘", "보름", "그믐", "열이틀")
)
_PARTS = frozenset(("절반", "반절", "반", "대부분", "과반", "다수", "소수", "갑절", "곱절", "삼분", "사분", "십분"))
_UNITS = frozenset(
    (
        "킬로그램",
        "킬로",
        "그램",
        "밀리그램",
        "리터",
        "밀리리터",
        "퍼센트",
        "프로",
        "칼로리",
        "킬로칼로리",
        "배",
        "할",
        "분의",
    )
)


def check_counts(wording: str, delivered: Sequence[str]) -> Iterator[Refutation]:
    """
    Yield the first number in words that no delivered text holds.
    """
    known = frozenset().union(*(_numbers(read(each)) for each in delivered))
    for word in sorted(_numbers(read(wording)) - known - _FREE):
        yield Refutation("number_word", "wording", word)
        return


def _numbers(reading: Reading) -> frozenset[str]:
    """
    Numerals, and nouns that count days or parts. 두 and 둘 are one number.
    """
    found: set[str] = set()
    for sentence in reading.sentences:
        for position, each in enumerate(sentence.morphemes):
            following = sentence.morphemes[position + 1].form if position + 1 < len(sentence.morphemes) else ""
            if (each.tag == "NR" and each.form not in _FREE) or (
                each.tag == "MM" and following not in _FRAME and (each.form in _ALIKE or each.form in _COUNTED)
            ):
                found.add(_ALIKE.get(each.form, each.form))
            elif (
                each.form in _DAYS
                or each.form in _PARTS
                or (each.form in _UNITS and each.tag == "NNB")
                or (each.tag == "MM" and following in _UNITS)
            ):
                found.add(each.form)
    return frozenset(found)


_FRAME = frozenset(("주", "평균"))
"""
Two weeks with their means are what weekly copy is about.
"""

_ALIKE = {"두": "둘", "세": "셋", "네": "넷", "석": "셋", "넉": "넷", "스무": "스물"}
_COUNTED = frozenset(
    ("다섯", "여섯", "일곱", "여덟", "아홉", "열", "서너", "두세", "두어", "너덧", "대여섯", "예닐곱", "수십", "수백")
)
