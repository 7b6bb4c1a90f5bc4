"""
Reading documents: bounds, text, days, exports, and agreement with the published schemas.
"""

import hashlib
import json
import unicodedata
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.documents import AdaptiveCard, DailySnapshot, ExportRules, ReadingRules, read_document
from checkin_cli.errors import DocumentRefused
from checkin_cli.runs.schema import schema_of
from tests import strategies
from tests.conftest import FIXTURES
from tests.written import written

RULES = ReadingRules()
SCHEMAS = {
    name: jsonschema.Draft202012Validator(schema_of(name))
    for name in ("daily-snapshot-v1", "weekly-summary-v1", "adaptive-card-v1")
}


def day(**changes: Any) -> dict[str, Any]:
    """A minimal valid snapshot with changes."""
    plain: dict[str, Any] = {
        "schema_version": "daily-snapshot-v1",
        "kst_day": "2026-03-02",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "answers": {},
    }
    return {**plain, **changes}


def code_of(document: Any) -> tuple[str, str]:
    """The code and path with which a document is refused."""
    raw = document if isinstance(document, bytes) else written(document)
    with pytest.raises(DocumentRefused) as refused:
        read_document(raw, RULES)
    return refused.value.code, refused.value.place.path


@pytest.mark.parametrize(
    ("key", "low", "high"),
    [
        ("bodyweight_kg", "20", "400"),
        ("calories_kcal", "0", "15000"),
        ("sleep_hours", "0", "24"),
        ("water_l", "0", "20"),
        ("pain", "0", "10"),
    ],
)
def test_bounds_are_inclusive_and_a_hundredth_beyond_is_refused(key: str, low: str, high: str) -> None:
    for bound, step in ((Decimal(low), Decimal("-0.01")), (Decimal(high), Decimal("0.01"))):
        read_document(written(day(answers={key: bound})), RULES)
        assert code_of(day(answers={key: bound + step})) == ("out_of_range", f"$.answers.{key}")


@pytest.mark.parametrize("key", ["average_weight_kg", "prior_average_weight_kg"])
def test_a_mean_of_nothing_is_null_and_never_zero(key: str) -> None:
    week = json.loads((FIXTURES / "documents" / "ordinary" / "weekly.json").read_text("utf-8"))
    read_document(written(week | {key: None}), RULES)
    assert code_of(week | {key: 0}) == ("out_of_range", f"$.{key}")


@given(strategies.ordinary(), st.data())
@settings(max_examples=60)
def test_a_non_finite_number_at_any_leaf_is_refused(document: dict[str, Any], data: st.DataObject) -> None:
    leaves = list(_numeric_leaves(document))
    container, key = data.draw(st.sampled_from(leaves))
    container[key] = data.draw(st.sampled_from([Decimal("1E+400"), "NaN", "1e400", True]))
    raw = written(document).replace(b'"NaN"', b"NaN").replace(b'"1e400"', b"1e400")
    with pytest.raises(DocumentRefused):
        read_document(raw, RULES)


