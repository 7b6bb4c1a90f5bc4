"""
Many documents at once: every result in order, nothing begun after a stop, and the first fault is what is told.
"""

import contextlib
import os
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkin_cli.runs.crew import AHEAD, Crew
from checkin_cli.runs.journal import Pace
from checkin_cli.selection.attempt import Stopped
from tests.batch.served import PATIENCE


class FullError(Exception):
    """What a document met."""


class Each:
    """Steps of which only the middle one does anything."""

    def __init__(self, do: Callable[[int, int], int]) -> None:
        self._do = do
        self._found = dict[int, int]()

    def prepare(self, given: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """Nothing."""
        return given

    def work(self, prepared: tuple[int, int]) -> None:
        """Do what the test wants."""
        number, given = prepared
        self._found[number] = self._do(given, number)

    def finish(self, worked: Sequence[tuple[int, int]]) -> Iterator[int]:
        """Give out what was found."""
        return (self._found.pop(number) for number, _ in worked)


def crew_of(workers: int, do: Callable[[int, int], int], stopping: threading.Event) -> Crew[int, tuple[int, int], int]:
    """A crew that does this."""
    return Crew(workers, Each(do), stopping)


class Work:
    """Work that takes as long as a seed says, and writes down what was begun after the stop."""

    def __init__(self, seed: int, workers: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  # replayable, not secret
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        self.crew = crew_of(workers, self._do, self.stopping)
        self.faults: frozenset[int] = frozenset()
        self.begun: list[int] = []
        self.at_once = self.most = 0

    def _do(self, given: int, number: int) -> int:
        assert given == number * 10
        with self._lock:
            self.begun.append(number)
            self.at_once += 1
            self.most = max(self.most, self.at_once, self.crew.in_flight())
            pause = self._random.choice((0, 0, 0.0002, 0.001))
        threading.Event().wait(pause)
        with self._lock:
            self.at_once -= 1
        if number in self.faults:
            raise FullError(number)
        return given

    def collect(self, inputs: int, stop_at: int | None = None) -> list[int]:
        """The results until the end, or until what ends them."""
        found = list[int]()

        def feed() -> Iterator[int]:
            for number in range(inputs):
                if number == stop_at:
                    self.stopping.set()
                yield number * 10

        results = self.crew.results(feed())
        try:
            found.extend(results)
        finally:
            self.after = found
        return found


@given(st.integers(0, 10**6), st.integers(1, 8), st.integers(0, 120))
def test_every_result_comes_in_order_and_none_is_lost(seed: int, workers: int, inputs: int) -> None:
    work = Work(seed, workers)
    assert work.collect(inputs) == [number * 10 for number in range(inputs)]
    assert sorted(work.begun) == list(range(inputs))
    assert work.most <= workers
    assert work.crew.in_flight() == 0


@given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 80), st.data())
def test_nothing_is_begun_after_a_stop(seed: int, workers: int, inputs: int, data: st.DataObject) -> None:
    """What was begun is waited for; the results before the first one missing are handed on, in order."""
    work = Work(seed, workers)
    stop_at = data.draw(st.integers(0, inputs - 1))
    with pytest.raises(Stopped):
        work.collect(inputs, stop_at)
    assert work.after == [number * 10 for number in range(len(work.after))]
    assert len(work.after) <= stop_at
    assert max(work.begun, default=-1) < stop_at
    assert work.at_once == 0


def test_what_waits_for_its_turn_is_not_begun_after_a_stop() -> None:
    """Documents that were read ahead are left to the resumed run."""
    stopping, go_on, started, begun = threading.Event(), threading.Event(), threading.Event(), list[int]()

    def work(given: int, number: int) -> int:
        begun.append(number)
        started.set()
        assert go_on.wait(PATIENCE)
        return given

    def feed() -> Iterator[int]:
        yield from range(5)
        assert started.wait(PATIENCE)
        stopping.set()
        go_on.set()

    results = crew_of(1, work, stopping).results(feed())
    assert next(results) == 0
    with pytest.raises(Stopped):
        next(results)
    assert begun == [0]


@given(st.integers(0, 10**6), st.integers(1, 8), st.integers(1, 80), st.data())
def test_what_goes_wrong_is_what_is_told(seed: int, workers: int, inputs: int, data: st.DataObject) -> None:
    """Documents that were not begun because of it never hide it, wherever they stand."""
    work = Work(seed, workers)
    work.faults = frozenset(data.draw(st.sets(st.integers(0, inputs - 1), min_size=1, max_size=4)))
    with pytest.raises(FullError):
        work.collect(inputs)
    assert work.after == [number * 10 for number in range(len(work.after))]
    assert len(work.after) <= max(work.faults)
    assert work.at_once == 0


