"""
A finished part: its report, and its lines back to outcomes.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from checkin_cli.errors import CheckinError, Place
from checkin_cli.json_text.read import parse_own
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.files import sum_up
from checkin_cli.runs.inputs import InputFile, Part
from checkin_cli.runs.journal import Identity
from checkin_cli.runs.parts.interface import part_file
from checkin_cli.runs.render import RenderReport
from checkin_cli.selection import Receipt
from checkin_cli.shapes import Record

_RECEIPT = Record(Receipt)


def report_of(folder: Path, number: int, identity: Identity) -> RenderReport | None:
    """
    The report of a finished part, if it is one of this run and its lines are still what it wrote.
    """
    try:
        members = parse_own(part_file(folder, number, "json").read_bytes())
        with part_file(folder, number, "jsonl").open("rb") as lines:
            whole = sum_up(lines) == (members["size"], members["checksum"])
    except (OSError, ValueError, KeyError):
        return None
    # An orphan of a run that was discarded may still finish its part.
    is_ours = whole and members.get("run") == identity.members()
    return RenderReport.of_members(members) if is_ours else None


def names_of(files: Iterable[InputFile]) -> dict[str, str]:
    """
    What outputs are named after, by the path that lines show.
    """
    return {file.shown: file.name for file in files}


def outcome_of(line: bytes, names: Mapping[str, str]) -> Outcome:
    """
    The outcome that a part wrote as this line; its digest was checked.
    """
    members = parse_own(line)
    source, number, ref, error = members["source"], members["line"], members["ref"], members["error"]
    receipt = None if members["receipt"] is None else _RECEIPT.read(members["receipt"])
    name = names[source] if number is None else f"{names[source]}.{number}"
    refusal = None
    if error is not None:
        refusal = CheckinError(error["code"], error["found"], error["required"], Place(error["place"]))
    return Outcome(source, number, ref or name, ref, members["copy"], receipt, refusal)


def outcomes_of(lines: Iterable[bytes], part: Part) -> Iterator[Outcome]:
    """
    The outcomes of a part, each named after the span it came from: one file may be given twice, under two names.
    """
    names, at, last = names_of(span.file for span in part), -1, 0
    for line in lines:
        outcome = outcome_of(line, names)
        number = outcome.line or 0
        if not last or number <= last or part[at].file.shown != outcome.source:
            following = range(at + 1, len(part))
            at = next((each for each in following if part[each].file.shown == outcome.source), at)
        last = number
        name = part[at].file.name if outcome.line is None else f"{part[at].file.name}.{outcome.line}"
        yield outcome._replace(name=outcome.ref or name)
