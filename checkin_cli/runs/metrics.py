"""
Counts of a run in Prometheus text format: enums and coarse buckets, and nothing of any document.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

from checkin_cli.runs.document import Outcome
from checkin_cli.selection.requests import COACH, EXPRESSION

BUCKETS = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
"""
Upper bounds in seconds of the time that a document took. The exact sum is left out on purpose.
"""

_CONTRACTS = {"canonical": "none", "expression": EXPRESSION, "coach": COACH}
_LABELS = ("contract_version", "surface", "mode", "outcome")


class Metrics:
    """
    Counts what became of each rendered document, and how long it took.
    """

    def __init__(self) -> None:
        self._outcomes: Counter[tuple[str, ...]] = Counter()
        self._latencies: dict[tuple[str, ...], list[int]] = {}

    def add(self, outcome: Outcome) -> None:
        """
        Take one outcome. A refused input has no surface and is in no count.
        """
        receipt = outcome.receipt
        if receipt is None:
            return
        self._outcomes[_CONTRACTS[receipt.mode], receipt.surface, receipt.mode, receipt.outcome] += 1
        if outcome.seconds is not None:
            counts = self._latencies.setdefault((receipt.surface, receipt.mode), [0] * (len(BUCKETS) + 1))
            counts[bisect_left(BUCKETS, outcome.seconds)] += 1

    def collect(self) -> Iterator[Metric]:
        """
        The families, in the form that the client library asks for.
        """
        documents = CounterMetricFamily("checkin_documents", "Rendered documents.", labels=_LABELS)
        for labels, count in sorted(self._outcomes.items()):
            documents.add_metric(labels, count)
        yield documents
        seconds = HistogramMetricFamily("checkin_document_seconds", "Time per document.", labels=_LABELS[1:3])
        for labels, counts in sorted(self._latencies.items()):
            seconds.add_metric(labels, list(_buckets(counts)), None)
        yield seconds

    def text(self) -> bytes:
        """
        The file's bytes.
        """
        registry = CollectorRegistry()
        registry.register(self)
        return bytes(generate_latest(registry))


def _buckets(counts: Iterable[int]) -> Iterator[tuple[str, int]]:
    total = 0
    for bound, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
        total += count
        yield bound, total
