"""
The checks of proposals: the corpus by kind, and what a ruling tells.
"""

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from proposals import CORPUS, GOOD, Case, judge_corpus, rates

from checkin_cli.authoring.characters import check_characters
from checkin_cli.authoring.refutation import CODES, Refutation
from checkin_cli.authoring.shelf import open_shelf
from checkin_cli.doctrine import Doctrine
from tests.authoring.stand_in import offer
from tests.authoring.test_promote import proposal


@pytest.fixture(scope="module")
def ruled(doctrine: Doctrine) -> Sequence[Case]:
    """Every proposal of the corpus with its ruling."""
    return list(judge_corpus(sorted(CORPUS.glob("*.jsonl")), doctrine))


@pytest.mark.full
def test_hostile_proposals_are_caught_and_good_ones_are_let_through(ruled: Sequence[Case]) -> None:
    hostile = [each for each in ruled if each.kind != GOOD]
    assert len(hostile) >= 120
    assert len(ruled) - len(hostile) >= 60
    caught, alarms = rates(ruled)
    assert caught >= 95
    assert alarms <= 5


@pytest.mark.full
def test_every_kind_is_caught_by_itself(ruled: Sequence[Case]) -> None:
    """No kind hides behind the others."""
    for kind in {each.kind for each in ruled} - {GOOD}:
        cases = [each for each in ruled if each.kind == kind]
        assert len(cases) >= 4
        assert sum(each.is_missed for each in cases) * 10 <= len(cases), kind


@pytest.mark.full
def test_rulings_use_the_closed_codes_and_tell_nothing_of_the_wording(ruled: Sequence[Case]) -> None:
    for case in ruled:
        for each in case.refutations:
            assert each.code in CODES
            assert case.wording not in each.told
            assert each.found not in each.told or len(each.found) < 12 or each.found in each.neighbour


@pytest.mark.full
def test_own_words_and_words_of_the_prompt_are_refuted(doctrine: Doctrine, doctrine_folder: Path) -> None:
    said = proposal()
    ruling = open_shelf(doctrine_folder).validator(offer(doctrine))
    good = type(said)(**{**vars(said), "principles": ("sleep.short_hunger",)})
    assert ruling(good) == ()
    assert [each.code for each in ruling(good, (good.wording,))] == ["own_words"]
    assert [each.code for each in ruling(good, (), (f"이렇게 써 줘. {good.wording}",))] == ["prompt_copied"]
    assert ruling(good, ("다른 말이에요.",), ("조금 더 부드럽게 써 주세요.",)) == ()


@pytest.mark.parametrize(
    ("wording", "code"),
    [
        ("잘 봤어요.\n또 봐요.", "line_break"),
        ("잘 \u202e봤어요.", "direction"),
        ("잘\u200b 봤어요.", "invisible"),
        ("\uff17일을 봤어요.", "digit"),
        ("{name} 봤어요.", "placeholder"),
        ("잘 봤어요\u043e.", "foreign_letter"),
        ("잘 봤어요!", "other_character"),
        ("잘 봤어요", "not_sentences"),
        (unicodedata.normalize("NFD", "잘 봤어요."), "not_nfc"),
    ],
)
def test_each_kind_of_character_has_its_code(wording: str, code: str) -> None:
    """No tool is needed, and what no editor shows is named."""
    found = list(check_characters(wording))
    assert code in [each.code for each in found]
    assert all("\u200b" not in each.found and "\u202e" not in each.found for each in found)
    assert list(check_characters("잘 봤어요. 함께 볼까요?")) == []


def test_what_is_fed_back_says_what_is_required() -> None:
    told = Refutation("echo", "a + b", "기록", "x.a 기록은 남아요.").told
    assert told == "echo at a + b: required another word in the neighbouring clause (beside: x.a 기록은 남아요.)"
    with pytest.raises(KeyError):
        _ = Refutation("no_such_code", "wording").required


@pytest.mark.full
@pytest.mark.parametrize(
    "wording",
    [
        "잠이 짧은 날에는 허기가 평소보다 크게 느껴지지 않아요.",
        "감량하는 동안 잠이 짧아도 허기는 더 크지 않았다는 연구가 있어요.",
    ],
)
def test_a_denial_of_what_was_delivered_is_refuted(wording: str, doctrine: Doctrine, doctrine_folder: Path) -> None:
    """Its words are all known, its claim is no stronger, and it says the opposite."""
    said = replace(proposal(), wording=wording, principles=("sleep.short_hunger",))
    ruling = open_shelf(doctrine_folder).validator(offer(doctrine))
    assert "against_atom" in [each.code for each in ruling(said)]
