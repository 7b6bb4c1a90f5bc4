"""
What the command line could not be read as, told like every other error: never with a word that was typed.
"""

import re
import sys
from collections.abc import Iterable
from enum import Enum

from typer._click import exceptions as click
from typer.core import TyperGroup

from checkin_cli.errors import Place, UsageError


def refusal_of(error: click.ClickException) -> UsageError:
    """
    The same fault as an error of this project.
    """
    match error:
        case click.NoSuchOption():
            found = f"an unknown option{_position(error.option_name)}"
            return UsageError("unknown_option", found, _perhaps(error.possibilities or (), "option"), _place(error))
        case click.BadOptionUsage():
            return UsageError("wrong_value", *_misused(error), _place(error, error.option_name))
        case click.MissingParameter():
            return UsageError("missing_argument", "nothing", _needed(error), _place(error, _name(error)))
        case click.BadParameter():
            return UsageError("wrong_value", "another value", _required(error), _place(error, _name(error)))
        case click.UsageError() if error.ctx is not None and isinstance(error.ctx.command, TyperGroup):
            meant = re.findall(r"'([a-z-]+)'", error.message.partition("Did you mean")[2])
            known = [name for name in error.ctx.command.commands if name in meant]
            required = _perhaps(known, "command") if known else _one_of(error.ctx.command.commands)
            return UsageError("unknown_command", "an unknown command", required, _place(error))
        case _:
            return UsageError("unexpected_argument", "a word too many", "what its help shows", _place(error))


def _place(error: click.ClickException, name: str = "") -> Place:
    context = getattr(error, "ctx", None)
    return Place("checkin" if context is None else context.command_path, path=name)


def _name(error: click.BadParameter) -> str:
    """
    The option as it is written, or the placeholder of the argument.
    """
    param = error.param
    if param is None:
        return ""
    return max(param.opts, key=len) if param.param_type_name == "option" else str(param.metavar or param.name)


def _position(option: str) -> str:
    """
    Where it stands, counted from the command's own name.
    """
    for number, word in enumerate(sys.argv[1:], 1):
        if word == option or word.startswith(f"{option}="):
            return f", word {number} after checkin"
    return ""


def _misused(error: click.BadOptionUsage) -> tuple[str, str]:
    """
    Found and required, of an option with a value that takes none, or without one.
    """
    if "does not take" in error.message:
        return "a value", "the option alone"
    return "nothing", "a value after it"


def _needed(error: click.MissingParameter) -> str:
    """
    What a missing argument is, in the words of its help.
    """
    told = str(getattr(error.param, "help", "") or _required(error)).partition(" [")[0].rstrip(".")
    return told[:1].lower() + told[1:]


def _required(error: click.BadParameter) -> str:
    """
    What a value may be, in words.
    """
    if error.param is None:
        return "what its help shows"
    kind = error.param.type
    choices = getattr(kind, "choices", None)
    if choices:
        return _one_of(str(each.value if isinstance(each, Enum) else each) for each in choices)
    number = {"integer": "a whole number", "float": "a number"}.get(kind.name.removesuffix(" range"))
    if number is None:
        return str(error.param.metavar or kind.name)
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    if most is None:
        return number if least is None else f"{number} of at least {least}"
    return f"{number} from {least} to {most}"


def _one_of(words: Iterable[str]) -> str:
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def _perhaps(near: Iterable[str], kind: str) -> str:
    words = sorted(near)
    return f"one that it has, perhaps {_one_of(words)}" if words else f"an {kind} that it has"
