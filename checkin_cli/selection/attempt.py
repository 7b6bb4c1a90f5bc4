"""
One document on its way: what has been asked so far, and what of it is kept so that nothing is asked twice.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from checkin_cli.doctrine import Doctrine
from checkin_cli.facts.derive import surface_of
from checkin_cli.rendering import Clause, Rendering, Screen
from checkin_cli.selection.gate import Gate
from checkin_cli.selection.reasons import Reason, Refused
from checkin_cli.selection.requests import Request
from checkin_cli.selection.selectors.interface import Selector, Turn

T = TypeVar("T")
Q = TypeVar("Q", bound=Request)


class Stopped(Exception):
    """
    The run is ending: this document was not asked about, and no result of it may be written.
    """


@dataclass(frozen=True, slots=True)
class Coached:
    """
    What a valid first stage of `coach` earned.
    """

    clauses: tuple[Clause, ...]
    """
    In their canonical wordings.
    """

    principle_ids: tuple[str, ...] | None
    """
    What it rests on; None where the shown atoms say it.
    """


class Selected(NamedTuple):
    """
    What is shown, and what the receipt says about how it came to be.
    """

    clauses: tuple[Clause, ...]
    outcome: str
    reason: str
    coach_valid: bool = False
    polish_valid: bool = False
    requests: int = 0
    stages: tuple[str, ...] = ()
    """
    The stages that were asked, in order.
    """

    principle_ids: tuple[str, ...] | None = None
    """
    What a valid first stage rests on; None where the shown atoms say it.
    """


@dataclass(frozen=True, slots=True)
class Past:
    """
    What an earlier part of the run left of one document.
    """

    claimed: tuple[str, ...] = ()
    """
    The stages whose request may have been sent, and whose answer nobody kept.
    """

    coached: Coached | None = None
    settled: Selected | None = None


class Ledger(Protocol):
    """
    What a run remembers of one document, over its crashes.
    """

    def past(self, screen: Screen) -> Past:
        """
        What earlier parts of the run left; the clauses are those of the screen.
        """
        ...

    def wait(self) -> None:
        """
        Wait for this request's place in the rate of the run. Raises `Stopped` when the run ends meanwhile.
        """
        ...

    def claim(self, stage: str) -> None:
        """
        Make sure that the intent survives a crash. Raises `OutputError` where it cannot: then nothing may be sent.
        """
        ...

    def keep(self, coached: Coached) -> None:
        """
        Keep what the first stage of `coach` earned.
        """
        ...

    def settle(self, selected: Selected) -> None:
        """
        Keep the result.
        """
        ...


class Unrecorded:
    """
    The ledger of a run that asks nobody outside, or has nothing to resume.
    """

    def past(self, screen: Screen) -> Past:  # noqa: ARG002  # there is none, whatever the screen
        """Nothing happened before."""
        return Past()

    def wait(self) -> None:
        """No rate is set."""

    def claim(self, stage: str) -> None:
        """Nothing is kept."""

    def keep(self, coached: Coached) -> None:
        """Nothing is kept."""

    def settle(self, selected: Selected) -> None:
        """Nothing is kept."""


class Attempt:
    """
    One document: what it may be asked with, and what has been asked so far.
    """

    def __init__(
        self,
        rendering: Rendering,
        doctrine: Doctrine,
        selector: Selector,
        gate: Gate,
        turn: Turn,
        ledger: Ledger | None = None,
    ) -> None:
        self.rendering = rendering
        self.doctrine = doctrine
        self.surface = surface_of(rendering.document)
        self.requests = 0
        self.stages: list[str] = []
        self._selector, self._gate, self._turn = selector, gate, turn
        self.ledger: Ledger = ledger or Unrecorded()
        self.past = self.ledger.past(rendering.screen)
        self._depends_on_the_world = False

    def ask(self, request: Q, admit: Callable[[Q, str], T]) -> T:
        """
        One stage: its place in the rate, the gate, the claim, one request, the guard. Raises `Refused`.
        """
        if request.stage in self.past.claimed:
            self.count(request.stage)
            raise Refused(Reason.INTERRUPTED)
        self.ledger.wait()
        self.pass_gate()
        forbidden = self._selector.refuses()
        if forbidden is not None:
            raise Refused(forbidden)
        # A claim from before it was loaded would be one of a request that nobody had begun, a gate's word an old one.
        if self._selector.get_ready():
            self.pass_gate()
        self.ledger.claim(request.stage)
        self.stages.append(request.stage)
        answer = self._selector.choose(request, self.doctrine.task(request.stage, self.surface), self._turn)
        self.requests += answer.requests
        if answer.content is None:
            raise Refused(answer.reason or Reason.NO_COMPLETION)
        return admit(request, answer.content)

    def count(self, stage: str) -> None:
        """
        Count a request that an earlier part of the run began.
        """
        self.stages.append(stage)
        self.requests += 1

    def pass_gate(self) -> None:
        """
        Raise `Refused` if the gate says no.
        """
        self._depends_on_the_world = True
        reason = self._gate()
        if reason is not None:
            raise Refused(reason)

    def canonical(self, outcome: str, reason: str) -> Selected:
        """
        The canonical copy, whatever was received.
        """
        clauses = self.rendering.clauses
        return Selected(clauses, outcome, reason, requests=self.requests, stages=tuple(self.stages))

    def settled(self, selected: Selected) -> Selected:
        """
        The same, kept where asking again could give something else.
        """
        if self._depends_on_the_world:
            self.ledger.settle(selected)
        return selected
