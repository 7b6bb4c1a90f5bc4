"""
From check-ins of many customers to their weekly summaries.
"""

from checkin_cli.runs.summarize.attention import Attention, Call
from checkin_cli.runs.summarize.chart import NoChart, chart_of
from checkin_cli.runs.summarize.exports import Exports, add_exports, is_export
from checkin_cli.runs.summarize.gather import Gathered, gather
from checkin_cli.runs.summarize.order import Order
from checkin_cli.runs.summarize.profiles import Profiles, load_profiles
from checkin_cli.runs.summarize.run import CustomerWeeks, Summarized, summarize
from checkin_cli.runs.summarize.sent import Sent, load_sent

__all__ = [
    "Attention",
    "Call",
    "CustomerWeeks",
    "Exports",
    "Gathered",
    "NoChart",
    "Order",
    "Profiles",
    "Sent",
    "Summarized",
    "add_exports",
    "chart_of",
    "gather",
    "is_export",
    "load_profiles",
    "load_sent",
    "summarize",
]
