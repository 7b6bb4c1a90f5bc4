"""
The engine of one machine: a process for each part.
"""

import contextlib
import os
import pickle
import selectors
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence

from checkin_cli.errors import OutputError, Place
from checkin_cli.runs.parts.interface import LOOK_EVERY, Order, run_in_window
from checkin_cli.runs.parts.work import render_part

_Worker = subprocess.Popen[bytes]

_BEGIN = """\
import sys
sys.path[:] = sys.argv[1:]
given = sys.stdin.buffer.read()
from checkin_cli.runs.parts.local import serve
serve(given)
"""
"""
What a worker runs. It takes its order before it loads anything, and modules from where this process has them: never
from the folder that somebody works in.
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

        Raises `OutputError` where the system has no room for another process.
        """
        alive = list[_Worker]()

        def start(order: Order) -> _Worker:
            worker = _begin()
            # Killed from here on, whatever happens; before that, a worker without its order ends without a word.
            alive.append(worker)
            _give(worker, order)
            return worker

        def ended(running: Sequence[_Worker]) -> Iterator[_Worker]:
            for worker in _silent(running):
                worker.wait()
                alive.remove(worker)
                yield worker

        try:
            yield from run_in_window(orders, workers, stopping, start, ended)
        finally:
            for worker in alive:
                worker.kill()
            for worker in alive:
                worker.wait()


def _begin() -> _Worker:
    """
    A process that waits for its order. Nothing is ever written to its standard output: that it ends tells of its end.
    """
    # The function with which the standard library itself hands the options of the interpreter on.
    options: list[str] = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]  # noqa: SLF001
    command = [sys.executable, *options, "-P", "-c", _BEGIN, *sys.path]
    try:
        with _interrupts_held():
            return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  # itself
    except OSError:
        found, required = "no room for another process", "fewer processes at work, or fewer --jobs"
        raise OutputError("worker_lost", found, required, Place("--jobs")) from None


def _give(worker: _Worker, order: Order) -> None:
    if worker.stdin is not None:
        # One that has died meanwhile is found by its end.
        with contextlib.suppress(BrokenPipeError), worker.stdin:
            worker.stdin.write(pickle.dumps((os.getpid(), order)))


def _silent(running: Sequence[_Worker]) -> list[_Worker]:
    """
    Those that have ended within a moment.
    """
    with selectors.DefaultSelector() as ends:
        for worker in running:
            if worker.stdout is not None:
                ends.register(worker.stdout, selectors.EVENT_READ, worker)
        return [key.data for key, _ in ends.select(LOOK_EVERY)]


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """
    Ctrl-C waits until the block is over; a process that is started in it is never reached by one.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve(given: bytes) -> None:
    """
    Render the part that was ordered; nothing where the order is not whole, because who gave it is gone.
    """
    # Ctrl-C reaches the whole group; the first process decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        parent, order = pickle.loads(given)  # noqa: S301  # written by the process that started this one
    except (EOFError, pickle.UnpicklingError):
        return
    render_part(order, parent)
