"""
`checkin verify`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import FINDINGS, StandardOutput, guarded, standard_input, talk
from checkin_cli.cli.options import (
    ConfigFile,
    DoctrineFolder,
    ExportCustomer,
    ExportRevision,
    Form,
    Inputs,
    ListFormat,
    configuration,
    digester,
    reading_rules,
)
from checkin_cli.errors import Place

if TYPE_CHECKING:
    from checkin_cli.runs.verify import Verdict


def verify(
    inputs: Inputs,
    receipts: Annotated[
        Path,
        typer.Option("--receipts", metavar="DIR|FILE.jsonl", help="What render wrote with -o.", show_default=False),
    ],
    form: Form = ListFormat.text,
    doctrine: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Render again from receipts, and say what changed since.

    In: the documents, and what render wrote with -o. Out: for each input "identical", or which of input, doctrine,
    code, output and receipt changed; with --format json, one line an input. Nobody is asked, nothing is sent.

    Exit codes: 0 all identical; 1 something changed; 2 usage, or doctrine that does not load; 3 an input was refused.

    Examples:
      checkin verify day/ --receipts out
      checkin verify days.jsonl --receipts copies.jsonl

    """
    with guarded():
        from checkin_cli.doctrine import load_doctrine
        from checkin_cli.runs.document import Context
        from checkin_cli.runs.inputs import find_files, read_inputs
        from checkin_cli.runs.stored import open_receipts
        from checkin_cli.runs.verify import verify_all

        settings = configuration(config)
        rules = reading_rules(settings, export_revision, export_customer)
        context = Context(load_doctrine(doctrine), rules, digester(settings))
        given = read_inputs(find_files(inputs), standard_input())
        exit_code = 0
        for verdict in verify_all(given, context, open_receipts(receipts)):
            exit_code = max(exit_code, _write(verdict, form))
    raise typer.Exit(exit_code)


def _write(verdict: "Verdict", form: ListFormat) -> int:
    """
    Say what became of one input; returns the exit code that it asks for.
    """
    from checkin_cli.json_text import json_line

    if verdict.error is not None:
        talk(str(verdict.error))
    if form is ListFormat.json:
        StandardOutput().write(json_line(verdict.members_of_line()) + b"\n")
    elif verdict.error is None:
        place = Place(verdict.source, verdict.line)
        StandardOutput().write(f"{place}: {_words(verdict)}\n".encode())
    if verdict.error is not None:
        return verdict.error.exit_code
    return 0 if verdict.is_identical else FINDINGS


def _words(verdict: "Verdict") -> str:
    if verdict.is_identical:
        return "identical"
    if verdict.members == ("digest_kind",):
        talk("hint: the digests are keyed; set the environment variable that [receipts] key_env names")
    detail = f" ({', '.join(verdict.members)})" if verdict.members else ""
    missing = " (no receipt that can be read)" if verdict.changed == ("receipt",) and not verdict.members else ""
    return f"changed: {', '.join(verdict.changed)}{detail}{missing}"
