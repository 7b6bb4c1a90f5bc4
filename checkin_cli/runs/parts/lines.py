"""
A finished part: its report, and its lines back to outcomes.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from checkin_cli.runs.document import Outcome
from checkin_cli.runs.files import sum_up
from checkin_cli.runs.inputs import Part
from checkin_cli.runs.journal import Identity
from checkin_cli.runs.journal.lines import record_of
from checkin_cli.runs.line import read_line
from checkin_cli.runs.parts.interface import part_file
from checkin_cli.runs.render import RenderReport


def report_of(folder: Path, number: int, identity: Identity) -> RenderReport | None:
    """
    The report of a finished part, if it is one of this run and its lines are still what it wrote.
    """
    try:
        members = record_of(part_file(folder, number, "json").read_bytes()) or {}
        with part_file(folder, number, "jsonl").open("rb") as lines:
            whole = sum_up(lines) == (members["size"], members["checksum"])
    except (OSError, ValueError, KeyError):
        return None
    # An orphan of a run that was discarded may still finish its part.
    is_ours = whole and members.get("run") == identity.members() and members.get("part") == number
    return RenderReport.of_members(members) if is_ours else None


def outcomes_of(lines: Iterable[bytes], part: Part) -> Iterator[Outcome]:
    """
    The outcomes of a part, each named after the span it came from: one file may be given twice, under two names.
    """
    at, last = -1, 0
    for line in lines:
        outcome = read_line(line)
        number = outcome.line or 0
        if not last or number <= last or part[at].file.shown != outcome.source:
            following = range(at + 1, len(part))
            at = next((each for each in following if part[each].file.shown == outcome.source), at)
        last = number
        name = part[at].file.name if outcome.line is None else f"{part[at].file.name}.{outcome.line}"
        yield outcome._replace(name=outcome.ref or name)
