"""
`checkin summarize`.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.charting import TERMINAL, Chart
from checkin_cli.cli.guard import guarded, standard_input, talk
from checkin_cli.cli.options import (
    ConfigFile,
    ExportCustomer,
    ExportRevision,
    Force,
    Inputs,
    Private,
    configuration,
    export_rules,
    reading_rules,
)
from checkin_cli.cli.summarize_text import SummaryFormat, attention_lines
from checkin_cli.cli.writing import Taken, check_apart, check_output, check_outside
from checkin_cli.errors import CheckinError, Place, UsageError
from checkin_cli.runs.cycles import settle_memory

if TYPE_CHECKING:
    from checkin_cli.cli.summarize_output import Summaries
    from checkin_cli.documents import ReadingRules
    from checkin_cli.runs.inputs import InputFile
    from checkin_cli.runs.summarize import Exports, Order


Customer = Annotated[
    str | None,
    typer.Option("--customer", metavar="KEY|personal", help="Whose weeks. [default: the only customer's]"),
]
Everybody = Annotated[bool, typer.Option("--all", help="The weeks of every customer.")]
Week = Annotated[
    str | None,
    typer.Option(
        "--week", metavar="2026-W48|DAY", help="One week, by its ISO name or any of its days. [required, or --weeks]"
    ),
]
Weeks = Annotated[
    str | None,
    typer.Option(
        "--weeks", metavar="FROM..TO|all", help="Several weeks; either end may be left out. [required, or --week]"
    ),
]
ProfileFiles = Annotated[
    list[str] | None,
    typer.Option("--profile", metavar="FILE", help="Customer profiles; may be repeated. [default: none]"),
]
SentInputs = Annotated[
    list[str] | None,
    typer.Option("--sent", metavar="INPUTS", help="Summaries sent before; what changed is said. [default: none]"),
]
Revision = Annotated[int, typer.Option(min=1, max=2**53 - 1, metavar="NUMBER", help="Revision of the summaries.")]
Known = Annotated[
    list[str] | None,
    typer.Option(
        "--from",
        metavar="FORMAT[:UNIT[,CLOCK]]",
        help=(
            "What exports of weights are, and what they do not say: openscale, libra, fitbit, apple-health, "
            "trendweight; kg, lb, st; local, utc. May be repeated. [default: what the file shows]"
        ),
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Say on standard error what each rule found.")]
Output = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="DIR|FILE.jsonl", help="Write here. [default: standard output]"),
]
FormOption = Annotated[SummaryFormat | None, typer.Option("--format", help="Form of standard output. [default: jsonl]")]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE.jsonl", help="Write figures, rules and questions. [default: none]"),
]
ChartFile = Annotated[
    str | None,
    typer.Option(
        "--chart",
        metavar="FILE.svg|FILE.png|-",
        help="Draw the weights of one customer; - on standard error. [default: none]",
    ),
]


def summarize(
    inputs: Inputs,
    customer: Customer = None,
    everybody: Everybody = False,
    week: Week = None,
    weeks: Weeks = None,
    profile: ProfileFiles = None,
    sent: SentInputs = None,
    revision: Revision = 1,
    known: Known = None,
    explain: Explain = False,
    output: Output = None,
    form: FormOption = None,
    report: ReportFile = None,
    chart: ChartFile = None,
    force: Force = False,
    private: Private = False,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Make weekly summaries of check-ins, judged by the rules.

    In: daily snapshots, wizard exports or an event log, and weights that openScale, Libra, Fitbit, Apple Health or
    TrendWeight exported for one customer; their CSV and XML files are named one by one, for a
    folder is searched for *.json and *.jsonl alone. Out: weekly-summary-v1 documents, which render reads; questions and
    explanations on standard error.

    What is doubtful is asked and never repaired. A week in which two check-ins contradict each other gets no summary.
    With --all the last lines say who needs a person first.

    Exit codes: 0 all made; 2 usage; 3 an input was refused, or check-ins contradict each other; 4 an output was not
    written.

    Examples:
      checkin summarize days/ --customer c-2001 --week 2026-W48 | checkin render -
      checkin summarize days/ --all --weeks 2026-W40.. -o weeks.jsonl
      checkin summarize days/ --customer c-2001 --weeks all --chart weights.svg

    """
    with guarded():
        from checkin_cli.cli.summarize_output import Target, opened
        from checkin_cli.runs.inputs import find_files

        settle_memory()
        _check_given(customer, week, weeks, output, report)
        if output is not None and form is not None:
            raise UsageError("conflicting_options", "--format with --output", "one of them")
        files = find_files(inputs)
        check_output(output, files)
        taken = _check_apart(files, [*(profile or []), *(sent or [])], config, [output, report, chart])
        rules = reading_rules(configuration(config), export_revision, export_customer)
        order = _order(customer, week, weeks, rules.first_day, revision, everybody=everybody)
        documents, exports = _parted(files, known or [], order)
        picture = Chart(chart, on_terminal=explain and not everybody, force=force, private=private)
        picture.check(everybody=everybody)
        target = Target(output, form, report, explain=explain, force=force, private=private, taken=taken)
        with opened(target) as summaries:
            exit_code = _run(documents, exports, profile or [], sent or [], rules, order, summaries, picture)
    raise typer.Exit(exit_code)


