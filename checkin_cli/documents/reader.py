"""
Bytes to one document, or to one refusal that says where and why.
"""

import contextlib
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, cast

from checkin_cli.documents.adaptive import ADAPTIVE, AdaptiveCard, check_adaptive
from checkin_cli.documents.daily import DAILY, DailySnapshot, check_daily
from checkin_cli.documents.prepared import GIVES_UP, Form
from checkin_cli.documents.rules import ReadingRules
from checkin_cli.documents.weekly import WEEKLY, WeeklySummary, check_weekly
from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.json_text.read import raise_fault
from checkin_cli.memo import Memo
from checkin_cli.shapes import Misfit, Record, json_path, kind_of, misfits_of
from checkin_cli.shapes.core import JsonSchema

if TYPE_CHECKING:
    from checkin_cli.documents.event import LogRow
    from checkin_cli.documents.profile import CustomerProfile

Document = DailySnapshot | WeeklySummary | AdaptiveCard

EXPORT = "wizard-export"
CONTRACTS = (DAILY, WEEKLY, ADAPTIVE, "customer-profile-v1", EXPORT)
"""
The names of `document_schemas`.
"""


def read_document(raw: bytes, rules: ReadingRules) -> Document:
    """
    Read one document from UTF-8 JSON.

    Raises `DocumentRefused`; its place names a line and column for bad JSON and a `$.path` for everything else.
    """
    return read_bound(raw, rules)[0]


def read_bound(raw: bytes, rules: ReadingRules) -> tuple[Document, bytes | None]:
    """
    The same, with its `binding_of` where that came with it. Raises as `read_document` does.
    """
    return _accept(raw, rules) or (_read_text(decode_utf8(raw), rules), None)


def read_row(raw: bytes, rules: ReadingRules) -> "Document | LogRow | CustomerProfile":
    """
    Read what may stand among the inputs of weekly summaries: a document, a row of an event log, or a profile.

    Raises as `read_document` does.
    """
    accepted = _accept(raw, rules)
    if accepted is not None:
        return accepted[0]
    from checkin_cli.documents.event import is_event, read_event
    from checkin_cli.documents.profile import PROFILE, read_profile

    text = decode_utf8(raw)
    value = parse_json(text)
    with _placed(text, value):
        if is_event(value):
            return read_event(cast("dict[str, object]", value))
        if isinstance(value, dict) and value.get("schema_version") == PROFILE:
            return read_profile(value)
        return _read_value(value, rules)


def _accept(raw: bytes, rules: ReadingRules) -> tuple[Document, bytes] | None:
    """
    The document, where it is certainly the one that `_read_text` gives; None where that has to look.
    """
    try:
        for kind in _NAMED:
            # It may also stand in somebody's words: then the form of this kind gives up.
            if kind in raw:
                document, bound = _FORMS[kind].read(raw)
                return _checked(document, rules), bound
    except GIVES_UP:
        pass
    return None


_NAMED = tuple(kind.encode() for kind in (DAILY, WEEKLY, ADAPTIVE))


def _read_text(text: str, rules: ReadingRules) -> Document:
    value = parse_json(text)
    with _placed(text, value):
        return _read_value(value, rules)


def faults_in(raw: bytes, rules: ReadingRules) -> Iterator[DocumentRefused]:
    """
    Yield everything for which a document is refused, as far as one fault does not hide another.

    The first is the one that `read_document` raises; there is none for a document that it reads.
    """
    try:
        read_document(raw, rules)
    except DocumentRefused as first:
        others = _faults_of_members(raw)
        yield next(others, first)
        yield from others


def _faults_of_members(raw: bytes) -> Iterator[DocumentRefused]:
    try:
        text = decode_utf8(raw)
        value = parse_json(text)
        raise_fault(text)
    except DocumentRefused:
        return
    record = _record_of(value)
    for misfit in misfits_of(record, value) if record else ():
        yield _refused(misfit, value)


