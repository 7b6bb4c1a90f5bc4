"""
`checkin validate`.
"""

import typer

from checkin_cli.cli.guard import StandardOutput, guarded, standard_input, talk
from checkin_cli.cli.options import ConfigFile, ExportCustomer, ExportRevision, Inputs, configuration, reading_rules
from checkin_cli.errors import Place


def validate(
    inputs: Inputs,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Read documents without rendering them.

    In: documents, as render reads them. Out: one line on standard output for each that is valid, and on standard error
    every fault of each that is not, as far as one does not hide another.

    Exit codes: 0 all valid; 2 usage; 3 an input was refused.

    Examples:
      checkin validate day/
      checkin validate - < day.json

    """
    with guarded():
        from checkin_cli.runs.inputs import find_files, read_inputs
        from checkin_cli.runs.validate import validate_all

        files = find_files(inputs)
        rules = reading_rules(configuration(config), export_revision, export_customer)
        output, exit_code = StandardOutput(), 0
        for verdict in validate_all(read_inputs(files, standard_input()), rules):
            place = Place(verdict.source, verdict.line)
            for error in verdict.errors:
                talk(str(error))
                exit_code = max(exit_code, error.exit_code)
            if verdict.has_more:
                talk(f"note: {place}: more faults than these; correct them first")
            if verdict.contract is not None:
                output.write(f"{place}: {verdict.contract}\n".encode())
    raise typer.Exit(exit_code)
