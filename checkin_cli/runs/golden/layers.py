"""
What two texts may differ in and look the same: each layer alone, so that a difference can be called by its name.

Nothing here decides whether texts are equal; bytes do.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

_BOM = "\ufeff"


def only_in(before: str, after: str) -> tuple[str, ...]:
    """
    The layers that two texts differ in; none if they differ in anything else.
    """
    if below(before) != below(after):
        return ()
    names = tuple(name for name in _LAYERS if _through(_without(name), before) != _through(_without(name), after))
    return names or also_in(before, after)


def also_in(before: str, after: str) -> tuple[str, ...]:
    """
    The layers that one of two texts has and the other has not, whatever else they differ in.
    """
    return tuple(name for name, peel in _LAYERS.items() if (peel(before) == before) != (peel(after) == after))


def traces(names: Iterable[str], before: str, after: str) -> tuple[object, ...]:
    """
    Equal for changes of these layers that are the same in kind and direction, whatever the texts say.
    """
    return tuple((name, _TRACES[name](before), _TRACES[name](after)) for name in names if name in _TRACES)


def below(text: str) -> str:
    """
    A text without any layer.
    """
    return _through(tuple(_LAYERS.values()), text)


def _through(layers: "Sequence[Callable[[str], str]]", text: str) -> str:
    for peel in layers:
        text = peel(text)
    return text


def _without(name: str) -> "Sequence[Callable[[str], str]]":
    return tuple(peel for other, peel in _LAYERS.items() if other != name)


def _line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _invisible(text: str) -> str:
    # A byte order mark and line ends are layers of their own.
    head, rest = (text[:1], text[1:]) if text.startswith(_BOM) else ("", text)
    if rest.replace("\n", "").isprintable():
        return text
    return head + "".join(char for char in rest if char in "\r\n\t" or unicodedata.category(char) not in {"Cc", "Cf"})


def _trailing(text: str) -> str:
    return "\n".join(line if line.endswith("\r") else line.rstrip() for line in text.split("\n"))


_LAYERS: dict[str, Callable[[str], str]] = {
    "byte order mark": lambda text: text.removeprefix(_BOM),
    "line endings": _line_ends,
    "invisible characters": _invisible,
    "normalisation form": lambda text: unicodedata.normalize("NFC", text),
    "trailing spaces": _trailing,
    "final newline": lambda text: text.rstrip("\n") + "\n",
}
"""
In the order in which they are taken off.
"""


def _counts(found: Iterable[str]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(Counter(found).items()))


def _kinds(pattern: str, text: str) -> tuple[str, ...]:
    return tuple(sorted(set(re.findall(pattern, text))))


def _forms(text: str) -> tuple[bool, bool]:
    return unicodedata.is_normalized("NFC", text), unicodedata.is_normalized("NFD", text)


_TRACES: dict[str, Callable[[str], object]] = {
    "byte order mark": lambda text: text.startswith(_BOM),
    "line endings": lambda text: _kinds(r"\r\n|\r|\n", text.rstrip("\r\n")),
    "invisible characters": lambda text: _counts(
        char for char in text.removeprefix(_BOM) if unicodedata.category(char) in {"Cc", "Cf"} and char not in "\r\n\t"
    ),
    "normalisation form": _forms,
    "trailing spaces": lambda text: _counts(
        line[len(line.rstrip()) :] for line in _line_ends(text).split("\n") if line != line.rstrip()
    ),
    "final newline": lambda text: len(text) - len(text.rstrip("\r\n")),
    "layout of the JSON": lambda text: _kinds(r"\s+", text),
}
"""
What a text has of each layer.
"""
