"""
JSON in and out: the one reader of the package, and the two ways it writes.
"""

from checkin_cli.json_text.read import decode_utf8, parse_anyhow, parse_json, parse_own
from checkin_cli.json_text.write import canonical_json, canonical_text, exact_line, json_line, json_pretty, quoted

__all__ = [
    "canonical_json",
    "canonical_text",
    "decode_utf8",
    "exact_line",
    "json_line",
    "json_pretty",
    "parse_anyhow",
    "parse_json",
    "parse_own",
    "quoted",
]
