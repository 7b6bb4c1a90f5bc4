"""
Prove documents: count every text that each can produce, and check it against the promises.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.doctrine import Doctrine
from checkin_cli.documents import ReadingRules, read_document
from checkin_cli.errors import CheckinError, InternalFault
from checkin_cli.rendering import render_canonical
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.space import Space, space_of

LARGEST_WALK = 100_000
"""
Texts of one document. Up to here each is composed and checked; beyond, every way to fill each slot is, and the longest
text of all. That is enough because a promise speaks of one line or of the length.
"""


@dataclass(frozen=True, slots=True)
class Proof:
    """
    What was proved of one input, or why it was refused.
    """

    source: str
    line: int | None
    space: Space | None = None
    walked: bool = False
    """
    True if every text was composed and checked, and no two were equal.
    """

    checked: int = 0
    error: CheckinError | None = None

    def members(self) -> dict[str, object]:
        """
        The proof as JSON members.
        """
        if self.space is None:
            return {"source": self.source, "line": self.line, "error": self.error.code if self.error else None}
        return {
            "source": self.source,
            "line": self.line,
            "texts": self.space.count,
            "proved": "text by text" if self.walked else "slot by slot",
            "checked": self.checked,
            "slots": {slot.slot: len(slot.alternatives) for slot in self.space.products[-1]},
            "sha256": self.space.digest,
        }


def prove_all(inputs: Iterable[RawInput], rules: ReadingRules, doctrine: Doctrine) -> Iterator[Proof]:
    """
    Yield a proof for each input, in order. A broken promise is an error of its input and never stops the others.
    """
    for given in inputs:
        try:
            space = space_of(render_canonical(read_document(given.content(), rules), doctrine), doctrine)
            walked = space.count <= LARGEST_WALK
            checked = _walk(space) if walked else _vary(space)
        except CheckinError as error:
            yield Proof(given.source, given.line, error=error.at(given.source, given.line))
        else:
            yield Proof(given.source, given.line, space, walked, checked)


def sample_of(space: Space, number: int) -> Iterator[str]:
    """
    Texts spread evenly over the space, the first one included; all of them if there are no more.
    """
    wanted = min(number, space.count)
    for position in range(wanted):
        yield space.text(space.clauses_of(position * space.count // wanted))


def _walk(space: Space) -> int:
    seen = {hash(space.text(clauses)) for clauses in space.selections()}
    if len(seen) != space.count:
        raise InternalFault("promise_broken", "two selections of one text", "a text of its own for each selection")
    return space.count


def _vary(space: Space) -> int:
    return sum(1 for clauses in space.each_slot_varied() if space.text(clauses))
