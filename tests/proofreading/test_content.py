"""
What copy may not say: each rule finds what it is for and leaves its neighbours alone.
"""

import unicodedata

import pytest

from checkin_cli.proofreading import RULES, Wording
from checkin_cli.proofreading.content import check_content

BAD = {
    "not_nfc": [unicodedata.normalize("NFD", text) for text in ("기록 없음", "체중은 비워 둘게요.", "오늘 할 일")],
    "exclamation": ["잘 받았어요!", "오늘도 고마워요！", "체크인 완료!"],
    "emoji": [
        "잘 받았어요 😊",
        "오늘 기록 ✅",
        "고마워요 ♡",
        "한 주를 볼게요 ^^",
        "다음 주에 봐요 ㅎㅎ",
        "차근차근 봐요 :)",
    ],
    "quotes": ["'기록'부터 볼게요.", "“흐름”을 볼게요.", '"평균"을 볼게요.', "「기록」을 볼게요.", "`체중`을 볼게요."],
    "dash": ["기록 — 흐름으로 볼게요.", "기록–흐름", "체중 - 평균으로 볼게요.", "하루--한 주"],
    "ellipsis": ["기록이 모이면…", "천천히 볼게요...", "음.. 조금 더 볼게요.", "체중·· 기록"],
    "weight_praise": [
        "체중이 내려갔어요. 정말 잘하셨어요.",
        "감량을 축하해요.",
        "체지방이 줄어서 기뻐요.",
        "훌륭하게 살을 빼셨어요.",
        "드디어 체중이 줄었어요.",
        "평균이 내려간 좋은 결과예요.",
        "뱃살 빠진 모습이 멋져요.",
        "감량이 순조로워요.",
        "허리가 줄어서 좋은 한 주예요.",
    ],
    "blame": [
        "왜 안 적으셨나요?",
        "왜 기록하지 않았나요?",
        "이번 주는 실패한 주예요.",
        "조금 게을렀던 한 주예요.",
        "의지가 모자랐어요.",
        "핑계를 줄여 볼게요.",
        "빠진 날이 있어 아쉬워요.",
        "기록을 빼먹은 날이 있어요.",
        "사흘을 놓쳤어요.",
        "계획을 지키지 못했어요.",
        "늦은 야식 탓이에요.",
        "노력이 부족한 한 주였어요.",
        "이번 주는 망쳤어요.",
        "한 주를 반성해 볼까요?",
        "식사가 잘못했던 부분이에요.",
        "중간에 포기했던 주예요.",
        "계획을 어겼어요.",
    ],
    "diagnosis": [
        "만성 피로증입니다.",
        "수면 장애로 보여요.",
        "진단이 필요한 상태예요.",
        "장 질환입니다.",
        "불면이 이어졌어요.",
        "변비가 있는 날이에요.",
        "대사가 망가졌어요.",
        "과훈련 증후군일 수 있어요.",
        "위염으로 보여요.",
        "호르몬 문제일 수 있어요.",
        "빈속이 의심되는 날이에요.",
        "거식으로 보입니다.",
    ],
    "order": [
        "단백질을 더 드세요.",
        "물을 많이 마시세요.",
        "저녁은 일찍 먹으세요.",
        "매일 하셔야 해요.",
        "일찍 주무셔야죠.",
        "꾸준히 운동해야 해요.",
        "세트를 늘리세요.",
        "탄수화물을 줄이세요.",
        "하루 한 번 걸으세요.",
        "유산소 운동을 하십시오.",
        "간식을 먹지 마세요.",
        "밥을 조금 줄여 보세요.",
        "단백질을 더 먹는 게 좋아요.",
        "저녁 굶읍시다.",
        "탄수화물 줄이기",
        "물 더 마시기",
    ],
    "certainty": [
        "반드시 달라져요.",
        "무조건 오르는 시기예요.",
        "확실히 수분 때문이에요.",
        "수분이 틀림없어요.",
        "100% 수분이에요.",
        "결과를 보장해요.",
        "백 퍼센트 수분이에요.",
        "누구나 성공하는 계획이에요.",
        "절대 오르지 않는 계획이에요.",
    ],
    "advertising": [
        "최고의 식단이에요.",
        "기적 같은 변화예요.",
        "지방을 태우는 시간이에요.",
        "놀라운 효과가 있어요.",
        "몸매 관리의 비결이에요.",
        "독소를 내보내는 하루예요.",
        "완벽한 한 주예요.",
        "인생 체중을 만나요.",
        "과학적으로 증명된 식단이에요.",
    ],
    "reassurance": [
        "그 정도 통증은 흔하니 걱정하지 않아도 돼요.",
        "위험한 신호는 없는 날이에요.",
        "어지럼은 별일 아니에요.",
        "증상은 괜찮아 보여요.",
    ],
    "comparison": ["다른 분들보다 느린 편이에요.", "남보다 빠른 흐름이에요.", "또래에 비해 높은 값이에요."],
    "fear": ["이러다 큰일이 나요.", "이대로 가면 위험해져요.", "돌이킬 수 없는 변화예요."],
    "body_claim": ["지방이 붙은 날이에요.", "살이 쪘어요.", "근육만 남은 변화예요.", "지방이 꽤 붙었어요."],
    "second_person": [
        "당신의 기록이에요.",
        "너의 하루를 볼게요.",
        "네가 적은 기록이에요.",
        "너도 할 수 있어요.",
        "그대의 한 주",
    ],
}
GOOD = {
    "not_nfc": ["기록 없음", "체중은 비워 둘게요.", "kg"],
    "exclamation": ["잘 받았어요.", "살펴볼까요?", "한 주 변화 +0.16%"],
    "emoji": ["가스·더부룩함", "수면 7.3시간 · 수면 질 4/5", "목표 범위 -0.25~+0.25%", "검토: 담당자"],
    "quotes": ["기록부터 볼게요.", "섭취 계획 {calories_kcal} 이어 가기", "고객 전달: 꺼져 있음."],
    "dash": ["목표 범위 -0.25~+0.25%", "담당자 B-02", "변화 -0.3%", "체중 70.10kg"],
    "ellipsis": ["가스·더부룩함", "체중 78.6kg", "잘 받았어요. 한 주를 볼게요."],
    "weight_praise": [
        "평균 체중이 내려간 주예요. 몸속 수분의 변화가 섞여 있을 수 있어요.",
        "감량의 처음 몇 주는 변화의 모습이 나중과 달라 서둘러 읽지 않아요.",
        "평균이 내려간 주의 심박수 기록과 식사 구성과 수면을 함께 볼게요.",
        "시작하고 얼마 동안의 감량은 나중과 성격이 다르다고 알려져 있어요.",
        "같은 양을 줄일 때 천천히 줄인 쪽의 체지방이 더 줄었다고 알려져 있습니다.",
        "체지방 감량",
        "한 주 동안 체크인 남겨 주셔서 고마워요.",
    ],
    "blame": [
        "비어 있는 날이 하루 있어도 괜찮아요.",
        "의지와 상관없이 체중은 오르내려요.",
        "오늘 기록에 의지해 판단하지 않아요.",
        "한 주의 지금 모습을 볼게요.",
        "일반성이 낮은 연구예요.",
        "며칠의 흐름을 놓치지 않고 볼게요.",
        "왜 달라졌는지는 기록이 모인 뒤에 볼게요.",
        "하루 빠진 운동이 습관을 흔들지는 않는다는 연구가 있어요.",
        "계획을 이어 가기 어려웠던 사정부터 함께 살펴볼게요.",
    ],
    "diagnosis": [
        "변이 단단했던 날이에요.",
        "통증이 있던 부위를 적어 두고 담당자 확인 기다리기",
        "갈증일 수도 있어요.",
        "기록을 검증이라고 부르지 않아요.",
        "다음 준비만 남았어요.",
        "주변 비교는 하지 않을게요.",
        "사진단 하나로 보지 않아요.",
        "심한 복통이나 검은 변과 어지럼이 함께 있다면 지금 119에 연락해 주십시오.",
    ],
    "order": [
        "지금 119에 전화해 주세요.",
        "급하면 119나 112에 연락해 주십시오.",
        "안녕하세요.",
        "궁금하세요?",
        "오늘 하루 힘드세요?",
        "두 평균이 모두 있어야 변화를 견줄 수 있습니다.",
        "영양소 구성은 비율을 함께 살펴야 읽기 쉽습니다.",
        "섭취를 줄이는 방향 검토",
        "단백질 계획 {protein_g} 이어 가기",
        "너무 걱정하지 마세요.",
        "먹은 것을 적을 수 있는 만큼 기록하기",
        "오늘 할 일",
        "담당자가 확인해야 할 항목이 남아 있습니다.",
        "아침마다 같은 조건에서 체중 기록하기",
    ],
    "certainty": [
        "반드시 수분 때문인 것은 아니에요.",
        "한 주의 변화는 다음 주와 함께 볼 때 더 분명해요.",
        "결과를 보장하지 않아요.",
        "절대적인 값보다 흐름을 볼게요.",
        "기록은 언제든 다시 이을 수 있어요.",
        "확실히 말하기는 어려워요.",
        "원인은 아직 확실하지 않아요.",
    ],
    "advertising": [
        "최고 체중",
        "장기적으로 보는 편이 정확해요.",
        "물의 역할인지는 아직 알 수 없어요.",
        "특별한 사정이 있던 주의 체중은 따로 떼어 볼게요.",
        "완벽하지 않아도 괜찮아요.",
        "수면 시간이 충분했던 날의 기록이에요.",
        "무료한 날에도 기록은 이어져요.",
    ],
    "reassurance": ["통증이 있던 부위를 적어 두기", "이상하게 느껴지면 적어 두어도 돼요.", "기록이 없어도 괜찮아요."],
    "comparison": ["하루보다 여러 날을 봐요.", "사람마다 다르다는 연구가 있어요.", "개인의 기록을 먼저 봐요."],
    "fear": ["변화가 큰 주예요.", "한계까지 가지 않아도 돼요.", "기록이 빠진 날이 있어요."],
    "body_claim": ["체지방의 몫이 작았다는 연구가 있어요.", "살펴볼게요.", "근육이 느는 정도를 봐요."],
    "second_person": [
        "너무 무겁게 읽지 않을게요.",
        "섭취는 빈칸 그대로 두고 읽을게요.",
        "네 주를 모아 볼게요.",
        "이번 주 나머지도 함께 볼게요.",
    ],
}


