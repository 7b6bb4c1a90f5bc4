"""
What an outsider can read in what a run left behind, without the code that wrote it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.batch.desk import Line
from tests.batch.served import Served


@dataclass(frozen=True)
class Left:
    """What a journal says, by document."""

    claims: frozenset[tuple[str, str]]
    """Stage and document of each claim."""

    unanswered: frozenset[str]
    """The documents with a claim that nothing came of: they were in flight."""

    settled: frozenset[str]


def left_by(journal: Path) -> Left:
    """Read the journal of a run, or those of its parts; the documents are the lines of one file, `d-0` the first."""
    claims, answered, settled = set[tuple[str, str]](), set[tuple[str, str]](), set[str]()
    for file, first in _files(journal):
        for record in _records(file):
            document = f"d-{first + int(record['n'])}"
            if "claim" in record:
                claims.add((record["claim"], document))
            elif "coached" in record:
                answered.add(("coach", document))
            else:
                settled.add(document)
    unanswered = {document for _, document in claims - answered} - settled
    return Left(frozenset(claims), frozenset(unanswered), frozenset(settled))


def _files(journal: Path) -> Iterator[tuple[Path, int]]:
    """Each journal with the position of its first document."""
    if journal.is_file():
        yield journal, 0
        return
    run = journal / "run"
    if not run.exists():
        return
    [_, parts] = [json.loads(line[9:]) for line in run.read_text().splitlines()]
    for number, spans in enumerate(parts["parts"]):
        part = journal / f"{number:05}.journal"
        # A part whose report is in place is finished, whatever its journal says.
        if spans and part.exists() and not part.with_suffix(".json").exists():
            yield part, spans[0][-1] - 1


def _records(file: Path) -> Iterator[Line]:
    """Every whole line after the first one."""
    whole, _, _ = file.read_bytes().rpartition(b"\n")
    for line in whole.splitlines()[1:]:
        yield json.loads(line[9:])


def check_resumed(found: list[Line], undisturbed: list[Line], in_flight: Iterable[str], served: Served) -> None:
    """Every line in order; each as in an undisturbed run, but for the documents that were in flight."""
    lost = set(in_flight)
    assert [(each["source"], each["line"], each["ref"]) for each in found] == [
        (each["source"], each["line"], each["ref"]) for each in undisturbed
    ]
    for line, expected in zip(found, undisturbed, strict=True):
        if line["ref"] in lost:
            assert line["status"] == line["receipt"]["reason"] == "interrupted"
            assert line["receipt"]["outcome"] == ("coached" if line["receipt"]["coach_valid"] else "canonical")
            assert line["receipt"]["request_count"] == 1 + line["receipt"]["coach_valid"]
        else:
            assert line == expected
    assert served.repeated() == []
    # Whoever was asked about a document, the receipt counts it; a request in flight may not have arrived.
    counts = served.counts()
    for line in found:
        asked = counts["coach", line["ref"]] + counts["polish", line["ref"]]
        assert 0 <= line["receipt"]["request_count"] - asked <= (line["ref"] in lost)
