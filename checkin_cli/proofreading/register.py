"""
The register of each sentence, by the tag of its ending.

A pattern over the last letters would take 개요 and 중요 for 해요체, so a morphological analysis decides.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from checkin_cli.proofreading.analysis import sentences_of
from checkin_cli.proofreading.values import Finding, Wording, broken

if TYPE_CHECKING:
    from kiwipiepy import Token

_HAPSYO = ("니다", "니까", "십시오", "ᆸ시오", "읍시다", "ᆸ시다")
_HAEYO = ("요", "죠")
_NOUN_MAKING = ("음", "ᆷ", "기")

_LABELLED_STATE = re.compile(r"^[^.:]{1,20}: [^.]{1,30}\.$")
"""
`고객 전달: 꺼져 있음.`: a label with its state, which may open a string of any register.
"""


def check_register(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield each sentence that ends in another register than its string should have.
    """
    for wording, sentences in zip(wordings, sentences_of(wordings), strict=True):
        for position, sentence in enumerate(sentences):
            if position == 0 and len(sentences) > 1 and _LABELLED_STATE.match(sentence.text):
                continue
            others = sorted(_registers(sentence.tokens) - {wording.register})
            if others:
                found = broken(wording.id, "register", f"{others[0]}: {sentence.text}")
                yield Finding(found.id, found.rule, found.found, wording.register)


def _registers(tokens: Sequence["Token"]) -> set[str]:
    """
    The registers of every ending that closes a clause; that of the last word if there is none.
    """
    found = {
        _of_ending(token.form, following)
        for token, following in zip(tokens, [*tokens[1:], None], strict=True)
        if _is_ending(token) and _closes(following)
    } - {"nominal"}
    words = [token for token in tokens if not token.tag.startswith("S")]
    if words and not found:
        found.add(_of_last(words[-1]))
    return found


def _is_ending(token: "Token") -> bool:
    """
    True also for an ending that closes before a comma, which the analyser takes for a connective.
    """
    return bool(token.tag == "EF" or (token.tag == "EC" and token.form.endswith((*_HAPSYO, *_HAEYO))))


def _closes(following: "Token | None") -> bool:
    """
    False inside a quotation (약했다는), whose ending the analyser may tag like one that closes.
    """
    return following is None or following.tag.startswith("S") or following.form == "요"


def _of_ending(form: str, following: "Token | None") -> str:
    if form.endswith(_HAPSYO):
        return "hapsyo"
    if form.endswith(_HAEYO) or (following and following.form == "요"):
        return "haeyo"
    # 없음, 승인됨: the analyser calls them endings, a reader calls them labels.
    return "nominal" if form in _NOUN_MAKING else "banmal"


def _of_last(token: "Token") -> str:
    """
    The register of a sentence without an ending: 하루요 is spoken, and a connective at the end breaks off.
    """
    if token.form == "요" and token.tag == "JX":
        return "haeyo"
    return "banmal" if token.tag == "EC" else "nominal"
