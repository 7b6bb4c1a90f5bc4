"""
Lines that stand together.
"""

import pytest

from checkin_cli.proofreading import adjacent, proofread_screen

BAD = {
    "same_ending": [
        ["기록을 볼게요.", "흐름도 읽을게요.", "다음 값을 기다릴게요.", "한 주를 모을게요."],
        ["여기 있어요. 거기 있어요.", "저기도 있어요.", "어디나 있어요."],
        ["변화가 있습니다.", "기록이 있습니다.", "평균도 있습니다.", "범위가 있습니다."],
    ],
    "same_opening": [
        ["오늘 기록은 가벼워요.", "오늘 흐름을 볼게요."],
        ["체중은 오르내려요.", "체중이 모이면 봐요."],
        ["이번 주를 봐요.", "한 주가 짧아요.", "이번 변화는 작아요.", "물도 봐요.", "이번 판단은 미뤄요."],
    ],
    "can_repeated": [
        ["작을 수 있어요.", "클 수 있어요.", "같을 수 있어요."],
        ["달라질 수도 있어요. 같을 수 있어요.", "줄 수는 있어요."],
        ["견줄 수 있습니다.", "읽을 수 있습니다.", "모을 수 있습니다."],
    ],
    "phrase_repeated": [
        ["기록을 통해 봐요.", "평균을 통해 읽어요."],
        ["또한 잠도 봐요.", "물 또한 봐요."],
        ["잠에 대해 봐요.", "물에 대해 읽어요."],
        ["회복을 위해 쉬어요.", "흐름을 위해 적어요."],
        ["즉 하루예요.", "그건 즉 한 주예요."],
    ],
    "echo": [
        ["한 번에 움직였어요.", "다시 움직였어요."],
        ["식사가 더부룩했어요.", "더부룩한 날이에요."],
        ["쉬는 날도 괜찮아요.", "빈 날도 괜찮아요."],
        ["두 주를 넉넉하게 봐요.", "잠도 넉넉했어요."],
    ],
}
GOOD = {
    "same_ending": [
        ["기록을 볼게요.", "흐름도 읽을게요.", "다음 값을 기다릴게요.", "한 주를 모았어요."],
        ["기록을 볼게요.", "흐름도 읽을게요.", "오늘 할 일", "다음 값을 기다릴게요.", "한 주를 모을게요."],
        ["변화가 있습니다.", "기록을 견줍니다.", "평균이 적습니다.", "범위를 벗어났습니다."],
        ["- 체중 기록하기", "- 물 계획 이어 가기", "- 섭취 계획 이어 가기", "- 체크인 이어 가기"],
    ],
    "same_opening": [
        ["오늘 체크인 완료", "오늘 체크인 잘 받았어요.", "오늘 할 일"],
        ["오늘 흐름을 볼게요.", "체중은 오르내려요.", "오늘 값은 비워 둬요."],
        ["- 체중 기록이 모자람", "- 체중 값 확인"],
        ["- 수면 7.3시간", "- 수면 4.5점"],
    ],
    "can_repeated": [
        ["작을 수 있어요.", "클 수 있어요."],
        ["수면 기록이 있어요.", "변수 있어요.", "하나 있어요."],
        ["두 평균이 모두 있어야 변화를 견줄 수 있습니다."],
    ],
    "phrase_repeated": [
        ["기록을 통해 봐요.", "또한 잠도 봐요.", "회복을 위해 쉬어요."],
        ["지금 즉시 봐요.", "즉시 읽어요."],
        ["흐름에 대해 봐요.", "기록을 통해 읽어요."],
    ],
    "echo": [
        ["체크인이 없어도 괜찮아요.", "체크인은 다시 이어져요."],
        ["변이 단단했던 날이에요.", "힘든 운동을 한 날이에요."],
        ["기록이 적어요.", "기록에서 흐름이 보여요."],
        ["여기 있을 수 있어요.", "남은 값이 있어요."],
        ["쓰러졌다면 지금 119에 전화해 주세요.", "정신이 흐려진다면 지금 119에 전화해 주세요."],
        ["쉬는 날도 괜찮아요.", "물을 봐요.", "빈 날도 괜찮아요."],
    ],
}


def _rules(lines: list[str]) -> set[str]:
    return {finding.rule for finding in proofread_screen("day", lines)}


@pytest.mark.parametrize(("rule", "lines"), [(rule, lines) for rule, cases in BAD.items() for lines in cases])
def test_monotony_is_heard(rule: str, lines: list[str]) -> None:
    """Each rule finds its own."""
    assert rule in _rules(lines)


@pytest.mark.parametrize(("rule", "lines"), [(rule, lines) for rule, cases in GOOD.items() for lines in cases])
def test_variety_passes(rule: str, lines: list[str]) -> None:
    """What copy has to repeat is left alone."""
    assert rule not in _rules(lines)


def test_blank_lines_do_not_part_neighbours() -> None:
    """A reader goes on over a paragraph's end."""
    assert _rules(["식사가 더부룩했어요.", "", "더부룩한 날이에요."]) == {"echo"}


def test_clauses_side_by_side_are_checked_without_a_screen() -> None:
    """Equal openings and echoes, with the id that was given."""
    found = adjacent("a+b", "오늘 더부룩한 날이에요.", "오늘은 더부룩했어요.")
    assert [(each.id, each.rule, each.found) for each in found] == [
        ("a+b", "same_opening", "오늘"),
        ("a+b", "echo", "더부룩했어요"),
    ]
    assert adjacent("a+b", "오늘 식사를 볼게요.", "운동은 한 주로 모아 봐요.") == []
