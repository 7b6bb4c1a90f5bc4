"""
Particles after vowels and consonants.
"""

import pytest

from checkin_cli.proofreading import Wording
from checkin_cli.proofreading.particles import check_particles

pytestmark = pytest.mark.full

BAD = {
    "바꿀 이유이 보이지 않아요.": "이유이",
    "체중를 읽을게요.": "체중를",
    "기록는 다시 이어져요.": "기록는",
    "음식와 물을 함께 봐요.": "음식와",
    "하루을 넓게 봐요.": "하루을",
    "전문가은 기록을 봐요.": "전문가은",
    "잠를 봐요.": "잠를",
    "기록 이 남아요.": "기록 이",
    "흐름 을 봐요.": "을",
    "을 봤어요.": "을",
}
GOOD = [
    "바꿀 이유가 보이지 않아요.",
    "체중을 읽을게요. 하루를 넓게 봐요.",
    "물과 음식을 함께 봐요.",
    "값이 차이를 보여요.",
    "전문가가 길이와 넓이를 재요. 결과와 효과는 달라요.",
    "사람은 저마다 달라요.",
    "아침 값은 {weight}kg이에요.",
    "가장 높은 이 값은 그 이후와 이어져요.",
]


@pytest.mark.parametrize("text", BAD)
def test_a_particle_of_the_other_kind_is_found(text: str) -> None:
    """As the word that it makes wrong."""
    assert [each.found for each in check_particles([Wording("a", text, "haeyo")])] == [BAD[text]]


@pytest.mark.parametrize("text", GOOD)
def test_a_particle_that_fits_passes(text: str) -> None:
    assert list(check_particles([Wording("a", text, "haeyo")])) == []
