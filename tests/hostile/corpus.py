"""
Strings that break programs, and every place of every kind of document where one may stand.
"""

import csv
import hashlib
import json
import unicodedata
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from tests.conftest import FIXTURES
from tests.strategies import DIRECTIONS

Json = dict[str, Any]
Path_ = tuple[str | int, ...]

MARK = "샅7Q"
"""
Stands nowhere else: where it shows, a value was repeated.
"""

_ORDINARY = FIXTURES / "documents" / "ordinary"
_CUSTOMER = {"audience": "customer", "customer_key": "c-1"}
FREE: dict[str, tuple[Path_, ...]] = {
    "daily": (
        ("ref",),
        ("customer_key",),
        ("answers", "note"),
        ("answers", "meals"),
        ("answers", "training", "summary"),
        ("memory", "recent_adjustment_id"),
    ),
    "weekly": (("ref",), ("customer_key",), ("actions", 0, "text")),
    "card": (("ref",), ("customer_key",), ("subject_label",), ("operator_note",)),
    "published card": (("published_body",), ("operator_note",)),
    "export": (("flow",), ("answers", "optional_note"), ("answers", "macros"), ("answers", "bodyweight")),
    "event": (("event_id",), ("supersedes",), ("status",), ("customer_key",)),
    "profile": (("customer_key",), ("goals", 0, "approved_by")),
}
"""
Where a document holds words or names of somebody's own.
"""


@cache
def strings() -> tuple[str, ...]:
    """The strings of the corpus, in its order."""
    with (Path(__file__).parent / "strings.tsv").open(encoding="utf-8", newline="") as table:
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(json.loads(row["text"]) * int(row["times"]) for row in rows)


@cache
def _documents() -> dict[str, Json]:
    event = (FIXTURES / "weeks" / "event-log.jsonl").read_text("utf-8").split("\n")[0]
    profile = json.loads((FIXTURES / "weeks" / "profile.json").read_text("utf-8"))
    profile["goals"][0]["approved_by"] = "담당자"
    return {
        "daily": _ordinary("daily-every-field") | _CUSTOMER,
        "weekly": _ordinary("weekly") | _CUSTOMER,
        "card": _ordinary("card-draft"),
        "published card": _ordinary("card-published"),
        "export": _ordinary("export"),
        "event": json.loads(event) | {"customer_key": "c-1", "supersedes": "x"},
        "profile": profile,
    }


def _ordinary(name: str) -> Json:
    document: Json = json.loads((_ORDINARY / f"{name}.json").read_text("utf-8"))
    return document


def document(kind: str) -> Json:
    """An ordinary document of a kind."""
    return deepcopy(_documents()[kind])


def places(kind: str) -> list[Path_]:
    """Every place of a document of a kind where a string stands."""
    return [path for path, value in _leaves(document(kind), ()) if isinstance(value, str)]


def objects(kind: str) -> list[Path_]:
    """Every object of a document of a kind, where an unknown name may stand."""
    return sorted(
        {
            path[:end]
            for path, _ in _leaves(document(kind), ())
            for end in range(len(path))
            if path[end:] and isinstance(path[end], str)
        },
        key=str,
    )


def _leaves(value: Any, path: Path_) -> Iterator[tuple[Path_, Any]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inner is None:
        yield path, value
        return
    for key, item in inner:
        yield from _leaves(item, (*path, key))


def planted(kind: str, path: Path_, text: str) -> Json:
    """A document of a kind with a text in one place; a published text brings its digest."""
    whole = document(kind)
    _container(whole, path[:-1])[path[-1]] = text
    if path == ("published_body",):
        whole["published_body_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    return whole


def named(kind: str, path: Path_, name: str) -> Json:
    """A document of a kind with one more name in one of its objects."""
    whole = document(kind)
    _container(whole, path)[name] = 1
    return whole


def _container(whole: Any, path: Path_) -> Any:
    for part in path:
        whole = whole[part]
    return whole


def unseen(text: str) -> str:
    """What a text does to a screen but show itself; line feeds are left out."""
    found = [char for char in text if unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} or char in DIRECTIONS]
    return "".join(char for char in found if char != "\n")
