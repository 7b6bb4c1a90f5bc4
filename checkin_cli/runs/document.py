"""
One document in, one outcome out: the pure heart of every run.
"""

from dataclasses import dataclass

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError, InternalFault
from checkin_cli.json_text import json_line, quoted
from checkin_cli.rendering import Rendering, compose, render_canonical
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.selection import Selection, turn_of
from checkin_cli.selection import Digester, Receipt, Shown, canonical_copy, receipt_json, receipt_of
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
    try:
        return _render(given, context)
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


def _render(given: RawInput, context: Context) -> Outcome:
    document = read_document(given.content(), context.rules)
    rendering = render_canonical(document, context.doctrine)
    selection = context.selection
    shown = canonical_copy(rendering) if selection is None else _select(rendering, given, context.doctrine, selection)
    receipt = receipt_of(shown, context.doctrine, context.digester)
    return Outcome(given.source, given.line, document.ref or given.name, document.ref, shown.body, receipt)


def _select(rendering: Rendering, given: RawInput, doctrine: Doctrine, selection: Selection) -> Shown:
    """
    The copy that was selected.
    """
    document = rendering.document
    attempt = Attempt(rendering, doctrine, selection.selector, selection.gate(document, given), turn_of(document))
    selected = select(selection.mode, attempt)
    body = compose(rendering.screen, selected.clauses)
    return Shown(rendering, body, selected, selection.mode, selection.selector.name)
