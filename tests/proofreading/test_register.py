"""
The register of every sentence, whatever stands around its ending.
"""

import pytest

from checkin_cli.proofreading import REGISTERS, Wording
from checkin_cli.proofreading.register import check_register

pytestmark = pytest.mark.full

CASES = {
    "haeyo": [
        "오늘 체크인 잘 받았어요.",
        "하루 체중만으로 변화를 말하지는 않아요. 며칠을 이어서 볼게요.",
        "지금은 판단보다 기록이 먼저예요.",
        "오늘도 살펴볼까요?",
        "지금 119에 전화해 주세요.",
        "잘 지내고 계시죠?",
        "변화를 서둘러 읽지 않거든요.",
        "체중이 바뀌었네요",
        "하루요.",
        "조건이 달라서요.",
        "아침 값은 {weight}kg이에요.",
        "확인했어요 (오프라인)",
        "내렸어요 →",
        "[bold]읽을게요[/bold]",
        "하루 빠진 운동이 습관을 흔들지는 않는다는 연구가 있어요.",
    ],
    "hapsyo": [
        "변화율이 목표 범위 안에 있습니다.",
        "담당자가 직접 살펴본 뒤에 이어 갑니다.",
        "지금 119에 연락해 주십시오.",
        "고객이 이 내용을 받았습니까?",
        "함께 살펴봅시다.",
        "증량 속도와 근육의 관련은 약했다는 연구가 있습니다.",
        "고객 전달: 꺼져 있음. 고객은 이 내용을 받지 않았습니다.",
        "고객 전달: 완료. 고객이 이 내용을 받았습니다.",
        "목표 범위 밖의 변화입니다. 한 주 안의 리듬도 함께 살펴봅니다.",
    ],
    "nominal": [
        "기록 없음",
        "오늘 할 일",
        "개요",
        "중요",
        "검토 필요",
        "승인됨",
        "섭취 계획 {calories_kcal} 이어 가기",
        "두 주 연속 범위 아래",
        "가스·더부룩함",
        "주간 변화",
        "체중계가 바뀜",
        "브리스톨 4형",
    ],
    "banmal": [
        "체중이 줄었네.",
        "기록을 이어 가자",
        "아침 체중을 기록해라",
        "오늘은 쉬었다.",
        "검토 중이야",
        "기록은 이어지고",
        "체중을 재다",
        "많이 먹어",
    ],
}


def _refused(text: str, register: str) -> bool:
    return bool(list(check_register([Wording("a", text, register)])))


@pytest.mark.parametrize(("register", "text"), [(register, text) for register in CASES for text in CASES[register]])
def test_a_string_has_one_register(register: str, text: str) -> None:
    """It passes as what it is, and as nothing else; 반말 passes as nothing."""
    passed = [each for each in REGISTERS if not _refused(text, each)]
    assert passed == ([register] if register in REGISTERS else [])


@pytest.mark.parametrize(
    "text",
    [
        "체크인 잘 받았어요. 담당자가 살펴봅니다.",
        "담당자가 살펴봅니다. 체크인 잘 받았어요.",
        "그렇습니다, 함께 볼게요.",
        "잘 받았어요. 기록 없음.",
        "오늘 하루. 고객 전달: 꺼져 있음.",
    ],
)
def test_every_sentence_counts(text: str) -> None:
    """A string that mixes registers has none."""
    assert all(_refused(text, register) for register in ("haeyo", "hapsyo"))


def test_the_finding_shows_the_sentence_and_the_register_asked_for() -> None:
    """One finding a sentence that differs."""
    [finding] = check_register([Wording("week.a", "한 주를 봤어요. 변화가 작습니다.", "haeyo")])
    assert (finding.id, finding.rule) == ("week.a", "register")
    assert (finding.found, finding.required) == ("hapsyo: 변화가 작습니다.", "haeyo")
