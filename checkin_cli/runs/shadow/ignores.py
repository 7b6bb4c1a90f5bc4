"""
Differences that somebody answers for: each has a name, an owner and a last day.
"""

import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from checkin_cli.doctrine.values import ID, SURFACE
from checkin_cli.errors import Place, UsageError
from checkin_cli.runs.inputs import show
from checkin_cli.shapes import Day, ListOf, Misfit, Nullable, Record, Text, json_path, record

if TYPE_CHECKING:
    from checkin_cli.runs.shadow.compare import Clause, Difference

_WORD = Text(shortest=1, longest=80, visible=True)


@record
class Ignore:
    """
    Covers differences of one slot, until the end of a day: all of them, or those in which a wording is replaced.
    """

    name: Annotated[str, _WORD]
    owner: Annotated[str, _WORD]
    expires: Annotated[date, Day()]
    slot: Annotated[str, ID]
    """
    A slot, or `locked` for lines that nobody chooses.
    """

    surface: Annotated[str | None, Nullable(SURFACE)] = None
    control: Annotated[tuple[str, ...], ListOf(ID)] = ()
    """
    Wordings of the control, one of which must be gone; none for any.
    """

    candidate: Annotated[tuple[str, ...], ListOf(ID)] = ()
    """
    Wordings of the candidate, one of which must be new; none for any.
    """

    def covers(self, surface: str, difference: "Difference") -> bool:
        """
        True if the difference is one that this stands for, whatever the day.
        """
        # By their words: one id may stand for other words in another doctrine.
        gone = _only_in(difference.control, difference.candidate)
        new = _only_in(difference.candidate, difference.control)
        return (
            difference.slot == self.slot
            and self.surface in {None, surface}
            and (not self.control or not gone.isdisjoint(self.control))
            and (not self.candidate or not new.isdisjoint(self.candidate))
        )


def _only_in(clauses: "tuple[Clause, ...]", others: "tuple[Clause, ...]") -> set[str]:
    texts = {clause.text for clause in others}
    return {clause.variant for clause in clauses if clause.text not in texts}


@record
class _File:
    ignore: Annotated[tuple[Ignore, ...], ListOf(Record(Ignore))] = ()


@dataclass(slots=True)
class Ignores:
    """
    The ignores of a run, and how often each was used.
    """

    today: date
    every: Sequence[Ignore] = ()
    used: dict[str, int] = field(default_factory=dict)

    def covering(self, surface: str, difference: "Difference") -> Ignore | None:
        """
        The first ignore that covers a difference and has not expired.
        """
        for ignore in self.every:
            if not self.is_expired(ignore) and ignore.covers(surface, difference):
                self.used[ignore.name] = self.used.get(ignore.name, 0) + 1
                return ignore
        return None

    def check(self, path: Path | None, slots: Collection[str], variants: Collection[str]) -> None:
        """
        Raise `UsageError` for a slot or a wording that is in neither doctrine: it could never cover anything.
        """
        for number, ignore in enumerate(self.every):
            named = {"slot": {ignore.slot}, "control": {*ignore.control}, "candidate": {*ignore.candidate}}
            for member, ids in named.items():
                if not ids <= set(slots if member == "slot" else variants):
                    place = Place(show(str(path)), path=f"$.ignore[{number}].{member}")
                    raise UsageError("ignores_invalid", "an id of neither doctrine", "ids that receipts hold", place)

    def is_expired(self, ignore: Ignore) -> bool:
        """
        True after its last day.
        """
        return ignore.expires < self.today

    def members(self) -> list[dict[str, object]]:
        """
        The ignores as JSON members.
        """
        return [
            {
                "name": each.name,
                "owner": each.owner,
                "expires": each.expires.isoformat(),
                "used": self.used.get(each.name, 0),
                "expired": self.is_expired(each),
            }
            for each in self.every
        ]


def read_ignores(path: Path | None, today: date) -> Ignores:
    """
    Read a file of `[[ignore]]` tables. Raises `UsageError` for one that cannot be read, or does not fit.
    """
    if path is None:
        return Ignores(today)
    place = Place(show(str(path)))
    try:
        found = tomllib.loads(path.read_bytes().decode("utf-8"), parse_float=str)
    except (OSError, ValueError):
        raise UsageError("ignores_invalid", "no TOML file that can be read", "tables named ignore", place) from None
    try:
        ignores = Record(_File).read(_plain(found)).ignore
    except Misfit as misfit:
        place = Place(show(str(path)), path=json_path(misfit.path))
        raise UsageError("ignores_invalid", misfit.found, misfit.required, place) from None
    names = [each.name for each in ignores]
    if len(set(names)) < len(names):
        raise UsageError("ignores_invalid", "the same name twice", "a name for each ignore", place)
    return Ignores(today, ignores)


def _plain(value: object) -> object:
    """
    Days as text, which is what shapes read.
    """
    match value:
        case dict():
            return {name: _plain(each) for name, each in value.items()}
        case list():
            return [_plain(each) for each in value]
        case date():
            return value.isoformat()
    return value
