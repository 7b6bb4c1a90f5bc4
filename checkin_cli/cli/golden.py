"""
`checkin golden`.
"""

from pathlib import Path
from typing import Annotated

import typer

from checkin_cli.cli.choosing import LocalSelector, Mode
from checkin_cli.cli.golden_given import Compared, Given, cases_of, chosen_groups, refuse_in_ci
from checkin_cli.cli.guard import FINDINGS, guarded
from checkin_cli.cli.options import ConfigFile, DoctrineFolder, ExportCustomer, ExportRevision, Form, ListFormat
from checkin_cli.cli.page import App

app = App()

CaseFolder = Annotated[
    str, typer.Argument(metavar="DIR", help="A folder of cases: NAME.json beside its goldens.", show_default=False)
]
CaseNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME...]", help="Cases, as check prints them. [default: all]", show_default=False),
]
GroupId = Annotated[
    str | None,
    typer.Option(
        "--group", metavar="ID", help="Only this group, as check prints it. [default: all]", show_default=False
    ),
]
GoldenMode = Annotated[
    Mode | None,
    typer.Option(
        "--mode", help="How cases are rendered. [default: canonical, whatever is configured]", show_default=False
    ),
]
GoldenSelector = Annotated[
    LocalSelector | None,
    typer.Option("--selector", help="Who chooses, without an endpoint. [default: rotate]", show_default=False),
]


@app.callback()
def golden() -> None:
    """
    Hold copies against accepted ones.

    In: a folder of cases: NAME.json beside NAME.golden.txt and NAME.golden.receipt.json. Out: what differs, on standard
    output; accept and review write goldens, and nothing else does.

    Exit codes: 0 as accepted; 1 differences; 2 usage; 3 a document was refused; 4 an output was not written.

    Examples:
      checkin golden accept cases
      checkin golden check cases

    """


@app.command("check")
def check(
    folder: CaseFolder,
    form: Form = ListFormat.text,
    junit: Annotated[
        Path | None,
        typer.Option(
            "--junit", metavar="FILE", help="Also write a report for build servers. [default: none]", show_default=False
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --junit overwrite a file that is no such report.")
    ] = False,
    mode: GoldenMode = None,
    selector: GoldenSelector = None,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Compare every case with its goldens, byte by byte.

    In: a folder of cases. Out: what differs, equal changes as one group, and the command that comes next; with
    --format json, one line a case. No golden is ever written.

    Exit codes: 0 all as accepted; 1 a golden is changed, missing, or left without its document; 2 usage, or doctrine
    that does not load; 3 a document was refused; 4 the report was not written.

    Examples:
      checkin golden check cases
      checkin golden check cases --junit golden.xml

    """
    with guarded():
        from checkin_cli.cli.golden_check import compare_and_report

        given = Given(folder, mode, selector, doctrine, config, export_revision, export_customer)
        exit_code = compare_and_report(given, form, junit, force=force)
    raise typer.Exit(exit_code)


@app.command("review")
def review(
    folder: CaseFolder,
    mode: GoldenMode = None,
    selector: GoldenSelector = None,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Accept, reject or skip what differs, at a terminal.

    In: a folder of cases, and keys: one for a case, or for all of a group. Out: every change, shown before it is asked
    about; what was accepted is written at once. Numbers and claims are never taken unseen.

    Exit codes: 0 nothing differs any more; 1 a difference stands; 2 usage, no terminal, or CI; 3 a document was
    refused; 4 a golden was not written.

    Examples:
      checkin golden review cases

    """
    with guarded():
        from checkin_cli.cli.golden_review import review_groups, terminal

        refuse_in_ci("review")
        given = Given(folder, mode, selector, doctrine, config, export_revision, export_customer)
        with terminal() as keys:
            compared = Compared()
            exit_code = review_groups(chosen_groups(given, cases_of(given, ()), None, compared), keys, given)
    raise typer.Exit(max(compared.exit_code, exit_code))


@app.command("accept")
def accept(
    folder: CaseFolder,
    names: CaseNames = None,
    group: GroupId = None,
    orphans: Annotated[bool, typer.Option("--remove-orphans", help="Remove goldens without a document.")] = False,
    mode: GoldenMode = None,
    selector: GoldenSelector = None,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Make what is rendered now the goldens.

    In: a folder of cases; all of them, those named, or one --group of check. Out: what changed, and the goldens, the
    first ones of a case too. Accepting twice changes nothing the second time.

    Without names or --group, all that differs is taken, numbers, claims and first copies too: each change is printed,
    and nobody is asked. Left are orphans, and goldens too long to be shown. To be asked, use review.

    Exit codes: 0 accepted; 1 a change stands that only its name accepts; 2 usage, or CI; 3 a document was refused; 4 a
    golden was not written.

    Examples:
      checkin golden accept cases
      checkin golden accept cases week-held

    """
    with guarded():
        from checkin_cli.cli.golden_decide import accept_groups

        refuse_in_ci("accept")
        named = names or ()
        given = Given(folder, mode, selector, doctrine, config, export_revision, export_customer)
        compared = Compared()
        groups = chosen_groups(given, cases_of(given, named), group, compared, names=named, orphans=orphans)
        exit_code = accept_groups(groups, named, given)
    raise typer.Exit(max(compared.exit_code, exit_code))


@app.command("reject")
def reject(
    folder: CaseFolder,
    names: CaseNames = None,
    group: GroupId = None,
    mode: GoldenMode = None,
    selector: GoldenSelector = None,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Say that the goldens are right, and show what is to be undone.

    In: a folder of cases; all of them, those named, or one --group of check. Out: each change as rejected. Nothing is
    written: the code, the doctrine or the document is wrong, and is corrected by hand.

    Exit codes: 0 nothing differs; 1 the difference stands until it is undone; 2 usage; 3 a document was refused.

    Examples:
      checkin golden reject cases week-held

    """
    with guarded():
        from checkin_cli.cli.golden_decide import reject_groups

        given = Given(folder, mode, selector, doctrine, config, export_revision, export_customer)
        compared = Compared()
        stands = reject_groups(chosen_groups(given, cases_of(given, names or ()), group, compared, names=names or ()))
    raise typer.Exit(max(compared.exit_code, FINDINGS if stands else 0))
