"""
`checkin enumerate`.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.guard import StandardOutput, guarded, standard_input, talk
from checkin_cli.cli.options import (
    ConfigFile,
    DoctrineFolder,
    ExportCustomer,
    ExportRevision,
    Form,
    Inputs,
    ListFormat,
    configuration,
    reading_rules,
)
from checkin_cli.errors import Place, UsageError

if TYPE_CHECKING:
    from checkin_cli.runs.enumerate import Proof


def enumerate_texts(
    inputs: Inputs,
    sample: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="TEXTS",
            help="Print so many of each document, spread evenly. [default: none]",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every text of each document.")] = False,
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Count and check every text that a document can ever produce.

    In: documents, as render reads them. Out: for each the exact count, how it was proved, and a digest of the whole
    space; with --format json, one line an input. Nobody is asked, nothing is sent.

    Up to 100,000 texts are composed one by one; a larger space is proved slot by slot, with its longest text.

    Exit codes: 0 the promises hold; 2 usage, or doctrine that does not load; 3 an input was refused; 70 one broke.

    Examples:
      checkin enumerate day/
      checkin enumerate day.json --sample 5

    """
    with guarded():
        from checkin_cli.doctrine import load_doctrine
        from checkin_cli.runs.enumerate import prove_all
        from checkin_cli.runs.inputs import find_files, read_inputs

        if sample is not None and everything:
            raise UsageError("conflicting_options", "--sample with --all", "one of them")
        files = find_files(inputs)
        rules = reading_rules(configuration(config), export_revision, export_customer)
        exit_code = 0
        for proof in prove_all(read_inputs(files, standard_input()), rules, load_doctrine(folder)):
            if proof.error is not None:
                talk(str(proof.error))
                exit_code = max(exit_code, proof.error.exit_code)
            _write(proof, form, sample, everything=everything)
    raise typer.Exit(exit_code)


def _write(proof: "Proof", form: ListFormat, sample: int | None, *, everything: bool) -> None:
    from checkin_cli.json_text import json_line
    from checkin_cli.runs.enumerate import sample_of

    output, space = StandardOutput(), proof.space
    wanted = sample or (space.count if everything and space else 0)
    if form is ListFormat.json:
        texts = {"sample": list(sample_of(space, wanted))} if space and wanted else {}
        output.write(json_line({**proof.members(), **texts}) + b"\n")
    elif space is not None:
        place = Place(proof.source, proof.line)
        how = "text by text" if proof.walked else "slot by slot"
        noun = "text" if space.count == 1 else "texts"
        output.write(f"{place}: {space.count:,} {noun}, proved {how}, {space.digest}\n".encode())
        for text in sample_of(space, wanted) if wanted else ():
            output.write(f"\n{text}\n".encode())