def _numeric_leaves(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(item, (int, Decimal)) and not isinstance(item, bool):
            yield value, key
        yield from _numeric_leaves(item)


@given(strategies.ordinary() | strategies.held())
@settings(max_examples=150)
def test_generated_documents_are_valid_by_reader_and_by_schema(document: dict[str, Any]) -> None:
    raw = written(document)
    read_document(raw, RULES)
    SCHEMAS[document["schema_version"]].validate(json.loads(raw))


@given(strategies.ordinary(), st.data())
@settings(max_examples=150)
def test_what_the_schema_refuses_the_reader_refuses(document: dict[str, Any], data: st.DataObject) -> None:
    """One member is replaced by a value of another kind; the reader is never wider than its schema."""
    key = data.draw(st.sampled_from(sorted(document)))
    document[key] = data.draw(st.sampled_from([None, True, "", "x", -1, [], {}, [1], {"a": 1}]))
    raw = written(document)
    name = document["schema_version"]
    if key == "schema_version":
        assert code_of(raw)
        return
    try:
        read_document(raw, RULES)
    except DocumentRefused:
        return
    SCHEMAS[name].validate(json.loads(raw))


@pytest.mark.parametrize(
    "bad",
    [
        "2026-3-2",
        "20260302",
        "2026-W10-1",
        "1767571200",
        "2026-02-30",
        "２０２６-03-02",
        " 2026-03-02",
        "2026-03-02T00:00:00Z",
    ],
)
def test_a_day_is_written_one_way(bad: str) -> None:
    assert code_of(day(kst_day=bad)) == ("wrong_format", "$.kst_day")


@pytest.mark.parametrize(
    ("recorded_at", "kst_day"),
    [
        ("2026-03-01T15:05:00Z", "2026-03-02"),
        ("2026-03-02T23:59:60+09:00", "2026-03-02"),
        ("1988-05-08T00:30:00+10:00", "1988-05-07"),
        ("1988-05-07T23:30:00+10:00", "1988-05-07"),
        ("1988-06-01T14:30:00Z", "1988-06-02"),
        ("1989-06-01T14:30:00Z", "1989-06-01"),
    ],
)
def test_recorded_at_falls_on_its_day_in_seoul(recorded_at: str, kst_day: str) -> None:
    """Summer time of 1988 included."""
    read_document(written(day(kst_day=kst_day, recorded_at=recorded_at)), RULES)


@pytest.mark.parametrize(
    "bad",
    [
        "2026-03-02T21:40:00",
        "2026-03-02T21:40:00 KST",
        "2026-03-02 21:40:00+09:00",
        "0001-01-01T00:00:00+09:00",
        "2026-03-02T24:00:00+09:00",
    ],
)
def test_a_time_needs_an_offset(bad: str) -> None:
    assert code_of(day(recorded_at=bad)) == ("wrong_format", "$.recorded_at")


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs"), exclude_characters="\ufeff"), max_size=60))
def test_text_crosses_the_boundary_in_nfc(text: str) -> None:
    for form in ("NFC", "NFD"):
        snapshot = read_document(written(day(answers={"note": unicodedata.normalize(form, text)})), RULES)
        assert isinstance(snapshot, DailySnapshot)
        assert snapshot.answers.note == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize("control", ["\u0000", "\u0007", "\u001b", "\u007f", "\u0085", "\u009f", "\ufeff", "\r"])
def test_control_characters_are_refused_in_every_text(control: str) -> None:
    for place in ("note", "meals"):
        assert code_of(day(answers={place: f"a{control}b"}))[0] in {"control_character", "stray_bom"}


def card(**changes: Any) -> dict[str, Any]:
    """A minimal valid draft with changes."""
    return {
        "schema_version": "adaptive-card-v1",
        "evaluation_day": "2026-03-08",
        "subject_label": "A",
        "current_mean_kg": None,
        "prior_mean_kg": None,
        "weekly_rate_percent": None,
        "decision": "observe",
        "reason_category_ids": [],
        "safety_held": False,
        "approval_state": "approved",
        "delivery_state": "sent_audited",
        "proposal_sha256": "0" * 64,
        "revision": 1,
        "customer_key": "c-1",
        "lifecycle": "draft",
        **changes,
    }


@pytest.mark.parametrize("character", [*strategies.DIRECTIONS, "\u2028", "\u2029"])
def test_no_line_of_a_card_turns_or_breaks(character: str) -> None:
    """What stands behind such a character would read as other words, or as another line."""
    for key in ("subject_label", "operator_note", "customer_key"):
        assert code_of(card(**{key: f"a{character}b"})) == ("control_character", f"$.{key}")


def test_combining_marks_without_end_are_refused_at_once() -> None:
    """Composing them takes the square of their number: a document of one mebibyte would take minutes."""
    flood = "a" + "\u0301\u0316" * 200_000
    assert code_of(day(answers={"note": flood})) == ("text_length", "$.answers.note")
    assert code_of(card(operator_note=flood)) == ("text_length", "$.operator_note")
    for key in ("macros", "bodyweight", "meals"):
        export = {"flow": "daily", "kst_day": "2026-03-02", "answers": {key: flood}}
        assert code_of(export) == ("text_length", f"$.answers.{key}")
    read_document(written(card(operator_note=f"a{flood[1:257]}" * 3)), RULES)


def test_words_that_are_never_rendered_may_hold_breaks() -> None:
    read_document(written(day(answers={"note": "a\nb\r\nc\td"})), RULES)


def test_published_text_keeps_its_bytes() -> None:
    """The digest is taken over the bytes, so normalising them would refuse the card or change it."""
    body = unicodedata.normalize("NFD", "검토 결과\n둘째 줄")
    digest = hashlib.sha256(body.encode()).hexdigest()
    published = card(lifecycle="published", published_body=body, published_body_sha256=digest)
    read = read_document(written(published), RULES)
    assert isinstance(read, AdaptiveCard)
    assert read.published_body == body


def test_weeks_may_start_on_another_configured_day() -> None:
    week = {
        "schema_version": "weekly-summary-v1",
        "starts_on": "2026-03-01",
        "ends_on": "2026-03-07",
        "finalized": True,
        "revision": 1,
        "audience": "personal",
        "average_weight_kg": None,
        "prior_average_weight_kg": None,
        "weigh_ins": {"current": 0, "prior": 0},
        "checkin_days": 0,
        "judgment": {"verdict": "record_more", "reason": "need_weighins"},
        "actions": [],
    }
    assert code_of(week) == ("not_a_week", "$.starts_on")
    read_document(written(week), ReadingRules(first_day="sunday"))


def test_options_say_what_an_export_does_not() -> None:
    raw = written({"flow": "daily", "kst_day": "2026-03-02", "answers": {}})
    export = read_document(raw, ReadingRules(export=ExportRules(revision=3, customer_key="c-9")))
    assert isinstance(export, DailySnapshot)
    assert (export.revision, export.audience, export.customer_key) == (3, "customer", "c-9")


@pytest.mark.parametrize(
    "text",
    [
        "335/160/75",
        "탄수화물 335g 단백질 160g",
        "탄수화물 335g · 지방 1g · 지방 75g",
        "탄수화물 335 160 75",
        "탄수화물 335g단백질 160g지방 75g 또",
        "탄수화물 33,5g · 단백질 160g · 지방 75g",
    ],
)
def test_macros_without_clear_labels_are_refused(text: str) -> None:
    export = {"flow": "daily", "kst_day": "2026-03-02", "answers": {"macros": text}}
    assert code_of(export) == ("unlabelled_macros", "$.answers.macros")


@given(st.binary(max_size=300) | strategies.ordinary().map(written))
def test_any_bytes_give_a_document_or_a_refusal(raw: bytes) -> None:
    try:
        read_document(raw, RULES)
    except DocumentRefused as error:
        refused = str(error)
    else:
        return
    assert refused.count("\n") == 1


@pytest.mark.parametrize("depth", [63, 500, 900, 3000])
def test_nesting_in_an_ignored_part_is_bounded_alike_on_every_python(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    for place in (b'"branch":%s,"answers":{}', b'"answers":{"completion":%s}'):
        raw = b'{"flow":"daily","kst_day":"2026-03-02",' + place % deep + b"}"
        assert code_of(raw)[0] == "json_too_deep"
    read_document(
        b'{"flow":"daily","kst_day":"2026-03-02","branch":' + b"[" * 62 + b"]" * 62 + b',"answers":{}}', RULES
    )


@pytest.mark.parametrize("text", ["0,078", "078.6", "78.6\nkg", "78.6\u3000kg", "78,6", "+78.6", "7.86e1"])
def test_a_written_number_is_plain_or_properly_grouped(text: str) -> None:
    export = {"flow": "daily", "kst_day": "2026-03-02", "answers": {"bodyweight": text}}
    assert code_of(export) == ("wrong_format", "$.answers.bodyweight")
