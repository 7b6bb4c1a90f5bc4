"""
Hostile strings in every place of every document: refused in their place, or shown as the words that they are.
"""

import json
import unicodedata

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules
from checkin_cli.documents.reader import Document, read_row
from checkin_cli.errors import DocumentRefused
from checkin_cli.rendering import render_canonical
from tests.hostile.corpus import FREE, MARK, document, named, objects, places, planted, strings, unseen

RULES = ReadingRules()
KINDS = list(FREE)
SHOWN = {("subject_label",), ("operator_note",), ("actions", 0, "text")}


def told(given: object) -> str | Document:
    """The document that was read, or the words of its refusal, which are always clean."""
    try:
        return read_row(json.dumps(given).encode(), RULES)  # type: ignore[return-value]  # others have no copy
    except DocumentRefused as refused:
        message, path = str(refused.at("in.jsonl", 1)), refused.place.path
    assert path.startswith("$"), message
    assert all(line.isprintable() for line in message.split("\n")), message
    assert len(message) < 500, message
    return message


def copy_of(given: Document, doctrine: Doctrine) -> str | None:
    """The copy of a document, or None where it is longer than one message."""
    try:
        return render_canonical(given, doctrine).body
    except DocumentRefused as refused:
        code = refused.code
    assert code == "copy_too_long"
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_no_refusal_repeats_what_it_refuses(kind: str) -> None:
    for path in places(kind):
        for text in strings():
            given = told(planted(kind, path, f"{text}{MARK}"))
            assert not isinstance(given, str) or MARK not in given, (path, text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_nobody_knows_is_shown_short_and_on_one_line(kind: str) -> None:
    """It may be a customer's own: never more than its first 64 characters, and none that does anything."""
    for path in objects(kind):
        for text in strings():
            told(named(kind, path, text))
            given = told(named(kind, path, f"{text[:1]}{'z' * 64}{MARK}"))
            assert not isinstance(given, str) or MARK not in given, (path, text)


@pytest.mark.parametrize("kind", ["daily", "weekly", "card", "published card", "export"])
def test_words_add_no_line_and_no_control_to_a_copy(kind: str, doctrine: Doctrine) -> None:
    usual = render_canonical(told(document(kind)), doctrine).body  # type: ignore[arg-type]  # it is a document
    shown = 0
    for path in FREE[kind]:
        for text in strings():
            given = told(planted(kind, path, text))
            if isinstance(given, str):
                continue
            copy = copy_of(given, doctrine)
            if copy is None:
                continue
            if path == ("published_body",):
                assert copy == text
                continue
            shown += 1
            assert unseen(copy) == ""
            assert kind == "published card" or path not in SHOWN or unicodedata.normalize("NFC", text).strip() in copy
            assert copy.count("\n") == usual.count("\n") or not text.strip()
    assert shown > 200
