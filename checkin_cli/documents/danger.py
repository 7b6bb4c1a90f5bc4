"""
Signs of danger in an input that is refused: nothing else of it is read, and whose they are only where it says so.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from checkin_cli.documents.adaptive import ADAPTIVE
from checkin_cli.documents.daily import seoul_day
from checkin_cli.documents.event import SeoulMoment
from checkin_cli.documents.pain import is_severe, with_severe_pain
from checkin_cli.documents.parts import CUSTOMER_KEY
from checkin_cli.documents.profile import PROFILE
from checkin_cli.documents.rules import ReadingRules
from checkin_cli.documents.unread import holds_among
from checkin_cli.documents.weekly import WEEKLY
from checkin_cli.documents.words import SAFETY_CATEGORIES
from checkin_cli.json_text import parse_anyhow
from checkin_cli.shapes import Day, Misfit

_NO_CHECK_INS = (WEEKLY, ADAPTIVE)
"""
What is passed over whole, so that nothing of it is lost by a refusal.
"""

_CLEARED = "safety_cleared_on"
_PAINS = ("pain", "pain_0to10")
_IN_BYTES = re.compile(rf'"(?:{"|".join(SAFETY_CATEGORIES)})"|"held"\s*:\s*true'.encode())


class Sign(NamedTuple):
    """
    One sign of danger.
    """

    categories: tuple[str, ...]
    day: date | None
    """
    The day in Seoul that it is about; None where it cannot be read.
    """

    customer: str | None
    is_named: bool
    """
    True if it is known whose it is; then no customer means personal check-ins.
    """


def signs_in(raw: bytes, rules: ReadingRules, owner: str | None) -> Iterator[Sign]:
    """
    Yield what the bytes of a refused input hold; `owner` is whose log it is where a row does not say.
    """
    try:
        value = parse_anyhow(raw)
    except ValueError:
        if _IN_BYTES.search(raw):
            yield Sign((), None, None, is_named=False)
        return
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict) or item.get("schema_version") in _NO_CHECK_INS:
            continue
        held, categories = _found(item)
        if held:
            is_named, customer = _customer(item, rules, owner)
            yield Sign(categories, _day(item), customer, is_named)


def _found(item: Mapping[str, object]) -> tuple[bool, tuple[str, ...]]:
    """
    Under `safety` anything that is not empty is a hold, a category that nobody knows too.
    """
    safety = item.get("safety")
    within = list(safety.values()) if isinstance(safety, dict) else [safety]
    other = {key: each for key, each in item.items() if key not in {"safety", _CLEARED}}
    held, named = holds_among({**other, "": within})
    parts = [part for part in (item.get("answers"), item.get("check_in")) if isinstance(part, dict)]
    pains = [part.get(name) for part in parts for name in _PAINS]
    return held or any(within) or any(map(is_severe, pains)), with_severe_pain(named, *pains)


def _day(item: Mapping[str, object]) -> date | None:
    try:
        if item.get("kst_day") is not None:
            return Day().read(item["kst_day"])
        moment = item.get("occurred_at_kst")
        return seoul_day(SeoulMoment().read(item.get("recorded_at_kst") if moment is None else moment))
    except Misfit:
        return None


def _customer(item: Mapping[str, object], rules: ReadingRules, owner: str | None) -> tuple[bool, str | None]:
    if item.get("customer_key") is not None:
        try:
            return True, str(CUSTOMER_KEY.read(item["customer_key"]))
        except Misfit:
            return False, None
    if item.get("schema_version") == PROFILE:
        return False, None
    if "schema_version" not in item and "event_id" in item:
        return True, owner
    if "schema_version" not in item and "flow" in item:
        return True, rules.export.customer_key
    return item.get("audience") == "personal", None