def _record_of(value: object) -> Record[Any] | None:
    """
    The record of the contract that an object says to keep.
    """
    if not isinstance(value, dict):
        return None
    kind = value.get("schema_version")
    if isinstance(kind, str) and kind in _KINDS:
        return _KINDS[kind]()
    if "flow" not in value or "schema_version" in value:
        return None
    from checkin_cli.documents.export import export_record

    return export_record()


@contextlib.contextmanager
def _placed(text: str, value: object) -> Iterator[None]:
    """
    What does not fit becomes a refusal with its place.
    """
    try:
        yield
    except Misfit as misfit:
        # Nesting that no document has is named as such, wherever the shape happened to give up.
        raise_fault(text)
        raise _refused(misfit, value) from None


def _refused(misfit: Misfit, value: object) -> DocumentRefused:
    """
    The refusal of a value that does not fit, with the next step for a value of its kind.
    """
    refusal = DocumentRefused(misfit.code, misfit.found, misfit.required, Place(path=json_path(misfit.path)))
    if not isinstance(value, dict):
        return refusal.hinted("array" if isinstance(value, list) else "no_object")
    kind = value.get("schema_version")
    if isinstance(kind, str) and kind in CONTRACTS:
        return refusal.of(kind)
    if "schema_version" in value:
        return refusal
    if "flow" in value:
        return refusal.of(EXPORT)
    return refusal.hinted("log") if "event_id" in value and "schema NAME" in refusal.hint else refusal


def document_schemas() -> dict[str, JsonSchema]:
    """
    The JSON Schema of each document, by name.
    """
    from checkin_cli.documents.export import export_record
    from checkin_cli.documents.profile import PROFILE, profile_record

    return {
        DAILY: _daily().schema(),
        WEEKLY: _weekly().schema(),
        ADAPTIVE: _card().schema(),
        PROFILE: profile_record().schema(),
        EXPORT: export_record().schema(),
    }


# Compiled on demand: a run over daily check-ins never pays for the cards.
_daily = cache(partial(Record, DailySnapshot))
_weekly = cache(partial(Record, WeeklySummary))
_card = cache(partial(Record, AdaptiveCard))
_KINDS: dict[str, Callable[[], Record[Any]]] = {DAILY: _daily, WEEKLY: _weekly, ADAPTIVE: _card}
_FORMS: Memo[bytes, Form[Document]] = Memo(lambda kind: Form(_KINDS[kind.decode()]()))


def _read_value(value: object, rules: ReadingRules) -> Document:
    if not isinstance(value, dict):
        raise Misfit("wrong_type", kind_of(value), "object")
    match value.get("schema_version"):
        case "daily-snapshot-v1" | "weekly-summary-v1" | "adaptive-card-v1" as kind:
            document: Document = _KINDS[kind]().read(value)
            return _checked(document, rules)
        case None if "flow" in value and "schema_version" not in value:
            return _read_export(value, rules)
        case None if "schema_version" not in value:
            raise Misfit("unknown_document", "no schema_version", "a known schema_version", ["schema_version"])
        case str():
            raise Misfit("unknown_document", "another schema_version", "a known schema_version", ["schema_version"])
        case other:
            raise Misfit("wrong_type", kind_of(other), "string", ["schema_version"])


def _checked(document: Document, rules: ReadingRules) -> Document:
    """
    The document, if it keeps the rules that join several fields. Raises `Misfit`.
    """
    match document:
        case DailySnapshot():
            check_daily(document)
        case WeeklySummary():
            check_weekly(document, rules.first_day)
        case AdaptiveCard():
            check_adaptive(document)
    return document


def _read_export(value: object, rules: ReadingRules) -> DailySnapshot:
    # Loaded for the runs that meet an export.
    from checkin_cli.documents.export import adapt_export, export_record

    return adapt_export(export_record().read(value), rules.export)
