"""
Pairs on their way to the page, in a private file: the page begins with what is known at the end.
"""

from collections.abc import Callable, Iterator, Mapping

from checkin_cli.json_text import json_line, parse_json
from checkin_cli.runs.aside import Lines
from checkin_cli.runs.shadow.compare import Comparison, Pair


class Spool:
    """
    Keeps every pair with its copies. The file has no name and is gone with the run.
    """

    def __init__(self) -> None:
        self._kept = Lines()

    def add(self, pair: Pair, comparison: Comparison) -> None:
        """
        Take a pair. One that neither has a copy of is in no bin, and on no page.
        """
        if pair.is_refused:
            return
        self._kept.add(json_line(pair_members(pair, comparison)) + b"\n")

    def write(self, write: Callable[[bytes], object], overview: Mapping[str, object]) -> None:
        """
        Write the page.
        """
        from checkin_cli.runs.shadow.page import write_page

        write_page(write, overview, self._pairs())
        self._kept.close()

    def _pairs(self) -> Iterator[Mapping[str, object]]:
        for line in self._kept:
            pair = parse_json(line.decode("utf-8"))
            if isinstance(pair, dict):
                yield pair


def pair_members(pair: Pair, comparison: Comparison) -> dict[str, object]:
    """
    A pair as JSON members, copies included.
    """
    control, candidate = pair.control, pair.candidate
    receipt = candidate.receipt or control.receipt
    return {
        "number": pair.number + 1,
        "name": control.name,
        "source": control.source,
        "line": control.line,
        "surface": receipt.surface if receipt else "",
        "bin": comparison.bin,
        "slots": [each.slot for each in comparison.differences],
        "ignored": list(comparison.ignored),
        "outcome": candidate.receipt.outcome if candidate.receipt else "refused",
        "reason": candidate.receipt.reason if candidate.receipt else candidate.error.code if candidate.error else "",
        "control": control.copy,
        "candidate": candidate.copy,
    }
