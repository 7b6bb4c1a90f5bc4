"""
`checkin golden check`: what differs, as text, as lines of JSON and as a report for build servers.
"""

from collections.abc import Iterator
from pathlib import Path

from checkin_cli.cli.golden_given import Compared, Given, cases_of
from checkin_cli.cli.golden_text import report, text_of, title
from checkin_cli.cli.guard import FINDINGS, StandardOutput
from checkin_cli.cli.options import ListFormat
from checkin_cli.cli.writing import check_apart
from checkin_cli.json_text import json_line
from checkin_cli.runs.files import replacing
from checkin_cli.runs.golden import (
    Cases,
    Difference,
    Group,
    Refused,
    Row,
    Same,
    Verdict,
    compare_all,
    grouped,
    junit_report,
    verdict_members,
)
from checkin_cli.selection import Digester


def compare_and_report(given: Given, form: ListFormat, junit: Path | None) -> int:
    """
    Compare every case and say what was found; returns the exit code.
    """
    cases = cases_of(given, ())
    check_apart(junit, [given.config, *_files(cases)])
    context, told = given.rendering()
    compared, verdicts = Compared(), list[Verdict]()

    def watch(verdict: Verdict) -> None:
        if form is ListFormat.json:
            _write_line(verdict, given, context.digester)
        if junit is not None:
            verdicts.append(verdict)

    differences = list(compared.take(compare_all(cases, context, told.add), watch))
    if form is ListFormat.text:
        StandardOutput().write(text_of(report(grouped(differences, context.digester), given, compared)))
    if junit is not None:
        with replacing(junit, force=True, private=False) as file:
            file.write(junit_report("checkin golden", (_row(each, given, context.digester) for each in verdicts)))
    return max(compared.exit_code, FINDINGS if differences else 0)


def _files(cases: Cases) -> Iterator[str]:
    for case in cases.cases:
        yield from (case.document.path, str(case.copy), str(case.receipt))
    for orphan in cases.orphans:
        yield from map(str, orphan.files)


def _write_line(verdict: Verdict, given: Given, digester: Digester) -> None:
    members = verdict_members(verdict, digester)
    StandardOutput().write(json_line({**members, "next": _next(verdict, given, digester)}) + b"\n")


def _next(verdict: Verdict, given: Given, digester: Digester) -> str | None:
    match verdict:
        case Same() | Refused():
            return None
        case _:
            return given.accepting(_alone(verdict, digester))


def _row(verdict: Verdict, given: Given, digester: Digester) -> Row:
    match verdict:
        case Same():
            return Row(verdict.name, "same")
        case Refused():
            return Row(verdict.name, "refused", verdict.error.code, str(verdict.error))
        case _:
            group = _alone(verdict, digester)
            message, detail = f"{title(group)}, group {group.id}", f"next: {given.accepting(group)}"
            return Row(verdict.name, verdict.state, message, detail)


def _alone(difference: Difference, digester: Digester) -> Group:
    [group] = grouped([difference], digester)
    return group
