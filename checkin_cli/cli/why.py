"""
`checkin doctrine why`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

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
from checkin_cli.errors import Place

if TYPE_CHECKING:
    from checkin_cli.runs.why import Choice, Explanation, Reasons


def why(
    inputs: Inputs,
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
    config: ConfigFile = None,
    export_revision: ExportRevision = 1,
    export_customer: ExportCustomer = None,
) -> None:
    """
    Say why each document reads as it does.

    In: documents, as render reads them. Out: facts, principles picked and passed over, and for each slot what could be
    said, what is said, and the principles that it rests on; tags, ids and wordings, no value of a document.

    checkin doctrine show ID tells the sources of a principle.

    Exit codes: 0 explained; 2 usage, or doctrine that does not load; 3 an input was refused.

    Examples:
      checkin doctrine why day.json
      checkin doctrine why day.json --format json

    """
    with guarded():
        from checkin_cli.doctrine import load_doctrine
        from checkin_cli.json_text import json_pretty
        from checkin_cli.runs.inputs import find_files, read_inputs
        from checkin_cli.runs.why import explain_all

        given = read_inputs(find_files(inputs), standard_input())
        rules = reading_rules(configuration(config), export_revision, export_customer)
        explanations = list(explain_all(given, rules, load_doctrine(folder)))
        for each in explanations:
            if each.error is not None:
                talk(str(each.error))
            elif form is ListFormat.text:
                StandardOutput().write("".join(f"{line}\n" for line in _lines(each)).encode())
        if form is ListFormat.json:
            StandardOutput().write(json_pretty([each.members() for each in explanations]))
    raise typer.Exit(max((each.error.exit_code for each in explanations if each.error), default=0))


def _lines(explanation: "Explanation") -> Iterator[str]:
    yield f"{Place(explanation.source, explanation.line)}: {explanation.surface}"
    if explanation.reasons is None:
        yield "  held or published: nothing in it is chosen"
        return
    yield from _facts_and_principles(explanation.reasons)
    for slot, atoms in explanation.reasons.slots:
        yield f"  {slot} (* in the canonical copy)"
        yield from _choices(atoms, "offered")
    if explanation.reasons.actions:
        yield "  actions"
        yield from _choices(explanation.reasons.actions, "shown")


def _facts_and_principles(reasons: "Reasons") -> Iterator[str]:
    yield "  facts"
    for question, tags in reasons.answers:
        if tags != (question,):
            yield f"    {question}: {' '.join(tags)}"
    switches = [question for question, tags in reasons.answers if tags == (question,)]
    if switches:
        yield f"    also: {' '.join(switches)}"
    if reasons.excluded:
        yield f"  ruled out: principles of {' and '.join(reasons.excluded)}"
    yield "  principles picked, with score"
    for match in reasons.grounding.picked:
        yield f"    {match.score}  {match.principle.id}: {' '.join(match.matches)}"
    yield "  principles passed over"
    for passed in reasons.grounding.passed:
        if passed.matches:
            yield f"    {passed.score}  {passed.principle.id}: {passed.why.replace('_', ' ')}"
    without = Counter(passed.why for passed in reasons.grounding.passed)["no_match"]
    yield f"    {without} others match nothing here"


def _choices(choices: "tuple[Choice, ...]", word: str) -> Iterator[str]:
    for choice in choices:
        mark = "*" if choice.canonical else " "
        yield f"  {mark} {choice.id}: {word if choice.is_open else f'not {word}, ' + '; '.join(choice.because)}"
        if choice.canonical and choice.text is not None:
            yield f"      {choice.text}"
            yield f"      rests on {', '.join(choice.grounds)}"
