"""
Render one part into its own files: what a worker does, on whatever engine.
"""

import contextlib
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from checkin_cli.errors import CheckinError, InternalFault, OutputError, UsageError
from checkin_cli.json_text import canonical_json
from checkin_cli.runs.asking import crew_of
from checkin_cli.runs.context import context_of
from checkin_cli.runs.cycles import settle_memory
from checkin_cli.runs.document import Outcome, error_members
from checkin_cli.runs.files import remove_leftovers, replacing
from checkin_cli.runs.inputs import PartInputs
from checkin_cli.runs.journal import Journal, open_journal
from checkin_cli.runs.journal.lines import line_of
from checkin_cli.runs.outputs import JsonLinesSink
from checkin_cli.runs.parts.interface import Order
from checkin_cli.runs.parts.lines import report_of
from checkin_cli.runs.render import render_all
from checkin_cli.selection.attempt import Stopped

STOP = "stop"
"""
The file that tells every worker to finish what is in flight and begin nothing more.
"""

LOOK_EVERY = 0.2
"""
Seconds between two looks for it.
"""

ORPHAN = 15.0
"""
Seconds that a worker may need to finish what it has in flight after its run was killed, and more.
"""


def render_part(order: Order, parent: int | None = None) -> None:
    """
    Render a part. What stops it is written beside it; a part that leaves neither report nor error was lost.

    `parent` is the process that gave the order, if it may be gone already; it is the one above this one.
    """
    stopping = threading.Event()
    try:
        with _watched(Path(order.folder, STOP), stopping, os.getppid() if parent is None else parent):
            _render(order, stopping)
    except Stopped:
        return
    except CheckinError as error:
        _tell(order, error)
    except Exception as fault:  # noqa: BLE001  # no exception text of anybody reaches a stream
        _tell(order, InternalFault("internal_fault", type(fault).__name__, "none"))


def _tell(order: Order, error: CheckinError) -> None:
    # Where there is no room to say it, the part counts as lost.
    with contextlib.suppress(OutputError), replacing(order.file("error"), force=True, private=True) as file:
        file.write(canonical_json({**error_members(error), "exit_code": error.exit_code}))


def _render(order: Order, stopping: threading.Event) -> None:
    context = context_of(order.setup, order.setup.configuration())
    journal = _journal(order, stopping) if context.asks else None
    if journal is not None and report_of(Path(order.folder), order.number, order.identity) is not None:
        # Its worker lost its parent and finished it meanwhile.
        journal.finish()
        return
    for ending in ("jsonl", "json", "error") if journal is not None else ():
        remove_leftovers(order.file(ending))
    crew = crew_of(context, order.limits, journal, stopping)
    settle_memory()

    def go_on(_outcome: Outcome) -> None:
        if stopping.is_set():
            raise Stopped

    observers = () if crew else (go_on,)
    # Copies that nobody was asked for are rendered again where their lines do not arrive on disk.
    synced = journal is not None
    with replacing(order.file("jsonl"), force=True, private=True, synced=synced) as lines:
        report = render_all(PartInputs(order.part), context, JsonLinesSink(lines), observers, crew)
    with replacing(order.file("json"), force=True, private=True, synced=synced) as file:
        of = {"run": order.identity.members(), "part": order.number}
        whole = {"size": lines.size, "checksum": lines.checksum}
        causes = sorted(context.selection.causes) if context.selection else []
        file.write(line_of({**report.members(), **of, **whole, "causes": causes}))
    if journal is not None:
        journal.finish()


def _journal(order: Order, stopping: threading.Event) -> Journal:
    """
    The journal of the part, as soon as a worker of a killed run is done with it.
    """
    ends = monotonic() + ORPHAN
    while True:
        try:
            return open_journal(order.file("journal"), order.identity, resume=True, restart=False)
        except UsageError as error:
            if error.code != "journal_in_use" or monotonic() > ends:
                raise
        if stopping.wait(LOOK_EVERY):
            raise Stopped


@contextlib.contextmanager
def _watched(stop: Path, stopping: threading.Event, parent: int) -> Iterator[None]:
    """
    Set the event when the stop file appears or the process that gave the order is gone.
    """
    over = threading.Event()

    def watch() -> None:
        while not over.wait(LOOK_EVERY):
            if stop.exists() or os.getppid() != parent:
                stopping.set()
                return

    threading.Thread(target=watch, name="checkin-stop", daemon=True).start()
    try:
        yield
    finally:
        over.set()
