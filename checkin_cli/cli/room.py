"""
Room for what a run writes, looked for before anybody is asked: a copy that a model chose cannot be had again.
"""

from dataclasses import dataclass
from pathlib import Path

from checkin_cli.errors import OutputError
from checkin_cli.runs.files import ENDINGS, exists_already, is_golden, looking_at
from checkin_cli.runs.outputs.folder import check_way, is_emptied


@dataclass(slots=True)
class Room:
    """
    The place of an output, and what is in its way.
    """

    target: Path
    force: bool
    resumed: bool
    """
    True for a run that goes on. What is in its way may be its own, if nothing is left to be asked: so it is kept, and
    not raised, until something is.
    """

    obstacle: OutputError | None = None

    def look(self) -> None:
        """
        Look for the file of a run that writes one. Raises `OutputError`.
        """
        with looking_at(self.target):
            is_file = self.target.is_file()
        if is_file and not self.force:
            self._meet(exists_already(self.target))

    def look_at(self, name: str) -> None:
        """
        Look for the two files of a copy in a folder. Raises `OutputError`.
        """
        for ending in ENDINGS:
            try:
                self._check(self.target / f"{name}{ending}")
            except OutputError as obstacle:
                self._meet(obstacle)

    def _check(self, path: Path) -> None:
        check_way(self.target, path)
        with looking_at(path):
            is_there = path.exists() and not (self.resumed and is_emptied(path))
        if is_there and (is_golden(path) or not self.force):
            raise exists_already(path, in_folder=True)

    def _meet(self, obstacle: OutputError) -> None:
        if not self.resumed:
            raise obstacle
        self.obstacle = self.obstacle or obstacle
