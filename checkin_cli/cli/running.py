"""
One `checkin render`: in this process or in parts, journaled where it sends requests.
"""

from dataclasses import replace
from pathlib import Path
from time import monotonic

from checkin_cli.cli.account import Complete, account
from checkin_cli.cli.guard import INTERRUPTED, talk
from checkin_cli.cli.job import Job
from checkin_cli.cli.options import configuration
from checkin_cli.cli.plan import show_plan
from checkin_cli.cli.work import Work
from checkin_cli.cli.writing import check_apart, check_output
from checkin_cli.errors import OutputError
from checkin_cli.hints import ON_RESUME
from checkin_cli.runs.cycles import settle_memory


def run(job: Job) -> int:
    """
    Do it, and return the exit code. Raises what ends a run.
    """
    from checkin_cli.runs.context import context_of
    from checkin_cli.runs.files import journal_of
    from checkin_cli.runs.inputs import find_files
    from checkin_cli.selection.attempt import Stopped

    job.check()
    files = find_files(job.inputs)
    check_output(job.output, files)
    journal = None if job.output is None else str(journal_of(Path(job.output)))
    taken = [job.output, journal, job.setup.config, *(file.path for file in files)]
    check_apart(job.metrics, [*taken, None if job.summary is None else str(job.summary)])
    check_apart(job.summary, taken)
    settings = configuration(job.setup.config)
    context = context_of(job.setup, settings)
    if job.metrics is not None:
        context = replace(context, clock=monotonic)
    work = Work(job, settings, context, files)
    work.tell()
    if job.plan:
        return show_plan(work)
    settle_memory()
    try:
        return work.do().exit_code
    except Complete as complete:
        code = account(work, complete.report)
        talk(f"nothing to resume: {job.output} is complete{_interrupted(Path(job.output or ''))}")
        return code
    except Stopped:
        talk(f"stopped{'; the same command with --resume goes on' if work.is_unfinished() else ''}")
        return INTERRUPTED
    except OutputError as error:
        if error.code == "output_exists" and not job.restart and work.is_unfinished():
            error.hint = ON_RESUME
        raise


def _interrupted(output: Path) -> str:
    """
    What a complete output still lacks, in words; nothing where it lacks nothing.
    """
    from checkin_cli.runs.outputs.interrupted import interrupted_in

    kept = [f"{count:,} interrupted keep the {copy} copy" for copy, count in sorted(interrupted_in(output).items())]
    return "".join(f"; {each}" for each in kept)
