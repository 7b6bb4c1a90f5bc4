"""
Completion of commands, options and their words in a shell.
"""

import os
from enum import StrEnum
from typing import TYPE_CHECKING

from checkin_cli.cli.guard import StandardOutput, talk
from checkin_cli.errors import OutputError, Place, UsageError

if TYPE_CHECKING:
    from pathlib import Path

NAME = "checkin"
_ASKED = "_CHECKIN_COMPLETE"
"""
The variable by which a shell asks for completions.
"""


_AT_ONCE = '[[ "$funcstack[1]" = _checkin ]] && _checkin_completion "$@"'
"""
A zsh that loads the script to complete a word completes that word too, and not only the next.
"""


class Shell(StrEnum):
    """
    The shells that know how to ask.
    """

    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def get_ready() -> None:
    """
    Prepare to answer a shell, if one asks; nothing is loaded otherwise.
    """
    if _ASKED not in os.environ:
        return
    from typer import _completion_classes as classes

    classes.completion_init()
    # It would take the remarks of options for markup, leave them out, and load a terminal library for that.
    classes._sanitize_help_text = str  # type: ignore[assignment]  # noqa: SLF001


def show(shell: Shell | None) -> None:
    """
    Print the script that a shell has to read. Raises `UsageError` where the shell is not known.
    """
    from typer._completion_shared import get_completion_script

    name = _known(shell)
    script = get_completion_script(prog_name=NAME, complete_var=_ASKED, shell=name)
    more = f"\n{_AT_ONCE}" if name is Shell.zsh else ""
    StandardOutput().write(f"{script}{more}\n".encode())


def install(shell: Shell | None) -> None:
    """
    Have a shell read the script at its start, and say where it lies. Raises `UsageError` and `OutputError`.
    """
    from typer._completion_shared import install as write

    name = _known(shell)
    try:
        path: Path = write(shell=name, prog_name=NAME, complete_var=_ASKED)[1]
        if name is Shell.zsh:
            path.write_text(f"{path.read_text()}\n{_AT_ONCE}\n")
    except OSError:
        place = Place(f"the start files of {name}")
        raise OutputError("output_unwritable", "a home that cannot be written", "a writable home", place) from None
    talk(f"completion for {name} is in {path}; the next {name} that is started has it")


def _known(shell: Shell | None) -> Shell:
    if shell is not None:
        return shell
    from typer._completion_shared import _get_shell_name

    name = _get_shell_name()
    if name is None or name not in set(Shell):
        raise UsageError("shell_unclear", "a shell that is not known", "--shell bash, zsh or fish")
    return Shell(name)
