"""
What sounds like a machine, and spelling.
"""

import pytest

from checkin_cli.proofreading import Wording
from checkin_cli.proofreading.machine import check_machine, check_patterns

BAD = {
    "contrast": ["숫자가 아니라 흐름을 볼게요.", "하루 값이 아니라 한 주예요.", "감량이라기보다 수분이에요."],
    "double_passive": [
        "기록은 이어서 저장되어져요.",
        "변화가 크게 보여져요.",
        "쓰여진 항목부터 볼게요.",
        "되어진 기록",
    ],
    "translationese": [
        "감량에 있어 잠은 한 부분이에요.",
        "회복에 있어서 수면을 볼게요.",
        "기록에 있어서는 하루면 돼요.",
    ],
    "comma_after_connective": [
        "기록을 모으고, 한 주를 볼게요.",
        "체중은 오르내리며, 하루 값은 흔들려요.",
        "숫자는 작지만, 흐름은 보여요.",
        "잠이 짧아서, 배가 고플 수 있어요.",
        "한 주를 이어 가면서, 볼게요.",
    ],
    "lead_in": ["이번 주 결과는 다음과 같은 모습이에요.", "다음과 같습니다.", "아래와 같이 읽을게요."],
    "inflated": [
        "혁신적인 기록 방법이에요.",
        "획기적인 변화예요.",
        "압도적으로 좋은 한 주예요.",
        "매우 중요한 기록이에요.",
    ],
}
GOOD = {
    "contrast": [
        "수분만의 변화는 아니에요.",
        "아니라면 다음 주에 볼게요.",
        "이번 판단도 하루보다 한 주의 기록에 기대고 있어요.",
    ],
    "double_passive": [
        "그렇게 알려져 있어요.",
        "원인은 아직 밝혀지지 않았어요.",
        "기록이 모이면 판단도 또렷해져요.",
        "몸속 수분의 변화가 섞여 있을 수 있어요.",
    ],
    "translationese": [
        "변화의 폭이 정해 둔 범위 안에 있어요.",
        "범위 안에 있어 같은 조건을 이어 가요.",
        "오늘 기록에는 넉넉한 잠이 함께 있어요.",
        "목표 범위 밖에 있어 코치가 함께 봐요.",
    ],
    "comma_after_connective": [
        "탄수화물, 단백질, 지방을 나란히 놓고 식사를 살펴볼게요.",
        "가슴 통증이나 숨 가쁨, 한쪽 마비, 어눌한 말이 있다면 지금 119에 전화해 주세요.",
        "집에서, 밖에서 적은 기록을 함께 볼게요.",
        "참고, 평균, 범위",
    ],
    "lead_in": ["다음 기록을 기다릴게요.", "평소와 같음", "다음 주와 함께 볼게요."],
    "inflated": ["중요", "다른 기록과 함께 봐 둘게요.", "한 주의 모습을 먼저 볼게요."],
}
MISSPELT = ["몇일 동안의 기록이에요.", "오랫만에 남긴 기록이에요.", "그렇게 읽으면 안되요."]
TOLD = ["연구에 따르면 하루 값은 흔들려요.", "도움이 되셨길 바라요.", "첫째 기록을 볼게요.", "이번 주 핵심입니다."]


def _rules(text: str) -> set[str]:
    return {finding.rule for finding in check_patterns(Wording("a", text, "haeyo"))}


def _with_tools(*texts: str) -> list[tuple[str, str]]:
    wordings = [Wording(str(number), text, "haeyo") for number, text in enumerate(texts)]
    return [(finding.id, finding.rule) for finding in check_machine(wordings)]


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in BAD.items() for text in texts])
def test_a_machine_is_heard(rule: str, text: str) -> None:
    """One hit fails."""
    assert rule in _rules(text)


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in GOOD.items() for text in texts])
def test_a_person_is_left_alone(rule: str, text: str) -> None:
    """Neither its own pattern nor another finds copy that a person would write."""
    assert _rules(text) == set()


@pytest.mark.full
@pytest.mark.parametrize("text", MISSPELT)
def test_misspelt_words_are_found(text: str) -> None:
    """The rule book is that of hanlint."""
    assert _with_tools(text) == [("0", "hanlint")]


@pytest.mark.full
@pytest.mark.parametrize("text", TOLD)
def test_stock_phrases_are_found(text: str) -> None:
    """The phrases are those of korean-ai-tell."""
    assert ("0", "ai_tell") in _with_tools(text)


@pytest.mark.full
@pytest.mark.parametrize("text", [text for texts in GOOD.values() for text in texts])
def test_the_tools_leave_good_copy_alone(text: str) -> None:
    """A polite request with its period passes too."""
    assert _with_tools(text) == []


@pytest.mark.full
def test_what_weighs_only_together_is_found_in_all_strings_joined() -> None:
    """Three kinds of a weak sign pass one by one, and are each laid to their string when they meet."""
    weak = ["드리고자 합니다.", "또한 잠도 함께 봐요.", "종합하면 작은 변화예요."]
    assert [found for text in weak for found in _with_tools(text)] == []
    assert sorted(_with_tools(*weak)) == [("0", "ai_tell"), ("1", "ai_tell"), ("2", "ai_tell")]


@pytest.mark.full
def test_a_repeated_duty_is_found_in_all_strings_joined() -> None:
    """The first string that says it bears the finding."""
    assert _with_tools("한 주를 봅니다.", *["한 번 더 확인해야 합니다."] * 3) == [("1", "ai_tell")]
