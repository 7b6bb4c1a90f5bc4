"""
Options that several commands share, and what they make.
"""

import math
import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import talk
from checkin_cli.errors import UsageError

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.documents import ExportRules, ReadingRules
    from checkin_cli.runs.setup import Setup
    from checkin_cli.selection import Digester


class ListFormat(StrEnum):
    """
    Forms of what inspection commands print.
    """

    text = "text"
    json = "json"


def finite(number: float | None) -> float | None:
    """
    The value of an option that bounds something. Raises `typer.BadParameter`, as for a word that is no number at all.
    """
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter("no number that bounds anything")
    return number


Form = Annotated[ListFormat, typer.Option("--format", help="Form of standard output.")]
Inputs = Annotated[
    list[str],
    typer.Argument(
        metavar="INPUTS",
        help="Files, folders (searched for *.json and *.jsonl) or - for standard input.",
        show_default=False,
    ),
]
ConfigFile = Annotated[
    str | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Configuration file. [default: checkin.toml, if there is one]",
        show_default=False,
    ),
]
DoctrineFolder = Annotated[
    Path | None,
    typer.Option("--doctrine", metavar="DIR", help="Doctrine to use. [default: the bundled one]", show_default=False),
]
Force = Annotated[bool, typer.Option("--force", help="Overwrite files whose bytes differ.")]
Private = Annotated[bool, typer.Option("--private", help="Create files for their owner alone (0600).")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Tell more on standard error, never content.")]
ExportRevision = Annotated[
    int, typer.Option(min=1, max=2**53 - 1, metavar="NUMBER", help="Revision of wizard exports.")
]
ExportCustomer = Annotated[
    str | None,
    typer.Option(
        metavar="KEY", help="Customer key of wizard exports. [default: none, audience personal]", show_default=False
    ),
]


def configuration(path: str | None) -> "Configuration":
    """
    Load the configuration and say what in it does not fit.
    """
    from checkin_cli.config import load_configuration

    loaded = load_configuration(path, os.environ, Path.cwd())
    for problem in loaded.problems:
        talk(f"{problem}; selection is off")
    return loaded


def setup_of(
    config: str | None,
    doctrine: Path | None,
    mode: str | None,
    selector: str | None,
    consents: Path | None,
    export: "ExportRules",
) -> "Setup":
    """
    The options of a run with the place and the environment that it was started in.
    """
    from checkin_cli.runs.setup import Setup

    return Setup(
        str(Path.cwd()),
        dict(os.environ),
        config,
        None if doctrine is None else str(doctrine),
        mode,
        selector,
        None if consents is None else str(consents),
        export,
    )


def reading_rules(config: "Configuration", revision: int, customer: str | None) -> "ReadingRules":
    """
    How documents are read in this run.
    """
    from checkin_cli.documents import ReadingRules

    return ReadingRules(config.text("calendar.week_starts_on") or "monday", export_rules(revision, customer))


def export_rules(revision: int, customer: str | None) -> "ExportRules":
    """
    What exports do not say of themselves, as the options have it.
    """
    from checkin_cli.documents import ExportRules, check_customer_key
    from checkin_cli.shapes import Misfit

    try:
        key = None if customer is None else check_customer_key(words_of(customer))
    except Misfit as misfit:
        raise UsageError("conflicting_options", misfit.found, "a customer key of 1 to 128 visible characters") from None
    return ExportRules(revision, key)


def words_of(argument: str) -> str:
    """
    An argument in UTF-8, also where the locale took its bytes for something else; no argument for paths.
    """
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:
        return argument


def digester(config: "Configuration") -> "Digester":
    """
    How receipts take their digests in this run.
    """
    from checkin_cli.runs.context import digester_of

    return digester_of(os.environ, config)
