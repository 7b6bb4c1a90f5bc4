"""
Render one part into its own files: what a worker does, on whatever engine.
"""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from checkin_cli.errors import CheckinError
from checkin_cli.json_text import canonical_json
from checkin_cli.runs.asking import crew_of, sends
from checkin_cli.runs.context import context_of
from checkin_cli.runs.document import Outcome, error_members
from checkin_cli.runs.files import replacing
from checkin_cli.runs.inputs import PartInputs
from checkin_cli.runs.journal import open_journal
from checkin_cli.runs.outputs import JsonLinesSink
from checkin_cli.runs.parts.interface import Order
from checkin_cli.runs.render import render_all
from checkin_cli.selection.attempt import Stopped

STOP = "stop"
"""
The file that tells every worker to finish what is in flight and begin nothing more.
"""

_LOOK_EVERY = 0.2
"""
Seconds between two looks for it.
"""


def render_part(order: Order) -> None:
    """
    Render a part. What stops it is written beside it; a part that leaves neither report nor error was lost.
    """
    stopping = threading.Event()
    try:
        with _watched(Path(order.folder, STOP), stopping):
            _render(order, stopping)
    except Stopped:
        return
    except CheckinError as error:
        with replacing(order.file("error"), force=True, private=True) as file:
            file.write(canonical_json({**error_members(error), "exit_code": error.exit_code}))


def _render(order: Order, stopping: threading.Event) -> None:
    context = context_of(order.setup, order.setup.configuration())
    path = order.file("journal")
    journal = open_journal(path, order.identity, resume=True, restart=False) if sends(context) else None
    crew = crew_of(context, order.limits, journal, stopping)

    def go_on(_outcome: Outcome) -> None:
        if stopping.is_set():
            raise Stopped

    observers = () if crew else (go_on,)
    with replacing(order.file("jsonl"), force=True, private=True) as lines:
        report = render_all(PartInputs(order.part), context, JsonLinesSink(lines), observers, crew)
    with replacing(order.file("json"), force=True, private=True) as file:
        file.write(canonical_json({**report.members(), "size": lines.size, "sha256": lines.digest().hex()}))
    if journal is not None:
        journal.finish()


@contextlib.contextmanager
def _watched(stop: Path, stopping: threading.Event) -> Iterator[None]:
    """
    Set the event when the stop file appears or the process that gave the order is gone.
    """
    over, parent = threading.Event(), os.getppid()

    def watch() -> None:
        while not over.wait(_LOOK_EVERY):
            if stop.exists() or os.getppid() != parent:
                stopping.set()
                return

    threading.Thread(target=watch, name="checkin-stop", daemon=True).start()
    try:
        yield
    finally:
        over.set()
