"""
`checkin prompt`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded, standard_input, talk
from checkin_cli.cli.options import (
    ConfigFile,
    DoctrineFolder,
    ExportCustomer,
    ExportRevision,
    Form,
    ListFormat,
    configuration,
    reading_rules,
)
from checkin_cli.cli.page import App
from checkin_cli.errors import CheckinError, Place, UsageError, printable

if TYPE_CHECKING:
    from checkin_cli.config import Configuration
    from checkin_cli.documents import ReadingRules
    from checkin_cli.runs.inputs import RawInput
    from checkin_cli.runs.prompts import Prompt
    from checkin_cli.selection.bounds import Spared

app = App()


class Surface(StrEnum):
    """
    What has a prompt: the stages of a selection, and the surfaces of free prose.
    """

    expression = "expression"
    coach = "coach"
    polish = "polish"
    doctrine_ask = "doctrine_ask"


class Persona(StrEnum):
    """
    The variants of the voice.
    """

    full = "full"
    compact = "compact"


@app.callback()
def prompt() -> None:
    """
    Look at what a model is told.

    In: a surface, and a document where its request depends on one. Out: the texts that would be sent.

    Exit codes: 0 shown; 2 usage, or doctrine that does not load; 3 the document was refused.

    Examples:
      checkin prompt show coach

    """


@app.command("show")
def show(
    surface: Annotated[Surface, typer.Argument(metavar="SURFACE", help="expression, coach, polish or doctrine_ask.")],
    document: Annotated[
        str | None,
        typer.Option(
            "--input",
            metavar="FILE",
            help="Add what is sent about one document; - is standard input. [default: none]",
            show_default=False,
        ),
    ] = None,
    persona: Annotated[
        Persona | None,
        typer.Option(help="Another voice of free prose. [default: that of the surface]", show_default=False),
    ] = None,
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Print what would be sent, and how many tokens it costs at most.

    In: a surface, and for its message a document. Out: the system text and the message as a request holds them if every
    gate says yes; the tokens on standard error. Nothing is sent. The message of polish follows on a coach reply that
    takes the first of everything.

    Exit codes: 0 shown; 2 usage, or doctrine that does not load; 3 the document was refused.

    Examples:
      checkin prompt show doctrine_ask
      checkin prompt show coach --input day.json

    """
    with guarded():
        from checkin_cli.cli.logs import hear

        hear()
        settings = configuration(config)
        if surface is Surface.doctrine_ask:
            _refuse(document, "--input", surface)
            _write([_free_prose(surface, settings, folder, persona)], form)
            return
        _refuse(persona, "--persona", surface)
        if document is None:
            _write(_system_texts(surface, folder), form)
            return
        rules = reading_rules(settings, export_revision, export_customer)
        _write_request(_for_document(surface, document, settings, rules, folder), surface, form)


def _refuse(option: str | None, name: str, surface: Surface) -> None:
    if option is not None:
        raise UsageError("conflicting_options", f"{name} with {surface}", "one that this surface has")


def _free_prose(surface: Surface, settings: "Configuration", folder: Path | None, persona: Persona | None) -> "Prompt":
    from checkin_cli.authoring.ask import system_of
    from checkin_cli.runs.prompts import Prompt
    from checkin_cli.selection.bounds import Bounds

    system = system_of(folder, None if persona is None else persona.value)
    return Prompt(surface, system, Bounds.of_texts(system), int(settings.text("authoring.max_tokens") or 0))


def _system_texts(surface: Surface, folder: Path | None) -> "list[Prompt]":
    from checkin_cli.doctrine import load_doctrine
    from checkin_cli.runs.prompts import system_prompts

    return system_prompts(surface, load_doctrine(folder))


def _for_document(
    surface: Surface, path: str, settings: "Configuration", rules: "ReadingRules", folder: Path | None
) -> "Prompt | Spared":
    from checkin_cli.doctrine import load_doctrine
    from checkin_cli.documents import read_document
    from checkin_cli.runs.choosing import is_structured
    from checkin_cli.runs.prompts import prompt_for

    given, doctrine = _only_document(path), load_doctrine(folder)
    try:
        document = read_document(given.content(), rules)
        return prompt_for(surface, document, doctrine, structured=is_structured(settings))
    except CheckinError as error:
        raise error.at(given.source, given.line) from None


def _only_document(path: str) -> "RawInput":
    from checkin_cli.runs.inputs import find_files, read_inputs

    given = list(islice(read_inputs(find_files([path]), standard_input()), 2))
    if len(given) != 1:
        found = "more than one document" if given else "no document"
        raise UsageError("one_document", found, "one document", Place(printable(path)))
    return given[0]


def _write_request(found: "Prompt | Spared", surface: Surface, form: ListFormat) -> None:
    from checkin_cli.selection.bounds import Spared

    if isinstance(found, Spared):
        talk(f"no request: {found.replace('_', ' ')}")
        _write([], form, found)
        return
    if surface is Surface.polish:
        talk("note: as it follows on a coach reply that takes the first of everything")
    _write([found], form)


def _write(prompts: "Sequence[Prompt]", form: ListFormat, why: "Spared | None" = None) -> None:
    from checkin_cli.json_text import json_pretty

    for each in prompts:
        of = "" if each.surface is None else f"{each.surface}: "
        cost = f"{each.input_tokens:,} input tokens, {each.output_tokens:,} output tokens"
        talk(f"{of}at most {cost} (bytes of UTF-8, and 64 for each message)")
    if form is ListFormat.json:
        StandardOutput().write(json_pretty({"prompts": [_members(each) for each in prompts], "without_request": why}))
        return
    parts = [part for each in prompts for part in _parts(each)]
    for place, (heading, text) in enumerate(parts):
        head = f"==> {heading} <==\n" if len(parts) > 1 else ""
        gap = "\n" if place else ""
        StandardOutput().write(f"{gap}{head}{text}{'' if text.endswith(chr(10)) else chr(10)}".encode())


def _parts(prompt: "Prompt") -> Iterator[tuple[str, str]]:
    of = "" if prompt.surface is None else f"{prompt.surface}, "
    yield f"{of}system", prompt.system
    if prompt.user is not None:
        yield f"{of}user", prompt.user
    if prompt.schema is not None:
        yield f"{of}schema", prompt.schema


def _members(prompt: "Prompt") -> dict[str, object]:
    return {
        "surface": prompt.surface,
        "system": prompt.system,
        "user": prompt.user,
        "schema": prompt.schema,
        "input_tokens": prompt.input_tokens,
        "output_tokens": prompt.output_tokens,
    }
