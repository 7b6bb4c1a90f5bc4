"""
What `checkin doctrine list` can be narrowed to.
"""

from enum import StrEnum

import typer


class Surface(StrEnum):
    """
    The surfaces of copy.
    """

    daily = "daily"
    weekly = "weekly"
    adaptive_operator = "adaptive_operator"


class Risk(StrEnum):
    """
    The classes that a document can rule out.
    """

    general = "general"
    body_weight = "body_weight"
    intake = "intake"
    training = "training"


class Topic(StrEnum):
    """
    The topics of principles.
    """

    trend = "trend"
    recording = "recording"
    rate = "rate"
    adherence = "adherence"
    nutrition = "nutrition"
    digestion = "digestion"
    fluids = "fluids"
    sleep = "sleep"
    training = "training"
    movement = "movement"
    recovery = "recovery"
    phases = "phases"
    goals = "goals"
    tone = "tone"
    safety = "safety"
    tools = "tools"


def narrow(text: str, metavar: str | None = None) -> typer.models.OptionInfo:
    """
    An option that lists less.
    """
    option: typer.models.OptionInfo = typer.Option(help=f"{text}. [default: all]", metavar=metavar, show_default=False)
    return option
