"""
The prepared readers: whatever they accept, the shapes read to the very same document.
"""

import json
import re
import unicodedata
from dataclasses import fields, is_dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkin_cli.documents import DailySnapshot, Document, ReadingRules, binding_of, read_document, words
from checkin_cli.documents.reader import _accept, _read_text
from checkin_cli.errors import CheckinError, DocumentRefused
from tests import strategies
from tests.conftest import FIXTURES
from tests.sampling import sample
from tests.written import written

RULES = ReadingRules()


def exact(value: object) -> object:
    """A value with its types and with every digit of its decimals; two are equal only if nothing differs."""
    if is_dataclass(value):
        return type(value), [(field.name, exact(getattr(value, field.name))) for field in fields(value)]
    if isinstance(value, tuple):
        return tuple, [exact(item) for item in value]
    return type(value), repr(value.as_tuple()) if isinstance(value, Decimal) else repr(value)


def strictly(text: str) -> Document | None:
    """What the shapes read, or None for a text that they refuse."""
    try:
        return _read_text(text, RULES)
    except DocumentRefused:
        return None


def assert_agreement(text: str) -> bool:
    """Hold an accepted document and its binding against the shapes; True if it was accepted."""
    accepted = _accept(text.encode(), RULES)
    if accepted is None:
        return False
    document, bound = accepted
    read = strictly(text)
    assert exact(document) == exact(read)
    assert bound == binding_of(read)
    return True


@given(st.one_of(strategies.ordinary(), strategies.held()))
@settings(max_examples=200)
def test_what_fits_is_accepted(document: dict[str, Any]) -> None:
    """Were it not, every document would take the slow way and no test here would notice."""
    text = written(document).decode()
    assert assert_agreement(text) or strictly(text) is None


def test_bundled_documents_give_equal_verdicts_values_and_errors() -> None:
    """With the prepared readers and without, each line of every fixture."""
    texts = [line for path in sorted(FIXTURES.rglob("*.json*")) for line in _lines(path)]
    assert sum(assert_agreement(text) for text in texts) > 100
    for text in texts:
        assert _told(lambda raw: read_document(raw, RULES), text) == _told(
            lambda raw: _read_text(raw.decode(), RULES), text
        )


def _lines(path: Path) -> list[str]:
    raw = path.read_bytes()
    pieces = raw.split(b"\n") if path.suffix == ".jsonl" else [raw]
    return [
        piece.decode()
        for piece in pieces
        if piece.strip() and not piece.startswith(b"\xef\xbb\xbf") and _is_utf8(piece)
    ]


def _is_utf8(raw: bytes) -> bool:
    try:
        return "\x00" not in raw.decode()
    except UnicodeDecodeError:
        return False


def _told(read: Any, text: str) -> object:
    try:
        return exact(read(text.encode()))
    except CheckinError as error:
        return str(error)


VALUES = (
    *("null", "true", "false", "0", "-0", "1", "1.0", "10e-1", "5", "5.0", "05", "+5", "5.", ".5", "NaN", "Infinity"),
    *(
        "-Infinity",
        "1e400",
        "1E999999999999999999",
        "9007199254740992",
        "7" * 60,
        "7" * 61,
        "7" * 5000,
        "0." + "0" * 70 + "1",
    ),
    *('""', '"5"', '"done"', '"2026-03-02"', '"2026-02-30"', '"2026-03-02T09:00:00+09:00"', '"\\ud55c"', '"\\ud83d"'),
    *(
        '"\\ud83d\\ude00"',
        '"\\u0000"',
        '"a\\nb"',
        '"\ufeff"',
        '"\\ufeff"',
        '"\u1112\u1161\u11ab"',
        '"\t"',
        '"daily-snapshot-v1"',
    ),
    *("[]", "{}", "[[]]", "[1,2]", "[0.1,0.25]", "[0.25,0.1]", "[0.1,0.10]", '[["mode","fat_loss"]]', '{"held":true}'),
    *(
        '[["status","done"]]',
        '{"status":"done","status":"rest"}',
        "[" * 200 + "]" * 200,
        '{"a":{"a":{"a":1}}}',
        '["under_18","under_18"]',
    ),
)
"""
Ways to write a value: some fit somewhere, some nowhere, some are no JSON.
"""


