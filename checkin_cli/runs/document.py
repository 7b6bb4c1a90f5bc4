"""
One document in, one outcome out: the pure heart of every run.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, binding_of, read_bound
from checkin_cli.errors import CheckinError, InternalFault, OutputError, UsageError
from checkin_cli.json_text import json_line, quoted
from checkin_cli.rendering import STEPS, Draft, Rendering, compose
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import Selection, turn_of
from checkin_cli.selection import Digester, Receipt, Shown, canonical_copy, receipt_json, sealed
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

    @property
    def asks(self) -> bool:
        """
        True if requests may leave this machine.
        """
        return self.selection is not None and self.selection.selector.sends


class Outcome(NamedTuple):
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
        return "interrupted" if self.receipt and self.receipt.reason == _INTERRUPTED else "rendered"

    def json(self) -> bytes:
        """
        The outcome as one line of JSON, its members in the order of the contract.
        """
        line = "null" if self.line is None else self.line
        named = (
            f'{{"source":{quoted(self.source)},"line":{line},"ref":{quoted(self.ref)},"status":"{self.status}","copy":'
        )
        receipt = "null" if self.receipt is None else receipt_json(self.receipt)
        error = b"null" if self.error is None else json_line(error_members(self.error))
        # Joined as bytes: beside Korean, the long ASCII of a receipt would be widened and narrowed again.
        parts = (
            named.encode(),
            quoted(self.copy).encode(),
            b',"receipt":',
            receipt.encode(),
            b',"error":',
            error,
            b"}",
        )
        return b"".join(parts)


_INTERRUPTED = Reason.INTERRUPTED.value
"""
Looked up once: a member of an enumeration is found slowly.
"""


def render_document(given: RawInput, context: Context, number: int = 0) -> Outcome:
    """
    Read and render one document, the `number`-th of its run, counted from 0.

    A defect of the program is an outcome of this document alone. Raises only what ends the run: `OutputError` or
    `UsageError` from its journal, and `Stopped`.
    """
    return next(_done(_STEPS, [Work(given, context, number)]))


def render_documents(inputs: Iterable[RawInput], context: Context) -> Generator[Outcome, None, None]:
    """
    The outcome of each input, in order; no more than `SIDE_BY_SIDE` are read before the first of them is given out.

    One by one where somebody is asked, so that it is never before a document's turn.
    """
    together = 1 if context.asks else SIDE_BY_SIDE
    works = (Work(given, context, number) for number, given in enumerate(inputs))
    while batch := list(islice(works, together)):
        yield from _done(_STEPS, batch)


class DocumentSteps:
    """
    The steps for a crew: those before and after the one in which somebody is asked are taken side by side.
    """

    def __init__(self, context: Context) -> None:
        self._context = context

    def prepare(self, given: "Sequence[tuple[int, RawInput]]") -> "Sequence[Work]":
        """
        Read and render numbered documents, without asking anybody.
        """
        works = [Work(raw, self._context, number) for number, raw in given]
        _take(_BEFORE, works)
        return works

    def work(self, prepared: "Work") -> None:
        """
        Ask about a document. Raises what ends the run.
        """
        _take(_ASKING, [prepared])

    def finish(self, worked: "Sequence[Work]") -> Iterator[Outcome]:
        """
        The outcomes, in the same order.
        """
        return _done(_AFTER, worked)


def _done(steps: "Steps", batch: "Sequence[Work]") -> Iterator[Outcome]:
    _take(steps, batch)
    return (work.outcome for work in batch if work.outcome is not None)


def _take(steps: "Steps", batch: "Sequence[Work]") -> None:
    """
    Take the steps, each with all documents before the next; where documents are timed, one document after the other.
    """
    clock = batch[0].context.clock if batch else None
    if clock is None:
        _take_untimed(steps, batch)
        return
    for work in batch:
        started = clock()
        _take_untimed(steps, [work])
        work.seconds += clock() - started
        if work.outcome is not None:
            work.outcome = work.outcome._replace(seconds=work.seconds)


def _take_untimed(steps: "Steps", batch: "Sequence[Work]") -> None:
    for step in steps:
        for work in batch:
            if work.outcome is None:
                try:
                    step(work)
                except (OutputError, UsageError, Stopped):
                    raise
                except Exception as fault:  # noqa: BLE001  # one document must not end the run of the others
                    work.outcome = _refused(work.given, fault)


SIDE_BY_SIDE = 128
"""
Documents that are rendered step by step together: a processor runs the short code of one step faster the second time.
"""


class Work(Draft):
    """
    One document on its way through the steps, until it has an outcome.
    """

    __slots__ = ("bound", "context", "given", "number", "outcome", "seconds", "shown")

    shown: Shown
    bound: bytes | None
    """
    What `binding_of` gives, where it came with the document.
    """

    def __init__(self, given: RawInput, context: Context, number: int) -> None:
        self.given = given
        self.number = number
        self.context = context
        self.doctrine = context.doctrine
        self.outcome: Outcome | None = None
        self.seconds = 0.0

    def read(self) -> None:
        """
        Bytes to a document.
        """
        self.document, self.bound = read_bound(self.given.content(), self.context.rules)

    def select(self) -> None:
        """
        The copy, chosen by whoever is asked.
        """
        rendering, selection = self.rendering(), self.context.selection
        if selection is None:
            self.shown = canonical_copy(rendering)
        else:
            self.shown = _select(rendering, self.given, self.number, self.doctrine, selection)

    def finish(self) -> None:
        """
        The receipt.
        """
        given, ref, digester = self.given, self.document.ref, self.context.digester
        binding = digester.digest(self.bound or binding_of(self.document))
        receipt = sealed(self.shown, self.doctrine, digester, binding)
        members = given.source, given.line, ref or given.name, ref, self.shown.body, receipt, None, None
        self.outcome = tuple.__new__(Outcome, members)


Steps = tuple[Callable[[Work], None], ...]

_BEFORE: Steps = (Work.read, *STEPS)
_ASKING: Steps = (Work.select,)
_AFTER: Steps = (Work.finish,)
_STEPS = (*_BEFORE, *_ASKING, *_AFTER)


def _refused(given: RawInput, fault: Exception) -> Outcome:
    error = fault if isinstance(fault, CheckinError) else InternalFault("internal_fault", type(fault).__name__, "none")
    return Outcome(given.source, given.line, given.name, error=error.at(given.source, given.line))


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


def _select(rendering: Rendering, given: RawInput, number: int, doctrine: Doctrine, selection: Selection) -> Shown:
    """
    The copy that was selected.
    """
    document = rendering.document
    gate, ledger = selection.gate(document, given), selection.ledger(number)
    attempt = Attempt(rendering, doctrine, selection.selector, gate, turn_of(document), ledger)
    selected = select(selection.mode, attempt)
    body = compose(rendering.screen, selected.clauses)
    return Shown(rendering, body, selected, selection.mode, selection.selector.name)
