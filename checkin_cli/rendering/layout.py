"""
One layout for each kind of facts.
"""

from typing import assert_never

from checkin_cli.doctrine import Doctrine
from checkin_cli.facts import CardFacts, DailyFacts, Facts, HeldFacts, PublishedFacts, WeeklyFacts
from checkin_cli.rendering.adaptive import lay_out_card
from checkin_cli.rendering.daily import lay_out_day
from checkin_cli.rendering.hold import lay_out_hold
from checkin_cli.rendering.segments import Block, OwnWords, Screen, screen_of
from checkin_cli.rendering.weekly import lay_out_week

RENDERER_VERSION = 2
"""
Changes only when canonical bytes may change.
"""


def lay_out(facts: Facts, doctrine: Doctrine) -> Screen:
    """
    Set the facts in their segments, with every wording that the doctrine offers for them.
    """
    match facts:
        case DailyFacts():
            return lay_out_day(facts, doctrine)
        case WeeklyFacts():
            return lay_out_week(facts, doctrine)
        case CardFacts():
            return lay_out_card(facts, doctrine)
        case HeldFacts():
            return lay_out_hold(facts)
        case PublishedFacts():
            return screen_of((Block((OwnWords(facts.body),)),), durable=True)
        case _:
            assert_never(facts)
