"""
A verdict as JSON members: names, classes, offsets and digests, never a word of a copy.
"""

from collections.abc import Iterator, Mapping

from checkin_cli.runs.document import error_members
from checkin_cli.runs.golden.changes import (
    Change,
    Difference,
    Different,
    Edit,
    Missing,
    Orphaned,
    Refused,
    Same,
    Unreadable,
    Verdict,
)
from checkin_cli.runs.golden.groups import id_of
from checkin_cli.selection import Digester

RECEIPT_ALONE = "receipt alone, the copy is as accepted"
"""
What is said of a case whose copy has not moved.
"""

_BLANK: Mapping[str, object] = {
    "name": None,
    "state": None,
    "class": None,
    "claim": False,
    "receipt_alone": False,
    "group": None,
    "copy": None,
    "receipt": None,
    "error": None,
}


def verdict_members(verdict: Verdict, digester: Digester) -> dict[str, object]:
    """
    The members of one case, in a fixed order; what does not apply is null.
    """
    match verdict:
        case Same():
            said: dict[str, object] = {"state": "same"}
        case Refused():
            said = {"state": "refused", "error": error_members(verdict.error)}
        case Orphaned():
            said = {"state": verdict.state, "group": id_of(verdict, digester)}
        case Different():
            said = {
                "state": verdict.state,
                "class": verdict.kind,
                "claim": verdict.claim,
                "receipt_alone": verdict.receipt_alone,
                "group": id_of(verdict, digester),
                "copy": _part(verdict.copy),
                "receipt": _part(verdict.receipt),
            }
    return {**_BLANK, "name": verdict.name, **said}


def part_lines(difference: Difference) -> Iterator[str]:
    """
    The same of copy and receipt as lines: `copy: state changed, class number, offset 37, ...`.
    """
    if isinstance(difference, Different):
        if difference.receipt_alone:
            yield RECEIPT_ALONE
        for name, change in (("copy", difference.copy), ("receipt", difference.receipt)):
            members = _part(change) or {}
            said = [f"{member} {text}" for member, value in members.items() if (text := _text(value))]
            if said:
                yield f"{name}: {', '.join(said)}"


def _text(value: object) -> str:
    match value:
        case list():
            return " + ".join(map(str, value))
        case bool():
            return "moved" if value else ""
    return str(value)


def _part(change: Change | None) -> dict[str, object] | None:
    match change:
        case None:
            return None
        case Missing():
            return {"state": "missing"}
        case Unreadable():
            return {"state": "unreadable", "found": change.found}
        case Edit():
            golden, now = change.digests
            return {
                "state": "changed",
                "class": change.kind,
                "causes": list(change.causes),
                "offset": change.offset,
                "numbers": change.numbers,
                "members": list(change.members),
                "golden_digest": golden,
                "digest": now,
                **_doctrines(change),
            }


def _doctrines(edit: Edit) -> dict[str, object]:
    """
    Which doctrine a receipt was made with and which is in use, where they differ.
    """
    return {} if edit.doctrines is None else dict(zip(("golden_doctrine", "doctrine"), edit.doctrines, strict=True))
