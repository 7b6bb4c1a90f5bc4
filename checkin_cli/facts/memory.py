"""
The fact tags of what a document remembers.
"""

from checkin_cli.documents import Memory


def remembered(memory: Memory | None) -> set[str]:
    """
    The tags of what a document remembers, apart from the weight before.
    """
    if memory is None:
        return set()
    known = {"adjusted_recently": memory.recent_adjustment_id, "next_check_known": memory.next_check_at}
    return {tag for tag, value in known.items() if value is not None}
