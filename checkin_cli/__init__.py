"""
Render finalized coaching check-ins as canonical Korean copy, with a receipt for each.
"""

__version__ = "0.1.0"
