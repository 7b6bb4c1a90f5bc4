"""
Copies: what every one of them keeps, whatever the document.
"""

import hashlib
import re
import unicodedata
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings

from checkin_cli.doctrine import Doctrine, load_doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.documents.words import APPROVAL_STATES, DECISIONS, DELIVERY_STATES, HOLD_REASONS, REASONS, VERDICTS
from checkin_cli.errors import CheckinError, InternalFault
from checkin_cli.rendering import (
    Block,
    Clause,
    Locked,
    OwnWords,
    Prose,
    Tone,
    check_promises,
    compose,
    render_canonical,
    words,
)
from checkin_cli.rendering.canonical import Rendering
from tests import strategies
from tests.sampling import sample
from tests.written import written

DOCTRINE = load_doctrine()
UNWANTED = re.compile(r"-0(\.0+)?(?![0-9.])|[0-9][eE][+-]?[0-9]|None|null|nan|inf|월월|일일|년년|kgkg|%%")
PARTICLE = re.compile(r"[0-9](kg|kcal|g|%|시간|/5)(을|를|은|는|이|가|과|와|으로|로)(?![가-힣])")


def render(document: dict[str, Any] | bytes) -> Rendering:
    """The canonical rendering of a document."""
    raw = document if isinstance(document, bytes) else written(document)
    return render_canonical(read_document(raw, ReadingRules()), DOCTRINE)


@given(strategies.ordinary())
@settings(max_examples=200)
def test_every_copy_is_clean_text_of_known_lines(document: dict[str, Any]) -> None:
    rendering = render(document)
    body = rendering.body
    assert unicodedata.is_normalized("NFC", body)
    assert not any(line != line.rstrip() for line in body.split("\n"))
    assert "\n\n\n" not in body
    assert not body.endswith("\n")
    own = [each for each in rendering.screen.segments() if isinstance(each, OwnWords)]
    coded = "\n".join(line for line in body.split("\n") if line not in own)
    assert not UNWANTED.search(coded)
    assert not PARTICLE.search(coded)
    assert not re.search(r"\d\.\d{3,}|  ", coded)


@given(strategies.held())
@settings(max_examples=100)
def test_a_held_copy_says_who_or_when_and_who_takes_over(document: dict[str, Any]) -> None:
    """No slot, and no line but emergency lines, title, subject or date, hand-over and delivery."""
    rendering = render(document)
    assert not rendering.clauses
    allowed = {
        *(line for lines in words.EMERGENCY.values() for line in lines.values()),
        *words.HAND_OVER.values(),
        *words.DELIVERY.values(),
        words.DAILY_TITLE,
        words.WEEKLY_TITLE,
        words.CARD_TITLE,
        "",
    }
    others = [line for line in rendering.body.split("\n") if line not in allowed]
    assert len(others) == 1
    assert re.fullmatch(r"(.+ · )?\d{4}-\d\d-\d\d( ~ \d{4}-\d\d-\d\d)?", others[0])


def test_emergency_lines_come_first_each_once_in_the_order_of_urgency() -> None:
    document = next(sample("daily", 1)) | {
        "safety": {
            "held": True,
            "categories": ["dehydration_or_heat", "under_18", "self_harm", "chest_pain_or_stroke_signs"],
        }
    }
    lines = render(document).body.split("\n")
    expected = [
        words.EMERGENCY[each]["customer"] for each in ("chest_pain_or_stroke_signs", "self_harm", "dehydration_or_heat")
    ]
    assert lines[:3] == expected
    assert lines[3:5] == ["", words.DAILY_TITLE]


def test_severe_pain_is_held_from_seven() -> None:
    for pain, held in ((Decimal("6.9"), False), (Decimal(7), True), (Decimal(10), True)):
        document = next(sample("daily", 1)) | {"answers": {"pain": pain, "bodyweight_kg": 70}}
        assert ("70kg" not in render(document).body) is held


