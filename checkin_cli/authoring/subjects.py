"""
What a wording speaks of, held against what was delivered.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from checkin_cli.authoring.offer import Offer
from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.vocabulary import (
    BRINGS,
    FREELY,
    OF_BODY,
    OF_GOALS,
    OF_TAGS,
    PLAIN_DOINGS,
    PLAIN_THINGS,
    SUBJECT_WORDS,
    SUBJECTS,
)
from checkin_cli.doctrine import Doctrine
from checkin_cli.proofreading.predicates import EVIDENCE
from checkin_cli.proofreading.reading import Reading, read

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
    said = _subjects(reading)
    known = delivered_subjects(offer) | FREELY
    for subject in sorted(said - known):
        yield Refutation("beyond_sources", "wording", subject)
        break
    things = frozenset().union(*(each.things for each in delivered))
    unknown = reading.things - things - PLAIN_THINGS - _house(doctrine) - SUBJECT_WORDS
    # What the analyser takes for a noun of one syllable is often an ending; those that name a subject are listed.
    described = frozenset(_DESCRIBED.findall(reading.spelled))
    for word in sorted(each for each in unknown - described if len(each) > 1):
        yield Refutation("unknown_word", "wording", word)
        break
    yield from _check_doings(reading, doctrine)
    yield from _check_direction(reading, [read(each.text) for each in offer.atom.variant])


def _check_doings(reading: Reading, doctrine: Doctrine) -> Iterator[Refutation]:
    """
    Yield the first strange verb or adjective of a sentence that claims something; of records any may be said.
    """
    for sentence in reading.sentences:
        about = sentence.things | sentence.doings | sentence.compounds
        if not about & OF_BODY and EVIDENCE.search(sentence.text) is None:
            continue
        strange = sentence.doings - SUBJECT_WORDS - PLAIN_DOINGS - _house_doings(doctrine)
        for word in sorted(each for each in strange if not each.endswith("지") or each[:-1] not in sentence.doings):
            yield Refutation("unknown_word", "wording", word)
            return


_DESCRIBED = re.compile(r"(\S+)/NN\S 하/XSA")
"""
What the analyser takes for a noun is an adjective there: 선명하다.
"""


def delivered_subjects(offer: Offer) -> frozenset[str]:
    """
    The subjects that the delivered texts and the tags of the atom speak of.
    """
    found = named_subjects(offer)
    return found | {other for each in found for other in BRINGS.get(each, ())}


def named_subjects(offer: Offer) -> frozenset[str]:
    """
    Those that they name themselves.
    """
    return frozenset().union(*(_subjects(read(each)) for each in offer.words), _of_tags(offer))


def _subjects(reading: Reading) -> frozenset[str]:
    words = reading.things | reading.doings | reading.compounds
    return frozenset(name for name, parts in SUBJECTS.items() if parts & words)


def _of_tags(offer: Offer) -> frozenset[str]:
    tags = offer.atom.requires | offer.atom.forbids
    named = {OF_TAGS[tag.partition("_")[0]] for tag in tags if tag.partition("_")[0] in OF_TAGS}
    return frozenset(named | {OF_GOALS[tag] for tag in offer.atom.requires if tag in OF_GOALS})


def _check_direction(reading: Reading, approved: list[Reading]) -> Iterator[Refutation]:
    """
    Yield a direction that no approved wording of the atom has while all that have one have the other.
    """
    told = frozenset().union(*(each.asserted for each in approved))
    words = reading.asserted
    for one, other in (*_OPPOSITES, *((second, first) for first, second in _OPPOSITES)):
        if words & one and not words & other and told & other and not told & one:
            yield Refutation("against_atom", "wording", min(words & one))
            return


def _house(doctrine: Doctrine) -> frozenset[str]:
    """
    The nouns of approved wordings, lines of courtesy and principles.
    """
    owned = (*(variant.text for variant in doctrine.owners), *(each.text for each in doctrine.principles.values()))
    return _nouns(owned)


def _house_doings(doctrine: Doctrine) -> frozenset[str]:
    """
    The verbs and adjectives of approved wordings and principles.
    """
    owned = (*(variant.text for variant in doctrine.owners), *(each.text for each in doctrine.principles.values()))
    return _verbs(owned)


@lru_cache(maxsize=4)
def _verbs(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(read(each).doings for each in texts))


@lru_cache(maxsize=4)
def _nouns(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(read(each).things for each in texts))
