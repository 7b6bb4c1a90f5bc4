"""
Join the shards of a run: read and check every line, find the order, hand the bytes on.
"""

from checkin_cli.runs.merge.join import Joined, join_by_content, join_by_inputs

__all__ = ["Joined", "join_by_content", "join_by_inputs"]
