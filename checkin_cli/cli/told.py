"""
What is said on standard error while a run goes on.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import FINDINGS, talk
from checkin_cli.cli.writing import is_lines

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.runs.document import Context, Outcome
    from checkin_cli.runs.render import Kind, RenderReport
    from checkin_cli.runs.setup import Setup


def refusal(outcome: "Outcome") -> None:
    """
    Say why an input was refused.
    """
    if outcome.error is not None:
        talk(str(outcome.error))


def unused_selector(setup: "Setup", context: "Context") -> None:
    """
    Say that a selector was asked for where nothing is chosen.
    """
    if context.selection is None and setup.selector is not None:
        talk("note: --selector chooses nothing in mode canonical; add --mode expression or --mode coach")


def older_copies(output: str | None, report: "RenderReport") -> None:
    """
    Say that a folder holds copies of other runs, where inputs were refused: what was sent yesterday may be among them.
    """
    if output is None or is_lines(output, None) or not report.refused:
        return
    from checkin_cli.runs.inputs import show
    from checkin_cli.runs.outputs.folder import count_copies

    others = count_copies(Path(output)) - (report.inputs - report.refused)
    if others > 0:
        files = "1 .txt file" if others == 1 else f"{others:,} .txt files"
        where = f"{show(output)} holds {files} beside the copies of this run"
        talk(f"note: {where}; older copies of refused inputs may be among them")


def judge_faults(report: "RenderReport", most: float | None) -> int:
    """
    Say how many choices failed and why, where one did for more than its configuration; the exit code of the check.
    """
    from checkin_cli.numbers import figure
    from checkin_cli.runs.faults import Faults

    faults = Faults(report.kinds)
    is_too_much = most is not None and faults.exceed(most)
    # What is switched off, or has no consent, was told with its key.
    if is_too_much or faults.by_word.keys() - {"disabled"}:
        talk(f"note: {faults.count:,} of {faults.choices:,} choices failed: {', '.join(faults.words())}")
    if most is not None and is_too_much:
        talk(f"faults {figure(faults.percent)} % of {faults.choices:,}, at most {figure(most)} %")
    return FINDINGS if is_too_much else 0


class Told:
    """
    Says once for each cause why copies stayed canonical although a mode was asked for.
    """

    def __init__(self, setup: "Setup", settings: "Configuration", context: "Context") -> None:
        self._setup, self._settings, self._selection = setup, settings, context.selection
        self._told: set[str] = set()

    def add(self, outcome: "Outcome") -> None:
        """
        Take one outcome.
        """
        receipt = outcome.receipt
        if self._selection is not None and receipt is not None:
            self.add_kind((receipt.surface, receipt.mode, receipt.outcome, receipt.reason, receipt.request_count))

    def add_kind(self, kind: "Kind") -> None:
        """
        Take outcomes of one kind.
        """
        if self._selection is None:
            return
        from checkin_cli.runs.choosing import why_canonical

        for why in why_canonical(self._setup, self._settings, self._selection, kind):
            if why not in self._told:
                self._told.add(why)
                talk(f"note: canonical copy in spite of mode {self._selection.mode}: {why}")

    def learn(self, report: "RenderReport") -> None:
        """
        Take what another process found while it rendered a part.
        """
        if self._selection is not None:
            self._selection.causes.update(report.causes)
