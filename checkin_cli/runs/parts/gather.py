"""
Run the parts on an engine and hand over what they wrote, in order.
"""

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from checkin_cli.errors import OutputError, Place
from checkin_cli.runs.inputs import Part, show
from checkin_cli.runs.parts.folder import PartsFolder
from checkin_cli.runs.parts.interface import Engine, Order
from checkin_cli.runs.render import RenderReport
from checkin_cli.selection.attempt import Stopped


class Delivery(Protocol):
    """
    Takes the lines of finished parts, in order.
    """

    def take(self, lines: Path, report: RenderReport, part: Part) -> None:
        """
        Take one part: its file with one line an input, what it did, and where its inputs stand.
        """
        ...


def run_parts(
    engine: Engine,
    workers: int,
    folder: PartsFolder,
    orders: Sequence[Order],
    delivery: Delivery,
    stopping: threading.Event,
) -> RenderReport:
    """
    Render what is not rendered yet, at most `workers` parts at once, and deliver every part in order.

    Raises what stopped a part, `Stopped` when the run was stopped, and `OutputError` when a worker was lost; what was
    finished by then stays for a resumed run.
    """
    total, delivered = RenderReport(), 0

    def deliver() -> int:
        at = delivered
        while at < len(orders) and (report := folder.report(at)) is not None:
            delivery.take(folder.lines(at), report, orders[at].part)
            total.add(report)
            at += 1
        return at

    delivered = deliver()
    todo = [order for order in orders[delivered:] if folder.report(order.number) is None]
    failure = None
    for number in engine.run(todo, workers, stopping):
        error = folder.error(number)
        if error is not None:
            failure = failure or error
            stopping.set()
        if stopping.is_set():
            folder.stop()
        delivered = deliver()
    if failure is not None:
        raise failure
    if delivered < len(orders):
        if stopping.is_set():
            raise Stopped
        lost = Place(show(str(folder.path)))
        raise OutputError("worker_lost", "a worker that ended before its part", "every part", lost)
    return total
