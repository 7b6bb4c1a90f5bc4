"""
Pairs of copies as the page holds them: JSON that stands in an element that nothing runs.

A chunk is an index, which the page reads at its start, and the texts, which it reads when one of them is shown.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_KIND = ("surface", "bin", "slots", "ignored", "outcome", "reason")
"""
What pairs are told apart by in filters.
"""


_PLACE = ("name", "source", "line")


def chunk_of(pairs: Sequence[Mapping[str, object]]) -> tuple[str, str]:
    """
    The index and the texts of some pairs, as JSON without `<` and without the line ends of scripts.

    Index: the `numbers` of the pairs, the `kinds` that occur, and the kind `of` each. Texts: the `lines` that occur,
    and for each of the `pairs` name, source, line, control and candidate: a copy is the numbers of its lines, or null.
    """
    kinds: dict[str, int] = {}
    lines: dict[str, int] = {}
    of = [kinds.setdefault(_encode([pair[key] for key in _KIND]), len(kinds)) for pair in pairs]
    numbers = _encode([pair["number"] for pair in pairs])
    texts = [
        (*(pair[key] for key in _PLACE), *(_numbered(pair[key], lines) for key in ("control", "candidate")))
        for pair in pairs
    ]
    index = f'{{"numbers":{numbers},"kinds":[{",".join(kinds)}],"of":{_encode(of)}}}'
    return _inert(index), _inert(_encode({"lines": list(lines), "pairs": texts}))


def _numbered(copy: object, lines: dict[str, int]) -> Iterable[int] | None:
    """Copies of a chunk share most of their lines, so each line stands in it once."""
    if copy is None:
        return None
    return [lines.setdefault(line, len(lines)) for line in str(copy).split("\n")]


def _inert(text: str) -> str:
    """Nothing in an element may look like its end, or like a comment's beginning."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
