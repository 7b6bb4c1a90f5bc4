"""
The search for cycles of objects, which the interpreter begins again and again.
"""

import gc


def settle_memory() -> None:
    """
    Spare a long run this search: what is loaded stays, and documents and copies hold no cycles.
    """
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)
