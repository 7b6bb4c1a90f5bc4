"""
The options of `checkin shadow` beside those of `checkin render`, and which of them go together.
"""

from dataclasses import dataclass
from pathlib import Path

from checkin_cli.cli.job import Job, refuse
from checkin_cli.runs.shadow import Thresholds


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    The options of `checkin shadow` that `checkin render` does not have.
    """

    baseline: Path | None
    page: Path | None
    ignores: Path | None
    repeats: int
    sample: int
    thresholds: Thresholds
    check: bool

    def check_with(self, job: Job) -> None:
        """
        Raise `UsageError` for options that do not go together.
        """
        refuse(
            {
                ("--format with --output", "one of them"): job.output is not None and job.form is not None,
                ("--engine with standard input", "files"): job.engine is not None and "-" in job.inputs,
                ("--baseline with --mode", "one of them"): self.baseline is not None and job.setup.mode is not None,
                ("--baseline with --selector", "one of them"): self.baseline is not None
                and job.setup.selector is not None,
            }
        )
