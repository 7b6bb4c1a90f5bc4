"""
Find doctrine by its words.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checkin_cli.doctrine import Action, Atom, Principle, Source, ToneSlot, Variant
from checkin_cli.doctrine.topics import TOPIC_WORDS
from checkin_cli.errors import UsageError
from checkin_cli.runs.catalogue import KINDS, Catalogue, Entry


@dataclass(frozen=True, slots=True)
class Hit:
    """
    Something that a search found; `score` is 100 for text that holds the query, less for text that shares parts of it.
    """

    kind: str
    id: str
    text: str
    score: int

    def members(self) -> dict[str, object]:
        """
        The hit as JSON members.
        """
        return {"kind": self.kind, "id": self.id, "score": self.score, "text": self.text}


def search(catalogue: Catalogue, query: str) -> list[Hit]:
    """
    Find principles, wordings, actions and sources by their words, best first.

    Text that holds the query as it stands comes before text that shares most of its pairs of letters: Korean
    words change their endings, so parts of words find what whole words miss. Raises `UsageError` for blanks alone.
    """
    query = unicodedata.normalize("NFC", query).strip()
    if not query:
        raise UsageError("empty_query", "no words", "a word to look for")
    hits = (
        Hit(KINDS[type(entry)], wanted, text, _score(query, f"{wanted} {text}", topic))
        for wanted, (entry, owner) in catalogue.entries.items()
        for topic, text in _words_of(catalogue, entry, owner)
    )
    return sorted(
        (hit for hit in hits if hit.score >= _LEAST_SHARE), key=lambda hit: (-hit.score, _ORDER[hit.kind], hit.id)
    )


_ORDER = {kind: place for place, kind in enumerate(("principle", "wording", "action", "source"))}
_BY_TOPIC = 90
_LEAST_SHARE = 60


def _words_of(catalogue: Catalogue, entry: Entry, owner: Atom | ToneSlot | None) -> Iterator[tuple[str, str]]:
    match entry:
        case Principle():
            yield TOPIC_WORDS[entry.topic], entry.text
        case Source():
            yield f"{entry.citation} {entry.doi or ''}", entry.finding
        case Action():
            yield _topics(catalogue, entry.principles), entry.text
        case Variant():
            yield _topics(catalogue, owner.principles if isinstance(owner, Atom) else ()), entry.text
        case _:
            return


def _topics(catalogue: Catalogue, principles: Iterable[str]) -> str:
    topics = {catalogue.doctrine.principles[each].topic for each in principles}
    return " ".join(TOPIC_WORDS[topic] for topic in sorted(topics))


def _score(query: str, text: str, topic: str) -> int:
    wanted, held = query.casefold(), text.casefold()
    if wanted in held:
        return 100
    if wanted in topic.casefold():
        return _BY_TOPIC
    pairs = _pairs(wanted)
    return 100 * len(pairs & _pairs(held)) // len(pairs) if pairs else 0


def _pairs(text: str) -> set[str]:
    return {word[at : at + 2] for word in text.split() for at in range(max(1, len(word) - 1))}
