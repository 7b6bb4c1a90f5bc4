"""
What a shadow run found, made up: an overview and pairs that a page can be written from.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from checkin_cli.runs.shadow.page import write_page

HOSTILE = (
    "</script><script>window.ran = 1</script>",
    "<b onmouseover=\"window.ran = 1\">b</b> <img src=x onerror='window.ran = 1'>",
    "<!-- ]]> --> &amp; &#60; {{ 7 * 7 }} {% raw %} \\u003c \\n",
    "\"quoted\" 'quoted' `${quoted}` \u2028\u2029 \u202egnitide\u202c",
)
"""
Text that would do something if anybody took it for anything but text.
"""

BINS = ("same", "ignored", "different")

Pair = dict[str, Any]


def pair(number: int, **changes: Any) -> Pair:
    """A pair whose first line differs in its second word."""
    return {
        "number": number,
        "name": f"day-{number}",
        "source": "days.jsonl",
        "line": number,
        "surface": "daily",
        "bin": "different",
        "slots": ["daily.acknowledgement"],
        "ignored": [],
        "outcome": "coached",
        "reason": "timeout",
        "control": f"오늘 기록이 모였어요.\n\n- 체중 {number}kg\n오늘 할 일",
        "candidate": f"오늘 체크인이 모였어요.\n\n- 체중 {number}kg\n오늘 할 일",
        **changes,
    }


def overview(pairs: Iterable[Pair], name: str = "daily", **changes: Any) -> dict[str, Any]:
    """The figures of some pairs; `name` stands wherever text of others can."""
    kinds = Counter((pair["surface"], pair["bin"]) for pair in pairs)
    bins = {which: sum(count for kind, count in kinds.items() if kind[1] == which) for which in BINS}
    compared = sum(bins.values())
    share = 100 * bins["different"] / compared if compared else 0.0
    return {
        "schema_version": "checkin-shadow-v1",
        "control": {"mode": "canonical", "doctrine_sha256": "0" * 64},
        "candidate": {
            "mode": "coach",
            "selector": "openai",
            "model": name,
            "configuration_sha256": "c" * 64,
            "doctrine_sha256": "f" * 64,
        },
        "inputs": compared + 2,
        "compared": compared,
        "refused": 2,
        "choices": compared,
        "faults": 0,
        "bins": bins,
        "verdict": {
            "decision": "hold",
            "criteria": [
                {"name": name, "found": share, "limit": 5.0, "unit": "%", "of": compared, "passed": share <= 5},
                {"name": "latency", "found": 0.0042, "limit": 3, "unit": "s", "of": compared, "passed": True},
            ],
        },
        "noise": {
            "control": {"compared": compared, "different": 0},
            "candidate": {"repeats": 2, "compared": 2 * compared, "different": 1},
        },
        "surfaces": [
            {"surface": surface or name, **{which: kinds[surface, which] for which in BINS}}
            for surface in sorted({surface for surface, _ in kinds})
        ],
        "slots": [
            {
                "surface": name,
                "slot": name,
                "compared": 13,
                "same": 1,
                "wording": 2,
                "atoms": 10,
                "fewer": 3,
                "more": 5,
                "other": 2,
                "agreement": 62.5,
            }
        ],
        "atoms": [{"surface": name, "slot": name, "atom": name, "control": 3, "candidate": 2, "both": 1}],
        "outcomes": [{"surface": name, "outcome": name, "reason": name, "count": 12345}],
        "latency_seconds": {"count": compared, "p50": 0.5, "p90": 0.75, "p99": 1.25, "max": 2.0},
        "requests": 34567,
        "tokens_at_most": 890123,
        "ignores": [{"name": name, "owner": name, "expires": "2026-12-31", "used": 3, "expired": True}],
        **changes,
    }


def page_of(pairs: Iterable[Pair], **changes: Any) -> bytes:
    """The page of these pairs."""
    kept = list(pairs)
    pieces: list[bytes] = []
    write_page(pieces.append, overview(kept, **changes), kept)
    return b"".join(pieces)


def read_back(index: str, texts: str) -> Iterator[Pair]:
    """The pairs of a chunk, as the script of the page reads them."""
    found, held = json.loads(index), json.loads(texts)
    for number, kind, row in zip(found["numbers"], found["of"], held["pairs"], strict=True):
        name, source, line, *copies = row
        surface, bin_, slots, ignored, outcome, reason = found["kinds"][kind]
        control, candidate = (
            None if copy is None else "\n".join(held["lines"][place] for place in copy) for copy in copies
        )
        yield {
            "number": number,
            "name": name,
            "source": source,
            "line": line,
            "surface": surface,
            "bin": bin_,
            "slots": slots,
            "ignored": ignored,
            "outcome": outcome,
            "reason": reason,
            "control": control,
            "candidate": candidate,
        }
