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
    finite,
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
        help="The candidate is the canonical copy under this doctrine; nobody chooses. [default: none]",
        show_default=False,
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FILE.html",
        help="Write a page with every pair; it holds copy (0600). [default: none]",
        show_default=False,
    ),
]
IgnoreFile = Annotated[
    Path | None,
    typer.Option(
        "--ignores",
        metavar="FILE.toml",
        help="Differences that somebody answers for. [default: none]",
        show_default=False,
    ),
]
Repeat = Annotated[int, typer.Option(min=0, max=20, metavar="TIMES", help="Ask about a sample again, so often.")]
Sample = Annotated[
    int, typer.Option(min=1, max=10_000, metavar="DOCUMENTS", help="The size of the sample of --repeat.")
]
Check = Annotated[bool, typer.Option("--check", help="Exit 1 on hold.")]
Least = Annotated[int, typer.Option(min=1, metavar="PAIRS", help="Hold below so many pairs with something to choose.")]
Different = Annotated[
    float,
    typer.Option(min=0, max=100, callback=finite, metavar="PERCENT", help="Hold above this share of different pairs."),
]
Faults = Annotated[
    float, typer.Option(min=0, max=100, callback=finite, metavar="PERCENT", help="Hold above this share of faults.")
]
Noise = Annotated[
    float,
    typer.Option(
        min=0, max=100, callback=finite, metavar="PERCENT", help="Hold above this share of repeats that differ."
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--max-p99",
        min=0,
        callback=finite,
        metavar="SECONDS",
        help="Hold where the slowest hundredth of requests takes longer. [default: no limit]",
        show_default=False,
    ),
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
    Write canonical copies, and compare them with a candidate.

    In: documents, as render reads them, and a candidate: a --mode and --selector, or the doctrine at --baseline. Out:
    the canonical copies, as render writes them; on standard error what differs and a verdict, promote or hold; with
    --report a page of all pairs.

    What the candidate says is validated as render does, compared and thrown away; its faults are counted.

    Exit codes: 0 reported, whatever the verdict; 1 hold, with --check; 2 usage, or doctrine that does not load; 3 an
    input was refused; 4 an output was not written.

    Examples:
      checkin shadow day/ -o out --mode coach --report shadow.html
      checkin shadow days.jsonl --baseline doctrine --least 1 --check

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
