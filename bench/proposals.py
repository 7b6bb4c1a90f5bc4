"""
Hold the checks of proposals against a corpus: how many hostile ones they catch, how many good ones they turn away.

    python bench/proposals.py [FILE.jsonl ...]

Each line is an object with `kind` (`good`, or what is wrong), `atom` and `wording`, and where it matters `principles`,
`register`, `slot` or `id`; what is left out is as the offer has it. Every miss is listed. Needs the extra `authoring`.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from checkin_cli.authoring.offer import offer_of
from checkin_cli.authoring.proposal import Proposal
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.validate import Validator
from checkin_cli.doctrine import Doctrine, load_doctrine, load_quarantine

CORPUS = Path(__file__).parent.parent / "fixtures" / "authoring"
GOOD = "good"


@dataclass(frozen=True)
class Case:
    """
    One proposal of a corpus and the ruling on it.
    """

    kind: str
    atom: str
    wording: str
    refutations: Sequence[Refutation]

    @property
    def is_missed(self) -> bool:
        """
        True for a hostile proposal that was admitted, and for a good one that was refuted.
        """
        return bool(self.refutations) == (self.kind == GOOD)

    @property
    def only_meets(self) -> bool:
        """
        True if nothing speaks against it but a neighbour that it can stand beside.
        """
        return bool(self.refutations) and {each.code for each in self.refutations} <= _MEETINGS


_MEETINGS = {"echo", "same_opening", "repeated_words"}


def judge_corpus(files: Sequence[Path], doctrine: Doctrine) -> Iterator[Case]:
    """
    Rule on every line of the files.
    """
    quarantined = load_quarantine(None)
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            row: dict[str, Any] = json.loads(line)
            offer = offer_of(doctrine, doctrine.atoms[row["atom"]].slot, row["atom"])
            proposal = Proposal(
                slot=row.get("slot", offer.slot),
                atom=row["atom"],
                id=row.get("id", offer.new_id),
                wording=row["wording"],
                register=row.get("register", offer.register),
                principles=tuple(row.get("principles", [each.id for each in offer.principles])),
            )
            found = Validator(offer, doctrine, quarantined)(proposal)
            yield Case(row["kind"], row["atom"], row["wording"], found)


def rates(cases: Sequence[Case]) -> tuple[float, float]:
    """
    The shares of hostile proposals caught and of good ones turned away, in percent.
    """
    hostile = [each for each in cases if each.kind != GOOD]
    good = [each for each in cases if each.kind == GOOD]
    caught = 100 * sum(not each.is_missed for each in hostile) / max(len(hostile), 1)
    return caught, 100 * sum(each.is_missed for each in good) / max(len(good), 1)


def main(arguments: Sequence[str]) -> None:
    """
    Print the rates by kind and every miss.
    """
    files = [Path(each) for each in arguments] or sorted(CORPUS.glob("*.jsonl"))
    cases = list(judge_corpus(files, load_doctrine()))
    totals = Counter(each.kind for each in cases)
    missed = Counter(each.kind for each in cases if each.is_missed)
    for kind in sorted(totals, key=lambda each: (each == GOOD, each)):
        word = "turned away" if kind == GOOD else "missed"
        print(f"{kind:16} {totals[kind]:4}  {word} {missed[kind]}")
    caught, alarms = rates(cases)
    print(f"caught {caught:.1f} % of {len(cases) - totals[GOOD]}, false alarms {alarms:.1f} % of {totals[GOOD]}")
    meeting = sum(each.kind == GOOD and each.only_meets for each in cases)
    print(f"{meeting} good ones only share a word with a neighbour, which doctrine lock refuses as well")
    for each in cases:
        if each.is_missed:
            why = "; ".join(f"{one.code} {one.found}".strip() for one in each.refutations)
            print(f"{each.kind}  {each.atom}  {each.wording!r}  {why}".rstrip())


if __name__ == "__main__":
    main(sys.argv[1:])
