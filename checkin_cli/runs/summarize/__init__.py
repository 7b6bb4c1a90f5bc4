"""
From check-ins of many customers to their weekly summaries.
"""

from checkin_cli.runs.summarize.attention import Attention, Call
from checkin_cli.runs.summarize.gather import Gathered, gather
from checkin_cli.runs.summarize.profiles import Profiles, load_profiles
from checkin_cli.runs.summarize.run import CustomerWeeks, Order, Summarized, summarize

__all__ = [
    "Attention",
    "Call",
    "CustomerWeeks",
    "Gathered",
    "Order",
    "Profiles",
    "Summarized",
    "gather",
    "load_profiles",
    "summarize",
]
