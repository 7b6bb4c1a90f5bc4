"""
Work on many documents at once, and hand the results on in the order of the inputs.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Generic, TypeVar

from checkin_cli.selection.attempt import Stopped

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 32
"""
Results that may wait for an earlier one, for each worker: enough for the slowest document beside the fastest ones,
and a bound on what memory holds.
"""


class _Slot(Generic[T, R]):
    """
    One document and, later, what became of it.
    """

    def __init__(self, number: int, given: T) -> None:
        self.number = number
        self.given = given
        self.over = threading.Event()
        self.result: R | None = None
        self.fault: Exception = Stopped()

    def take(self) -> R:
        """
        The result, when it is there; or raise what happened instead.
        """
        self.over.wait()
        if self.result is None:
            raise self.fault
        return self.result


class Crew(Generic[T, R]):
    """
    A fixed number of threads, each of which does one document after the other. They never outlive the program.
    """

    def __init__(self, workers: int, work: Callable[[T, int], R], stopping: threading.Event) -> None:
        """
        `work` takes a document and its number, counted from 0. Once `stopping` is set, no further one is begun.
        """
        self._workers = workers
        self._work = work
        self._stopping = stopping
        self._waiting: queue.SimpleQueue[_Slot[T, R] | None] = queue.SimpleQueue()
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

        What `work` raises for a document stops the run and is raised where the first result is missing. Leaving early
        waits for what was begun, but for `KeyboardInterrupt` and `SystemExit`, which wait for nothing.
        """
        for _ in range(self._workers):
            threading.Thread(target=self._serve, name="checkin-document", daemon=True).start()
        slots: deque[_Slot[T, R]] = deque()
        try:
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
            for _ in range(self._workers):
                self._waiting.put(None)

    def _in_order(self, inputs: Iterable[T], slots: "deque[_Slot[T, R]]") -> Iterator[R]:
        stopped = False
        for number, given in enumerate(inputs):
            stopped = self._stopping.is_set()
            if stopped:
                break
            slots.append(_Slot(number, given))
            self._waiting.put(slots[-1])
            while slots[0].over.is_set() or len(slots) >= self._workers * AHEAD:
                yield slots[0].take()
                slots.popleft()
                if not slots:
                    break
        while slots:
            yield slots[0].take()
            slots.popleft()
        if stopped:
            raise Stopped

    def _serve(self) -> None:
        while (slot := self._waiting.get()) is not None:
            try:
                if not self._stopping.is_set():
                    self._busy.add(slot.number)
                    slot.result = self._work(slot.given, slot.number)
            except Exception as fault:  # noqa: BLE001  # raised again where the results are taken
                slot.fault = fault
                if not isinstance(fault, Stopped):
                    self._fault = self._fault or fault
                self._stopping.set()
            finally:
                self._busy.discard(slot.number)
                slot.over.set()
