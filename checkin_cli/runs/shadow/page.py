"""
The report of a shadow run as one page: overview and pairs of copies, with nothing to load from anywhere.

Everything given is text that nobody vouches for, and is shown as it stands. No file but the page's own parts, no clock
and no chance: equal arguments give equal bytes.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined

from checkin_cli.numbers import figure
from checkin_cli.runs.shadow.chunks import chunk_of

PAIRS_AT_ONCE = 200
"""
Pairs of one chunk: what the writer holds, and what the page parses to show any of them.
"""


def write_page(
    write: Callable[[bytes], object], overview: Mapping[str, object], pairs: Iterable[Mapping[str, object]]
) -> None:
    """
    Give the bytes of the page to `write`, piece by piece, in UTF-8.

    `pairs` is read once, and no more than `PAIRS_AT_ONCE` of it are held. A key that the page needs and that
    `overview` lacks is a `jinja2.UndefinedError`.
    """
    style, script = _beside("report.css"), _beside("align.js") + _beside("report.js")
    page = _environment().get_template("report.html.j2")
    pieces = page.generate(
        overview=overview,
        chunks=_chunks(pairs),
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'",
    )
    for piece in pieces:
        # Half of a surrogate pair has no bytes: in the chunks it becomes its JSON escape, elsewhere visible.
        write(piece.encode("utf-8", "backslashreplace"))


def _chunks(pairs: Iterable[Mapping[str, object]]) -> Iterator[tuple[str, str]]:
    source = iter(pairs)
    while held := list(islice(source, PAIRS_AT_ONCE)):
        yield chunk_of(held)


def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=FunctionLoader(_beside),
    )
    environment.filters |= {"figure": _figure, "share": _share, "percent": _percent, "pieces": _pieces}
    return environment


def _figure(number: float | None, places: int = 2) -> str:
    """A number for a reader: thousands commas, no zeros at the end."""
    return "–" if number is None else figure(float(number), places)


def _share(part: float, whole: float) -> str:
    """A part in per cent of the whole, for the width of a bar."""
    return _figure(100 * part / whole, 3) if whole else "0"


def _percent(part: float, whole: float) -> str:
    """A part in per cent of the whole, for a reader."""
    return f"{_figure(100 * part / whole)}%" if whole else "–"


def _pieces(name: object) -> list[str]:
    """A name cut where a line may break in it."""
    return ["–"] if name is None else re.split(r"(?<=[._])", str(name))


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _beside(name: str) -> str:
    return (Path(__file__).parent / name).read_text("utf-8")
