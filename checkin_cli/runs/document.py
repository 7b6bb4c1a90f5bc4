"""
One document in, one outcome out: the pure heart of every run.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError, InternalFault, OutputError, UsageError
from checkin_cli.rendering import Rendering, compose, render_canonical
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import Selection, turn_of
from checkin_cli.selection import Digester, Receipt, Shown, canonical_copy, receipt_members, receipt_of
from checkin_cli.selection.attempt import Attempt, Stopped
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.reasons import Reason


@dataclass(frozen=True, slots=True)
class Context:
    """
    What is the same for every document of a run.
    """

    doctrine: Doctrine
    rules: ReadingRules
    digester: Digester
    selection: Selection | None = None
    """
    None where every copy is the canonical one.
    """

    clock: Callable[[], float] | None = None
    """
    Seconds of a clock that never goes back, where somebody wants to know how long each document takes.
    """


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What became of one input: a copy with its receipt, or the error that refused it.
    """

    source: str
    line: int | None
    name: str
    ref: str | None = None
    copy: str | None = None
    receipt: Receipt | None = None
    error: CheckinError | None = None
    seconds: float | None = None
    """
    How long it took, where somebody measured it; never part of what is written.
    """

    @property
    def status(self) -> str:
        """
        `rendered`, `refused`, or `interrupted` where a request was in flight when an earlier part of the run ended.
        """
        if self.error is not None:
            return "refused"
        return "interrupted" if self.receipt and self.receipt.reason == Reason.INTERRUPTED else "rendered"

    def members(self) -> dict[str, object]:
        """
        The outcome as JSON members, in the order of the contract.
        """
        return {
            "source": self.source,
            "line": self.line,
            "ref": self.ref,
            "status": self.status,
            "copy": self.copy,
            "receipt": receipt_members(self.receipt) if self.receipt else None,
            "error": error_members(self.error) if self.error else None,
        }


def render_document(given: RawInput, context: Context, number: int = 0) -> Outcome:
    """
    Read and render one document, the `number`-th of its run, counted from 0.

    A defect of the program is an outcome of this document alone. Raises only what ends the run: `OutputError` or
    `UsageError` from its journal, and `Stopped`.
    """
    if context.clock is None:
        return _rendered(given, context, number)
    started = context.clock()
    outcome = _rendered(given, context, number)
    return replace(outcome, seconds=context.clock() - started)


def _rendered(given: RawInput, context: Context, number: int) -> Outcome:
    try:
        return _render(given, context, number)
    except (OutputError, UsageError, Stopped):
        raise
    except CheckinError as error:
        return Outcome(given.source, given.line, given.name, error=error.at(given.source, given.line))
    except Exception as fault:  # noqa: BLE001  # one document must not end the run of the others
        defect = InternalFault("internal_fault", type(fault).__name__, "none").at(given.source, given.line)
        return Outcome(given.source, given.line, given.name, error=defect)


def error_members(error: CheckinError) -> dict[str, object]:
    """
    An error as JSON members.
    """
    return {
        "code": error.code,
        "place": str(error.place),
        "found": error.found,
        "required": error.required,
        "hint": error.hint,
    }


def _render(given: RawInput, context: Context, number: int) -> Outcome:
    document = read_document(given.content(), context.rules)
    rendering = render_canonical(document, context.doctrine)
    selection = context.selection
    if selection is None:
        shown = canonical_copy(rendering)
    else:
        shown = _select(rendering, given, context.doctrine, selection, number)
    receipt = receipt_of(shown, context.doctrine, context.digester)
    return Outcome(given.source, given.line, document.ref or given.name, document.ref, shown.body, receipt)


def _select(rendering: Rendering, given: RawInput, doctrine: Doctrine, selection: Selection, number: int) -> Shown:
    """
    The copy that was selected.
    """
    document = rendering.document
    gate, ledger = selection.gate(document, given), selection.ledger(number)
    attempt = Attempt(rendering, doctrine, selection.selector, gate, turn_of(document), ledger)
    selected = select(selection.mode, attempt)
    body = compose(rendering.screen, selected.clauses)
    return Shown(rendering, body, selected, selection.mode, selection.selector.name)
