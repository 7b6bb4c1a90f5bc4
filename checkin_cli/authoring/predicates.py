"""
What kind of statement each sentence makes, by its last predicate: a closed list, and what is not on it is refuted.

A wording says what is recorded, how it will be read, what studies found, what may be, or what is allowed. It never says
flatly what happens to a body. That it asks the reader to do nothing is proofread.
"""

import re
from collections.abc import Iterator

from checkin_cli.authoring.refutation import Refutation
from checkin_cli.authoring.vocabulary import OF_BODY
from checkin_cli.proofreading.predicates import EVIDENCE, HEDGE, READING, mains_of, ruling_of
from checkin_cli.proofreading.reading import Reading, Sentence
from checkin_cli.proofreading.vocabulary import verbs_of

_STATES = verbs_of("states")
"""
What may be said of records and of numbers as it is.
"""

_OF_BODIES = verbs_of("of_bodies")

_WEIGHS = re.compile(r"(?:때문|덕분|탓)/NN\S (?:이/VCP (?:어요|에요|ㅂ니다|예요|었)|에/JKB)")
_PERMITTED = re.compile(r"어도/EC (?:되|괜찮|좋)/|만큼/NN\S 이/VCP 면/EC 되/")


def check_predicates(reading: Reading) -> Iterator[Refutation]:
    """
    Yield the first sentence whose predicate is none that a wording may end in, where proofreading does not name it.
    """
    for sentence in reading.sentences:
        if ruling_of(sentence):
            return
        refuted = _refute(sentence)
        if refuted:
            yield refuted
            return


def _refute(sentence: Sentence) -> Refutation | None:
    if EVIDENCE.search(sentence.text):
        return None
    spelled = sentence.spelled
    if _WEIGHS.search(spelled):
        return Refutation("causal", "wording", sentence.text)
    hedged = HEDGE.search(spelled) or _PERMITTED.search(spelled)
    return Refutation("unhedged", "wording", sentence.text) if not hedged and _is_flat(sentence) else None


def _is_flat(sentence: Sentence) -> bool:
    """
    True for a plain statement in the present: of a body only what is recorded may be said so.
    """
    mains, end = mains_of(sentence), sentence.spelled.rsplit("/ETM", 1)[-1]
    if not mains or _AS_RECORDED.search(end):
        return False
    of_body = (sentence.things | sentence.compounds) & OF_BODY
    if not of_body and _DESCRIBES.search(end):
        return False
    return mains[-1] not in READING | (_OF_BODIES if of_body else _STATES)


_DESCRIBES = re.compile(r"/(?:VA|XSA) \S+/EF")

_AS_RECORDED = re.compile(r"이/VCP \S+/EF|게요/EF|(?:었|았)/EP|있/VX|지/EC (?:\S+/JX )?않/VX")
"""
What a thing is, what was, what is left open: records say so, and promises have a check of their own.
"""