def test_an_earlier_document_that_was_stopped_does_not_hide_the_fault() -> None:
    """A full disk is told as such, although the document before was only waiting for its turn to ask."""
    stopping, failed = threading.Event(), threading.Event()

    def work(_given: int, number: int) -> int:
        if number == 1:
            failed.set()
            raise FullError(number)
        assert failed.wait(PATIENCE)
        assert stopping.wait(PATIENCE)
        raise Stopped

    with pytest.raises(FullError):
        list(crew_of(2, work, stopping).results([0, 1]))


def test_results_wait_for_an_earlier_one_only_so_long() -> None:
    """Memory is bounded: the inputs are not read far ahead of a document that takes its time."""
    slow, read = threading.Event(), list[int]()
    crew = crew_of(2, lambda given, number: (number or slow.wait(PATIENCE)) and given, threading.Event())

    def feed() -> Iterator[int]:
        for number in range(10 * AHEAD):
            read.append(number)
            if len(read) == 2 * AHEAD:
                slow.set()
            yield number + 1

    assert list(crew.results(feed())) == list(range(1, 10 * AHEAD + 1))
    assert slow.is_set()


def test_leaving_early_waits_for_what_was_begun() -> None:
    """Who cannot write a result any more still lets the others be recorded."""
    done, begun = threading.Event(), threading.Semaphore(0)

    def work(given: int, number: int) -> int:
        if number > 1:
            begun.release()
            assert stopping.wait(PATIENCE)
            done.set()
        return given

    stopping = threading.Event()
    results = crew_of(2, work, stopping).results(range(100))
    assert next(results) == 0
    assert begun.acquire(timeout=PATIENCE)
    results.close()
    assert done.is_set()


@pytest.fixture
def processors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processors that no run of somebody else keeps."""
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("a system that keeps no thread on a processor")
    for number in os.sched_getaffinity(0):
        (tmp_path / f"cpu{number}").mkdir()
    monkeypatch.setattr("checkin_cli.runs.processors._FOLDER", f"{tmp_path}/cpu{{}}")


@pytest.mark.usefixtures("processors")
@pytest.mark.parametrize("fails", [False, True])
def test_a_crew_works_on_one_processor_and_gives_the_others_back(*, fails: bool) -> None:
    before, where = os.sched_getaffinity(0), set[frozenset[int]]()

    def work(given: int, number: int) -> int:
        where.add(frozenset(os.sched_getaffinity(0)))
        if fails and number == 5:
            raise FullError(number)
        return given

    with pytest.raises(FullError) if fails else contextlib.nullcontext():
        list(crew_of(3, work, threading.Event()).results(range(20)))
    assert [len(each) for each in where] == [1]
    assert os.sched_getaffinity(0) == before


@pytest.mark.usefixtures("processors")
def test_crews_at_the_same_time_keep_different_processors() -> None:
    """One for which none is left keeps none; later, all are free again."""
    allowed = os.sched_getaffinity(0)
    crews = len(allowed) + 1

    def kept() -> list[frozenset[int]]:
        together, where = threading.Barrier(crews), list[frozenset[int]]()

        def work(given: int, number: int) -> int:
            where.append(frozenset(os.sched_getaffinity(0)))
            together.wait(PATIENCE)
            return given

        with ThreadPoolExecutor(crews) as pool:
            list(pool.map(lambda _: list(crew_of(1, work, threading.Event()).results([0])), range(crews)))
        return sorted(where, key=len)

    for _ in range(2):
        *alone, free = kept()
        assert {frozenset({number}) for number in allowed} == {*alone}
        assert free == allowed


@pytest.mark.parametrize("now", [KeyboardInterrupt, SystemExit])
def test_whoever_wants_to_stop_now_waits_for_nothing(now: type[BaseException]) -> None:
    never = threading.Event()

    def work(given: int, number: int) -> int:
        if number > 1:
            never.wait(PATIENCE)
        return given

    results = crew_of(2, work, threading.Event()).results(range(10))
    assert next(results) == 0
    with pytest.raises(now):
        results.throw(now())
    assert not never.is_set()
    never.set()


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Waiting(threading.Event):
    """Writes down how long it was waited for, and lets that time pass."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock = clock
        self.waits: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        assert timeout is not None
        self.waits.append(timeout)
        self.clock.now += timeout
        return self.is_set()


def test_requests_are_spaced_evenly() -> None:
    """The gap counts from one beginning to the next; time without requests is not saved up."""
    clock = Clock()
    pace = Pace(120, clock, stopping := Waiting(clock))
    began = []
    for idle in (0, 0, 0.2, 3, 0, 0):
        clock.now += idle
        pace.wait()
        began.append(clock.now - 100)
    assert began == pytest.approx([0, 0.5, 1.0, 4.0, 4.5, 5.0])
    stopping.set()
    with pytest.raises(Stopped):
        pace.wait()


def test_without_a_rate_only_a_stop_is_looked_at() -> None:
    clock = Clock()
    pace = Pace(None, clock, stopping := Waiting(clock))
    for _ in range(3):
        pace.wait()
    assert stopping.waits == []
    stopping.set()
    with pytest.raises(Stopped):
        pace.wait()
