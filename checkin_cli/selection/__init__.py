"""
Who chose the wordings, and the receipt of it.
"""

from checkin_cli.selection.receipt import Digester, Shown, canonical_copy, receipt_of, sealed
from checkin_cli.selection.receipt_record import RECEIPT, Receipt, receipt_json, receipt_members

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
