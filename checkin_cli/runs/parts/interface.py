"""
The seam between a run in parts and whatever runs them.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from checkin_cli.runs.asking import Limits
from checkin_cli.runs.inputs import Part
from checkin_cli.runs.journal import Identity
from checkin_cli.runs.setup import Setup


@dataclass(frozen=True, slots=True)
class Order:
    """
    One part to render, in plain values that reach another process or machine.
    """

    number: int
    """
    Counted from 0 in the order of the inputs.
    """

    part: Part
    folder: str
    """
    Where its files go; every worker must see it under this path.
    """

    setup: Setup
    limits: Limits
    identity: Identity

    def file(self, ending: str) -> Path:
        """
        One of the files of the part.
        """
        return part_file(Path(self.folder), self.number, ending)


def part_file(folder: Path, number: int, ending: str) -> Path:
    """
    A file of a part: `jsonl` holds its lines, `json` its report, `error` what stopped it, `journal` its claims.
    """
    return folder / f"{number:05}.{ending}"


LOOK_EVERY = 0.5
"""
Seconds after which an engine looks whether the run is ending.
"""

K = TypeVar("K")


def run_in_window(
    orders: Sequence[Order],
    workers: int,
    stopping: threading.Event,
    start: Callable[[Order], K],
    ended: Callable[[Sequence[K]], Iterable[K]],
) -> Iterator[int]:
    """
    Yield the number of each order when what `start` made of it has ended; never more than `workers` run at once.

    `ended` waits for some of those that run, at most `LOOK_EVERY`. Nothing is begun once `stopping` is set.
    """
    waiting, running = list(reversed(orders)), dict[K, int]()
    while running or (waiting and not stopping.is_set()):
        while waiting and len(running) < workers and not stopping.is_set():
            order = waiting.pop()
            running[start(order)] = order.number
        for each in ended(list(running)) if running else ():
            yield running.pop(each)


class Engine(Protocol):
    """
    Runs orders, each at most once.
    """

    def workers(self) -> int:
        """
        How many orders can run at the same time.
        """
        ...

    def run(self, orders: Sequence[Order], workers: int, stopping: threading.Event) -> Iterator[int]:
        """
        Yield the number of each order when it has ended, well or not.

        Never more than `workers` run at once, and nothing is begun once `stopping` is set.
        """
        ...
