"""
Selector, ledger and gate of one document in one, which keep what happens and in what order.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Any

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import read_document
from checkin_cli.rendering import Rendering, Screen, render_canonical
from checkin_cli.runs.selection import turn_of
from checkin_cli.selection.attempt import Attempt, Coached, Past, Selected
from checkin_cli.selection.pipeline import select
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.interface import Answer, Turn
from tests.conftest import FIXTURES
from tests.selection import asking
from tests.selection.stand_in import Scripted


class Recorded(Scripted):
    """Selector, ledger and gate in one, which write down what happens in what order."""

    def __init__(
        self,
        replies: Iterable[str] = (),
        past: Past | None = None,
        gate: Iterable[Reason | None] = (),
        forbidden: Reason | None = None,
        loads: int = 0,
    ) -> None:
        """`loads` is how often it has to load something before it can be asked."""
        super().__init__(replies)
        self.events: list[Any] = []
        self.kept: list[Coached] = []
        self.settled: list[Selected] = []
        self._past = past or Past()
        self._gate: Iterator[Reason | None] = chain(gate, repeat(None))
        self._forbidden = forbidden
        self._loads = loads

    def past(self, screen: Screen) -> Past:
        return self._past

    def wait(self) -> None:
        self.events.append("wait")

    def claim(self, stage: str) -> None:
        self.events.append(("claim", stage))

    def keep(self, coached: Coached) -> None:
        self.events.append("keep")
        self.kept.append(coached)

    def settle(self, selected: Selected) -> None:
        self.settled.append(selected)

    def gate(self) -> Reason | None:
        self.events.append("gate")
        return next(self._gate)

    def refuses(self) -> Reason | None:
        self.events.append("refuses")
        return self._forbidden

    def get_ready(self) -> bool:
        self.events.append("ready")
        self._loads -= 1
        return self._loads >= 0

    def choose(self, request: Request, task: str, turn: Turn) -> Answer:
        self.events.append(("choose", request.stage))
        return super().choose(request, task, turn)


def rendered(doctrine: Doctrine, name: str = "full-training-day") -> Rendering:
    raw = (FIXTURES / "day" / f"{name}.json").read_bytes()
    return render_canonical(read_document(raw, asking.RULES), doctrine)


def run(mode: str, recorded: Recorded, doctrine: Doctrine, rendering: Rendering | None = None) -> Selected:
    shown = rendering or rendered(doctrine)
    turn = turn_of(shown.document)
    return select(mode, Attempt(shown, doctrine, recorded, recorded.gate, turn, recorded))


def coached_before(doctrine: Doctrine) -> Coached:
    """What a first stage earned in an earlier part of the run."""
    recorded = Recorded()
    run("coach", recorded, doctrine)
    [kept] = recorded.kept
    return kept
