"""
Make one proposal: by asking a model, or from a file that somebody wrote, through the same checks.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from checkin_cli.authoring.budget import Budget
from checkin_cli.authoring.loop import Draft, Drafting, Outcome, Reviewer
from checkin_cli.authoring.model import Model
from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.prompt import Prompt
from checkin_cli.authoring.proposal import Unreadable, read_proposal
from checkin_cli.authoring.shelf import QUEUE, Shelf, write_new
from checkin_cli.errors import Place, UsageError
from checkin_cli.proofreading.tools import require_tools
from checkin_cli.runs.inputs import show


@dataclass(frozen=True)
class Wanted:
    """
    What an operator asks for.
    """

    slot: str
    atom: str
    approach: str | None = None
    max_attempts: int = 3
    max_tokens: int = 20_000
    max_rounds: int = 8
    keep_unread: bool = False
    """
    True to keep unparsable replies beside the queue.
    """


@dataclass
class Made:
    """
    What came of it, and where it was filed.
    """

    draft: Draft
    path: Path | None = None
    unread: list[Path] = field(default_factory=list)


def draft_by_model(shelf: Shelf, wanted: Wanted, model: Model, reviewer: Reviewer | None = None) -> Made:
    """
    Ask the model, and file what the checks admit. Raises `BudgetSpent`, `UsageError` and `OutputError`.

    A proposal that the reviewer last wanted otherwise is not filed.
    """
    require_tools()
    offer = shelf.offer(wanted.slot, wanted.atom)
    made = Made(Draft())
    budget = Budget(wanted.max_tokens, wanted.max_rounds)
    sink = _sink(shelf, offer, made) if wanted.keep_unread else _forget
    drafting = Drafting(model, shelf.validator(offer), budget, wanted.max_attempts, sink, reviewer, made.draft)
    drafting.run(Prompt(offer, wanted.approach))
    return _filed(shelf, made, "model")


def draft_by_hand(shelf: Shelf, wanted: Wanted, file: Path) -> Made:
    """
    Rule on a proposal that a person wrote, and file it if the checks admit it. Raises `UsageError` and `OutputError`.
    """
    require_tools()
    offer = shelf.offer(wanted.slot, wanted.atom)
    place = Place(show(str(file)))
    try:
        proposal = read_proposal(file.read_bytes().decode("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise UsageError(
            "unreadable_proposal", "no readable file", "a file in UTF-8 with one proposal", place
        ) from None
    except Unreadable as unreadable:
        raise UsageError("unreadable_proposal", unreadable.found, unreadable.required, place) from None
    found = shelf.validator(offer)(proposal)
    outcome = Outcome.REFUTED if found else Outcome.ADMITTED
    return _filed(shelf, Made(Draft(outcome, proposal, found)), "hand")


def _filed(shelf: Shelf, made: Made, origin: str) -> Made:
    draft = made.draft
    if draft.outcome is Outcome.ADMITTED and draft.proposal is not None and not draft.revision_wanted:
        made.path = shelf.file(draft.proposal, origin)
    return made


def _forget(_text: str) -> None:
    """
    Replies that nobody asked to keep are not kept.
    """


def _sink(shelf: Shelf, offer: Offer, made: Made) -> Callable[[str], None]:
    folder = shelf.folder / QUEUE

    def keep(text: str) -> None:
        number = 1
        while (path := folder / f"{offer.new_id}.unread.{number}.txt").exists():
            number += 1
        made.unread.append(write_new(path, text.encode("utf-8", "surrogatepass"), private=True))

    return keep
