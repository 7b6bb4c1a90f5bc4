"""
`checkin draft`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import FINDINGS, StandardOutput, guarded
from checkin_cli.cli.options import ConfigFile, DoctrineFolder

if TYPE_CHECKING:
    from collections.abc import Iterable

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def draft() -> None:
    """
    Propose wordings, list the queue, and review what waits there. Nothing here reaches a customer.
    """


@app.command("new")
def new(
    slot: Annotated[str, typer.Option("--slot", metavar="SLOT", help="Slot of the atom.", show_default=False)],
    atom: Annotated[str, typer.Option("--atom", metavar="ATOM", help="Atom to word anew.", show_default=False)],
    approach: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the wording should try; sent as it is.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("--from", metavar="FILE", help="Take this proposal; nothing is sent.", show_default=False),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be delivered; nothing is sent.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Let me answer at the terminal before it is filed.")] = False,
    keep_unread: Annotated[bool, typer.Option("--keep-unread", help="Keep unreadable replies beside it.")] = False,
    max_attempts: Annotated[int, typer.Option(min=1, max=20, help="Requests, retries included.")] = 3,
    max_tokens: Annotated[int, typer.Option(min=1, help="Tokens before no further request.")] = 20_000,
    max_rounds: Annotated[int, typer.Option(min=1, help="Requests before the budget is spent.")] = 8,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
) -> None:
    """
    Ask the model of [authoring] for one wording, check it, and file it in review_queue/ of the doctrine.

    Needs the extra checkin-cli[authoring]. Exit code 1 where nothing was filed; nothing approved is touched.

    Example: checkin draft new --slot daily.interpretation --atom sleep_short --dry-run --doctrine doctrine
    """
    with guarded():
        from checkin_cli.authoring.new import Wanted
        from checkin_cli.cli.draft_new import make, preview

        wanted = Wanted(slot, atom, approach, max_attempts, max_tokens, max_rounds, keep_unread)
        if dry_run:
            preview(wanted, folder)
            return
        filed = make(wanted, folder, file, config, ask=ask)
    raise typer.Exit(0 if filed else FINDINGS)


@app.command("list")
def list_queue(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
    folder: DoctrineFolder = None,
) -> None:
    """
    List the queue with what became of each: valid now, stale, or approved.

    Needs the extra checkin-cli[authoring].

    Example: checkin draft list --doctrine doctrine
    """
    with guarded():
        from checkin_cli.authoring.shelf import open_shelf
        from checkin_cli.authoring.states import standings
        from checkin_cli.cli.draft_text import standing_lines
        from checkin_cli.json_text import json_pretty

        found = list(standings(open_shelf(folder)))
        lines = [line for each in found for line in standing_lines(each)] or ["the queue is empty"]
        members = [each.members() for each in found]
        StandardOutput().write(json_pretty(members) if as_json else text_of(lines))


@app.command("review")
def review(
    wanted: Annotated[str, typer.Argument(metavar="ID", help="Of a queued proposal.", show_default=False)],
    everything: Annotated[bool, typer.Option("--all", help="Print every text, not only up to two clauses.")] = False,
    approve: Annotated[
        str | None,
        typer.Option(metavar="DIGEST", help="Approve without a terminal what was shown.", show_default=False),
    ] = None,
    reject: Annotated[
        str | None, typer.Option(metavar="REASON", help="Reject without a terminal.", show_default=False)
    ] = None,
    folder: DoctrineFolder = None,
) -> None:
    """
    Show every text that a proposal could appear in, check it again, and approve or reject it at the terminal.

    Approving binds to the digest of those texts and puts the wording into its file of atoms; checkin doctrine lock
    then locks it. Needs the extra checkin-cli[authoring].

    Examples: checkin draft review sleep_short.d; checkin draft review sleep_short.d --reject "too long"
    """
    with guarded():
        from checkin_cli.cli.draft_review import decide

        done = decide(wanted, folder, approve, reject, everything=everything)
    raise typer.Exit(0 if done else FINDINGS)


def text_of(lines: "Iterable[str]") -> bytes:
    """
    Lines as they are printed.
    """
    return "".join(f"{line}\n" for line in lines).encode()
