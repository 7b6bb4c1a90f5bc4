"""
`checkin shadow`.
"""

from pathlib import Path
from typing import Annotated

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
    setup_of,
)
from checkin_cli.cli.render import (
    Address,
    Concurrency,
    EngineOption,
    FormOption,
    Jobs,
    Output,
    PerMinute,
    SummaryFile,
    engine_of,
)

Baseline = Annotated[
    Path | None,
    typer.Option(
        "--baseline",
        metavar="DIR",
        help="Take the canonical copy under this doctrine for the candidate; nobody chooses.",
        show_default=False,
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report", metavar="FILE.html", help="Write a page with every pair; it holds copy (0600).", show_default=False
    ),
]
IgnoreFile = Annotated[
    Path | None,
    typer.Option("--ignores", metavar="FILE.toml", help="Differences that somebody answers for.", show_default=False),
]
Repeat = Annotated[int, typer.Option(min=0, max=20, help="Ask about a sample again, so many times.")]
Sample = Annotated[int, typer.Option(min=1, max=10_000, help="Documents of that sample.")]
Check = Annotated[bool, typer.Option("--check", help="Exit 1 on hold.")]
Least = Annotated[int, typer.Option(min=1, help="Hold below so many pairs with something to choose.")]
Different = Annotated[float, typer.Option(min=0, max=100, help="Hold above this percentage of different pairs.")]
Faults = Annotated[float, typer.Option(min=0, max=100, help="Hold above this percentage of faults.")]
Noise = Annotated[float, typer.Option(min=0, max=100, help="Hold above this percentage of repeats that differ.")]
Seconds = Annotated[
    float | None,
    typer.Option("--max-p99", min=0, help="Hold above this 99th percentile of requests (seconds).", show_default=False),
]


def shadow(
    inputs: Inputs,
    output: Output = None,
    form: FormOption = None,
    mode: ModeOption = None,
    selector: SelectorOption = None,
    baseline: Baseline = None,
    report: ReportFile = None,
    summary: SummaryFile = None,
    ignores: IgnoreFile = None,
    check: Check = False,
    max_different: Different = 5.0,
    max_faults: Faults = 1.0,
    max_noise: Noise = 5.0,
    max_p99: Seconds = None,
    least: Least = 20,
    repeat: Repeat = 0,
    sample: Sample = 50,
    consents: ConsentFile = None,
    concurrency: Concurrency = 8,
    rpm: PerMinute = None,
    jobs: Jobs = 1,
    engine: EngineOption = None,
    address: Address = None,
    force: Force = False,
    private: Private = False,
    verbose: Verbose = False,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Write the canonical copy of each document, and compare it with what a candidate would have said.

    The candidate is a --mode and --selector, or the doctrine at --baseline. It is validated as render does, compared
    and thrown away; its faults are counted. A verdict, promote or hold, holds the counts against the limits given.

    Examples: checkin shadow day/ -o out --mode coach --report shadow.html;
    checkin shadow days.jsonl -o copies.jsonl --baseline doctrine-next --max-different 0 --check
    """
    with guarded():
        from checkin_cli.cli.job import Job
        from checkin_cli.cli.shadow_job import Wanted
        from checkin_cli.cli.shadowing import run
        from checkin_cli.runs.asking import Limits
        from checkin_cli.runs.shadow import Thresholds

        job = Job(
            inputs,
            setup_of(config, doctrine, mode, selector, consents, export_rules(export_revision, export_customer)),
            Limits(concurrency, rpm),
            output,
            form,
            jobs=jobs,
            engine=engine_of(engine, address),
            summary=summary,
            force=force,
            private=private,
            verbose=verbose,
        )
        thresholds = Thresholds(least, max_different, max_faults, max_noise, max_p99)
        exit_code = run(job, Wanted(baseline, report, ignores, repeat, sample, thresholds, check=check))
    raise typer.Exit(exit_code)
