"""
What a wording speaks of, held against what was delivered.
"""

from collections.abc import Iterator
from functools import lru_cache

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.reading import Reading, read
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.vocabulary import CONCEPTS, FREELY, OF_TAGS, PLAIN
from checkin_cli.doctrine import Doctrine

_OPPOSITES = (
    (frozenset(("오르", "올라가", "높", "높아지")), frozenset(("내리", "내려가", "낮", "낮아지", "내려오"))),
    (frozenset(("늘", "늘어나", "늘리")), frozenset(("줄", "줄어들", "줄이"))),
    (frozenset(("길",)), frozenset(("짧",))),
    (frozenset(("빠르",)), frozenset(("느리", "더디", "천천히"))),
    (frozenset(("많", "넉넉하", "넉넉")), frozenset(("적", "모자라", "부족"))),
)


def check_subjects(reading: Reading, offer: Offer, doctrine: Doctrine) -> Iterator[Refutation]:
    """
    Yield the first subject, word and direction that the delivered texts do not have.
    """
    delivered = [read(each) for each in offer.words]
    said = _concepts(reading)
    known = frozenset().union(*(_concepts(each) for each in delivered), _of_tags(offer)) | FREELY
    for concept in sorted(said - known):
        yield Refutation("beyond_sources", "wording", concept)
        break
    things = frozenset().union(*(each.things for each in delivered))
    unknown = reading.things - things - PLAIN - _house(doctrine) - _ALL_CONCEPTS
    for word in sorted(unknown):
        yield Refutation("unknown_word", "wording", word)
        break
    yield from _check_direction(reading, [read(each.text) for each in offer.atom.variant])


def _concepts(reading: Reading) -> frozenset[str]:
    words = reading.things | reading.doings
    return frozenset(name for name, parts in CONCEPTS.items() if parts & words)


def _of_tags(offer: Offer) -> frozenset[str]:
    tags = offer.atom.requires | offer.atom.forbids
    return frozenset(OF_TAGS[tag.partition("_")[0]] for tag in tags if tag.partition("_")[0] in OF_TAGS)


_ALL_CONCEPTS = frozenset().union(*CONCEPTS.values())


def _check_direction(reading: Reading, approved: list[Reading]) -> Iterator[Refutation]:
    """
    Yield a direction that no approved wording of the atom has while all that have one have the other.
    """
    told = frozenset().union(*(each.doings | each.things for each in approved))
    words = reading.doings | reading.things
    for one, other in (*_OPPOSITES, *((second, first) for first, second in _OPPOSITES)):
        if words & one and not words & other and told & other and not told & one:
            yield Refutation("against_atom", "wording", min(words & one))
            return


def _house(doctrine: Doctrine) -> frozenset[str]:
    """
    The nouns of approved wordings and lines of courtesy.
    """
    return _nouns(tuple(variant.text for variant in doctrine.owners))


@lru_cache(maxsize=4)
def _nouns(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(read(each).things for each in texts))
