"""
The doctrine as one value.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from checkin_cli.doctrine.values import Action, Atom, Playbook, Principle, Source, ToneSlot
from checkin_cli.facts import SURFACES


@dataclass(frozen=True)
class Doctrine:
    """
    Everything approved, by id, with the digest that receipts carry.
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

    @cached_property
    def daily_actions(self) -> tuple[Action, ...]:
        """
        The daily actions, most urgent first.
        """
        daily = (action for action in self.actions.values() if action.surface == "daily")
        return tuple(sorted(daily, key=lambda action: (action.priority or 0, action.id)))

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
