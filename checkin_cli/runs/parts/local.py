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

from checkin_cli.runs.parts.interface import Order
from checkin_cli.runs.parts.work import render_part

_LOOK_EVERY = 0.5
"""
Seconds after which the engine looks whether the run is ending.
"""


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
        waiting = list(reversed(orders))
        running: dict[object, tuple[int, SpawnProcess]] = {}
        try:
            while running or (waiting and not stopping.is_set()):
                while waiting and len(running) < workers and not stopping.is_set():
                    order = waiting.pop()
                    process = processes.Process(target=_serve, args=(order,), daemon=True)
                    with _interrupts_held():
                        process.start()
                    running[process.sentinel] = order.number, process
                for sentinel in wait([process.sentinel for _, process in running.values()], timeout=_LOOK_EVERY):
                    number, process = running.pop(sentinel)
                    process.join()
                    yield number
        finally:
            for _, process in running.values():
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
