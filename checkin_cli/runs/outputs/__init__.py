"""
Where outcomes go: one file a format. A new format is a new sink here and a word in the command line.
"""

from checkin_cli.runs.outputs.folder import FolderSink
from checkin_cli.runs.outputs.sink import Sink
from checkin_cli.runs.outputs.stream import JsonArraySink, JsonLinesSink, TextSink

__all__ = ["FolderSink", "JsonArraySink", "JsonLinesSink", "Sink", "TextSink"]
