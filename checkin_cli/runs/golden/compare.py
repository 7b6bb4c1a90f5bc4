"""
Render the cases and hold every copy and receipt against its golden, byte by byte. Nothing is written.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import tee
from pathlib import Path

from checkin_cli.json_text import json_pretty
from checkin_cli.runs.document import Context, Outcome, render_documents
from checkin_cli.runs.golden.cases import Case, Cases
from checkin_cli.runs.golden.changes import (
    Change,
    Different,
    Edit,
    Fresh,
    Missing,
    Orphaned,
    Refused,
    Same,
    Unreadable,
    Verdict,
)
from checkin_cli.runs.golden.claims import is_claim
from checkin_cli.runs.golden.classes import edit_of_copy
from checkin_cli.runs.golden.receipts import edit_of_receipt
from checkin_cli.runs.inputs import RawInput, read_inputs
from checkin_cli.selection import Digester, receipt_members
from checkin_cli.selection.watched import LARGEST, open_regular


def compare_all(cases: Cases, context: Context, watch: Callable[[Outcome], None]) -> Iterator[Verdict]:
    """
    Yield a verdict for each case, in order, then one for each orphan. `watch` sees each outcome.
    """
    documents, given = tee(read_inputs((case.document for case in cases.cases), io.BytesIO()))
    for case, raw, outcome in zip(cases.cases, given, render_documents(documents, context), strict=True):
        watch(outcome)
        yield _verdict(case, raw, outcome, context)
    yield from map(Orphaned, cases.orphans)


def _verdict(case: Case, given: RawInput, outcome: Outcome, context: Context) -> Verdict:
    if outcome.error is not None:
        return Refused(case.name, outcome.error)
    fresh = _fresh(outcome)
    copy = _change(case.copy, fresh.copy, edit_of_copy, context.digester)
    receipt = _change(case.receipt, fresh.receipt, edit_of_receipt, context.digester)
    if copy is None and receipt is None:
        return Same(case.name)
    return Different(case, fresh, copy, receipt, is_claim(copy, receipt, given, context))


def _fresh(outcome: Outcome) -> Fresh:
    """
    The bytes of `NAME.txt` and `NAME.receipt.json` as a run writes them into a folder.
    """
    if outcome.copy is None or outcome.receipt is None:
        raise AssertionError("a copy always has its receipt")
    return Fresh(f"{outcome.copy}\n".encode(), json_pretty(receipt_members(outcome.receipt)))


def _change(path: Path, now: bytes, edit_of: Callable[[bytes, bytes], Edit], digester: Digester) -> Change | None:
    golden = _read(path)
    if not isinstance(golden, bytes):
        return golden
    if golden == now:
        return None
    return replace(edit_of(golden, now), digests=(digester.digest(golden), digester.digest(now)))


def _read(path: Path) -> bytes | Missing | Unreadable:
    try:
        with open_regular(str(path)) as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return Missing()
    except OSError:
        return Unreadable("a folder", folder=True) if path.is_dir() else Unreadable("no file that can be read")
    return raw if len(raw) <= LARGEST else Unreadable(f"more than {LARGEST:,} bytes")
