"""
Pages of help: wrapped to the terminal, but for the examples, which can be copied as they stand.
"""

import inspect
import re
import shutil
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer._click.core import Context
from typer._click.formatting import HelpFormatter
from typer.core import TyperCommand, TyperGroup

_WIDEST, _NARROWEST = 100, 30
"""
Columns of a page.
"""

_UNBROKEN = "\N{NON-BREAKING HYPHEN}"


class App(typer.Typer):
    """
    Commands with pages: their docstrings say what they do, what goes in and out, the exit codes, and examples.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=_GroupPage, no_args_is_help=True, rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:
        """
        A command of that name, with a page.
        """
        return super().command(name, cls=_Page, **settings)


class _Formatter(HelpFormatter):
    """
    Wraps for any terminal, and never inside an option or an id.
    """

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        if width is None:
            width = max(min(shutil.get_terminal_size().columns, _WIDEST) - 2, _NARROWEST)
        super().__init__(indent_increment, width, max_width)

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", _UNBROKEN))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        unbroken = [(name, _plain(text).replace("-", _UNBROKEN)) for name, text in rows]
        super().write_dl(unbroken, min(col_max, self.width // 2 - 9), col_spacing)

    def getvalue(self) -> str:
        return super().getvalue().replace(_UNBROKEN, "-")


def _plain(text: str) -> str:
    """
    What Typer adds to the help of an option, as one remark in words.
    """
    text = text.replace("]  [", "; ").replace("  [", " [")
    return re.sub(r"\bx>=(\d+)", r"at least \1", re.sub(r"(\d+)<=x<=(\d+)", r"\1 to \2", text))


class _Context(Context):
    formatter_class = _Formatter


def _write(text: str, formatter: HelpFormatter) -> None:
    """
    Write paragraphs; of examples, line by line.
    """
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        heading, _, lines = paragraph.partition("\n")
        formatter.write_paragraph()
        with formatter.indentation():
            if heading != "Examples:":
                formatter.write_text(paragraph)
                continue
            formatter.write_heading("Examples")
            formatter.write("".join(f"    {line.strip()}\n" for line in lines.splitlines()))


class _Page(TyperCommand):
    """
    The page of a command.
    """

    context_class = _Context

    def format_help_text(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write(self.help or "", formatter)


class _GroupPage(TyperGroup):
    """
    The page of a group of commands.
    """

    context_class = _Context

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        shown = [(name, command.help or "") for name, command in self.commands.items() if not command.hidden]
        with formatter.section("Commands"):
            # The whole sentence: a cut one says nothing.
            formatter.write_dl([(name, inspect.cleandoc(text).partition("\n\n")[0]) for name, text in shown])

    def format_help_text(self, ctx: Context, formatter: HelpFormatter) -> None:
        _write(self.help or "", formatter)
