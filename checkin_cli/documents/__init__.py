"""
What comes in: three versioned documents and the wizard export, strict and frozen.
"""

from checkin_cli.documents.adaptive import AdaptiveCard, Proposal
from checkin_cli.documents.binding import binding_of
from checkin_cli.documents.daily import Answers, DailySnapshot, Macros, Training
from checkin_cli.documents.parts import Goal, Memory, Safety
from checkin_cli.documents.reader import Document, document_schemas, faults_in, read_bound, read_document, read_row
from checkin_cli.documents.rules import ExportRules, ReadingRules, check_customer_key
from checkin_cli.documents.weekly import (
    BareAction,
    CustomAction,
    KeepCalories,
    KeepProtein,
    KeepWater,
    RecordMornings,
    WeeklyAction,
    WeeklySummary,
)

__all__ = [
    "AdaptiveCard",
    "Answers",
    "BareAction",
    "CustomAction",
    "DailySnapshot",
    "Document",
    "ExportRules",
    "Goal",
    "KeepCalories",
    "KeepProtein",
    "KeepWater",
    "Macros",
    "Memory",
    "Proposal",
    "ReadingRules",
    "RecordMornings",
    "Safety",
    "Training",
    "WeeklyAction",
    "WeeklySummary",
    "binding_of",
    "check_customer_key",
    "document_schemas",
    "faults_in",
    "read_bound",
    "read_document",
    "read_row",
]
