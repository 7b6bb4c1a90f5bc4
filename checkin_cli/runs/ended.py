"""
What stands in the place of an output that no journal belongs to: all that a run would write, or something else.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path, PurePath

from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.rendering import RENDERER_VERSION
from checkin_cli.runs.document import Context, Outcome, render_document
from checkin_cli.runs.inputs import RawInput, show
from checkin_cli.runs.line import read_line
from checkin_cli.runs.render import RenderReport, Watch
from checkin_cli.runs.stored import open_receipts
from checkin_cli.selection import Receipt
from checkin_cli.selection.watched import open_regular


def report_of_ended(
    output: Path, inputs: Iterable[RawInput], context: Context, observers: Iterable[Watch] = ()
) -> RenderReport | None:
    """
    What the run did that wrote this output of these inputs; None for a folder in which a run may write what is missing.

    Receipts must be of the same mode, selector, doctrine and code; whether inputs still say the same, `verify` tells.
    Raises `UsageError` for anything but the whole output: what was asked for it would be asked again, or overwritten.
    """
    report, watching = RenderReport(), tuple(observers)
    found = _in_folder if output.is_dir() else _in_lines
    lacks = False
    for outcome in found(output, inputs, context):
        if outcome is None:
            lacks = True
            continue
        report.count(outcome)
        for observe in watching:
            observe(outcome)
    if not lacks:
        return report
    if report.rendered + report.interrupted and context.asks:
        raise _refused(output, "copies of some inputs alone")
    return None


def _in_lines(output: Path, inputs: Iterable[RawInput], context: Context) -> Iterator[Outcome]:
    """
    Each line, if it is the one of its input.
    """
    for given, outcome in zip_longest(inputs, _lines(output)):
        if given is None or outcome is None or not _is_line_of(given, outcome):
            raise _refused(output, "lines of other inputs")
        yield _of_same_run(output, outcome, outcome.receipt, context)


def _lines(output: Path) -> Iterator[Outcome]:
    try:
        with open_regular(str(output)) as file:
            for raw in file:
                yield read_line(raw)
    except (OSError, DocumentRefused):
        raise _refused(output, "something else than whole lines of this version") from None


def _is_line_of(given: RawInput, outcome: Outcome) -> bool:
    # Inputs may have moved together with their folder.
    return (outcome.line, PurePath(outcome.source).name) == (given.line, PurePath(given.source).name)


def _in_folder(output: Path, inputs: Iterable[RawInput], context: Context) -> Iterator[Outcome | None]:
    """
    The outcome of each input, refused ones too; None where a copy or its receipt is missing.
    """
    receipts, unasked = open_receipts(output), replace(context, selection=None, clock=None)
    for given in inputs:
        rendered = render_document(given, unasked)
        if rendered.error is not None:
            yield rendered
            continue
        stored = receipts.find(given, rendered.ref)
        if stored.copy is None or stored.receipt is None:
            yield None
        else:
            there = rendered._replace(copy=stored.copy.decode("utf-8", "replace"), receipt=stored.receipt)
            yield _of_same_run(output, there, stored.receipt, context)


def _of_same_run(output: Path, outcome: Outcome, receipt: Receipt | None, context: Context) -> Outcome:
    if receipt is None:
        return outcome
    chosen = context.selection
    who = ("canonical", "none") if chosen is None else (chosen.mode, chosen.selector.name)
    own: tuple[object, ...] = (*who, context.doctrine.digest, RENDERER_VERSION)
    if (receipt.mode, receipt.selector, receipt.doctrine_sha256, receipt.renderer_version) != own:
        raise _refused(output, "copies of another mode, selector, doctrine or code")
    return outcome


def _refused(output: Path, found: str) -> UsageError:
    required = "an unfinished run, or the whole output of this one"
    place = Place(show(str(output)))
    return UsageError("resume_refused", f"no journal, and {found}", required, place).hinted("no_run")
