"""
What comes into a run: files found in a fixed order, framed into the bytes of documents.
"""

from checkin_cli.runs.inputs.digest import InputsDigest, short_digest
from checkin_cli.runs.inputs.files import STANDARD_INPUT, InputFile, find_files, nfc, search, show
from checkin_cli.runs.inputs.named import read_named
from checkin_cli.runs.inputs.raw import RawInput
from checkin_cli.runs.inputs.read import LARGEST_DOCUMENT, Inputs, read_inputs
from checkin_cli.runs.inputs.spans import Part, PartInputs, Span, cut

__all__ = [
    "LARGEST_DOCUMENT",
    "STANDARD_INPUT",
    "InputFile",
    "Inputs",
    "InputsDigest",
    "Part",
    "PartInputs",
    "RawInput",
    "Span",
    "cut",
    "find_files",
    "nfc",
    "read_inputs",
    "read_named",
    "search",
    "short_digest",
    "show",
]
