"""
One `checkin render` with all that was made for it: in this process or in parts, journaled where it sends requests.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.account import Complete, end_if_complete
from checkin_cli.cli.guard import standard_input, talk
from checkin_cli.cli.interrupts import stopping_once
from checkin_cli.cli.job import Job
from checkin_cli.cli.progress import Progress
from checkin_cli.cli.summary import Summary
from checkin_cli.cli.told import Told, judge_faults, older_copies, refusal, unused_selector
from checkin_cli.cli.writing import check_new, counted, is_lines, is_terminal_output, opened, summarised
from checkin_cli.errors import OutputError, UsageError

if TYPE_CHECKING:
    from checkin_cli.cli.room import Room
    from checkin_cli.config import Configuration
    from checkin_cli.runs.document import Context
    from checkin_cli.runs.inputs import InputFile, Inputs, PartInputs
    from checkin_cli.runs.journal import Identity, Journal
    from checkin_cli.runs.parts import PartsFolder
    from checkin_cli.runs.render import RenderReport, Watch


@dataclass(slots=True)
class Work:
    """
    A run with all that was made for it.
    """

    job: Job
    settings: "Configuration"
    context: "Context"
    files: "Sequence[InputFile]"
    stopping: threading.Event = field(default_factory=threading.Event)
    room: "Room | None" = None
    _untold: OutputError | None = None
    _documents: "Inputs | PartInputs | None" = None
    ended: "list[Callable[[], None]]" = field(default_factory=list)
    """
    What gives up what the run left for another one, once everything of this one is in place.
    """

    @property
    def leaves(self) -> Path:
        """
        Where an unfinished run leaves its journal.
        """
        from checkin_cli.runs.files import journal_of

        return journal_of(Path(self.job.output or "-"))

    def is_unfinished(self) -> bool:
        """
        True if a run left its journal beside this output.
        """
        return self.job.output is not None and os.path.lexists(self.leaves)

    def tell(self) -> None:
        """
        Say what was chosen, where that is asked for or of no use.
        """
        job, chosen = self.job, self.context.selection
        unused_selector(job.setup, self.context)
        if job.verbose:
            talk(f"doctrine {self.context.doctrine.digest[:12]}, digests {self.context.digester.kind}")
            talk("mode canonical" if chosen is None else f"mode {chosen.mode}, selector {chosen.selector.name}")

    def do(self) -> "RenderReport":
        """
        Render everything, write it and say what was done. Raises `Complete` where a run to be resumed has ended.
        """
        if self.job.resume and not self.is_unfinished():
            end_if_complete(self)
        job, summary = self.job, Summary(table=self.job.table)
        told = Told(job.setup, self.settings, self.context)
        if self.context.asks:
            self._look_at_summary()
        observers: list[Watch] = [refusal, told.add, *([summary.add] if job.table else [])]
        with (
            summarised(job.summary, force=job.force) as summarise,
            counted(job.metrics, observers, force=job.force),
        ):
            # An unfinished run goes on as it began, whatever number of processes is asked for now.
            if os.path.isdir(self.leaves) if self.is_unfinished() else job.in_parts:  # noqa: PTH112  # never raises
                from checkin_cli.cli.parts import render_in_parts

                report = render_in_parts(self, observers, told)
            else:
                report = self._in_one(observers)
            if self.context.selection is not None:
                report.exit_code = max(report.exit_code, judge_faults(report, job.max_faults))
            summarise(report)
        self.finish()
        older_copies(job.output, report)
        if _wants_summary(job, report):
            summary.show(report, job.output)
        return report

    def finish(self) -> None:
        """
        Leave nothing to be resumed. Before that, a run that ends finds its way back to all that is missing.
        """
        for give_up in self.ended:
            give_up()

    def identity(self, inputs: "Inputs | PartInputs") -> "Identity":
        """
        What must be the same for this run to be resumed.
        """
        from checkin_cli.runs.journal import identity_of

        job, context = self.job, self.context
        chosen = context.selection
        decided: dict[str, object] = {
            "mode": chosen.mode if chosen else "canonical",
            "selector": chosen.selector.name if chosen else "none",
            "settings": {name: str(value) for name, value in self.settings.values.items()},
            "consents": job.setup.consents,
            "export": [context.rules.export.revision, context.rules.export.customer_key],
            "shard": job.shard,
            # Other digests than before would stand in the receipts; the key itself is never shown.
            "digests": context.digester.digest(b"checkin-journal-v1"),
        }
        # A file that holds the same under another name, or is found without one, changes nothing.
        named = {"--config": job.setup.config is not None}
        return identity_of(inputs.digest(), context.doctrine.digest, decided, named)

    def find_room(self) -> None:
        """
        Have the place of the output looked at where somebody is asked, unless an unfinished run is all there is to say.

        Raises `OutputError` for a file that is in the way of a run that begins.
        """
        from checkin_cli.cli.room import Room

        job = self.job
        if self.context.asks and job.output and (job.resume or job.restart or not self.is_unfinished()):
            self.room = Room(Path(job.output), force=job.force, resumed=job.resume and self.is_unfinished())
            self.room.look()

    @property
    def obstacle(self) -> OutputError | None:
        """
        What is in the way of a run that goes on, if it still has to ask.
        """
        return (None if self.room is None else self.room.obstacle) or self._untold

    def _look_at_summary(self) -> None:
        """
        Raise `OutputError` for what is in the place of the summary: a run that cannot say what it did asks nobody.

        What a run that goes on finds there may be its own, if nothing is left to be asked: so it is kept until then.
        """
        try:
            check_new(self.job.summary, force=self.job.force)
        except OutputError as obstacle:
            if not (self.job.resume and self.is_unfinished()):
                raise
            self._untold = obstacle

    def _check_key(self) -> None:
        """
        Raise `UsageError` where a run that asked would settle the rest without an answer, for want of a key.
        """
        from checkin_cli.runs.choosing import why_unasked
        from checkin_cli.selection.reasons import Reason

        chosen = self.context.selection
        if chosen and why_unasked(chosen.selector) is Reason.NO_KEY:
            variable = self.settings.text("provider.api_key_env") or ""
            raise UsageError("key_missing", "no value", "the key that the run began with").at(variable)

    def begin(self, left: "Journal | PartsFolder") -> None:
        """
        Take over what an earlier part of the run left, which is known to be of the same run by now.

        What this one should go on with may have ended meanwhile. Raises `UsageError` where it cannot go on.
        """
        from checkin_cli.runs.files import remove_leftovers

        try:
            if not left.is_new:
                self._check_key()
            elif self.job.resume:
                end_if_complete(self)
        except Complete:
            left.finish()
            raise
        except UsageError:
            left.finish() if left.is_new else left.close()
            raise
        remove_leftovers(Path(self.job.output or ""))

    def check_names(self, inputs: "Inputs | PartInputs") -> None:
        """
        Raise `OutputError` where two copies would have one name, or one is in the way, before anything is sent.
        """
        from checkin_cli.runs.names import check_names

        output = self.job.output
        if output is None or is_lines(output, None):
            return
        inputs.keep()
        check_names(inputs, self.context, *([] if self.room is None else [self.room.look_at]))

    def _in_one(self, observers: "list[Watch]") -> "RenderReport":
        from checkin_cli.runs.asking import crew_of
        from checkin_cli.runs.render import render_all

        job, inputs = self.job, self.inputs()
        self.find_room()
        self.check_names(inputs)
        journal = self._journal(inputs)
        crew = crew_of(self.context, job.limits, journal, self.stopping)
        scrolling = job.output is None and is_terminal_output()
        with (
            opened(job.output, job.form, force=job.force, private=job.private, resumed=job.resume) as sink,
            Progress(inputs.size(), crew.in_flight if crew else None, scrolling=scrolling) as progress,
            stopping_once(self.stopping) if crew else contextlib.nullcontext(),
        ):
            watching = [*observers, *progress.observers]
            report = render_all(progress.watched(inputs), self.context, sink, watching, crew)
        if journal is not None:
            self.ended.append(journal.finish)
        return report

    def inputs(self) -> "Inputs | PartInputs":
        """
        The documents of the run, or of the one shard that it renders.
        """
        from checkin_cli.runs.inputs import Inputs, PartInputs, cut

        if self._documents is not None:
            return self._documents
        if self.job.shard is None:
            self._documents = Inputs(self.files, standard_input())
        else:
            number, of = self.job.shard
            self._documents = PartInputs(cut(self.files, of)[number - 1])
        return self._documents

    def _journal(self, inputs: "Inputs | PartInputs") -> "Journal | None":
        job = self.job
        if job.output is None or not (self.context.asks or self.is_unfinished()):
            return None
        from checkin_cli.runs.journal import open_journal

        journal = open_journal(self.leaves, self.identity(inputs), resume=job.resume, restart=job.restart)
        journal.obstacle = self.obstacle
        self.begin(journal)
        if journal.notice:
            talk(f"note: {journal.notice}")
        if job.resume:
            busy = len(journal.index.unsettled)
            talk(f"resuming: {journal.index.results()} documents have a result, {busy} were under way")
        return journal


def _wants_summary(job: Job, report: "RenderReport") -> bool:
    several_with_refusals = report.inputs > 1 and report.refused > 0
    on_terminal = job.output is not None and sys.stderr is not None and sys.stderr.isatty()
    return job.table or job.verbose or several_with_refusals or report.interrupted > 0 or on_terminal
