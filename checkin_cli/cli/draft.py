"""
`checkin draft`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import FINDINGS, StandardOutput, guarded
from checkin_cli.cli.options import ConfigFile, DoctrineFolder
from checkin_cli.cli.page import App

if TYPE_CHECKING:
    from collections.abc import Iterable

app = App()


@app.callback()
def draft() -> None:
    """
    Propose wordings, and review what waits in the queue.

    In: the doctrine, and a model or a file that proposes. Out: proposals in review_queue/ and, once a person approved
    them, wordings in atoms/*.toml. Nothing here reaches a customer. Needs the extra checkin-cli[authoring].

    Exit codes: 0 done; 1 nothing was filed or decided; 2 usage, or doctrine that does not load; 4 a file was not
    written.

    Examples:
      checkin draft list --doctrine doctrine

    """


@app.command("new")
def new(
    slot: Annotated[str, typer.Option("--slot", metavar="SLOT", help="Slot of the atom.")],
    atom: Annotated[str, typer.Option("--atom", metavar="ATOM", help="Atom to word anew.")],
    approach: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What the wording should try; sent as it is. [default: none]", show_default=False
        ),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="Take this proposal, with neither --ask nor --approach; nothing is sent. [default: a model is asked]",
            show_default=False,
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be delivered; nothing is sent.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Let me answer at the terminal before it is filed.")] = False,
    keep_unread: Annotated[bool, typer.Option("--keep-unread", help="Keep unreadable replies beside it.")] = False,
    max_attempts: Annotated[
        int, typer.Option(min=1, max=20, metavar="REQUESTS", help="For this wording, retries included.")
    ] = 3,
    max_tokens: Annotated[
        int, typer.Option(min=1, metavar="TOKENS", help="Once so many are spent, no further request.")
    ] = 20_000,
    max_rounds: Annotated[int, typer.Option(min=1, metavar="REQUESTS", help="Requests that the budget pays for.")] = 8,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
) -> None:
    """
    Have one wording proposed, check it, and file it for review.

    In: an atom, and the model of [authoring] or a file. Out: a proposal in review_queue/ of the doctrine, or why there
    is none. Nothing approved is touched. Needs the extra checkin-cli[authoring].

    Exit codes: 0 filed; 1 refuted, or no proposal came; 2 usage, a spent budget, or doctrine that does not load; 4 a
    file was not written.

    Examples:
      checkin draft new --slot daily.interpretation --atom empty_day --dry-run

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
    List the queue, and how each proposal stands now.

    In: review_queue/ of the doctrine. Out: each proposal with its wording, and valid (every check admits it now), stale
    (a check does not, or other texts were approved) or approved. Needs the extra checkin-cli[authoring].

    Exit codes: 0 listed; 2 usage, or doctrine that does not load.

    Examples:
      checkin draft list --doctrine doctrine

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
    wanted: Annotated[str, typer.Argument(metavar="ID", help="Of a queued proposal.")],
    everything: Annotated[bool, typer.Option("--all", help="Print every text, not only up to two clauses.")] = False,
    approve: Annotated[
        str | None,
        typer.Option(
            metavar="DIGEST", help="Approve without a terminal what was shown. [default: asked]", show_default=False
        ),
    ] = None,
    reject: Annotated[
        str | None,
        typer.Option(metavar="REASON", help="Reject without a terminal. [default: asked]", show_default=False),
    ] = None,
    folder: DoctrineFolder = None,
) -> None:
    """
    Show every text that a proposal could appear in, and decide.

    In: the id of a queued proposal, checked again. Out: the texts, and what was decided at the terminal. Approving
    binds to the digest of those texts and puts the wording into its file of atoms; checkin doctrine lock then locks it.
    Needs the extra checkin-cli[authoring].

    Exit codes: 0 decided; 1 not decided, or refuted now; 2 usage, no terminal to answer at, an unknown id, an approval
    that was made before, or texts that changed since they were shown; 4 a file was not written.

    Examples:
      checkin draft review empty_day.d --doctrine doctrine
      checkin draft review empty_day.d --reject "too long" --doctrine doctrine

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
