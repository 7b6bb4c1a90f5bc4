"""
The doctrine in the form that loads fast: one JSON file beside the TOML files, made when they are locked.

It is never trusted by itself. The lock names its digest beside those of the TOML files, so it is read only while the
bytes of all of them are the approved ones, and the digest in every receipt covers it as it covers them.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, ProseRule, Source, ToneSlot, Variant
from checkin_cli.doctrine.whole import Doctrine
from checkin_cli.facts import SURFACES
from checkin_cli.json_text import canonical_json, parse_own
from checkin_cli.shapes import made, members_of, shapes_of

T = TypeVar("T")

FORMAT = 2
"""
Changes with the fields of the records; a file of another format is left aside and the TOML files are read.
"""

_TABLES = ("sources", "principles", "atoms", "tone", "actions", "playbooks")
_PARTS: dict[str, type] = {"variant": Variant, "prose": ProseRule}
_SETS = frozenset({"requires", "forbids", "triggers"})


def compile_doctrine(doctrine: Doctrine, files: str) -> bytes:
    """
    Write checked doctrine as one line of canonical JSON, with the digest of the files that it was made from.
    """
    tables = {name: [members_of(each) for each in getattr(doctrine, name).values()] for name in _TABLES}
    return canonical_json({"format": FORMAT, "files": files, "tasks": doctrine.tasks, **tables}) + b"\n"


def read_compiled(raw: bytes, files: str, whole: str) -> Doctrine | None:
    """
    Read what `compile_doctrine` wrote, or None if it was written in another format or from other files.

    The bytes must be those that the lock names: wordings are not judged again. Raises `ValueError` for anything that
    is no compiled form at all.
    """
    try:
        content = parse_own(raw)
        if (content["format"], content["files"]) != (FORMAT, files):
            return None
        doctrine = _doctrine(content, whole)
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError) as error:
        raise ValueError from error
    if not _is_whole(doctrine):
        raise ValueError
    return doctrine


def _doctrine(content: dict[str, Any], whole: str) -> Doctrine:
    return Doctrine(
        digest=whole,
        sources=_table(Source, content["sources"], "id"),
        principles=_table(Principle, content["principles"], "id"),
        atoms=_table(Atom, content["atoms"], "id"),
        tone=_table(ToneSlot, content["tone"], "slot"),
        actions=_table(Action, content["actions"], "id"),
        playbooks=_table(Playbook, content["playbooks"], "surface"),
        tasks=dict(content["tasks"]),
    )


def _is_whole(doctrine: Doctrine) -> bool:
    """
    True if whatever a render looks up is there.
    """
    atoms = (atom for playbook in doctrine.playbooks.values() for rule in playbook.prose for atom in rule.atoms)
    tones = (slot for playbook in doctrine.playbooks.values() for slot in playbook.tone)
    users: list[Atom | Action] = [*doctrine.atoms.values(), *doctrine.actions.values()]
    resting = (each.principles for each in users)
    return (
        set(doctrine.playbooks) == set(SURFACES)
        and set(doctrine.tasks) == {"coach", "expression", "polish"}
        and all(atom in doctrine.atoms for atom in atoms)
        and all(slot in doctrine.tone for slot in tones)
        and all(principle in doctrine.principles for principles in resting for principle in principles)
        and all(source in doctrine.sources for each in doctrine.principles.values() for source in each.sources)
    )


def _table(cls: type[T], rows: list[dict[str, object]], key: str) -> dict[str, T]:
    make = _maker(cls)
    records = [make(row) for row in rows]
    return {getattr(each, key): each for each in records}


def _maker(cls: type[T]) -> Callable[[dict[str, object]], T]:
    """
    What turns members into a record, without judging their values: the digest vouches for them.
    """
    parts: dict[str, Callable[[dict[str, object]], object]] = {
        name: _maker(part) for name, part in _PARTS.items() if name in shapes_of(cls)
    }

    def value_of(name: str, value: object) -> object:
        if not isinstance(value, list):
            return value
        if name in parts:
            return tuple(map(parts[name], value))
        return frozenset(value) if name in _SETS else tuple(value)

    return lambda members: made(cls, {name: value_of(name, value) for name, value in members.items()})
