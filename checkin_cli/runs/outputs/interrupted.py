"""
What stands in an output of documents whose request was in flight when an earlier part of their run ended.
"""

import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from checkin_cli.selection.watched import open_regular

# As this program writes them; inside a text, the quotes of JSON would be escaped.
_LINE, _RECEIPT = b'"status":"interrupted"', b'"reason": "interrupted"'
_COACHED = (b'"outcome":"coached"', b'"outcome": "coached"')


def interrupted_in(output: Path) -> Counter[str]:
    """
    How many interrupted documents keep the `canonical` copy and how many the `coached` one, in a file or a folder.

    What cannot be read counts as none. Memory does not grow with the output.
    """
    found = Counter[str]()
    is_folder = output.is_dir()
    word = _RECEIPT if is_folder else _LINE
    for path in output.rglob("*.receipt.json") if is_folder else [output]:
        for raw in _read(path, whole=is_folder):
            if word in raw:
                found["coached" if any(each in raw for each in _COACHED) else "canonical"] += 1
    return found


def _read(path: Path, *, whole: bool) -> Iterator[bytes]:
    with contextlib.suppress(OSError), open_regular(str(path)) as file:
        yield from [file.read()] if whole else file
