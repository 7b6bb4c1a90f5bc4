"""
What `checkin summarize` says to the operator, in lines.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from checkin_cli.errors import DocumentRefused, printable

if TYPE_CHECKING:
    from checkin_cli.runs.summarize import Attention, CustomerWeeks, Summarized
    from checkin_cli.runs.summarize.run import ClosedWeek
    from checkin_cli.weekly.history import Conflict, Note


class SummaryFormat(StrEnum):
    """
    Forms of what `summarize` prints.
    """

    jsonl = "jsonl"
    json = "json"


_NOTES = {
    "repeated": "counts once",
    "superseded": "does not count",
    "several": "counts without its weight, which is not the first of the day",
    "unknown_supersedes": "supersedes an event that is not here",
}


_OF_EXPORTS = {
    "same_weight": "say what counts already",
    "later_weight": "are not the first of their day, and do not count",
    "corrected_weight": "do not count beside a corrected check-in",
}


def note_line(note: "Note") -> str:
    """
    Entries that count nowhere or in part, by their place, never by their value.
    """
    if note.code in _OF_EXPORTS:
        return f"note: {note.place}: weigh-ins that {_OF_EXPORTS[note.code]}: {note.count:,}"
    by = {"repeated": "the same as", "superseded": "superseded by", "several": "beside"}.get(note.code)
    reason = f" ({by} {note.by})" if by and note.by is not None else ""
    return f"note: {note.place}: {_NOTES[note.code]}{reason}"


def conflict_error(conflict: "Conflict") -> DocumentRefused:
    """
    Two check-ins of one day, of which a person has to choose.
    """
    first, second = conflict.places
    if first == second:
        return DocumentRefused("supersedes_itself", f"an event {conflict.why}", "an earlier event", first)
    below = str(replace(second, source="")) or second.source
    where = below if second.source == first.source else str(second)
    found = f"a check-in of the same day as {where}, {conflict.why}"
    from checkin_cli.weekly.history import SNAPSHOT_AND_EVENT

    error = DocumentRefused("conflicting_days", found, "one check-in that counts for a day", first)
    return error.hinted("two_weights") if conflict.why == SNAPSHOT_AND_EVENT else error


def question_lines(week: "Summarized") -> Iterator[str]:
    """
    What a person is asked about a week, and what was already said about it.
    """
    if week.sent is not None:
        later = "" if week.summary.revision > week.sent else f"; give --revision {week.sent + 1}"
        said = f"what was sent as revision {week.sent} said something else; keep it, marked 수정됨{later}"
        yield f"question[revised] {who(week.customer)}, {week.label}: {said}"
    for question in week.judged.questions:
        place = f", {question.place}" if str(question.place) else ""
        prompt = f" ({question.prompt})" if question.prompt else ""
        yield f"question[{question.code}] {who(week.customer)}, {week.label}{place}: {question.why}{prompt}"


def explanation(week: "Summarized") -> Iterator[str]:
    """
    Every row of the table and why it did or did not apply, with the figures first.
    """
    from checkin_cli.numbers import mean, percent_range, signed_percent
    from checkin_cli.weekly.rules.table import explain

    case, judgment = week.judged.case, week.judged.judgment
    figures, aim = case.figures, case.aim
    yield f"{who(week.customer)}, {week.label} ({case.week.starts_on} to {case.week.ends_on})"
    for name, kept in (("mean", figures.current), ("prior mean", figures.prior), ("mean before", figures.before)):
        if kept.kilograms is not None:
            yield f"  {name} {mean(kept.kilograms, ' kg')} of {kept.n} weigh-ins"
    rates = {"rate": figures.rate, "rate over two weeks": figures.rate2, "rate over three weeks": figures.rate3}
    for name, rate in rates.items():
        if rate is not None:
            yield f"  {name} {signed_percent(rate)} a week"
    reason = f": {figures.confidence.why}" if figures.confidence.why else ""
    yield f"  gap {figures.gap}, {case.week.checkin_days} check-ins, confidence {figures.confidence.level}{reason}"
    if aim is not None:
        phase = "unknown" if aim.phase_week is None else str(aim.phase_week)
        yield f"  goal {aim.mode}, {percent_range(aim.low, aim.high)} ({aim.source}), phase week {phase}"
    for rule, finding in explain(case):
        if finding.applies and rule is judgment.rule:
            word = f"decides: {finding.verdict} {finding.reason}"
        elif rule.number > judgment.rule.number:
            word = "not asked" + (", would apply" if finding.applies else "")
        else:
            word = "no"
        yield f"  {rule.number:>2} {rule.name}: {word}; {finding.why}"
    for question in week.judged.questions:
        yield f"   ? {question.code}: {question.why}"


def closed_explanation(week: "ClosedWeek") -> Iterator[str]:
    """
    Why a week has no summary.
    """
    yield f"{who(week.customer)}, {week.label} (from {week.starts_on})"
    for conflict in week.conflicts:
        yield f"  no summary: check-ins of {conflict.day} {conflict.why}"
    if week.flags:
        from checkin_cli.weekly.flags import told as flags_told

        yield f"  open safety flag: {flags_told(week.flags)}"


def closed_question(week: "ClosedWeek") -> Iterator[str]:
    """
    An open safety flag of a customer whose week has no summary.
    """
    if week.flags:
        from checkin_cli.weekly.flags import told as flags_told

        why = f"{flags_told(week.flags)}; the week has no summary"
        yield f"question[safety_flag] {who(week.customer)}, {week.label}: {why}"


def attention_lines(attention: "Attention") -> Iterator[str]:
    """
    The table of who needs a person first.
    """
    calls = attention.first()
    yield f"attention: {attention.count} {'customer needs' if attention.count == 1 else 'customers need'} a person"
    rows = [(who(call.customer or None), call.week, call.what, call.why) for call in calls]
    widths = [max(len(row[column]) for row in rows) for column in range(3)] if rows else []
    for row in rows:
        yield "  " + "  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3]])
    if attention.count > len(calls):
        yield f"  and {attention.count - len(calls)} more"


def who(customer: str | None) -> str:
    """
    A customer by key, safe to print.
    """
    return "personal" if customer is None else printable(customer)


class Notes:
    """
    Prints the first notes of each kind in a run, and counts the others.
    """

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def lines(self, notes: "Iterable[Note]") -> Iterator[str]:
        """
        The lines of notes that are among the first of their kind.
        """
        for note in notes:
            self._seen[note.code] += 1
            if self._seen[note.code] <= _MOST_NOTES:
                yield note_line(note)

    def others(self) -> Iterator[str]:
        """
        How many there were beyond those, a line each kind.
        """
        for code, count in self._seen.items():
            if count > _MOST_NOTES:
                said = _NOTES.get(code) or f"weigh-ins that {_OF_EXPORTS[code]}"
                yield f"note: {count - _MOST_NOTES:,} more, not named here: {said}"


_MOST_NOTES = 50


def told(customer: "CustomerWeeks", notes: Notes) -> Iterator[str]:
    """
    What is said about the check-ins of a customer before the weeks.
    """
    yield from notes.lines(customer.notes)
    yield from (str(conflict_error(conflict)) for conflict in customer.conflicts)
