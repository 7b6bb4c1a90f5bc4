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

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

CaseFolder = Annotated[
    str, typer.Argument(metavar="DIR", help="A folder of cases: NAME.json beside its goldens.", show_default=False)
]
CaseNames = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME...]", help="Cases, as check prints them [default: all].", show_default=False),
]
GroupId = Annotated[
    str | None,
    typer.Option("--group", metavar="ID", help="Only this group, as check prints it.", show_default=False),
]
GoldenMode = Annotated[
    Mode | None,
    typer.Option("--mode", help="How cases are rendered [default: canonical, always].", show_default=False),
]
GoldenSelector = Annotated[
    LocalSelector | None,
    typer.Option("--selector", help="Who chooses, without an endpoint [default: rotate].", show_default=False),
]


@app.callback()
def golden() -> None:
    """
    Hold copies against accepted ones: NAME.json, NAME.golden.txt and NAME.golden.receipt.json in one folder.
    """


@app.command("check")
def check(
    folder: CaseFolder,
    form: Form = ListFormat.text,
    junit: Annotated[
        Path | None,
        typer.Option("--junit", metavar="FILE", help="Also write a report for build servers.", show_default=False),
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
    Compare every case with its goldens, byte by byte, and group equal changes. No golden is ever written.

    Exits 1 for a golden that is changed, missing, or left without its document. With --format json, one line a case.

    Examples: checkin golden check cases; checkin golden check cases --junit golden.xml
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
    Go through what differs at a terminal, and accept, reject or skip it: one case, or all of a group.

    What was accepted is written at once. Numbers and claims are never taken unseen. Exits 1 if any difference stands.

    Example: checkin golden review cases
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
    Make what is rendered now the goldens of all cases, of those named or of one group, and say what changed.

    Also makes the first goldens of a case. Accepting twice changes nothing the second time.

    Examples: checkin golden accept cases; checkin golden accept cases week-held; checkin golden accept cases
    --group 1f0c2a9b7d3e
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
    Say that the goldens are right, and the code, the doctrine or the document wrong. Nothing is written.

    Shows what is to be undone and exits 1, because the difference stands until that is done.

    Example: checkin golden reject cases week-held
    """
    with guarded():
        from checkin_cli.cli.golden_decide import reject_groups

        given = Given(folder, mode, selector, doctrine, config, export_revision, export_customer)
        compared = Compared()
        stands = reject_groups(chosen_groups(given, cases_of(given, names or ()), group, compared, names=names or ()))
    raise typer.Exit(max(compared.exit_code, FINDINGS if stands else 0))
