"""
`checkin doctrine why`.
"""

from collections import Counter
from collections.abc import Iterator
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
from checkin_cli.errors import Place

if TYPE_CHECKING:
    from checkin_cli.grounding import Match
    from checkin_cli.runs.why import Choice, Explanation, Reasons


def why(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUTS",
            help="Files, folders, FILE:LINE for one line of a .jsonl file, or - for standard input.",
            show_default=False,
        ),
    ],
    ref: Annotated[
        str | None,
        typer.Option(
            "--ref",
            metavar="REF",
            help="Explain the document with this ref, or name in a table, alone. [default: every document]",
            show_default=False,
        ),
    ] = None,
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
      checkin doctrine why days.jsonl:2
      checkin doctrine why day/ --ref short-night

    """
    with guarded():
        from checkin_cli.doctrine import load_doctrine
        from checkin_cli.json_text import json_pretty
        from checkin_cli.runs.inputs import read_named
        from checkin_cli.runs.why import explain_all, only_ref

        rules = reading_rules(configuration(config), export_revision, export_customer)
        explained = explain_all(read_named(inputs, standard_input()), rules, load_doctrine(folder))
        explanations = list(explained) if ref is None else only_ref(explained, ref)
        for each in explanations:
            if each.error is not None:
                talk(str(each.error))
            elif form is ListFormat.text:
                StandardOutput().write("".join(f"{line}\n" for line in _lines(each)).encode())
        if form is ListFormat.json:
            StandardOutput().write(json_pretty([each.members() for each in explanations]))
    raise typer.Exit(max((each.error.exit_code for each in explanations if each.error), default=0))


def _lines(explanation: "Explanation") -> Iterator[str]:
    ref = "" if explanation.ref is None else f", ref {explanation.ref}"
    yield f"{Place(explanation.source, explanation.line)}: {explanation.surface}{ref}"
    if explanation.reasons is None:
        yield "  held or published: nothing in it is chosen"
        return
    yield from _facts_and_principles(explanation.reasons)
    for slot, variants in explanation.reasons.courtesy:
        yield f"  {slot}, a line of courtesy (* in the canonical copy; the others are offered to a model)"
        yield from (f"  {' ' if position else '*'} {each.id}: {each.text}" for position, each in enumerate(variants))
    for slot, atoms in explanation.reasons.slots:
        yield f"  {slot} (* in the canonical copy; offered to a model, or not)"
        for atom in atoms:
            yield from _choice(atom, "offered")
    if explanation.reasons.actions:
        yield "  actions (* in the copy; no model chooses them)"
        for action in explanation.reasons.actions:
            yield from _choice(action, "shown")


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
    yield "  principles picked, with score: most matches first, at equal score the lower priority, then the id"
    for match in reasons.grounding.picked:
        yield f"    {_ranked(match)}: {' '.join(match.matches)}"
    yield "  principles not picked: nothing is offered for their sake; the canonical copy may rest on them"
    for passed in reasons.grounding.passed:
        if passed.matches:
            yield f"    {_ranked(passed)}: {_PASSED[passed.why]}"
    without = Counter(passed.why for passed in reasons.grounding.passed)["no_match"]
    yield f"    {without} others match nothing here"


_OWN_WORDS = "in the document's own words"
_PASSED = {"outscored": "the picked ones come first", "risk_excluded": "ruled out"}


def _ranked(match: "Match") -> str:
    return f"{match.score}  {match.principle.id} (priority {match.principle.priority})"


def _choice(choice: "Choice", word: str) -> Iterator[str]:
    because = "; ".join(choice.because)
    if choice.is_open:
        said = word
    elif choice.canonical:
        said = f"in the canonical copy, which asks for no pick; not offered to a model: {because}"
    else:
        said = f"not {word}, {because}"
    yield f"  {'*' if choice.canonical else ' '} {choice.id}: {said}"
    if not choice.canonical:
        return
    yield f"      {choice.text or _OWN_WORDS}"
    if choice.grounds:
        yield f"      rests on {', '.join(choice.grounds)}"
