"""
What of an answer is shown: sentences that delivered principles bear.
"""

import json
import re
import shutil
import unicodedata
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.authoring.ask import TASK, Answer, answer, message_of, question_of, system_of
from checkin_cli.authoring.model import Completion
from checkin_cli.doctrine import Doctrine
from checkin_cli.errors import UsageError
from checkin_cli.prompting import clear_cache, compose
from checkin_cli.selection.reasons import Reason
from tests.conftest import ROOT

HOURS, REGULAR, HUNGER = "sleep.seven_hours", "sleep.regular", "sleep.short_hunger"
QUESTION = "몇 시간 자야 하나요"

Ask = Callable[[str], Answer]


class Saying:
    """A model that says one thing, and what it was asked."""

    def __init__(self, text: str | None, reason: Reason | None = None) -> None:
        self._completion = Completion(text, reason, 1, 100)
        self.asked: list[tuple[str, str]] = []

    def complete(
        self, system: str, user: str, *, schema: Mapping[str, object] | None = None, name: str = "reply"
    ) -> Completion:
        self.asked.append((system, user))
        return self._completion


@pytest.fixture
def say(doctrine: Doctrine) -> Ask:
    """What is left when the model says a text, with the first two principles delivered."""
    delivered = [doctrine.principles[each] for each in (HOURS, REGULAR)]
    return lambda text: answer(QUESTION, delivered, Saying(text))


def kept(said: Answer) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.text, each.principle_ids) for each in said.sentences]


def test_sentences_with_delivered_ids_are_kept_in_order(say: Ask) -> None:
    said = say(f"밤마다 일곱 시간 이상 자는 것이 좋습니다. [{HOURS}]\n규칙적인 잠이 좋습니다. [{REGULAR}, {HOURS}]\n")
    assert kept(said) == [
        ("밤마다 일곱 시간 이상 자는 것이 좋습니다.", (HOURS,)),
        ("규칙적인 잠이 좋습니다.", (REGULAR, HOURS)),
    ]
    assert (said.left_out, said.reason, said.requests, said.tokens) == (0, None, 1, 100)


KEPT = {
    "a figure for a number in words": f"7시간 이상이 좋습니다. [{HOURS}]",
    "a list mark": f"- 잠이 좋습니다. [{HOURS}]",
    "a numbered list": f"1. 잠이 좋습니다. [{HOURS}]",
    "ids on a line of their own": f"잠이 좋습니다.\n[{HOURS}]",
    "ids in two brackets": f"잠이 좋습니다. [{HOURS}] [{REGULAR}]",
    "a full stop behind the ids": f"잠이 좋습니다 [{HOURS}].",
    "no blank before the ids": f"잠이 좋습니다.[{HOURS}]",
    "a principle that it names": f"{HOURS} 원칙에 따르면 잠이 좋습니다. [{HOURS}]",
    "a one in words": f"한 번 살핍니다. [{REGULAR}]",
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_a_sentence_that_is_borne_is_kept(text: str, say: Ask) -> None:
    said = say(text)
    assert (len(said.sentences), said.left_out) == (1, 0)


WORDS = ("잠이 좋습니다.", "7시간", "8", "여덟 시간", "\n", "[", "]", ". ", "- ")
PIECES = (f" [{HOURS}]", f"[{REGULAR}]", f"[{HUNGER}]", *WORDS)

LEFT_OUT = {
    "no id": "잠이 좋습니다.",
    "an id that was not delivered": f"잠이 짧으면 허기가 큽니다. [{HUNGER}]",
    "one of two ids not delivered": f"잠이 좋습니다. [{HOURS}, {HUNGER}]",
    "an id of nothing": "잠이 좋습니다. [sleep.made_up]",
    "an id in another case": f"잠이 좋습니다. [{HOURS.upper()}]",
    "an id in the sentence": f"{HUNGER} 원칙도 있습니다. [{HOURS}]",
    "empty brackets": "잠이 좋습니다. []",
    "a number that was not delivered": f"여덟 시간 자는 것이 좋습니다. [{HOURS}]",
    "the same in figures": f"8시간 자는 것이 좋습니다. [{HOURS}]",
    "the same in other figures": f"⑧시간 자는 것이 좋습니다. [{HOURS}]",
    "a number of the question": f"매일 500kcal를 줄입니다. [{HOURS}]",
    "a number of another principle": f"일곱 시간 자는 것이 좋습니다. [{REGULAR}]",
    "a number in part": f"7.5시간이 좋습니다. [{HOURS}]",
    "a source": f"watson2015 연구에 따르면 잠이 좋습니다. [{HOURS}]",
    "an address": f"example.com 에 더 있습니다. [{HOURS}]",
    "an escape sequence": f"잠이 \x1b[31m 좋습니다. [{HOURS}]",
    "a mark of direction": f"잠이 \u202e좋습니다. [{HOURS}]",
    "a number of another language": f"twelve 시간이 좋습니다. [{HOURS}]",
    "a sentence of the prompt": f"You speak for a Korean coaching service. [{HOURS}]",
    "what looks like a key": f"sk-SECRETKEYabcdefgh 잠이 좋습니다. [{HOURS}]",
    "a one with a measure": f"한 시간 더 자는 것이 좋습니다. [{HOURS}]",
    **{
        f"a loose number, {words}": f"{words} 연구가 있습니다. [{HOURS}]"
        for words in (
            "두어 시간",
            "서너 시간",
            "예닐곱 시간",
            "여남은 밤",
            "너덧 명",
            "칠팔 명",
            "한두 번",
            "수십 번",
            "삼십대",
            "시월",
            "나흗날",
            "삼분의 일",
            "한 배 반",
            "갑절",
            "십중팔구",
            "반 이상",
            "반년",
            "제로",
        )
    },
    "no end": f"{'잠이 좋고 ' * 60}좋습니다. [{HOURS}]",
}


@pytest.mark.parametrize("text", LEFT_OUT.values(), ids=LEFT_OUT)
def test_a_sentence_that_is_not_borne_is_left_out_and_counted(text: str, say: Ask) -> None:
    said = say(text)
    assert said.sentences == ()
    assert said.left_out >= 1


def test_a_sentence_does_not_hide_behind_the_ids_of_the_next(say: Ask) -> None:
    said = say(f"물을 많이 마시면 됩니다. 커피는 해롭습니다.그리고 잠이 좋습니다. [{HOURS}]\n끝입니다.")
    assert kept(said) == [("그리고 잠이 좋습니다.", (HOURS,))]
    assert said.left_out == 3


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=12).map("".join))
def test_whatever_is_said_what_is_kept_is_borne(doctrine: Doctrine, text: str) -> None:
    """Nothing raises, every kept sentence names delivered principles alone, and its numbers stand in them."""
    delivered = [doctrine.principles[each] for each in (HOURS, REGULAR)]
    said = answer(QUESTION, delivered, Saying(text))
    for sentence in said.sentences:
        assert sentence.text.isprintable()
        assert sentence.text in unicodedata.normalize("NFC", text)
        assert {HOURS, REGULAR} >= set(sentence.principle_ids) != set()
        digits = {int(each) for each in re.findall(r"\d+", sentence.text)}
        assert digits <= {7}
        assert "여덟 시간" not in sentence.text


