"""
A doctrine folder as authoring sees it: its files as they stand, locked or not, and the queue of proposals beside them.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

from checkin_cli.authoring.offer import Offer, offer_of
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.authoring.validate import Validator
from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import Doctrine, Quarantined, files_digest, load_quarantine
from checkin_cli.doctrine.build import build_doctrine
from checkin_cli.doctrine.load import read_approved
from checkin_cli.doctrine.tables import Tables
from checkin_cli.errors import OutputError, Place, UsageError
from checkin_cli.hints import NEVER_OVERWRITTEN
from checkin_cli.json_text import quoted
from checkin_cli.runs.files import replacing, unwritable
from checkin_cli.runs.inputs import show
from checkin_cli.selection.watched import open_regular
from checkin_cli.shapes import ListOf, OneOf, Pattern, Text, record

QUEUE = "review_queue"
REJECTED = "rejected"

_WORD = Pattern("[!-~]{1,64}", "an id")
_DIGEST = Pattern("[0-9a-f]{64}", "a SHA-256 digest")
_PLAIN_NAME = Pattern("[a-z][a-z0-9_.-]{1,63}", "an id")


@record
class Filed:
    """
    A proposal in the queue.
    """

    slot: Annotated[str, _WORD]
    atom: Annotated[str, _WORD]
    id: Annotated[str, _PLAIN_NAME]
    wording: Annotated[str, Text(shortest=1, longest=300)]
    register: Annotated[str, OneOf(("haeyo", "hapsyo"))]
    principles: Annotated[tuple[str, ...], ListOf(_WORD, least=1, most=8, unique=True)]
    origin: Annotated[str, OneOf(("model", "hand"))]
    approved: Annotated[str | None, _DIGEST] = None
    """
    Of the texts that the person saw who approved it.
    """

    @property
    def proposal(self) -> Proposal:
        """
        What was proposed.
        """
        return Proposal(
            slot=self.slot,
            atom=self.atom,
            id=self.id,
            wording=self.wording,
            register=self.register,
            principles=self.principles,
        )

    def toml(self, **more: str) -> bytes:
        """
        The file that holds it.
        """
        principles = ", ".join(quoted(each) for each in self.principles)
        members = {
            "slot": self.slot,
            "atom": self.atom,
            "id": self.id,
            "wording": self.wording,
            "register": self.register,
            "origin": self.origin,
            **({"approved": self.approved} if self.approved else {}),
            **more,
        }
        lines = [f"{key} = {quoted(value)}" for key, value in members.items()]
        return "\n".join(["[[proposal]]", *lines, f"principles = [{principles}]", ""]).encode()


@dataclass(frozen=True)
class Shelf:
    """
    The folder, read once.
    """

    folder: Path
    contents: dict[str, bytes]
    doctrine: Doctrine
    queue: dict[str, Filed]

    @cached_property
    def quarantined(self) -> list[Quarantined]:
        """
        The sentences that were turned away.
        """
        return load_quarantine(self.folder)

    def offer(self, slot: str, atom: str) -> Offer:
        """
        What is delivered for one atom, with an id that no proposal holds. Raises `UsageError`.
        """
        return offer_of(self.doctrine, slot, atom, self.queue)

    def validator(self, offer: Offer) -> Validator:
        """
        The checks of proposals for an offer.
        """
        return Validator(offer, self.doctrine, self.quarantined)

    def filed(self, wanted: str) -> Filed:
        """
        One proposal of the queue. Raises `UsageError` for an id that it does not hold.
        """
        if wanted not in self.queue:
            raise UsageError("unknown_proposal", "another id", "the id of a queued proposal")
        return self.queue[wanted]

    def holds(self, filed: Filed) -> bool:
        """
        True if the wording of a proposal stands in the atoms, locked or not.
        """
        atom = self.doctrine.atoms.get(filed.atom)
        return atom is not None and any((each.id, each.text) == (filed.id, filed.wording) for each in atom.variant)

    def validator_of(self, filed: Filed) -> Validator:
        """
        The checks for a queued proposal as the doctrine is now. Raises `UsageError` where its atom is gone.
        """
        return self.validator(replace(offer_of(self.doctrine, filed.slot, filed.atom), new_id=filed.id))

    def path_of(self, filed: Filed) -> Path:
        """
        The file of a queued proposal.
        """
        return self.folder / QUEUE / f"{filed.id}.toml"

    def file(self, proposal: Proposal, origin: str) -> Path:
        """
        Put an admitted proposal into the queue; a file that is there is never overwritten. Raises `OutputError`.
        """
        filed = Filed(
            slot=proposal.slot,
            atom=proposal.atom,
            id=proposal.id,
            wording=proposal.wording,
            register=proposal.register,
            principles=proposal.principles,
            origin=origin,
        )
        return write_new(self.path_of(filed), filed.toml())


def open_shelf(folder: Path | None) -> Shelf:
    """
    Read a doctrine folder and its queue. Raises `UsageError` for files that make no doctrine or no proposal.
    """
    where = folder or bundled_folder()
    contents = read_approved(where)
    doctrine = build_doctrine(where, contents, files_digest(contents))
    return Shelf(where, contents, doctrine, _queue_of(where))


def _queue_of(folder: Path) -> dict[str, Filed]:
    names = sorted(f"{QUEUE}/{path.name}" for path in (folder / QUEUE).glob("*.toml"))
    try:
        raw = {name: _bytes_of(folder / name) for name in names}
    except OSError:
        place = Place(show(str(folder / QUEUE)))
        raise UsageError("queue_invalid", "no readable file", "a file with a proposal", place) from None
    return Tables(folder, raw, "queue_invalid").by_id(names, "proposal", Filed, lambda filed: filed.id)


def _bytes_of(path: Path) -> bytes:
    with open_regular(str(path)) as file:
        return file.read()


def write_new(path: Path, raw: bytes, *, private: bool = False) -> Path:
    """
    Write a file that is not there yet, whole or not at all. Raises `OutputError`.
    """
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError:
        raise unwritable(path.parent) from None
    if path.exists():
        error = OutputError("output_exists", "a file of that name", "a new name", Place(show(str(path))))
        error.hint = NEVER_OVERWRITTEN
        raise error
    with replacing(path, force=False, private=private) as file:
        file.write(raw)
    return path
