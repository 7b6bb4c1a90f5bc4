"""
Check all shards of a run, put them in order, and only then hand over their bytes.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from checkin_cli.errors import DocumentRefused, Place
from checkin_cli.runs.document import Outcome
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.merge.order import TABLE, Stretches
from checkin_cli.runs.merge.shard import Key, Shard, read_shard
from checkin_cli.runs.private import private_table
from checkin_cli.runs.render import RenderReport, Watch

_Take = Callable[[Outcome], None]


@dataclass(frozen=True, slots=True)
class Joined:
    """
    The shards of one run in its order, and what the run did.
    """

    shards: Sequence[Shard]
    report: RenderReport
    decided: bool
    """
    False where neither lines nor inputs say in which order the shards come, so that the given order counts.
    """

    def chunks(self) -> Iterator[bytes]:
        """
        Yield the bytes of the whole run.
        """
        for shard in self.shards:
            yield from shard.chunks()


def join_by_content(paths: Sequence[str], observers: Sequence[Watch] = ()) -> Joined:
    """
    Check the shards and find their order in their lines.

    A shard that is missing cannot be seen. Raises `UsageError` where the order cannot be known and `DocumentRefused`
    for what is no shard of one run.
    """
    report, run = RenderReport(), _OneRun()
    with private_table(TABLE) as kept:
        stretches, shards = Stretches(kept), []
        for number, path in enumerate(paths):

            def take(outcome: Outcome, number: int = number) -> None:
                stretches.take(number, outcome)

            shards.append(read_shard(path, _all_of(take, run.take, report.count, *observers)))
        ordered, decided = stretches.order(shards)
    return Joined(ordered, report, decided)


def join_by_inputs(paths: Sequence[str], inputs: Iterable[RawInput], observers: Sequence[Watch] = ()) -> Joined:
    """
    Check that the shards hold a line for each of these inputs and no other, and take their order from them.

    Raises `DocumentRefused` for what is no shard of one run, and where a document is missing or left over.
    """
    report, run = RenderReport(), _OneRun()
    shards = [read_shard(path, _all_of(run.take, report.count, *observers)) for path in paths]
    return Joined(list(_in_order_of(inputs, shards)), report, decided=True)


class _OneRun:
    """
    Sees to it that all receipts are of one run: what is the same for every document of a run is the same here.
    """

    def __init__(self) -> None:
        self._same: tuple[object, ...] | None = None

    def take(self, outcome: Outcome) -> None:
        receipt = outcome.receipt
        if receipt is None:
            return
        own = (
            receipt.mode, receipt.selector, receipt.renderer_version, receipt.digest_kind, receipt.doctrine_sha256
        )  # fmt: skip
        if own != (self._same or own):
            found = "another mode, selector, doctrine, code or kind of digests than before"
            raise DocumentRefused("shards_differ", found, "the shards of one run")
        self._same = own


def _all_of(*takes: _Take) -> _Take:
    def take(outcome: Outcome) -> None:
        for each in takes:
            each(outcome)

    return take


def _in_order_of(inputs: Iterable[RawInput], shards: Sequence[Shard]) -> Iterator[Shard]:
    """
    Yield each shard where its first document comes, its lines compared with the inputs one by one.
    """
    waiting: dict[Key, deque[Shard]] = {}
    for shard in shards:
        if shard.first is not None:
            waiting.setdefault(shard.first, deque()).append(shard)
    lines: Iterator[Key] = iter(())
    for given in inputs:
        wanted = given.source, given.line
        found = next(lines, None)
        if found is None and waiting.get(wanted):
            shard = waiting[wanted].popleft()
            yield shard
            lines = shard.keys()
            found = next(lines)
        if found != wanted:
            raise DocumentRefused("shards_incomplete", "no line where it belongs", "a line for it", Place(*wanted))
    left = next(lines, None) or next((key for key, others in waiting.items() if others), None)
    if left is not None:
        found_left = "a line of a document that is no input, or that stands twice"
        raise DocumentRefused("shards_incomplete", found_left, "the documents of --inputs, each once", Place(*left))