@pytest.mark.parametrize("piece", ["[", "]", " ", "\n", "a", "a.", "십", "1,", "[a]", "- ", "가. "])
def test_a_reply_without_end_is_read_to_its_end(piece: str, say: Ask) -> None:
    """As long as a body may be; none of the patterns goes over it again and again."""
    assert say(piece * (60_000 // len(piece))).sentences == ()


def test_the_prompt_given_back_leaves_nothing(doctrine: Doctrine) -> None:
    delivered = [doctrine.principles[each] for each in (HOURS, REGULAR)]
    system, user = system_of(None), message_of(QUESTION, delivered)
    for text in (system, user, f"{system}\n{user}", TASK):
        said = answer(QUESTION, delivered, Saying(text))
        assert said.sentences == ()
        assert said.left_out


def test_a_model_that_finds_nothing_says_so(say: Ask) -> None:
    for text in ("NONE", "NONE.\n"):
        said = say(text)
        assert (said.sentences, said.left_out, said.declined) == ((), 0, True)


def test_a_failure_has_a_reason_and_no_sentence(doctrine: Doctrine) -> None:
    said = answer(QUESTION, [doctrine.principles[HOURS]], Saying(None, Reason.DEADLINE))
    assert (said.sentences, said.left_out, said.reason) == ((), 0, Reason.DEADLINE)


def test_what_is_sent_are_the_rules_the_question_and_the_principles(doctrine: Doctrine) -> None:
    """No source, no wording, nothing else of the doctrine."""
    model, delivered = Saying("NONE"), [doctrine.principles[HOURS]]
    answer('그는 "무시하라"고', delivered, model)
    [(system, user)] = model.asked
    assert system == compose("doctrine_ask", TASK)
    assert json.loads(user) == {
        "principles": [{"id": HOURS, "text": doctrine.principles[HOURS].text}],
        "question": '그는 "무시하라"고',
    }


def test_without_rules_nobody_is_asked(doctrine: Doctrine, tmp_path: Path) -> None:
    """Looked for when it is asked, also when they were read before."""
    clear_cache()
    shutil.copytree(ROOT / "doctrine" / "prompts", tmp_path / "prompts")
    model, delivered = Saying(f"잠이 좋습니다. [{HOURS}]"), [doctrine.principles[HOURS]]
    assert answer(QUESTION, delivered, model, tmp_path).sentences
    (tmp_path / "prompts" / "rules.md").unlink()
    with pytest.raises(UsageError, match="rules_missing"):
        answer(QUESTION, delivered, model, tmp_path)
    assert len(model.asked) == 1


@pytest.mark.parametrize("text", ["", "  ", "가\n나", "가\x00", "가" * 501, "\udc80"])
def test_a_question_is_one_line_of_text(text: str) -> None:
    with pytest.raises(UsageError, match="question_unclear"):
        question_of(text)
    assert question_of(" 잠은요? ") == "잠은요?"
