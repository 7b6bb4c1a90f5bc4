"""
`checkin config`.
"""

from typing import Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded
from checkin_cli.cli.options import ConfigFile, configuration
from checkin_cli.cli.page import App

app = App()


@app.callback()
def config() -> None:
    """
    Inspect the configuration.

    In: the configuration file and the environment. Out: text on standard output.

    Exit codes: 0 clean; 2 usage.

    Examples:
      checkin config show

    """


@app.command("show")
def show(
    path: ConfigFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """
    Print every setting, where it came from, and what it is for.

    In: checkin.toml or --config, and variables CHECKIN_SECTION__KEY, which come before it. Out: one line a setting on
    standard output; of keys the name of their variable, never the key.

    Exit codes: 0 printed; 2 the configuration cannot be read.

    Examples:
      checkin config show
      checkin config show --json

    """
    with guarded():
        from checkin_cli.config import SETTINGS
        from checkin_cli.json_text import json_line, json_pretty

        loaded = configuration(path)
        rows = [
            {
                "key": setting.name,
                "value": _plain(loaded.values[setting.name]),
                "origin": loaded.origins[setting.name],
                "about": setting.about,
            }
            for setting in SETTINGS
        ]
        if as_json:
            StandardOutput().write(json_pretty(rows))
            return
        for row in rows:
            value = "(not set)" if row["value"] is None else json_line(row["value"]).decode()
            StandardOutput().write(f"{row['key']} = {value}  [{row['origin']}]  {row['about']}\n".encode())


def _plain(value: object) -> object:
    from decimal import Decimal

    match value:
        case Decimal() if value == int(value):
            return int(value)
        case Decimal():
            return str(value)
        case tuple():
            return list(value)
        case _:
            return value
