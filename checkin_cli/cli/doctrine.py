"""
`checkin doctrine`.
"""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from checkin_cli.cli.ask import ask
from checkin_cli.cli.doctrine_filters import Risk, Surface, Topic, narrow
from checkin_cli.cli.guard import FINDINGS, StandardOutput, guarded, talk
from checkin_cli.cli.options import DoctrineFolder, Form, ListFormat, words_of
from checkin_cli.cli.page import App
from checkin_cli.cli.why import why

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkin_cli.proofreading import Finding
    from checkin_cli.runs.catalogue import Catalogue

app = App()


@app.callback()
def doctrine() -> None:
    """
    Look into the doctrine, check it and approve it.

    In: the bundled doctrine, or --doctrine. Out: text on standard output; lock alone writes, the lock.

    Exit codes: 0 clean; 1 findings of lint or lock; 2 usage; 3 an input of why was refused.

    Examples:
      checkin doctrine search sleep
      checkin doctrine show sleep.regular

    """


@app.command("list")
def list_principles(
    topic: Annotated[Topic | None, narrow(f"Principles of one topic: {', '.join(Topic)}", "TOPIC")] = None,
    surface: Annotated[Surface | None, narrow("Principles of one surface")] = None,
    risk: Annotated[Risk | None, narrow("Principles of one risk class")] = None,
    source: Annotated[str | None, narrow("Principles that rest on one source", "ID")] = None,
    unused: Annotated[bool, typer.Option("--unused", help="Only principles that nothing rests on.")] = False,
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
) -> None:
    """
    List approved principles, and count everything.

    In: the doctrine. Out: for each principle id, surface, topic, claim and risk class, then its text; last the counts.

    Exit codes: 0 listed, be it none; 2 usage, or doctrine that does not load.

    Examples:
      checkin doctrine list --topic sleep
      checkin doctrine list --surface weekly --format json

    """
    with guarded():
        from checkin_cli.cli import doctrine_text
        from checkin_cli.runs.catalogue import Filters

        catalogue = _catalogue(folder)
        filters = Filters(_value(topic), _value(surface), _value(risk), source, unused=unused)
        found = catalogue.principles(filters)
        members = {"counts": catalogue.counts(), "principles": [catalogue.members(each) for each in found]}
        write(members, doctrine_text.principles(found, catalogue), form)


@app.command("show")
def show(
    wanted: Annotated[
        str, typer.Argument(metavar="ID", help="Of anything: a principle, atom, wording, action or source.")
    ],
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
) -> None:
    """
    Show one entry with its text, its evidence and who uses it.

    In: an id, as why, list, search and receipts print it. Out: what the entry says, and the ids beside it.

    Exit codes: 0 shown; 2 usage, an id that is not there, or doctrine that does not load.

    Examples:
      checkin doctrine show sleep.regular
      checkin doctrine show sleep.regular --format json

    """
    with guarded():
        from checkin_cli.cli import doctrine_text

        members = _catalogue(folder).show(wanted)
        write(members, doctrine_text.tree(members), form)


@app.command("search")
def search(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Words, best in Korean.")],
    form: Form = ListFormat.text,
    folder: DoctrineFolder = None,
) -> None:
    """
    Find principles, wordings, actions and sources by words.

    In: words of a text, or of a topic. Out: what was found, best first, with a score: 100 where the words themselves
    stand, 90 where they name the topic, else the share of equal parts in percent.

    Exit codes: 0 searched, be it in vain; 2 usage, or doctrine that does not load.

    Examples:
      checkin doctrine search sleep
      checkin doctrine search hunger --format json

    """
    with guarded():
        from checkin_cli.cli import doctrine_text
        from checkin_cli.runs.search import search as find

        hits = find(_catalogue(folder), words_of(text))
        if not hits:
            talk("nothing found; try another word, or checkin doctrine list")
        write([hit.members() for hit in hits], doctrine_text.hits(hits), form)


