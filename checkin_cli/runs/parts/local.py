"""
The engine of one machine: a process for each part.
"""

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Iterator, Sequence
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess

from checkin_cli.runs.parts.interface import LOOK_EVERY, Order, run_in_window
from checkin_cli.runs.parts.work import render_part


class LocalEngine:
    """
    One process a part. A process that dies takes nothing with it but the rest of its part.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def workers(self) -> int:
        """How many processes may run at the same time."""
        return self._workers

    def run(self, orders: Sequence[Order], workers: int, stopping: threading.Event) -> Iterator[int]:
        """
        Yield the number of each order when its process has ended. Leaving early kills the processes.
        """
        # Forking would copy threads and locks of this process.
        processes = multiprocessing.get_context("spawn")
        alive: dict[int, SpawnProcess] = {}

        def start(order: Order) -> int:
            process = processes.Process(target=_serve, args=(order,), daemon=True)
            with _interrupts_held():
                process.start()
            alive[process.sentinel] = process
            return process.sentinel

        def ended(sentinels: Sequence[int]) -> Iterator[int]:
            for sentinel in wait(sentinels, timeout=LOOK_EVERY):
                if isinstance(sentinel, int):
                    alive.pop(sentinel).join()
                    yield sentinel

        try:
            yield from run_in_window(orders, workers, stopping, start, ended)
        finally:
            for process in alive.values():
                process.kill()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """
    Ctrl-C waits until the block is over; a process that is started in it is never reached by one.
    """
    # Starting the helper of the first process would let interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(order: Order) -> None:
    # Ctrl-C reaches the whole group; the first process decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    render_part(order)
