"""
The Typer application with all commands.
"""

import signal
import sys
from types import FrameType
from typing import Annotated

import typer
from typer._click.exceptions import ClickException, NoArgsIsHelpError

from checkin_cli import __version__
from checkin_cli.cli import (
    completion,
    config,
    doctrine,
    draft,
    enumeration,
    golden,
    merge,
    prompt,
    render,
    schema,
    shadow,
    summarize,
    validate,
    verify,
)
from checkin_cli.cli.guard import INTERRUPTED, StandardOutput, close_output, guarded, talk
from checkin_cli.cli.page import App
from checkin_cli.cli.usage import refusal_of
from checkin_cli.errors import OutputError, UsageError

_OF_SIGNAL = 128
"""
The exit code of a run that was told to end, less the number of the signal.
"""

app = App(
    name=completion.NAME,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("render")(render.render)
app.command("merge")(merge.merge)
app.command("summarize")(summarize.summarize)
app.command("shadow")(shadow.shadow)
app.command("validate")(validate.validate)
app.command("verify")(verify.verify)
app.command("enumerate")(enumeration.enumerate_texts)
app.command("schema")(schema.schema)
app.add_typer(golden.app, name="golden")
app.add_typer(config.app, name="config")
app.add_typer(doctrine.app, name="doctrine")
app.add_typer(prompt.app, name="prompt")
app.add_typer(draft.app, name="draft")


def run() -> None:
    """
    Run one command and exit with its code.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        # nohup has it ignored.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _terminate)
    completion.get_ready()
    try:
        sys.exit(app(prog_name=completion.NAME, standalone_mode=False))
    except NoArgsIsHelpError as page:
        page.show()
        sys.exit(page.exit_code)
    except ClickException as error:
        refusal = refusal_of(error)
        talk(str(refusal))
        sys.exit(refusal.exit_code)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError:
        # Help has no guard of its own; a full device is not a defect.
        close_output()
        sys.exit(OutputError.exit_code)


@app.callback(invoke_without_command=True)
def checkin(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    install: Annotated[
        bool, typer.Option("--install-completion", help="Have a shell complete commands and options, and exit.")
    ] = False,
    show: Annotated[
        bool, typer.Option("--show-completion", help="Print the script for that, change nothing, and exit.")
    ] = False,
    shell: Annotated[
        completion.Shell | None,
        typer.Option(help="Which shell. [default: the one that runs checkin]", show_default=False),
    ] = None,
) -> None:
    """
    Render finalized coaching check-ins as reviewed Korean copy, with a receipt for each.

    In: check-ins, weekly summaries and cards as JSON. Out: copy on standard output or in files; talk on standard error.

    Exit codes: 0 clean; 1 findings or differences; 2 usage; 3 an input was refused, the others were done; 4 an output
    was not written; 70 internal fault; 129 the terminal was closed, 130 interrupted, 141 the reader left, 143
    terminated. The highest wins.

    Examples:
      checkin render day.json
      checkin doctrine why day.json
      checkin --version

    """
    with guarded():
        if version:
            StandardOutput().write(f"checkin {__version__}\n".encode())
        elif install:
            completion.install(shell)
        elif show:
            completion.show(shell)
        elif context.invoked_subcommand is None:
            raise UsageError("missing_argument", "no command", "one of those that checkin --help lists")
        else:
            return
    raise typer.Exit


def _terminate(number: int, _frame: FrameType | None) -> None:
    # Leaving through an exception lets half-built files be removed.
    sys.exit(_OF_SIGNAL + number)
