"""
`checkin schema`.
"""

from typing import Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A document, its surface, or receipt [default: list the names].", show_default=False
        ),
    ] = None,
) -> None:
    """
    Print the JSON Schema of a document or of the receipt.

    In: a name, or none to list them. Out: the schema on standard output.

    Exit codes: 0 printed; 2 a name that is not there.

    Examples:
      checkin schema
      checkin schema daily-snapshot-v1
      checkin schema weekly

    """
    with guarded():
        from checkin_cli.json_text import json_pretty
        from checkin_cli.runs.schema import schema_names, schema_of

        text = (
            "".join(f"{each}\n" for each in schema_names()).encode() if name is None else json_pretty(schema_of(name))
        )
        StandardOutput().write(text)
