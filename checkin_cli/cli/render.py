"""
`checkin render`.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.choosing import ConsentFile, ModeOption, SelectorOption, selection, told_when_off
from checkin_cli.cli.guard import StandardOutput, guarded, standard_input, talk
from checkin_cli.cli.options import (
    ConfigFile,
    DoctrineFolder,
    ExportCustomer,
    ExportRevision,
    Inputs,
    configuration,
    digester,
    reading_rules,
)
from checkin_cli.errors import OutputError, Place, UsageError

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.runs.document import Context, Outcome
    from checkin_cli.runs.inputs import InputFile
    from checkin_cli.runs.outputs import Sink
    from checkin_cli.runs.render import RenderReport
    from checkin_cli.runs.selection import Selection


class Format(StrEnum):
    """
    Formats of standard output.
    """

    text = "text"
    json = "json"
    jsonl = "jsonl"


Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="DIR|FILE.jsonl",
        help="Write here [default: standard output].",
        show_default=False,
    ),
]
FormOption = Annotated[
    Format | None,
    typer.Option("--format", help="Form of standard output [default: text].", show_default=False),
]
MetricsFile = Annotated[
    Path | None,
    typer.Option("--metrics", metavar="FILE", help="Write counts in Prometheus text format.", show_default=False),
]


def render(
    inputs: Inputs,
    output: Output = None,
    form: FormOption = None,
    mode: ModeOption = None,
    selector: SelectorOption = None,
    consents: ConsentFile = None,
    metrics: MetricsFile = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files whose bytes differ.")] = False,
    private: Annotated[bool, typer.Option("--private", help="Create files for their owner alone (0600).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Show a table of all inputs on standard error.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell more on standard error, never content.")] = False,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Render the copy of each document, with a receipt. Without --mode it is the canonical copy.

    Refused inputs are reported on standard error and never stop the others.

    Examples: checkin render day.json; checkin render day/ -o out; checkin render days.jsonl -o copies.jsonl;
    checkin render day/ --mode coach --selector rotate
    """
    with guarded():
        from checkin_cli.cli.summary import Summary
        from checkin_cli.runs.inputs import find_files, read_inputs
        from checkin_cli.runs.render import render_all

        if output is not None and form is not None:
            raise UsageError("conflicting_options", "--format with --output", "one of them")
        files = find_files(inputs)
        _check_output(output, files)
        _check_metrics(metrics, [output, config, *(file.path for file in files)])
        settings = configuration(config)
        chosen = selection(settings, mode, selector, consents)
        context = _context(settings, doctrine, export_revision, export_customer, chosen)
        if verbose:
            _tell(context)
        summary = Summary(table=table)
        observers = [summary.add, told_when_off(chosen, settings, mode)]
        with (
            _counted(metrics, observers, force=force),
            _sink(output, form or Format.text, force=force, private=private) as sink,
        ):
            report = render_all(read_inputs(files, standard_input()), context, sink, _refuse, observers)
        if _wants_summary(report, output, table=table, verbose=verbose):
            summary.show(report, output)
    raise typer.Exit(report.exit_code)


def _context(
    settings: "Configuration", folder: Path | None, revision: int, customer: str | None, chosen: "Selection | None"
) -> "Context":
    from checkin_cli.doctrine import load_doctrine
    from checkin_cli.runs.document import Context

    return Context(load_doctrine(folder), reading_rules(settings, revision, customer), digester(settings), chosen)


@contextlib.contextmanager
def _counted(target: Path | None, observers: "list[Callable[[Outcome], None]]", *, force: bool) -> "Iterator[None]":
    """
    Count outcomes while the block runs, and write the counts when it ends well.
    """
    if target is None:
        yield
        return
    from time import monotonic

    from checkin_cli.runs.files import exists_already, replacing
    from checkin_cli.runs.metrics import Metrics

    if target.exists() and not (force and target.is_file()):
        raise exists_already(target)
    metrics = Metrics(monotonic)
    observers.append(metrics.add)
    with replacing(target, force=force, private=False) as file:
        yield
        file.write(metrics.text())


@contextlib.contextmanager
def _sink(output: str | None, form: Format, *, force: bool, private: bool) -> "Iterator[Sink]":
    from checkin_cli.runs.files import replacing
    from checkin_cli.runs.outputs import FolderSink, JsonArraySink, JsonLinesSink, TextSink

    if output is None:
        sinks: dict[Format, Callable[[StandardOutput], Sink]] = {
            Format.text: TextSink,
            Format.json: JsonArraySink,
            Format.jsonl: JsonLinesSink,
        }
        yield sinks[form](StandardOutput())
    elif output.endswith(".jsonl"):
        with replacing(Path(output), force=force, private=private) as file:
            yield JsonLinesSink(file)
    else:
        yield FolderSink(Path(output), force=force, private=private)


def _check_output(output: str | None, files: "list[InputFile]") -> None:
    """
    Refuse an output that can never be written, before anything is read.
    """
    if output is None:
        return
    if not output:
        raise UsageError("conflicting_options", "an empty --output", "a folder or FILE.jsonl")
    from checkin_cli.runs.inputs import show

    target, place = Path(output), Place(show(output))
    wants_file = output.endswith(".jsonl")
    if wants_file and any(file.path != "-" and _same(file.path, output) for file in files):
        raise OutputError("output_is_input", "an input", "another file", place)
    if target.exists() and not (target.is_file() if wants_file else target.is_dir()):
        found = "no regular file" if wants_file else "no folder"
        raise OutputError("output_unwritable", found, "a file" if wants_file else "a folder or FILE.jsonl", place)
    if not target.parent.is_dir():
        raise OutputError("output_unwritable", "no such folder around it", "an existing folder", place)
    if not os.access(target if target.is_dir() else target.parent, os.W_OK):
        raise OutputError("output_unwritable", "a folder that cannot be written", "a writable folder", place)


def _check_metrics(metrics: Path | None, taken: "list[str | None]") -> None:
    """
    Refuse to write counts over what the run reads or writes, with --force too.
    """
    if metrics is not None and any(path and (path == str(metrics) or _same(path, str(metrics))) for path in taken):
        from checkin_cli.runs.inputs import show

        raise OutputError("output_is_input", "a file of this run", "another file", Place(show(str(metrics))))


def _same(one: str, other: str) -> bool:
    return Path(one).exists() and Path(other).exists() and Path(one).samefile(other)


def _refuse(error: Exception) -> None:
    talk(str(error))


def _tell(context: "Context") -> None:
    talk(f"doctrine {context.doctrine.digest[:12]}, digests {context.digester.kind}")
    chosen = context.selection
    talk("mode canonical" if chosen is None else f"mode {chosen.mode}, selector {chosen.selector.name}")


def _wants_summary(report: "RenderReport", output: str | None, *, table: bool, verbose: bool) -> bool:
    several_with_refusals = report.inputs > 1 and report.refused > 0
    return (
        table
        or verbose
        or several_with_refusals
        or (output is not None and sys.stderr is not None and sys.stderr.isatty())
    )