def _rules(text: str) -> set[str]:
    return {finding.rule for finding in check_content(Wording("a", text, "haeyo"))}


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("order", "저녁은 거르는 편이 나아요."),
        ("order", "완하제를 드시면 가벼워져요."),
        ("order", "섭취를 조금 낮춰요."),
        ("order", "저녁 굶기"),
        ("weight_praise", "체중이 잘 빠지고 있어요."),
        ("certainty", "이대로면 한 달 뒤 목표 체중에 닿아요."),
        ("certainty", "두 달 뒤에는 목표에 도달해요."),
    ],
)
def test_what_once_slipped_through_is_found(rule: str, text: str) -> None:
    assert rule in _rules(text)


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in BAD.items() for text in texts])
def test_a_breach_is_found(rule: str, text: str) -> None:
    """The rule finds the string, whatever else does."""
    assert rule in _rules(text)


@pytest.mark.parametrize(("rule", "text"), [(rule, text) for rule, texts in GOOD.items() for text in texts])
def test_good_copy_is_left_alone(rule: str, text: str) -> None:
    """Neither its own rule nor any other finds a string that may stand."""
    assert _rules(text) == set()


def test_every_rule_of_content_has_three_cases_on_either_side() -> None:
    """A rule without a bad string cannot be seen to fail, one without a good string to be too strict."""
    assert BAD.keys() == GOOD.keys()
    assert BAD.keys() <= RULES.keys()
    assert all(len(cases[rule]) >= 3 for cases in (BAD, GOOD) for rule in cases)


