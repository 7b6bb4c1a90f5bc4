"""
One document in, one outcome out: the pure heart of every run.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError, InternalFault
from checkin_cli.facts import binding_of
from checkin_cli.json_text import json_line, quoted
from checkin_cli.rendering import STEPS, Draft, Rendering, compose
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import Selection, turn_of
from checkin_cli.selection import Digester, Receipt, Shown, canonical_copy, receipt_json, sealed
from checkin_cli.selection.pipeline import Attempt, select


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

    @property
    def status(self) -> str:
        """
        `rendered` or `refused`.
        """
        return "refused" if self.error else "rendered"

    def json(self) -> str:
        """
        The outcome as one line of JSON, its members in the order of the contract.
        """
        receipt = "null" if self.receipt is None else receipt_json(self.receipt)
        error = "null" if self.error is None else json_line(error_members(self.error)).decode("utf-8")
        return (
            f'{{"source":{quoted(self.source)},"line":{"null" if self.line is None else self.line}'
            f',"ref":{quoted(self.ref)},"status":"{self.status}","copy":{quoted(self.copy)}'
            f',"receipt":{receipt},"error":{error}}}'
        )


def render_document(given: RawInput, context: Context) -> Outcome:
    """
    Read and render one document. Never raises: a defect of the program is an outcome of this document alone.
    """
    return next(render_documents([given], context))


def render_documents(inputs: Iterable[RawInput], context: Context) -> Iterator[Outcome]:
    """
    The outcome of each input, in order; no more than `SIDE_BY_SIDE` are read before the first of them is given out.

    Where somebody chooses, it is one by one, so that nobody is asked about a document before its turn.
    """
    remaining = iter(inputs)
    size = SIDE_BY_SIDE if context.selection is None else 1
    while batch := [_Work(given, context) for given in islice(remaining, size)]:
        for step in _STEPS:
            for work in batch:
                if work.outcome is None:
                    try:
                        step(work)
                    except Exception as fault:  # noqa: BLE001  # one document must not end the run of the others
                        work.outcome = _refused(work.given, fault)
        yield from (work.outcome for work in batch if work.outcome is not None)


SIDE_BY_SIDE = 32
"""
Documents that are rendered step by step together: a processor runs the short code of one step faster the second time.
"""


class _Work(Draft):
    """
    One document on its way through the steps, until it has an outcome.
    """

    __slots__ = ("binding", "context", "given", "outcome", "shown")

    shown: Shown
    binding: str

    def __init__(self, given: RawInput, context: Context) -> None:
        self.given = given
        self.context = context
        self.doctrine = context.doctrine
        self.outcome: Outcome | None = None

    def read(self) -> None:
        self.document = read_document(self.given.content(), self.context.rules)

    def select(self) -> None:
        rendering, selection = self.rendering(), self.context.selection
        if selection is None:
            self.shown = canonical_copy(rendering)
        else:
            self.shown = _select(rendering, self.given, self.doctrine, selection)

    def bind(self) -> None:
        self.binding = self.context.digester.digest(binding_of(self.document))

    def finish(self) -> None:
        given, ref = self.given, self.document.ref
        receipt = sealed(self.shown, self.doctrine, self.context.digester, self.binding)
        self.outcome = Outcome(given.source, given.line, ref or given.name, ref, self.shown.body, receipt)


_STEPS: tuple[Callable[[_Work], None], ...] = (_Work.read, *STEPS, _Work.select, _Work.bind, _Work.finish)


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


def _select(rendering: Rendering, given: RawInput, doctrine: Doctrine, selection: Selection) -> Shown:
    """
    The copy that was selected.
    """
    document = rendering.document
    attempt = Attempt(rendering, doctrine, selection.selector, selection.gate(document, given), turn_of(document))
    selected = select(selection.mode, attempt)
    body = compose(rendering.screen, selected.clauses)
    return Shown(rendering, body, selected, selection.mode, selection.selector.name)
