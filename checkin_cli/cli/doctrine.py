"""
`checkin doctrine`.
"""

from pathlib import Path
from typing import Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def doctrine() -> None:
    """
    Approve the doctrine.
    """


@app.command("lock")
def lock(
    folder: Annotated[
        Path | None,
        typer.Option(
            "--doctrine", metavar="DIR", help="Doctrine to lock [default: the bundled one].", show_default=False
        ),
    ] = None,
) -> None:
    """
    Check the doctrine as a whole and write its lock, so that renders accept these bytes.

    Example: checkin doctrine lock --doctrine doctrine
    """
    with guarded():
        from checkin_cli.runs.lock import lock_doctrine

        report = lock_doctrine(folder)
        state = "written" if report.changed else "unchanged"
        StandardOutput().write(f"doctrine.lock {state}: {report.files} files, {report.digest}\n".encode())
