"""
Wording that sounds like a machine, and spelling: patterns of our own, hanlint and korean-ai-tell.
"""

import re
from collections.abc import Iterator, Sequence

from checkin_cli.proofreading.values import Finding, Wording, broken

_PLACES = r"(?<![안밖위래속곁옆앞뒤])(?<!사이)(?<!자리)(?<!집)(?<!곳)(?<!주)"
_NOUNS_IN_GO = r"(?<!참)(?<!최)(?<!광)(?<!창)(?<!경)(?<!장)(?<!원)"
_RULES = {
    "contrast": r"(?<!뿐만 )아니라(?![고는면도])|라기보다",
    "double_passive": (
        r"되어[지진져졌집질]|(?:보여|쓰여|불려|잊혀|나뉘어|읽혀|담겨|놓여|잡혀|닫혀|믿겨|짜여|섞여)[지진졌집질]"
        r"|(?:보여|쓰여|불려|잊혀|읽혀|담겨|놓여|잡혀|섞여)져"
    ),
    "translationese": rf"{_PLACES}에 있어(?:서)?(?:[ ,]|는|도)",
    "comma_after_connective": (
        rf"[가-힣]{_NOUNS_IN_GO}(?<!최고)고,|[가-힣](?:며|지만|면서),|[아어해여가와봐돼려져겨춰워라]서,"
    ),
    "lead_in": r"(?:다음|아래)[과와] 같",
    "inflated": r"혁신[적을이]|획기적|압도적|매우 중요|주목할 만",
}
_PATTERNS = {rule: re.compile(pattern) for rule, pattern in _RULES.items()}


def check_machine(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    Yield what sounds like a machine in each string, and what does so only in all of them together.
    """
    for wording in wordings:
        yield from check_patterns(wording)
        yield from _hanlint(wording)
        yield from _ai_tell(wording)
    yield from _ai_tell_together(wordings)


def check_patterns(wording: Wording) -> Iterator[Finding]:
    """
    Yield the first breach of each pattern of our own in one string; no tool is needed.
    """
    for rule, pattern in _PATTERNS.items():
        match = pattern.search(wording.text)
        if match:
            yield broken(wording.id, rule, match.group().strip())


def _hanlint(wording: Wording) -> Iterator[Finding]:
    from hanlint import Config, lintText

    # Copy asks politely and ends with a period: that one rule of the preset finds nothing but good lines.
    config = Config(preset="chat", disable={"imperativePeriod"})
    for each in lintText(wording.text, config):
        yield broken(wording.id, "hanlint", f"{each.rule}: {each.localCue}")


def _ai_tell(wording: Wording) -> Iterator[Finding]:
    from korean_ai_tell import check

    for each in check(wording.text, lang="ko"):
        yield broken(wording.id, "ai_tell", f"{each.rule_id}: {each.match}")


def _ai_tell_together(wordings: Sequence[Wording]) -> Iterator[Finding]:
    """
    What the tool finds in the joined text alone: kinds that weigh only when several meet, and repetitions.

    Each is laid to the first string that holds it.
    """
    from korean_ai_tell import WARN, check

    joined = "\n".join(wording.text for wording in wordings)
    for each in check(joined, lang="ko"):
        if each.severity == WARN or each.rule_id == "ko-must-repeat":
            words = each.match.split("x ", 1)[-1]
            owner = next((wording.id for wording in wordings if words in wording.text), wordings[0].id)
            yield broken(owner, "ai_tell", f"{each.rule_id}: {each.match}")