def _mutations(draw: st.DrawFn, document: dict[str, Any]) -> str:
    """The text of a document with one to three of its parts changed, as a careless or a hostile hand would."""
    slots: list[tuple[str, ...]] = [()]
    _places(document, (), slots)
    changes = {draw(st.sampled_from(slots)): draw(st.sampled_from(CHANGES)) for _ in range(draw(st.integers(1, 3)))}
    return _changed(draw, document, (), changes)


CHANGES = ("value", "gone", "twice", "unknown", "renamed", "blanks", "behind")


def _places(value: Any, path: tuple[str, ...], slots: list[tuple[str, ...]]) -> None:
    for key, item in value.items() if isinstance(value, dict) else ():
        slots.append((*path, key))
        _places(item, (*path, key), slots)


def _changed(draw: st.DrawFn, value: Any, path: tuple[str, ...], changes: dict[tuple[str, ...], str]) -> str:
    change = changes.get(path)
    if change == "value":
        return draw(st.sampled_from(VALUES))
    if not isinstance(value, dict):
        text = written(value).decode()
        return f" {text}\n" if change == "blanks" else text
    members: list[str] = []
    for key, item in value.items():
        text = _changed(draw, item, (*path, key), changes)
        match changes.get((*path, key)):
            case "gone":
                continue
            case "twice":
                members.append(f"{json.dumps(key)}:{draw(st.sampled_from((text, *VALUES)))}")
            case "unknown":
                members.append(f'"{key}_":{text}')
            case "renamed":
                other = draw(st.sampled_from((key.upper(), f" {key}", "schema_version", "held", key[:-1])))
                members.append(f"{json.dumps(other)}:{text}")
                continue
        members.append(f"{json.dumps(key)}:{text}")
    if change == "blanks":
        return f"{{ {' , '.join(members)} }}"
    return f"{{{','.join(members)}}}{draw(st.sampled_from(VALUES)) if change == 'behind' else ''}"


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Texts that are nearly documents."""
    document = draw(st.one_of(st.sampled_from(SAMPLE), strategies.ordinary(), strategies.held()))
    return _mutations(draw, document)


SAMPLE = [each for surface in ("daily", "weekly", "adaptive_operator") for each in sample(surface, 40)]


@given(mutated())
@settings(max_examples=600)
def test_a_changed_document_is_read_as_the_shapes_read_it(text: str) -> None:
    """Accepted with the same values or left to them, and told in the same words."""
    assert_agreement(text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    assert _told(lambda raw: read_document(raw, RULES), text) == _told(
        lambda raw: _read_text(raw.decode(), RULES), text
    )


@given(st.sampled_from(SAMPLE), st.data())
@settings(max_examples=300)
def test_a_text_with_characters_changed_is_read_as_the_shapes_read_it(
    document: dict[str, Any], data: st.DataObject
) -> None:
    text = written(document).decode()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        insert = data.draw(
            st.sampled_from(
                ('"', ",", ":", "{", "}", "[", "]", "\\", "\n", "-", ".", "e", "0", "\x00", "한", "\ufeff", "")
            )
        )
        text = text[:at] + insert + text[at + data.draw(st.integers(0, 2)) :]
    assert_agreement(text)


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[-+.\w]+|[^\s\w]')


@pytest.mark.parametrize("path", sorted((FIXTURES / "day").glob("*.json")), ids=lambda path: path.stem)
def test_a_text_without_one_of_its_tokens_or_with_one_twice_is_left_to_the_shapes(path: Path) -> None:
    """Half a member before the end of an object is no object, in every Python that the program runs with."""
    indented = path.read_text()
    for text in (indented, json.dumps(json.loads(indented), ensure_ascii=False, separators=(",", ":"))):
        for found in _TOKEN.finditer(text):
            start, end = found.span()
            for changed in (text[:start] + text[end:], text[:end] + text[start:], text[:start] + text[end + 1 :]):
                assert_agreement(changed)


@pytest.mark.parametrize(
    "answers",
    [
        '[["bodyweight_kg",70]]',
        '{"bodyweight_kg":70,"bodyweight_kg":70}',
        '{"sleep_quality":true}',
        '{"sleep_quality":"3"}',
        '{"calories_kcal":"2000"}',
        '{"training":[["status","done"]]}',
        '{"macros":{"carbs_g":1,"protein_g":1,"fat_g":1,"fat_g":1}}',
    ],
)
def test_what_only_looks_like_an_object_or_a_number_is_left_to_the_shapes(answers: str) -> None:
    day = {"schema_version": "daily-snapshot-v1", "kst_day": "2026-03-02", "finalized": True, "revision": 1}
    head = json.dumps({**day, "audience": "personal"})[1:-1]
    assert _accept(f'{{{head},"answers":{{"sleep_quality":1,"calories_kcal":1}}}}'.encode(), RULES) is not None
    assert _accept(f'{{{head},"answers":{answers}}}'.encode(), RULES) is None


@pytest.mark.parametrize(
    ("surface", "fitting", "another"),
    [
        ("daily", {"goal": {"mode": "fat_loss", "range_percent_per_week": [-1, 1]}}, [-1, 0, 1]),
        ("daily", {"goal": {"mode": "fat_loss", "range_percent_per_week": [-1, 1]}}, [1]),
        ("daily", {"safety": {"categories": ["under_18", "self_harm"]}}, ["under_18", "under_18"]),
        ("adaptive_operator", {"reason_category_ids": ["watch_1", "flip"]}, ["flip", "flip"]),
        ("adaptive_operator", {"reason_category_ids": ["watch_1", "flip"]}, list(words.REASONS[:9])),
    ],
)
def test_a_list_that_is_too_long_or_names_a_thing_twice_is_left_to_the_shapes(
    surface: str, fitting: dict[str, Any], another: list[object]
) -> None:
    document = next(sample(surface, 1))
    assert accept_document({**document, **fitting}) is not None
    [(key, part)] = fitting.items()
    changed = {**part, list(part)[-1]: another} if isinstance(part, dict) else another
    assert accept_document({**document, key: changed}) is None


def shuffled(draw: st.DrawFn, value: Any) -> Any:
    """The same value, the members of each object in another order."""
    if isinstance(value, dict):
        return {key: shuffled(draw, value[key]) for key in draw(st.permutations(list(value)))}
    return [shuffled(draw, item) for item in value] if isinstance(value, list) else value


@given(st.sampled_from(SAMPLE), st.data())
@settings(max_examples=200)
def test_members_may_stand_in_any_order(document: dict[str, Any], data: st.DataObject) -> None:
    """Whoever writes the documents, they are read the fast way and bound to the same bytes."""
    assert assert_agreement(written(data.draw(st.composite(shuffled)(document))).decode())


def _doubled(value: Any, path: tuple[str, ...]) -> str:
    members = [
        f"{json.dumps(key)}:{_doubled(item, path[1:]) if path[:1] == (key,) else written(item).decode()}"
        for key, item in (value.items() if isinstance(value, dict) else ())
    ]
    if len(path) == 1:
        members.append(f"{json.dumps(path[0])}:{written(value[path[0]]).decode()}")
    return f"{{{','.join(members)}}}" if isinstance(value, dict) else written(value).decode()


@pytest.mark.parametrize("surface", ["daily", "weekly", "adaptive_operator"])
def test_a_key_twice_is_left_to_the_shapes_wherever_it_stands(surface: str) -> None:
    """With the very same value too, and however far apart."""
    for document in sample(surface, 5):
        assert accept_document(document) is not None
        places: list[tuple[str, ...]] = []
        _places(document, (), places)
        for path in places:
            text = _doubled(document, path)
            assert _accept(text.encode(), RULES) is None, path
            assert "duplicate_key" in str(_told(lambda raw: read_document(raw, RULES), text))


@pytest.mark.parametrize(
    "note",
    [
        "daily-snapshot-v1",
        '"schema_version":"weekly-summary-v1"',
        'a "b": {"c": [1, 2]}, \\ "',
        "\r\n\t[]{}",
        "한글 ]} 글",
    ],
)
def test_words_may_hold_what_looks_like_json(note: str) -> None:
    document = next(sample("daily", 1))
    accepted = accept_document(document | {"answers": {"note": note}})
    assert isinstance(accepted, DailySnapshot)
    assert accepted.answers.note == note


def test_a_kind_that_is_named_in_words_is_read_all_the_same() -> None:
    document = next(sample("weekly", 1)) | {"ref": "daily-snapshot-v1"}
    assert read_document(written(document), RULES).ref == "daily-snapshot-v1"


def accept_document(document: dict[str, Any]) -> Document | None:
    """What the prepared readers make of a document."""
    accepted = _accept(written(document), RULES)
    return accepted and accepted[0]
