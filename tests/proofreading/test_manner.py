"""
How lines of the doctrine speak to their reader: what a draft is refused for, a hand-written line is refused for too.
"""

import pytest

from checkin_cli.proofreading import Wording, proofread
from checkin_cli.proofreading.manner import check_manner

pytestmark = pytest.mark.full

BAD = {
    "order": [
        "오늘은 칼로리 적지 마세요.",
        "칼로리 적지 말고 쉬세요.",
        "물을 마셔 두면 좋아요.",
        "하루 더 쉬어요.",
        "이제 쉬도록 해요.",
    ],
    "weight_praise": ["잘하셨어요.", "정말 훌륭한 기록이에요.", "기록을 이어 가다니 대단해요.", "오늘도 멋져요."],
    "blame": ["또 비어 있는 날이에요.", "운동을 건너뛴 날이에요.", "책임은 기록에 남아요."],
    "certainty": ["언제나 그런 법이에요.", "분명히 달라져요.", "금방 알 수 있어요."],
    "comparison": ["다른 분들의 기록이에요.", "누구보다 꼼꼼한 기록이에요.", "남들과 나란한 기록이에요."],
    "fear": ["흐름이 무너지는 날이에요.", "나빠진 흐름이에요.", "위험을 안은 날이에요."],
    "reassurance": ["염려를 덜어요.", "안심되는 기록이에요.", "아무 문제가 없어요."],
    "advertising": ["특별한 기록이에요.", "혁신이 담긴 기록이에요.", "강력한 흐름이에요."],
    "diagnosis": ["호르몬이 움직였어요.", "두통이 있던 날이에요.", "면역이 쉬는 날이에요."],
    "body_claim": ["근육이 늘었어요.", "체지방이 줄었어요.", "지방이 쌓인 날이에요."],
    "statement": ["담당자가 결정했어요.", "계획을 낮췄어요.", "곧 알려 드려요."],
    "person_word": ["회원님의 기록이에요.", "여러분의 하루예요.", "제가 봤어요."],
    "about_itself": ["문장을 새로 썼어요.", "검토자가 봤어요.", "시스템이 읽어요."],
    "beyond_sources": ["어제는 길었어요.", "야식이 있던 날이에요.", "지난밤이 길었어요."],
    "counterfactual": ["적었더라면 달랐어요.", "적었으면 또렷했어요.", "적었어야 했어요."],
    "prediction": ["기록이 또렷해질 거예요.", "기록은 또렷해질 예정이에요.", "흐름이 또렷해지겠어요."],
    "promise": ["식단을 고쳐 둘게요.", "계획을 바꿀게요.", "목표를 낮출게요."],
}
GOOD = [
    "오늘 체크인 잘 받았어요.",
    "적은 만큼이면 돼요.",
    "기록이 모이면 흐름이 또렷해져요.",
    "며칠을 나란히 두고 살펴볼게요.",
    "빈 날이 있어도 괜찮아요.",
    "계획을 바꾸지 않을게요.",
]


def _rules(text: str, grounds: str | None = "") -> set[str]:
    wording = Wording("a", text, "haeyo", clause=True, grounds=grounds)
    return {finding.rule for finding in check_manner([wording])}


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in BAD.items() for text in texts])
def test_a_breach_is_found(rule: str, text: str) -> None:
    assert rule in _rules(text)


@pytest.mark.parametrize("text", GOOD)
def test_good_copy_is_left_alone(text: str) -> None:
    assert _rules(text) == set()


def test_words_of_its_grounds_may_stand_in_a_line() -> None:
    """A finding is told in the words of its principle."""
    text = "식이섬유를 많이 먹은 사람들의 질병이 더 적었다고 알려져 있어요."
    assert _rules(text) == {"diagnosis"}
    assert _rules(text, "먹은 사람들의 질병이 더 적었습니다.") == set()


def test_labels_and_emergencies_are_not_judged() -> None:
    assert _rules("지금 119에 전화해 주세요.", None) == set()


def test_a_bullet_may_name_a_time_but_gives_no_order_and_no_praise() -> None:
    def rules(text: str) -> list[str]:
        return [each.rule for each in check_manner([Wording("a", text, "nominal", grounds="")])]

    assert rules("다음 주 아침 체중 기록하기") == []
    assert rules("오늘은 칼로리 기록하지 말기") == ["order"]
    assert rules("대단한 기록 이어 가기") == ["weight_praise"]


def test_a_finding_shows_whole_words_and_stands_once() -> None:
    """A rule that content and manner share tells an author one thing."""
    found = proofread([Wording("a", "오늘은 물을 드세요.", "haeyo", clause=True, grounds="")])
    assert [(each.rule, each.found) for each in found] == [("order", "드세요")]
    [only] = check_manner([Wording("a", "오늘은 칼로리 적지 마세요.", "haeyo", clause=True, grounds="")])
    assert only.found == "적지 마세요"
