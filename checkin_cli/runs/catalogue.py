"""
The doctrine to look things up in: what there is, what it rests on and who uses it.
"""

from dataclasses import dataclass
from functools import cached_property

from checkin_cli.doctrine import Action, Atom, Doctrine, Playbook, Principle, ProseRule, Source, ToneSlot, Variant
from checkin_cli.errors import UsageError
from checkin_cli.shapes import members_of

Members = dict[str, object]
Entry = Principle | Source | Atom | Action | ToneSlot | ProseRule | Playbook | Variant

KINDS: dict[type, str] = {
    Principle: "principle",
    Source: "source",
    Atom: "atom",
    Action: "action",
    ToneSlot: "tone",
    ProseRule: "prose",
    Playbook: "playbook",
    Variant: "wording",
}


@dataclass(frozen=True, slots=True)
class Filters:
    """
    Which principles a list shows; what is None does not narrow it.
    """

    topic: str | None = None
    surface: str | None = None
    risk: str | None = None
    source: str | None = None
    unused: bool = False


@dataclass(frozen=True)
class Catalogue:
    """
    A doctrine with the ways back: from a principle to the atoms and actions that rest on it, and so on.
    """

    doctrine: Doctrine

    @cached_property
    def users(self) -> dict[str, list[str]]:
        """
        The ids of the atoms and actions that rest on each principle; empty for an orphan.
        """
        users: dict[str, list[str]] = {principle: [] for principle in self.doctrine.principles}
        resting: list[Atom | Action] = [*self.doctrine.atoms.values(), *self.doctrine.actions.values()]
        for user in resting:
            for principle in user.principles:
                users[principle].append(user.id)
        return users

    @cached_property
    def entries(self) -> dict[str, tuple[Entry, Atom | ToneSlot | None]]:
        """
        Everything that has an id; a wording with the atom or tone slot that owns it.
        """
        doctrine = self.doctrine
        owners: list[Atom | ToneSlot] = [*doctrine.atoms.values(), *doctrine.tone.values()]
        return {
            **{each.id: (each, None) for each in doctrine.principles.values()},
            **{each.id: (each, None) for each in doctrine.sources.values()},
            **{each.id: (each, None) for each in doctrine.atoms.values()},
            **{each.id: (each, None) for each in doctrine.actions.values()},
            **{each.id: (each, None) for each in doctrine.playbooks.values()},
            **{each.slot: (each, None) for each in doctrine.tone.values()},
            **{rule.slot: (rule, None) for playbook in doctrine.playbooks.values() for rule in playbook.prose},
            **{variant.id: (variant, owner) for owner in owners for variant in owner.variant},
        }

    def counts(self) -> dict[str, int]:
        """
        How much there is of everything. An orphan is a principle that nothing rests on.
        """
        doctrine = self.doctrine
        return {
            "principles": len(doctrine.principles),
            "atoms": len(doctrine.atoms),
            "variants": sum(len(atom.variant) for atom in doctrine.atoms.values()),
            "tone_variants": sum(len(slot.variant) for slot in doctrine.tone.values()),
            "actions": len(doctrine.actions),
            "sources": len(doctrine.sources),
            "orphans": sum(not users for users in self.users.values()),
        }

    def principles(self, filters: Filters) -> list[Principle]:
        """
        The principles that pass the filters, in the order of the files. Raises `UsageError` for an unknown source.
        """
        if filters.source is not None and filters.source not in self.doctrine.sources:
            raise UsageError("unknown_id", "another source", "an id that checkin doctrine sources prints")
        return [each for each in self.doctrine.principles.values() if self._passes(each, filters)]

    def carried_by(self, source: Source) -> list[str]:
        """
        The ids of the principles that rest on a source.
        """
        return [each.id for each in self.doctrine.principles.values() if source.id in each.sources]

    def members(self, entry: Principle | Source) -> Members:
        """
        A principle with its users or a source with what rests on it, as JSON members.
        """
        if isinstance(entry, Principle):
            return {**members_of(entry), "used_by": self.users[entry.id]}
        return {**members_of(entry), "can_carry": entry.can_carry, "carries": self.carried_by(entry)}

    def show(self, wanted: str) -> Members:
        """
        Everything about one id, down to the evidence.

        Raises `UsageError` for an id that the doctrine does not hold.
        """
        wanted = wanted.strip()
        if wanted not in self.entries:
            raise UsageError("unknown_id", "another id", "an id of the doctrine")
        entry, owner = self.entries[wanted]
        return {"entry": KINDS[type(entry)], **self._in_full(entry, owner)}

    def _in_full(self, entry: Entry, owner: Atom | ToneSlot | None) -> Members:
        match entry:
            case Principle():
                return self._with_evidence(entry)
            case Source():
                return self.members(entry)
            case Atom() | Action():
                principles = [self._with_evidence(self.doctrine.principles[each]) for each in entry.principles]
                return {**members_of(entry), "principles": principles}
            case Variant() if isinstance(owner, Atom):
                return {**members_of(entry), "atom": self._in_full(owner, None)}
            case Variant() if owner is not None:
                return {**members_of(entry), "slot": owner.slot}
            case _:
                return members_of(entry)

    def _with_evidence(self, principle: Principle) -> Members:
        evidence = [members_of(self.doctrine.sources[source]) for source in principle.sources]
        return {**self.members(principle), "evidence": evidence}

    def _passes(self, principle: Principle, filters: Filters) -> bool:
        return (
            filters.topic in {None, principle.topic}
            and (filters.surface is None or filters.surface in principle.surfaces)
            and filters.risk in {None, principle.risk}
            and (filters.source is None or filters.source in principle.sources)
            and not (filters.unused and self.users[principle.id])
        )
