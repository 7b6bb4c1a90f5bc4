"""
The options of `checkin render`, and which of them go together.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from checkin_cli.cli.writing import Format, is_lines
from checkin_cli.errors import UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.asking import Limits
    from checkin_cli.runs.parts import Engine
    from checkin_cli.runs.setup import Setup


@dataclass(frozen=True, slots=True)
class Job:
    """
    The options of `checkin render`, in the words of the command line.
    """

    inputs: Sequence[str]
    setup: "Setup"
    limits: "Limits"
    output: str | None = None
    form: Format | None = None
    force: bool = False
    private: bool = False
    table: bool = False
    verbose: bool = False
    metrics: Path | None = None
    summary: Path | None = None
    resume: bool = False
    restart: bool = False
    shard: tuple[int, int] | None = None
    """
    Which of how many, counted from 1.
    """

    max_faults: float | None = None
    """
    Percent of the choices that may fail before the run ends as a failed check; None for any.
    """

    plan: bool = False
    jobs: int = 1
    engine: "Callable[[], Engine] | None" = None

    @property
    def in_parts(self) -> bool:
        """
        True for a run over several processes or machines. Standard input cannot be cut, so one process reads it.
        """
        return self.engine is not None or (self.jobs > 1 and "-" not in self.inputs)

    def check(self) -> None:
        """
        Raise `UsageError` for options that do not go together.
        """
        lines = self.plan or is_lines(self.output, self.form)
        wrong = {
            ("--format with --output", "one of them"): self.output is not None and self.form is not None,
            ("--resume with --restart", "one of them"): self.resume and self.restart,
            ("--resume without --output", "the output of the run"): self.resume and self.output is None,
            ("--restart without --output", "the output of the run"): self.restart and self.output is None,
            ("--shard without lines", "-o FILE.jsonl or --format jsonl"): self.shard is not None and not lines,
            ("--engine without lines", "-o FILE.jsonl or --format jsonl"): self.engine is not None and not lines,
            ("--shard of standard input", "files"): self.shard is not None and "-" in self.inputs,
            ("--engine with standard input", "files"): self.engine is not None and "-" in self.inputs,
        }
        refuse(wrong)
        if self.plan:
            _check_plan(self)


def refuse(wrong: Mapping[tuple[str, str], bool]) -> None:
    """
    Raise `UsageError` for the first conflict, found and required, that is there.
    """
    for (found, required), applies in wrong.items():
        if applies:
            raise UsageError("conflicting_options", found, required)


def _check_plan(job: Job) -> None:
    """
    Raise `UsageError` for an option that a plan cannot honour: it writes nothing, resumes nothing and is one process.
    """
    wrong = {
        "--output": job.output is not None,
        "--resume": job.resume,
        "--restart": job.restart,
        "--jobs": job.jobs > 1,
        "--engine": job.engine is not None,
        "--metrics": job.metrics is not None,
        "--summary": job.summary is not None,
        "--max-faults": job.max_faults is not None,
        "--table": job.table,
        "--format jsonl": job.form is Format.jsonl,
    }
    refuse({(f"--plan with {option}", "one of them"): applies for option, applies in wrong.items()})
