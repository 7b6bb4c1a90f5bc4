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
from checkin_cli.errors import OutputError, Place, UsageError
from checkin_cli.json_text import json_line
from checkin_cli.runs.files import exists_already, looking_at, replacing
from checkin_cli.runs.golden import (
    RECEIPT_ALONE,
    Cases,
    Difference,
    Group,
    Refused,
    Row,
    Same,
    Verdict,
    compare_all,
    grouped,
    is_report,
    junit_report,
    part_lines,
    verdict_members,
)
from checkin_cli.runs.inputs import show
from checkin_cli.selection import Digester


def compare_and_report(given: Given, form: ListFormat, junit: Path | None, *, force: bool) -> int:
    """
    Compare every case and say what was found; returns the exit code. `force` lets the report overwrite any file.
    """
    cases = cases_of(given, ())
    if junit is not None:
        _check_report(junit, given, cases, force=force)
    context, told = given.rendering()
    compared, verdicts = Compared(), list[Verdict]()

    def watch(verdict: Verdict) -> None:
        if form is ListFormat.json:
            _write_line(verdict, given, context.digester)
        if junit is not None:
            verdicts.append(verdict)

    differences = compared.take(compare_all(cases, context, told.add), watch)
    if form is ListFormat.text:
        StandardOutput().write(text_of(report(grouped(differences, context.digester), given, compared)))
    if junit is not None:
        with replacing(junit, force=True, private=False) as file:
            file.write(junit_report(_row(each, given, context.digester) for each in verdicts))
    return max(compared.exit_code, FINDINGS if differences else 0)


def _check_report(junit: Path, given: Given, cases: Cases, *, force: bool) -> None:
    """
    Refuse a report that would become a case, or overwrite anything but an earlier one, before anything is rendered.
    """
    place = Place(show(str(junit)))
    if str(junit) == "-":
        raise UsageError("conflicting_options", "--junit on standard output", "a file", place)
    check_apart(junit, [given.config, *_files(cases)])
    if junit.name.endswith(".json") and junit.resolve().is_relative_to(Path(given.folder).resolve()):
        raise OutputError("output_is_input", "the name of a case", "another name, or another folder", place)
    with looking_at(junit):
        is_there, is_file = junit.exists(), junit.is_file()
    if is_there and not is_file:
        raise OutputError("output_unwritable", "no regular file", "a file", place)
    if is_there and not force and not is_report(junit):
        raise exists_already(junit)


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
            alone = f", {RECEIPT_ALONE}" if verdict.receipt_alone else ""
            message = f"{title(group)}{alone}, group {group.id}"
            readable = f"the difference in words: the output of {given.next_command('check')}, group {group.id}"
            detail = "\n".join((*part_lines(verdict), f"next: {given.accepting(group)}", readable))
            return Row(verdict.name, verdict.state, message, detail)


def _alone(difference: Difference, digester: Digester) -> Group:
    [group] = grouped([difference], digester)
    return group
