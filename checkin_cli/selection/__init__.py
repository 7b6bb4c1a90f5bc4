"""
Who chose the wordings, and the receipt of it.
"""

from checkin_cli.selection.receipt import (
    RECEIPT,
    Digester,
    Receipt,
    Shown,
    canonical_copy,
    receipt_json,
    receipt_members,
    receipt_of,
    sealed,
)

__all__ = [
    "RECEIPT",
    "Digester",
    "Receipt",
    "Shown",
    "canonical_copy",
    "receipt_json",
    "receipt_members",
    "receipt_of",
    "sealed",
]
