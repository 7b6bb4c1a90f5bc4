"""
`checkin render`.
"""

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.choosing import ConsentFile, ModeOption, SelectorOption
from checkin_cli.cli.guard import guarded
from checkin_cli.cli.options import (
    ConfigFile,
    DoctrineFolder,
    ExportCustomer,
    ExportRevision,
    Force,
    Inputs,
    Private,
    Verbose,
    export_rules,
    finite,
    setup_of,
)
from checkin_cli.cli.writing import Format
from checkin_cli.errors import UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.parts import Engine


class EngineName(StrEnum):
    """
    What runs the parts of a run that is larger than one machine.
    """

    ray = "ray"


def _shard(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", text)
    if found is None or int(found[1]) > int(found[2]):
        raise UsageError("conflicting_options", "--shard with another value", "I/N, with I from 1 to N")
    return int(found[1]), int(found[2])


def engine_of(name: EngineName | None, address: str | None) -> "Callable[[], Engine] | None":
    """
    What makes the engine; None where parts are rendered here. Raises `UsageError`.
    """
    if name is None:
        if address is not None:
            raise UsageError("conflicting_options", "--address without --engine", "both")
        return None
    from checkin_cli.runs.parts.ray import RayEngine

    return lambda: RayEngine(address)


Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="DIR|FILE.jsonl",
        help="Write here. [default: standard output]",
        show_default=False,
    ),
]
FormOption = Annotated[
    Format | None,
    typer.Option("--format", help="Form of standard output. [default: text]", show_default=False),
]
MetricsFile = Annotated[
    Path | None,
    typer.Option(
        "--metrics", metavar="FILE", help="Write counts in Prometheus text format. [default: none]", show_default=False
    ),
]
SummaryFile = Annotated[
    Path | None,
    typer.Option("--summary", metavar="FILE", help="Write what was done as JSON. [default: none]", show_default=False),
]
MostFaults = Annotated[
    float | None,
    typer.Option(
        "--max-faults",
        min=0,
        max=100,
        callback=finite,
        metavar="PERCENT",
        help="Exit 1 above this share of choices that failed; everything is written. [default: no limit]",
        show_default=False,
    ),
]
Concurrency = Annotated[
    int, typer.Option(min=1, max=1024, metavar="REQUESTS", help="How many may be in flight at once.")
]
PerMinute = Annotated[
    int | None,
    typer.Option(
        "--rpm",
        min=1,
        max=10**6,
        metavar="REQUESTS",
        help="How many may begin in a minute. [default: no limit]",
        show_default=False,
    ),
]
Jobs = Annotated[
    int, typer.Option(min=1, max=256, metavar="PROCESSES", help="How many share the work; the bytes stay the same.")
]
Shard = Annotated[
    str | None,
    typer.Option(
        metavar="I/N", help="Render part I of N alone; checkin merge joins them. [default: all]", show_default=False
    ),
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with an unfinished run; nothing is asked twice.")]
Restart = Annotated[
    bool, typer.Option("--restart", help="Discard an unfinished run and begin anew; what was asked is asked again.")
]
EngineOption = Annotated[
    EngineName | None,
    typer.Option("--engine", help="Render on a cluster that sees the same files. [default: none]", show_default=False),
]
Address = Annotated[
    str | None,
    typer.Option(
        "--address",
        metavar="HOST:PORT",
        help="The cluster of --engine. [default: one on this machine]",
        show_default=False,
    ),
]


def render(
    inputs: Inputs,
    output: Output = None,
    form: FormOption = None,
    mode: ModeOption = None,
    selector: SelectorOption = None,
    consents: ConsentFile = None,
    plan: Annotated[bool, typer.Option("--plan", help="Say what a run would ask at most, and why not more.")] = False,
    concurrency: Concurrency = 8,
    rpm: PerMinute = None,
    resume: Resume = False,
    restart: Restart = False,
    jobs: Jobs = 1,
    shard: Shard = None,
    engine: EngineOption = None,
    address: Address = None,
    metrics: MetricsFile = None,
    summary: SummaryFile = None,
    max_faults: MostFaults = None,
    force: Force = False,
    private: Private = False,
    table: Annotated[bool, typer.Option("--table", help="Show a table of all inputs on standard error.")] = False,
    verbose: Verbose = False,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Render the copy of each document, with a receipt.

    In: check-ins, weekly summaries, cards or wizard exports as JSON. Out: their copy on standard output; with -o DIR a
    NAME.txt and NAME.receipt.json each; with -o FILE.jsonl one line an input, refused ones too.

    Without --mode it is the canonical copy, and nothing is sent. Refused inputs are reported on standard error and
    never stop the others; choices that failed are counted there, and their copy is the canonical or the coached one.

    Exit codes: 0 all rendered; 1 more choices failed than --max-faults allows; 2 usage, or doctrine that does not load:
    nothing was rendered; 3 an input was refused, the others were rendered; 4 an output was not written, or two inputs
    would share one.

    Examples:
      checkin render day.json
      checkin render day/ -o out
      checkin render days.jsonl -o copies.jsonl
      checkin render day/ --mode coach --selector rotate --format jsonl
      checkin render day/ --mode coach --plan

    """
    with guarded():
        from checkin_cli.cli.job import Job
        from checkin_cli.cli.running import run
        from checkin_cli.runs.asking import Limits

        job = Job(
            inputs,
            setup_of(config, doctrine, mode, selector, consents, export_rules(export_revision, export_customer)),
            Limits(concurrency, rpm),
            output,
            form,
            plan=plan,
            resume=resume,
            restart=restart,
            jobs=jobs,
            shard=_shard(shard),
            engine=engine_of(engine, address),
            metrics=metrics,
            summary=summary,
            max_faults=max_faults,
            force=force,
            private=private,
            table=table,
            verbose=verbose,
        )
        exit_code = run(job)
    raise typer.Exit(exit_code)