def _check_given(
    customer: str | None, week: str | None, weeks: str | None, output: str | None, report: Path | None
) -> None:
    """
    Refuse an option that is there and says nothing, and a file that would be named like a stream.
    """
    for name, text in (("--customer", customer), ("--week", week), ("--weeks", weeks), ("--output", output)):
        if text == "":
            raise UsageError("conflicting_options", f"an empty {name}", "a value, or the option left out")
    if report == Path():
        raise UsageError("conflicting_options", "an empty --report", "FILE.jsonl")
    for name, target in (("--output", output), ("--report", report)):
        if target is not None and str(target) == TERMINAL:
            raise UsageError("conflicting_options", f"{name} on standard output", "a file, or the option left out")


def _check_apart(
    files: "list[InputFile]", others: list[str], config: str | None, targets: "Sequence[str | Path | None]"
) -> Taken:
    """
    Refuse to write over what the run reads, or two things to one place, with --force too.

    What is written into a folder has no name yet; each file of it is checked against what is returned.
    """
    read = [config, *(file.path for file in files), *(path for path in others if Path(path).is_file())]
    folders = [path for path in others if Path(path).is_dir()]
    before: list[str | None] = []
    for target in targets:
        if target is not None and str(target) != "-":
            check_apart(Path(target), [*read, *before])
            check_outside(Path(target), *folders)
            before.append(str(target))
    return Taken(path for path in [*read, *targets[1:]] if path is not None and str(path) != TERMINAL)


def _order(
    customer: str | None, week: str | None, weeks: str | None, first_day: str, revision: int, *, everybody: bool
) -> "Order":
    from checkin_cli.documents.words import FIRST_DAYS
    from checkin_cli.runs.summarize import Order
    from checkin_cli.weekly.calendar import NoSuchWeek, Span, week_named, weeks_named

    if customer is not None and everybody:
        raise UsageError("conflicting_options", "--customer with --all", "one of them")
    if (week is None) == (weeks is None):
        found = "neither --week nor --weeks" if week is None else "--week with --weeks"
        raise UsageError("conflicting_options", found, "one of them")
    first_weekday = FIRST_DAYS.index(first_day)
    try:
        start = None if week is None else week_named(week, first_weekday)
        span = weeks_named(weeks, first_weekday) if weeks is not None else Span(start, start)
    except NoSuchWeek:
        raise UsageError("no_such_week", "a name of no week", "2026-W48, 2026-11-25 or FROM..TO") from None
    key = None if customer in {None, "personal"} else export_rules(1, customer).customer_key
    return Order(span, first_weekday, revision, everybody, key, is_named=customer is not None)


def _parted(files: "list[InputFile]", known: list[str], order: "Order") -> "tuple[list[InputFile], Exports]":
    """
    Tell exports of other programs from documents. An export names nobody, so somebody has to be named for it.
    """
    from checkin_cli.runs.imports import check_known
    from checkin_cli.runs.summarize import Exports, is_export

    for word in known:
        check_known(word)
    exports = [file for file in files if is_export(file, known)]
    if exports and not order.is_named:
        place = Place(exports[0].shown)
        raise UsageError("weights_of_nobody", "weights that name nobody", "--customer KEY or personal", place)
    if known and not exports:
        raise UsageError("conflicting_options", "--from without an export", "a file of another program, not -")
    documents = [file for file in files if file not in exports]
    return documents, Exports(exports, order.customer, known)


def _run(
    files: "list[InputFile]",
    exports: "Exports",
    profiles: list[str],
    sent: list[str],
    rules: "ReadingRules",
    order: "Order",
    summaries: "Summaries",
    picture: Chart,
) -> int:
    from checkin_cli.runs.inputs import find_files, read_inputs
    from checkin_cli.runs.summarize import Attention, add_exports, gather, load_profiles, load_sent, summarize

    people = load_profiles(read_inputs(find_files(profiles), standard_input()), rules)
    before = load_sent(read_inputs(find_files(sent), standard_input()), rules)
    attention = Attention()
    given = read_inputs(files, standard_input())
    with gather(given, rules, people, order, _refused) as gathered:
        add_exports(gathered, exports, _note, _refused)
        exit_code = gathered.exit_code
        for kind, count in sorted(gathered.passed_over.items()):
            _note(f"passed over {count:,} of {kind}")
        if unread := ", ".join(gathered.unread.words()):
            _note(f"keys of the event log that no rule reads: {unread}")
        try:
            for customer in summarize(gathered, people, order, before):
                summaries.add(customer)
                attention.add(customer)
                picture.draw(customer, order.first_weekday)
                exit_code = max(exit_code, customer.exit_code)
        except UsageError as unclear:
            # What was refused may be what is missing now.
            unclear.exit_code = max(unclear.exit_code, exit_code)
            raise
    summaries.end()
    if order.everybody:
        for line in attention_lines(attention):
            talk(line)
    return exit_code


def _note(text: str) -> None:
    talk(f"note: {text}")


def _refused(error: CheckinError) -> None:
    talk(str(error))
