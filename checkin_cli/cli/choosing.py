"""
Options of the commands that let somebody choose.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Mode(StrEnum):
    """
    What may be chosen: nothing, the wordings of tone slots, or atoms and wordings.
    """

    canonical = "canonical"
    expression = "expression"
    coach = "coach"


class SelectorName(StrEnum):
    """
    Who chooses.
    """

    first = "first"
    rotate = "rotate"
    openai = "openai"


class LocalSelector(StrEnum):
    """
    Who chooses without asking an endpoint.
    """

    first = "first"
    rotate = "rotate"


ModeOption = Annotated[
    Mode | None,
    typer.Option(
        "--mode",
        help="What may be chosen: nothing, one line of courtesy, or statements and wordings. [default: canonical]",
        show_default=False,
    ),
]
SelectorOption = Annotated[
    SelectorName | None,
    typer.Option("--selector", help="Who chooses; openai asks an endpoint. [default: rotate]", show_default=False),
]
ConsentFile = Annotated[
    Path | None,
    typer.Option(
        "--consents",
        metavar="FILE",
        help="Consent registry of customers. [default: the configured one]",
        show_default=False,
    ),
]
