"""
What can have become of a golden, and of a case, as values.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from checkin_cli.errors import CheckinError
from checkin_cli.runs.golden.cases import Case, Orphan


class Kind(StrEnum):
    """
    The classes of changes.
    """

    number = "number"
    wording = "wording"
    order = "order"
    whitespace = "whitespace"
    structure = "structure"


@dataclass(frozen=True, slots=True)
class Missing:
    """
    There is no golden yet.
    """


@dataclass(frozen=True, slots=True)
class Unreadable:
    """
    There is something in the place of a golden that cannot be read.
    """

    found: str

    folder: bool = False
    """
    True if it is a folder, which nothing writes over.
    """


@dataclass(frozen=True, slots=True)
class Edit:
    """
    A golden has other bytes than what is rendered now.
    """

    kind: Kind

    offset: int
    """
    Where the first byte differs.
    """

    golden: str
    now: str
    """
    The bytes around that place on either side, escaped.
    """

    causes: tuple[str, ...] = ()
    """
    What has a name of its own: of a whitespace change that is all there is, of others it comes on top.
    """

    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    """
    Lines of a copy, or members of a receipt, that the golden alone and the new bytes alone hold.
    """

    members: tuple[str, ...] = ()
    """
    The members of a receipt that changed.
    """

    numbers: bool = False
    """
    True if any number moved, or might have, whatever the class.
    """

    compared: bool = True
    """
    False where the golden is no text that could be compared: anything may have moved.
    """

    too_long: bool = False
    """
    True where the golden is too long to be shown whole: its lines are not told.
    """

    identity: tuple[object, ...] = field(default=(), repr=False)
    """
    Equal for changes that are the same, in whatever case.
    """

    digests: tuple[str, str] = ("", "")
    """
    Of the golden and of the new bytes.
    """

    doctrines: tuple[str, str] | None = None
    """
    Of a receipt: the digests of the doctrine that the golden was made with and of the one in use, where they differ.
    """


Change = Missing | Unreadable | Edit


@dataclass(frozen=True, slots=True)
class Fresh:
    """
    The bytes that a run would write for a case.
    """

    copy: bytes
    receipt: bytes


@dataclass(frozen=True, slots=True)
class Same:
    """
    A case whose goldens hold what is rendered now.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Different:
    """
    A case of which at least one golden does not.
    """

    case: Case
    fresh: Fresh
    copy: Change | None
    receipt: Change | None

    claim: bool
    """
    True if the ids or the decision of the receipt moved, or the words of a locked line.
    """

    @property
    def name(self) -> str:
        """
        The name of the case.
        """
        return self.case.name

    @property
    def state(self) -> str:
        """
        `changed`, `missing` or `unreadable`.
        """
        changes = [change for change in (self.copy, self.receipt) if change is not None]
        if any(isinstance(change, Edit) for change in changes):
            return "changed"
        return "unreadable" if any(isinstance(change, Unreadable) for change in changes) else "missing"

    @property
    def kind(self) -> Kind | None:
        """
        The class of the copy's change, else that of the receipt's.
        """
        return next((change.kind for change in (self.copy, self.receipt) if isinstance(change, Edit)), None)

    @property
    def receipt_alone(self) -> bool:
        """
        True if the copy is as accepted, byte by byte: what a customer reads has not moved.
        """
        return self.copy is None

    @property
    def must_be_shown(self) -> bool:
        """
        True if nobody may accept it unseen: numbers or claims moved, or might have, or there was no copy.
        """
        changes = [change for change in (self.copy, self.receipt) if change is not None]
        edits = [change for change in changes if isinstance(change, Edit)]
        return self.claim or len(edits) < len(changes) or any(edit.numbers or not edit.compared for edit in edits)

    @property
    def by_name_alone(self) -> bool:
        """
        True if it cannot be shown whole, so that only its name accepts it: no folder, group or key.
        """
        return any(
            (isinstance(change, Edit) and change.too_long) or (isinstance(change, Unreadable) and not change.folder)
            for change in (self.copy, self.receipt)
        )

    @property
    def blocking(self) -> tuple[Path, ...]:
        """
        Folders in the place of its goldens.
        """
        places = ((self.case.copy, self.copy), (self.case.receipt, self.receipt))
        return tuple(path for path, change in places if isinstance(change, Unreadable) and change.folder)


@dataclass(frozen=True, slots=True)
class Orphaned:
    """
    Goldens that no document has.
    """

    orphan: Orphan

    @property
    def name(self) -> str:
        """
        The name that its case would have.
        """
        return self.orphan.name

    state = "orphaned"
    kind = None
    claim = False
    receipt_alone = False
    must_be_shown = True
    by_name_alone = False
    blocking = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """
    A case whose document was refused, or met a defect of this program.
    """

    name: str
    error: CheckinError


Verdict = Same | Different | Orphaned | Refused
Difference = Different | Orphaned
