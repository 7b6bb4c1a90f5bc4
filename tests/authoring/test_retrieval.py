"""
Questions as operators ask them, and the principle that each is about.
"""

import pytest

from checkin_cli.authoring.retrieval import Retrieval
from checkin_cli.doctrine import Doctrine

MOST = 5

QUESTIONS = {
    "잠을 적게 자면 배고픔이 더 커지나요?": "sleep.hunger_week",
    "하루에 몇 시간 자야 하나요": "sleep.seven_hours",
    "체중이 하루 사이에 늘었는데 왜 그런가요": "trend.day_swing",
    "주말 지나면 왜 체중이 올라가죠?": "trend.after_weekend",
    "짜게 먹은 다음 날 몸무게가 늘어요": "trend.salt_day",
    "탄수화물을 먹으면 체중이 느나요": "trend.glycogen_day",
    "생리 기간에 체중이 느는 이유": "trend.cycle_week",
    "명절에 찐 살": "trend.holiday",
    "단백질은 얼마나 먹어야 하나요?": "nutrition.protein_meals",
    "감량 속도는 어느 정도가 적당한가요": "rate.loss_review",
    "벌크업할 때 살은 얼마나 찌워야 하나요": "rate.slow_gain",
    "정체기에는 왜 안 빠지나요": "phases.slowdown",
    "다이어트 브레이크가 효과가 있나요": "phases.breaks",
    "체중계 체지방률을 믿어도 되나요": "tools.home_scale",
    "커피를 마시면 잠에 영향이 있나요": "sleep.caffeine",
    "물은 하루에 얼마나 마셔야 하나요": "fluids.food_water_week",
    "나트륨은 얼마나 먹나요": "fluids.sodium",
    "변비와 식이섬유": "digestion.fibre_energy",
    "하루 기록을 빠뜨리면 어떻게 되나요": "goals.missed_day",
    "식단을 어기고 나서 자책하는 고객": "goals.lapse",
    "식사 기록이 정확하지 않은 것 같아요": "adherence.log_estimate",
    "실패지점까지 운동해야 하나요": "training.short_of_failure",
    "유산소와 근력 운동을 같이 해야 하나요": "movement.both_kinds",
    "매일 체중을 재는 것이 스트레스가 됩니다": "recovery.tracking_stress",
    "초저열량 식단을 해도 되나요": "safety.very_low",
    "이유 없이 살이 빠져요": "safety.unplanned",
    "운동을 새로 시작하기 전에 무엇을 확인하나요": "safety.check_first",
    "jager2017": "nutrition.protein_range",
}


@pytest.fixture(scope="module")
def retrieval(doctrine: Doctrine) -> Retrieval:
    return Retrieval(doctrine)


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_principle_is_among_the_first_five(question: str, retrieval: Retrieval) -> None:
    assert QUESTIONS[question] in [each.id for each in retrieval.find(question, MOST)]


def test_a_word_of_one_letter_is_found(retrieval: Retrieval) -> None:
    assert {each.topic for each in retrieval.find("잠", MOST)} <= {"sleep", "recovery"}


@pytest.mark.parametrize("question", ["what about it", "?!", "어떻게 하나요", "123"])
def test_what_the_doctrine_does_not_speak_of_is_not_found(question: str, retrieval: Retrieval) -> None:
    assert retrieval.find(question, MOST) == []


def test_every_principle_is_found_by_its_own_text(doctrine: Doctrine, retrieval: Retrieval) -> None:
    """Some say the same to another reader, so not always as the first."""
    missed = [each.id for each in doctrine.principles.values() if each not in retrieval.find(each.text, MOST)]
    assert missed == []


def test_no_more_come_than_were_asked_for_and_the_order_is_one(retrieval: Retrieval) -> None:
    question = "체중 기록과 식사"
    whole = [each.id for each in retrieval.find(question, 20)]
    assert [each.id for each in retrieval.find(question, 3)] == whole[:3]
    assert [each.id for each in retrieval.find(question.encode().decode(), 20)] == whole
