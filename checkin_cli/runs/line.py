"""
A line of an output, back to the outcome that it was written from.
"""

import hashlib
from collections.abc import Iterator

from checkin_cli.documents.reader import CONTRACTS
from checkin_cli.errors import DocumentRefused, InternalFault, Place
from checkin_cli.hints import HINTS, NEARER_HINTS
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.runs.document import Outcome
from checkin_cli.selection import Receipt
from checkin_cli.shapes import Misfit, Record

_RECEIPT = Record(Receipt)
_FAULTS = ("internal_fault", "promise_broken")


def read_line(raw: bytes) -> Outcome:
    """
    The outcome that this version writes as exactly these bytes. Raises `DocumentRefused` for any others.

    An edited copy does not fit its receipt; only under a key nobody can tell.
    """
    try:
        outcome = _outcome(parse_json(decode_utf8(raw)))
    except (DocumentRefused, Misfit):
        outcome = None
    if outcome is None or outcome.json() + b"\n" != raw:
        raise DocumentRefused("not_a_shard", "another line", "whole lines as render writes them with -o FILE.jsonl")
    return outcome


def _outcome(value: object) -> Outcome | None:
    match value:
        case {"source": str(source), "line": None | int() as line} if line is None or (line > 0 and line is not True):
            return _copy(value, source, line) or _refusal(value, source, line)
    return None


def _copy(value: object, source: str, line: int | None) -> Outcome | None:
    match value:
        case {"ref": None | str() as ref, "copy": str(copy), "receipt": dict() as members}:
            receipt = _RECEIPT.read(members)
            return Outcome(source, line, source, ref, copy, receipt) if _is_output(copy, receipt) else None
    return None


def _refusal(value: object, source: str, line: int | None) -> Outcome | None:
    match value:
        case {
            "error": {
                "code": str(code),
                "place": str(place),
                "found": str(found),
                "required": str(required),
                "hint": str(hint),
            }
        } if code in HINTS and hint in _hints(HINTS[code]):
            error = (InternalFault if code in _FAULTS else DocumentRefused)(code, found, required, Place(place))
            error.hint = hint
            return Outcome(source, line, source, error=error)
    return None


def _hints(usual: str) -> Iterator[str]:
    """
    Each next step that an error may name whose usual one this is.
    """
    yield usual
    yield from NEARER_HINTS.values()
    yield from (usual.replace("schema NAME", f"schema {contract}") for contract in CONTRACTS)


def _is_output(copy: str, receipt: Receipt) -> bool:
    keyed = receipt.digest_kind != "sha256"
    return keyed or hashlib.sha256(copy.encode("utf-8")).hexdigest() == receipt.output_sha256
