"""
JSON in and out: the one reader of the package, and the two ways it writes.
"""

from checkin_cli.json_text.read import decode_utf8, parse_json, parse_own
from checkin_cli.json_text.write import canonical_json, json_line, json_pretty

__all__ = ["canonical_json", "decode_utf8", "json_line", "json_pretty", "parse_json", "parse_own"]