def test_zero_and_missing_are_two_texts() -> None:
    day = next(sample("daily", 1))
    assert "- 섭취 0kcal" in render(day | {"answers": {"calories_kcal": 0}}).body
    assert "- 섭취 기록 없음" in render(day | {"answers": {}}).body


def test_no_weight_today_means_no_weight_in_the_copy() -> None:
    day = next(sample("daily", 1)) | {"answers": {}, "memory": {"previous_bodyweight_kg": 71.5}}
    assert "71.5" not in render(day).body


def test_three_weigh_ins_in_each_week_are_needed_for_a_change() -> None:
    week = next(sample("weekly", 1)) | {"average_weight_kg": 69.3, "prior_average_weight_kg": 70, "gap_weeks": 1}
    assert "- 주간 변화 -1.00%" in render(week | {"weigh_ins": {"current": 3, "prior": 3}}).body
    for weigh_ins in ({"current": 2, "prior": 6}, {"current": 6, "prior": 2}):
        assert "- 주간 변화 기록 없음" in render(week | {"weigh_ins": weigh_ins}).body


def test_a_gap_of_two_weeks_halves_the_change_and_renames_the_mean() -> None:
    week = next(sample("weekly", 1)) | {
        "average_weight_kg": 69.3,
        "prior_average_weight_kg": 70,
        "gap_weeks": 2,
        "weigh_ins": {"current": 5, "prior": 5},
    }
    body = render(week).body
    assert "- 주간 변화 -0.50%" in body
    assert "- 2주 전 7일 평균 체중 70.00kg" in body


def test_a_week_without_check_ins_gets_no_courtesy() -> None:
    week = next(sample("weekly", 1))
    courtesy = DOCTRINE.tone["weekly.courtesy"].variant[0].text
    assert courtesy in render(week | {"checkin_days": 1}).body
    assert courtesy not in render(week | {"checkin_days": 0}).body


def test_every_word_of_the_contract_has_a_label() -> None:
    """A document that reads well can never be left without a word for it."""
    assert set(words.REASONS) == set(REASONS) - set(HOLD_REASONS)
    assert set(words.VERDICTS) == set(VERDICTS) - {"safety_hold"}
    assert set(words.DECISIONS) == set(DECISIONS)
    assert set(words.DELIVERY) == set(DELIVERY_STATES)
    assert set(words.APPROVAL) == set(APPROVAL_STATES) - {"held"}


