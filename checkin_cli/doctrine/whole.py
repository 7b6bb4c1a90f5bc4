"""
The doctrine as one value.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from checkin_cli.doctrine.slots import Slot
from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, Source, ToneSlot, Variant
from checkin_cli.facts import SURFACES
from checkin_cli.memo import Memo


@dataclass(frozen=True, eq=False)
class Doctrine:
    """
    Everything approved, by id, with the digest that receipts carry. Two loads are two doctrines.
    """

    digest: str
    sources: dict[str, Source]
    principles: dict[str, Principle]
    atoms: dict[str, Atom]
    tone: dict[str, ToneSlot]
    actions: dict[str, Action]
    playbooks: dict[str, Playbook]
    """
    By surface.
    """

    tasks: dict[str, str]
    """
    The task text of each stage of a selection: `expression`, `coach`, `polish`.
    """

    def task(self, stage: str, surface: str) -> str:
        """
        The system message of a stage. That of `expression` ends in the wordings of the surface's tone slots.
        """
        if stage != "expression":
            return self.tasks[stage]
        slots = (self.tone[slot] for slot in self.playbooks[surface].tone)
        lines = (f"{slot.slot} {variant.id}: {variant.text}\n" for slot in slots for variant in slot.variant)
        return f"{self.tasks[stage]}{''.join(lines)}"

    def variants_of(self, owner: str) -> tuple[Variant, ...]:
        """
        The wordings of an atom or of a tone slot.
        """
        return self.atoms[owner].variant if owner in self.atoms else self.tone[owner].variant

    @cached_property
    def owners(self) -> dict[Variant, Atom | ToneSlot]:
        """
        The atom or tone slot of each wording.
        """
        owners: list[Atom | ToneSlot] = [*self.atoms.values(), *self.tone.values()]
        return {variant: owner for owner in owners for variant in owner.variant}

    @cached_property
    def daily_actions(self) -> tuple[Action, ...]:
        """
        The daily actions, most urgent first.
        """
        daily = (action for action in self.actions.values() if action.surface == "daily")
        return tuple(sorted(daily, key=lambda action: (action.priority or 0, action.id)))

    def actions_in(self, mask: int) -> tuple[Action, ...]:
        """
        The daily actions that hold for a document with these tags, most urgent first.
        """
        return self._actions[mask & self._asked_by_actions]

    @cached_property
    def _actions(self) -> Memo[int, tuple[Action, ...]]:
        return Memo(lambda mask: tuple(action for action in self.daily_actions if action.holds(mask)))

    @cached_property
    def _asked_by_actions(self) -> int:
        return reduce(or_, (action.asked[0] for action in self.daily_actions), 0)

    def slot(self, surface: str, slot: str) -> Slot:
        """
        A prose slot of a surface's playbook.
        """
        return self._slots[surface, slot]

    @cached_property
    def _slots(self) -> Memo[tuple[str, str], Slot]:
        def find(home: tuple[str, str]) -> Slot:
            surface, slot = home
            rule = next(rule for rule in self.playbooks[surface].prose if rule.slot == slot)
            return Slot(rule, tuple(self.atoms[atom] for atom in rule.atoms))

        return Memo(find)

    def principles_of(self, surface: str) -> tuple[Principle, ...]:
        """
        The principles of a surface, in the order of the files.
        """
        return self._principles_by_surface[surface]

    @cached_property
    def _principles_by_surface(self) -> dict[str, tuple[Principle, ...]]:
        return {
            surface: tuple(each for each in self.principles.values() if surface in each.surfaces)
            for surface in SURFACES
        }

    def clusters_behind(self, principle_ids: Iterable[str]) -> tuple[str, ...]:
        """
        The clusters of evidence behind principles, each once, in order of first mention.
        """
        sources = (source for principle in principle_ids for source in self.principles[principle].sources)
        return tuple(dict.fromkeys(self.sources[source].cluster for source in sources))
