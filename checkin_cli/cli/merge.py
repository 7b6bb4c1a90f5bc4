"""
`checkin merge`.
"""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import guarded, standard_input, talk
from checkin_cli.cli.progress import Progress
from checkin_cli.cli.summary import Summary
from checkin_cli.cli.writing import check_output, is_lines, stream_to
from checkin_cli.errors import UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.inputs import InputFile
    from checkin_cli.runs.merge import Joined


def merge(
    shards: Annotated[
        list[str], typer.Argument(metavar="SHARDS", help="What render --shard wrote with -o.", show_default=False)
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FILE.jsonl", help="Write here. [default: standard output]", show_default=False
        ),
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--inputs",
            metavar="INPUTS",
            help="An input of the run, once for each, in their order. [default: none]",
            show_default=False,
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file whose bytes differ.")] = False,
    private: Annotated[bool, typer.Option("--private", help="Create the file for its owner alone (0600).")] = False,
) -> None:
    """
    Join the shards of a run to the bytes of the whole run.

    In: the files that checkin render --shard I/N -o FILE.jsonl wrote. Out: their lines, in the order of the run, on
    standard output or in one file. Every line is checked before anything is written.

    The order is that of --inputs, else what files that were cut say; where they do not, the order given, if sources
    ascend in it. Only --inputs finds a shard that is missing.

    Exit codes: 0 joined, and all was rendered; 2 usage, or shards that are not of one run; 3 an input of the run was
    refused; 4 the output was not written.

    Examples:
      checkin merge part.*.jsonl -o copies.jsonl
      checkin merge part.*.jsonl --inputs day/ | wc -l

    """
    with guarded():
        joined = _joined(shards, inputs or [], output)
        if not joined.decided:
            talk("note: nothing in the shards says which comes first; the order given counts, and --inputs checks it")
        with stream_to(output, force=force, private=private) as stream:
            for chunk in joined.chunks():
                stream.write(chunk)
        report = joined.report
        on_terminal = output is not None and sys.stderr is not None and sys.stderr.isatty()
        if report.refused or report.interrupted or on_terminal:
            Summary(table=False).show(report, output)
    raise typer.Exit(report.exit_code)


def _joined(shards: list[str], inputs: list[str], output: str | None) -> "Joined":
    from checkin_cli.runs.inputs import Inputs, find_files
    from checkin_cli.runs.merge import join_by_content, join_by_inputs

    if output is not None and not is_lines(output, None):
        raise UsageError("conflicting_options", "another --output", "FILE.jsonl")
    if "-" in inputs:
        raise UsageError("conflicting_options", "--inputs of standard input", "files")
    files = find_files(inputs)
    check_output(output, [*files, *_files(shards)])
    with Progress(None, None, scrolling=False) as progress:
        if not files:
            return join_by_content(shards, progress.observers)
        return join_by_inputs(shards, Inputs(files, standard_input()), progress.observers)


def _files(shards: list[str]) -> "list[InputFile]":
    from checkin_cli.runs.inputs import InputFile, show

    return [InputFile(path, show(path), path) for path in shards]
