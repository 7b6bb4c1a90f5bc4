"""
`checkin draft new`: what it prints and whom it asks.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.authoring.loop import Draft, Outcome, Reviewer
from checkin_cli.authoring.new import Made, Wanted, draft_by_hand, draft_by_model
from checkin_cli.authoring.prompt import Prompt
from checkin_cli.authoring.shelf import open_shelf
from checkin_cli.cli.draft import text_of
from checkin_cli.cli.draft_text import offer_lines, refutation_lines
from checkin_cli.cli.guard import StandardOutput, talk
from checkin_cli.errors import UsageError
from checkin_cli.runs.inputs import show

if TYPE_CHECKING:
    from checkin_cli.authoring.model import Model
    from checkin_cli.authoring.proposal import Proposal


def preview(wanted: Wanted, folder: Path | None) -> None:
    """
    Print the offer. Nothing is sent, and no configuration is read.
    """
    offer = open_shelf(folder).offer(wanted.slot, wanted.atom)
    StandardOutput().write(text_of(offer_lines(Prompt(offer, wanted.approach))))


def make(wanted: Wanted, folder: Path | None, file: Path | None, config: str | None, *, ask: bool) -> bool:
    """
    Make a proposal and say what came of it. Returns True if it was filed.
    """
    shelf = open_shelf(folder)
    if file is not None:
        if ask or wanted.approach is not None:
            raise UsageError("conflicting_options", "--from with --ask or --approach", "one of them")
        return _tell(draft_by_hand(shelf, wanted, file))
    reviewer = _at_terminal() if ask else None
    return _tell(draft_by_model(shelf, wanted, _model(config), reviewer))


def _model(config: str | None) -> "Model":
    from checkin_cli.authoring.model import model_of
    from checkin_cli.config import load_configuration

    return model_of(load_configuration(config, os.environ, Path.cwd()), os.environ)


def _at_terminal() -> Reviewer:
    if sys.stdin is None or sys.stdout is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("draft_no_terminal", "no terminal", "one to ask and to answer at")

    def answer(proposal: "Proposal") -> str | None:
        StandardOutput().write(text_of([proposal.wording, "Enter files it; words ask for another one:"]))
        StandardOutput().flush()
        return sys.stdin.readline().strip() or None

    return answer


def _tell(made: Made) -> bool:
    draft = made.draft
    for path in made.unread:
        talk(f"kept {show(str(path))}")
    if made.path is not None and draft.proposal is not None:
        StandardOutput().write(text_of([f"filed {show(str(made.path))}", f"    {draft.proposal.wording}"]))
        return True
    if draft.proposal is not None:
        lines = [f"{draft.outcome} {draft.proposal.id}", f"    {draft.proposal.wording}"]
        StandardOutput().write(text_of([*lines, *refutation_lines(draft.refutations)]))
        StandardOutput().flush()
    if draft.outcome is Outcome.ADMITTED:
        talk(f"not filed: another one was wanted, and {_ending(draft)}")
    elif draft.outcome is Outcome.UNANSWERED:
        talk(f"nothing to rule on: {draft.reason}")
    elif draft.outcome is Outcome.UNREADABLE:
        talk("no reply was a proposal; --keep-unread keeps what came")
    return False


def _ending(draft: Draft) -> str:
    """
    What became of the attempt that a revision bought.
    """
    if draft.reason is not None:
        return f"the endpoint gave none: {draft.reason}"
    return "the reply to that was no proposal" if draft.unread else "no attempt is left"
