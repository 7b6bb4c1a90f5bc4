"""
Missing blanks before nouns, and words that are one.
"""

import pytest

from checkin_cli.proofreading import Wording
from checkin_cli.proofreading.spacing import check_spacing

pytestmark = pytest.mark.full

BAD = {
    "체중이 큰날은 함께 볼게요.": "큰날은",
    "첫 문장이에요. 다른 흐름이 다가올수도 있어요.": "다가올수도",
    "그렇게 할수 있어요.": "할수",
    "기록할때 살펴봐요.": "기록할때",
    "적을것이 남아요.": "적을것이",
    "쉬는날이에요.": "쉬는날이에요",
    "모인만큼 읽어요.": "모인만큼",
    "이번주 기록이에요.": "이번주",
    "하루동안의 기록이에요.": "하루동안의",
    "한주의 기록이에요.": "한주의",
}
GOOD = [
    "체중이 큰 날은 할 수 있는 만큼 봐요.",
    "큰일이 아니에요. 볼만해요. 그럴듯해요.",
    "기록하는데 좋아요. 빠진 것은 없는지 봐요. 볼수록 또렷해요.",
    "지난주와 지난밤의 기록이에요. 그동안의 기록이에요.",
    "맞은편에서 되는대로 적었어요. 탈것에서 내렸어요.",
    "빈칸은 빈칸대로 둘게요. 그때의 값이에요.",
]


@pytest.mark.parametrize("text", BAD)
def test_a_missing_blank_is_found_with_its_word(text: str) -> None:
    assert [each.found for each in check_spacing([Wording("a", text, "haeyo")])] == [BAD[text]]


@pytest.mark.parametrize("text", GOOD)
def test_words_that_are_one_are_left_alone(text: str) -> None:
    assert list(check_spacing([Wording("a", text, "haeyo")])) == []
