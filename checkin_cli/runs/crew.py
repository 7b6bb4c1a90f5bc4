"""
Work on many documents at once, and hand the results on in the order of the inputs.
"""

import contextlib
import queue
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

from checkin_cli.runs.processors import on_one_processor
from checkin_cli.selection.attempt import Stopped

T = TypeVar("T")
W = TypeVar("W")
R = TypeVar("R")
T_contra = TypeVar("T_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)

AHEAD = 32
"""
Results that may wait for an earlier one, for each worker: enough for the slowest document beside the fastest ones,
and a bound on what memory holds.
"""

_TOGETHER = 32
"""
Documents that are prepared before somebody works on the first of them; fewer where no more are there yet.
"""


class Steps(Protocol[T_contra, W, R_co]):
    """
    What is done with a document. Only the step in the middle may wait for others.
    """

    def prepare(self, given: Sequence[tuple[int, T_contra]]) -> Sequence[W]:
        """
        Begin with documents, each with its number, counted from 0.
        """

    def work(self, prepared: W) -> None:
        """
        Go on with one. What this raises ends the run.
        """

    def finish(self, worked: Sequence[W]) -> Iterable[R_co]:
        """
        The results, in the same order.
        """


class _Slot(Generic[T, W]):
    """
    One document and, later, what became of it.
    """

    __slots__ = ("fault", "given", "number", "over", "prepared")

    prepared: W

    def __init__(self, number: int, given: T) -> None:
        self.number = number
        self.given = given
        self.over = threading.Event()
        self.fault: Exception | None = None


class Crew(Generic[T, W, R]):
    """
    A fixed number of threads, each of which works on one document after the other. They never outlive the program.
    """

    def __init__(self, workers: int, steps: Steps[T, W, R], stopping: threading.Event) -> None:
        """
        Once `stopping` is set, no further document is worked on.
        """
        self._workers = workers
        self._steps = steps
        self._stopping = stopping
        self._waiting: queue.SimpleQueue[_Slot[T, W] | None] = queue.SimpleQueue()
        self._taking = threading.Lock()
        self._prepared: deque[_Slot[T, W]] = deque()
        self._ended = False
        self._busy: set[int] = set()
        self._fault: Exception | None = None

    def in_flight(self) -> int:
        """
        How many documents are being worked on.
        """
        return len(self._busy)

    def results(self, inputs: Iterable[T]) -> Generator[R, None, None]:
        """
        Yield a result for each input, in order. Where the run was stopped, raise `Stopped` at the first one missing.

        What is raised for a document stops the run and is raised where the first result is missing. Leaving early
        waits for what was begun, but for `KeyboardInterrupt` and `SystemExit`, which wait for nothing.
        """
        slots: deque[_Slot[T, W]] = deque()
        try:
            with on_one_processor():
                for _ in range(self._workers):
                    threading.Thread(target=self._serve, name="checkin-document", daemon=True).start()
                yield from self._in_order(inputs, slots)
        except (KeyboardInterrupt, SystemExit):
            slots.clear()
            raise
        except Stopped:
            # A document that was stopped because of the fault of a later one must not hide it.
            raise (self._fault or Stopped()) from None
        finally:
            self._stopping.set()
            for slot in slots:
                slot.over.wait()
            self._waiting.put(None)

    def _in_order(self, inputs: Iterable[T], slots: "deque[_Slot[T, W]]") -> Iterator[R]:
        stopped = False
        for number, given in enumerate(inputs):
            stopped = self._stopping.is_set()
            if stopped:
                break
            slots.append(_Slot(number, given))
            self._waiting.put(slots[-1])
            if slots[0].over.is_set() or len(slots) >= self._workers * AHEAD:
                yield from self._finished(slots)
        while slots:
            yield from self._finished(slots)
        if stopped:
            raise Stopped

    def _finished(self, slots: "deque[_Slot[T, W]]") -> Iterator[R]:
        """
        The results up to the first document that is not over, and at least one, for which this waits.

        It waits for the last of as many as are in flight: woken for each one, it would take the processor from those
        who work, and finish them one by one.
        """
        slots[min(self._workers, len(slots)) - 1].over.wait()
        slots[0].over.wait()
        worked, fault = list[W](), None
        while slots and fault is None and slots[0].over.is_set():
            fault = slots[0].fault
            if fault is None:
                worked.append(slots.popleft().prepared)
        yield from self._steps.finish(worked)
        if fault is not None:
            raise fault

    def _serve(self) -> None:
        while (slot := self._next()) is not None:
            try:
                self._work(slot)
            except Exception as fault:  # noqa: BLE001  # raised again where the results are taken
                self._fail(slot, fault)
            finally:
                self._busy.discard(slot.number)
                slot.over.set()

    def _work(self, slot: _Slot[T, W]) -> None:
        if self._stopping.is_set():
            raise Stopped
        self._busy.add(slot.number)
        self._steps.work(slot.prepared)

    def _fail(self, slot: _Slot[T, W], fault: Exception) -> None:
        slot.fault = fault
        if not isinstance(fault, Stopped):
            self._fault = self._fault or fault
        self._stopping.set()

    def _next(self) -> _Slot[T, W] | None:
        """
        The next document, prepared; None at the end.
        """
        with self._taking:
            while not self._prepared and not self._ended:
                self._prepare(self._take())
            return self._prepared.popleft() if self._prepared else None

    def _take(self) -> "list[_Slot[T, W]]":
        """
        What is waiting, and at least one document, unless this is the end.
        """
        slots = list[_Slot[T, W]]()
        with contextlib.suppress(queue.Empty):
            while len(slots) < _TOGETHER:
                slot = self._waiting.get(block=not slots)
                if slot is None:
                    self._ended = True
                    break
                slots.append(slot)
        return slots

    def _prepare(self, slots: "Sequence[_Slot[T, W]]") -> None:
        try:
            if not self._stopping.is_set():
                prepared = self._steps.prepare([(slot.number, slot.given) for slot in slots])
                for slot, each in zip(slots, prepared, strict=True):
                    slot.prepared = each
            self._prepared.extend(slots)
        except Exception as fault:  # noqa: BLE001  # raised again where the results are taken
            for slot in slots:
                self._fail(slot, fault)
                slot.over.set()
