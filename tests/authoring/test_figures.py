"""
Numbers of Korean text, in figures and in words.
"""

from decimal import Decimal

import pytest

from checkin_cli.authoring.figures import ONE, numbers_claimed, numbers_in

HELD = {
    "성인은 밤마다 일곱 시간 이상 자는 것이 좋습니다.": "7",
    "하룻밤 7시간 이상": "7",
    "7.5시간에 1,500kcal": "7.5 1500",
    "7.50시간": "7.5",
    "0.5~1%": "0.5 1",
    "3만 보, 2천 걸음": "30000 2000",
    "3만큼 늘었습니다.": "3",
    "２배, ⑦, ½, 三": "2 7 0.5 3",
    "두 배가 되었습니다.": "2",
    "열두 번과 스물다섯 명": "12 25",
    "사흘이나 보름": "3 15",
    "변을 일곱 형태로 나눌 때 세 번째와 네 번째": "7 3 4",
    "이천오백 칼로리와 삼백그램": "2500 300",
    "오 퍼센트, 육 개월, 삼십 분": "5 6 30",
    "절반이 줄었습니다.": "0.5",
    "2026-11-30": "2026 11 30",
}

HOLDING_NONE = (
    "사회적 지지를 받았습니다.",
    "천천히 줄이며 지냈습니다.",
    "판단에 쓸 만하지만 값은 다릅니다.",
    "이 시간에는 만약을 구분합니다.",
    "세 영양소의 비율입니다.",
    "열이 나고 한계까지 갔습니다.",
    "네, 그렇습니다.",
)


@pytest.mark.parametrize("text", HELD)
def test_each_number_is_found_with_its_value(text: str) -> None:
    assert numbers_in(text) == numbers_claimed(text) == {Decimal(value) for value in HELD[text].split()}


@pytest.mark.parametrize("text", HOLDING_NONE)
def test_words_that_begin_as_numbers_do_are_none(text: str) -> None:
    assert numbers_in(text) == set()


def test_a_one_in_words_is_an_article_and_a_figure_is_a_claim() -> None:
    """It still bears a one that somebody claims."""
    assert numbers_in("한 번") == numbers_claimed("1번") == {ONE}
    assert numbers_claimed("한 번") == set()