def test_a_finding_names_string_rule_words_and_requirement() -> None:
    """An author sees what to change without reading a pattern."""
    [finding] = check_content(Wording("week.a", "단백질을 더 드세요.", "haeyo"))
    assert (finding.id, finding.rule, finding.found) == ("week.a", "order", "드세요")
    assert finding.required == RULES["order"]


@pytest.mark.parametrize(
    "text",
    [
        "조정이 승인됐어요.",
        "카드가 고객에게 전달됐습니다.",
        "내일 아침에 다시 볼게요.",
        "다음 주에 이어서 볼게요.",
        "어지러우면 119로 전화할게요.",
        "병원에서 확인하는 것이 좋아요.",
        "담당자가 연락드릴게요.",
        "편할 때 기록해 주세요.",
        "여섯 시에 보내 드릴게요.",
    ],
)
def test_soft_lines_state_nothing_that_locked_lines_say(text: str) -> None:
    """Approval, delivery, times, emergencies and actions; the same words may stand in a locked line."""
    assert "statement" in {finding.rule for finding in check_content(Wording("a", text, "haeyo", clause=True))}
    assert "statement" not in _rules(text)


@pytest.mark.parametrize(
    "text", ["다음 기록을 기다릴게요.", "체크인 확인했어요.", "조정에 앞서 계획을 봅니다.", "한 주의 흐름이에요."]
)
def test_soft_lines_may_speak_of_records_and_plans(text: str) -> None:
    assert list(check_content(Wording("a", text, "haeyo", clause=True))) == []