def test_a_copy_of_more_than_one_message_is_refused() -> None:
    card = next(sample("adaptive_operator", 1))
    fitting = 4096 - len(render(card | {"operator_note": "가"}).body) + 1
    assert len(render(card | {"operator_note": "가" * fitting}).body) == 4096
    for note in ("가" * (fitting + 1), "😀" * (fitting // 2 + 1)):
        with pytest.raises(CheckinError) as refused:
            render(card | {"operator_note": note})
        assert refused.value.code == "copy_too_long"


@pytest.mark.parametrize("surface", ["daily", "weekly", "adaptive_operator"])
def test_a_rendering_with_anything_changed_breaks_a_promise(surface: str) -> None:
    """Every line is dropped, doubled and changed in turn; only fewer clauses of the same slot would still be true."""
    rendering = render(next(sample(surface, 1)))
    lines = rendering.body.split("\n")
    chosen = {clause.variant.text for clause in rendering.clauses}
    for index, line in enumerate(lines):
        for changed in ([], [line, line], [f"{line} "], [f"{line}요"]):
            if not changed and line in chosen:
                continue
            text = "\n".join([*lines[:index], *changed, *lines[index + 1 :]])
            with pytest.raises(InternalFault, match="promise_broken"):
                check_promises(rendering.screen, text)


def _prose(rendering: Rendering) -> Prose:
    return next(each for each in rendering.screen.segments() if isinstance(each, Prose))


def test_wordings_that_were_not_offered_break_a_promise(doctrine: Doctrine) -> None:
    """Out of order, too many, none at all, or of an atom that was not offered here."""
    rendering = render(next(day for day in sample("daily", 50) if len(_prose(render(day)).offered) > 3))
    prose = _prose(rendering)
    tone = next(each for each in rendering.screen.segments() if isinstance(each, Tone))
    greeting = Clause(tone.slot, tone.slot, tone.variants[0])
    offered = [Clause(prose.slot, atom.id, atom.variant[-1]) for atom in prose.offered]
    strange = next(atom for atom in doctrine.atoms.values() if atom.slot != prose.slot)
    unmet = next(atom for atom in doctrine.atoms.values() if atom.slot == prose.slot and atom not in prose.offered)
    check_promises(rendering.screen, compose(rendering.screen, (greeting, *offered[: prose.max_clauses])))
    for clauses in (
        list(reversed(offered[:2])),
        offered[: prose.max_clauses + 1],
        [Clause(prose.slot, strange.id, strange.variant[0])],
        [Clause(prose.slot, unmet.id, unmet.variant[0])],
        [offered[0], offered[0]],
    ):
        with pytest.raises(InternalFault):
            check_promises(rendering.screen, compose(rendering.screen, (greeting, *clauses)))
    alone = compose(rendering.screen, (greeting, offered[0]))
    with pytest.raises(InternalFault):
        check_promises(rendering.screen, alone.replace(f"\n{offered[0].variant.text}", ""))


def test_published_text_passes_through_or_breaks_a_promise() -> None:
    body = unicodedata.normalize("NFD", "검토\n\n\n끝 \n") + "가" * 5000
    card = next(sample("adaptive_operator", 1)) | {
        "lifecycle": "published",
        "safety_held": True,
        "published_body": body,
        "published_body_sha256": hashlib.sha256(body.encode()).hexdigest(),
    }
    rendering = render(card)
    assert rendering.body == body
    assert not rendering.clauses
    with pytest.raises(InternalFault):
        check_promises(rendering.screen, body + "\n")


def test_prose_slots_offer_in_playbook_order() -> None:
    for surface in ("daily", "weekly", "adaptive_operator"):
        for document in sample(surface, 50):
            for segment in render(document).screen.segments():
                if isinstance(segment, Prose):
                    rule = next(r for r in DOCTRINE.playbooks[surface].prose if r.slot == segment.slot)
                    ids = [atom.id for atom in segment.offered]
                    assert ids
                    assert ids == [each for each in rule.atoms if each in ids]


def test_own_words_are_counted() -> None:
    """Where a layout counts none, no line is from the document."""
    counts = set()
    for surface in ("daily", "weekly", "adaptive_operator"):
        for document in sample(surface, 100):
            screen = render(document).screen
            locked = [segment for segment in screen.segments() if isinstance(segment, Locked)]
            assert screen.own_words == sum(isinstance(segment, OwnWords) for segment in locked)
            counts.add((surface, screen.own_words > 0))
    assert counts >= {("daily", False), ("weekly", True), ("adaptive_operator", True)}


def test_a_text_that_was_not_checked_is_not_a_screen() -> None:
    rendering = render(next(sample("daily", 1)))
    unnamed = rendering.screen._replace(blocks=(Block((Locked(""),)),))
    with pytest.raises(InternalFault):
        check_promises(unnamed, "")


def test_a_change_of_nothing_speaks_of_no_rise_and_no_fall() -> None:
    """In no wording that such a week could ever show."""
    week = next(sample("weekly", 1)) | {
        "average_weight_kg": Decimal("79.997"),
        "prior_average_weight_kg": 80,
        "weigh_ins": {"current": 6, "prior": 6},
        "goal": {"mode": "lean_mass_gain", "range_percent_per_week": [Decimal("0.1"), Decimal("0.25")]},
        "judgment": {"verdict": "maintain", "reason": "watch_1"},
    }
    rendering = render(week)
    assert "- 주간 변화 +0.00%" in rendering.body
    offered = [each for each in rendering.screen.segments() if isinstance(each, Prose)]
    texts = [variant.text for slot in offered for atom in slot.offered for variant in atom.variant]
    assert [text for text in texts if re.search("오르|올라|올랐|오른|내려|내렸|내린|내림", text)] == []
