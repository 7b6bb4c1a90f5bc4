"""
Who chooses in a run, and under which conditions.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from checkin_cli.documents import AdaptiveCard, DailySnapshot, Document, WeeklySummary
from checkin_cli.facts.derive import surface_of
from checkin_cli.runs.consent import Cause, Consents, why_refused
from checkin_cli.runs.inputs import RawInput
from checkin_cli.selection.attempt import Ledger, Unrecorded
from checkin_cli.selection.gate import Gate, consent_of
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.interface import Selector, Turn

_WEEK = 7


@dataclass(frozen=True, slots=True)
class Conditions:
    """
    What the configuration and the registry allow at one moment.
    """

    consents: Consents
    off: Mapping[str, Reason]
    """
    The surfaces on which nothing is selected, each with why.
    """


@dataclass(frozen=True, slots=True)
class Selection:
    """
    A mode other than canonical, with all that decides whether it may act.
    """

    mode: str
    selector: Selector
    conditions: Callable[[], Conditions]
    """
    Looks again each time that the gate is asked, so that what is switched off in mid-run counts.
    """

    ledger: Callable[[int], Ledger] = lambda _number: Unrecorded()
    """
    What the run remembers of a document, by its number in the order of the run.
    """

    causes: set[Cause] = field(default_factory=set, compare=False)
    """
    Why gates have said no so far. Of what other processes rendered, whoever takes their reports adds it.
    """

    def gate(self, document: Document, given: RawInput) -> Gate:
        """
        The gate of one document. A selector that sends nothing needs the feature switch alone.
        """
        return lambda: self._refusal(document, given)

    def _refusal(self, document: Document, given: RawInput) -> Reason | None:
        conditions = self.conditions()
        off = conditions.off.get(surface_of(document))
        if off is not None or not self.selector.sends:
            return off
        if not given.is_unchanged():
            self.causes.add(Cause.DOCUMENT_CHANGED)
            return Reason.DOCUMENT_CHANGED
        refusal = _consent(document, conditions.consents)
        if refusal is not None and (cause := why_refused(conditions.consents, document.customer_key)):
            self.causes.add(cause)
        return refusal


def _consent(document: Document, consents: Consents) -> Reason | None:
    if document.customer_key is None:
        return None if consents.personal else Reason.NO_CONSENT
    if consents.registry is None:
        return Reason.NO_CONSENT
    return consent_of(consents.registry, document.customer_key, consents.notices)


def turn_of(document: Document) -> Turn:
    """
    Whose turn it is, and on which day: weeks count one by one.
    """
    who = f"{surface_of(document)}\n{document.customer_key or ''}"
    return Turn(who, _day(document))


def _day(document: Document) -> int:
    match document:
        case DailySnapshot():
            return document.kst_day.toordinal()
        case WeeklySummary():
            return _weeks(document.starts_on)
        case AdaptiveCard():
            return document.evaluation_day.toordinal()


def _weeks(day: date) -> int:
    return day.toordinal() // _WEEK
