"""
The layout of a held document: emergency lines, title, whom or when, and the hand-over to a person. Nothing else.

`HeldFacts` carries no measured value, so none can be printed here.
"""

from checkin_cli.facts import HeldFacts
from checkin_cli.rendering.adaptive import subject_line
from checkin_cli.rendering.segments import Block, Locked, Screen, screen_of
from checkin_cli.rendering.words import CARD_TITLE, DAILY_TITLE, DELIVERY, EMERGENCY, HAND_OVER, WEEKLY_TITLE

_TITLES = {"daily": DAILY_TITLE, "weekly": WEEKLY_TITLE, "adaptive_operator": CARD_TITLE}


def lay_out_hold(facts: HeldFacts) -> Screen:
    """
    Emergency lines first, then the least that says which document is held and that a person takes over.
    """
    reader = "operator" if facts.surface == "adaptive_operator" else "customer"
    emergency = tuple(Locked(lines[reader]) for category, lines in EMERGENCY.items() if category in facts.categories)
    blocks = (
        Block(emergency),
        Block((Locked(_TITLES[facts.surface]), _which(facts))),
        Block((Locked(HAND_OVER[facts.surface]),)),
        Block(() if facts.delivery_state is None else (Locked(DELIVERY[facts.delivery_state]),)),
    )
    return screen_of(blocks)


def _which(facts: HeldFacts) -> Locked:
    first, last = facts.first_day.isoformat(), facts.last_day.isoformat()
    if facts.subject_label is not None:
        return subject_line(facts.subject_label, first)
    return Locked(first if first == last else f"{first} ~ {last}")
