"""
Who chose the wordings, and the receipt of it.
"""

from checkin_cli.selection.receipt import RECEIPT, Digester, Receipt, canonical_receipt, receipt_members

__all__ = ["RECEIPT", "Digester", "Receipt", "canonical_receipt", "receipt_members"]