@app.command("sources")
def sources(form: Form = ListFormat.text, folder: DoctrineFolder = None) -> None:
    """
    List the evidence, with DOI where there is one.

    In: the doctrine. Out: every source, and how many principles rest on it; what is not verified is marked, and
    carries none.

    Exit codes: 0 listed; 2 usage, or doctrine that does not load.

    Examples:
      checkin doctrine sources

    """
    with guarded():
        from checkin_cli.cli import doctrine_text

        catalogue = _catalogue(folder)
        found = list(catalogue.doctrine.sources.values())
        write([catalogue.members(each) for each in found], doctrine_text.sources(found, catalogue), form)


@app.command("quarantine")
def quarantine(form: Form = ListFormat.text, folder: DoctrineFolder = None) -> None:
    """
    List sentences that must not reach a customer, with why.

    In: the quarantine of the doctrine, which no render opens. Out: every sentence with its reason.

    Exit codes: 0 listed; 2 usage, or a quarantine that does not load.

    Examples:
      checkin doctrine quarantine

    """
    with guarded():
        from checkin_cli.cli import doctrine_text
        from checkin_cli.doctrine import load_quarantine
        from checkin_cli.shapes import members_of

        found = load_quarantine(folder)
        write([members_of(each) for each in found], doctrine_text.quarantined(found), form)


@app.command("lint")
def lint(form: Form = ListFormat.text, folder: DoctrineFolder = None) -> None:
    """
    Check the doctrine as a whole, and every Korean string.

    In: the doctrine as its files stand, locked or not. Its strings are also read beside each other. Out: one line a
    finding; on standard error a note where the files are not locked yet. Needs the extra checkin-cli[authoring].

    Exit codes: 0 no findings, locked or not; 1 findings; 2 usage, a missing extra, or doctrine that does not load.

    Examples:
      checkin doctrine lint
      checkin doctrine lint --doctrine doctrine --format json

    """
    with guarded():
        from checkin_cli.runs.lint import lint_doctrine

        report = lint_doctrine(folder)
        write_findings(report.findings, form)
        if report.unlocked:
            talk(f"note: not locked yet: {report.unlocked}; checkin doctrine lock approves what was reviewed")
    raise typer.Exit(FINDINGS if report.findings else 0)


@app.command("lock")
def lock(folder: DoctrineFolder = None) -> None:
    """
    Check the doctrine as lint does, and write its lock.

    In: a doctrine that was edited and read again. Out: doctrine.lock and compiled.json in its folder, by which renders
    accept these bytes; nothing where something is found. Needs the extra checkin-cli[authoring].

    Exit codes: 0 locked; 1 findings; 2 usage, a missing extra, or doctrine that does not load; 4 not written.

    Examples:
      checkin doctrine lock --doctrine doctrine

    """
    with guarded():
        from checkin_cli.proofreading import checks_passed
        from checkin_cli.runs.lint import proofread_all
        from checkin_cli.runs.lock import lock_doctrine

        report = lock_doctrine(folder, proofread_all, checks_passed())
        if report.findings:
            write_findings(report.findings, ListFormat.text)
            raise typer.Exit(FINDINGS)
        state = "written" if report.changed else "unchanged"
        StandardOutput().write(f"doctrine.lock {state}: {report.files} files, {report.digest}\n".encode())


app.command("why")(why)
app.command("ask")(ask)


def _catalogue(folder: Path | None) -> "Catalogue":
    from checkin_cli.doctrine import load_doctrine
    from checkin_cli.runs.catalogue import Catalogue

    return Catalogue(load_doctrine(folder))


def write(members: object, lines: "Iterable[str]", form: ListFormat) -> None:
    """
    Print what was found as JSON or as lines.
    """
    from checkin_cli.json_text import json_pretty

    text = "".join(f"{line}\n" for line in lines) if form is ListFormat.text else ""
    StandardOutput().write(json_pretty(members) if form is ListFormat.json else text.encode())


def write_findings(findings: "Sequence[Finding]", form: ListFormat) -> None:
    """
    Print findings, one a line.
    """
    members = [{"id": each.id, "rule": each.rule, "found": each.found, "required": each.required} for each in findings]
    lines = [f"{f.id}: {f.rule}: found {f.found}, required {f.required}" for f in findings]
    write(members, lines or ["no findings"], form)


def _value(choice: StrEnum | None) -> str | None:
    return None if choice is None else choice.value
