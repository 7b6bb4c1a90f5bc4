"""
A report in the JUnit format: names, classes, groups and commands, never a word of a copy.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from checkin_cli.selection.watched import open_regular

SUITE = "checkin golden"
_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'
_COUNT = r'(?: (?:tests|failures|errors|skipped)="\d+")*'
_BEGINNING = re.compile(rf'{re.escape(_DECLARATION)}<testsuites{_COUNT}>\s*<testsuite name="{SUITE}"'.encode())
_LONGEST = 1 << 10


@dataclass(frozen=True, slots=True)
class Row:
    """
    What became of one case.
    """

    name: str
    state: str
    """
    `same`, `refused`, or the state of a difference.
    """

    message: str = ""
    detail: str = ""


def is_report(target: Path) -> bool:
    """
    True for a file that begins as these reports do.
    """
    try:
        with open_regular(str(target)) as file:
            return _BEGINNING.match(file.read(_LONGEST)) is not None
    except OSError:
        return False


def junit_report(rows: Iterable[Row]) -> bytes:
    """
    One test case a row: differences are failures, refused documents errors. Equal rows give equal bytes.
    """
    whole = ET.Element("testsuites")
    tests = ET.SubElement(whole, "testsuite", name=SUITE)
    counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for row in rows:
        counts["tests"] += 1
        case = ET.SubElement(tests, "testcase", classname=SUITE, name=row.name)
        if row.state != "same":
            kind = "error" if row.state == "refused" else "failure"
            counts[f"{kind}s"] += 1
            ET.SubElement(case, kind, type=row.state, message=row.message).text = row.detail
    for element in (whole, tests):
        element.attrib.update({name: str(count) for name, count in counts.items()})
    ET.indent(whole)
    return f"{_DECLARATION}{ET.tostring(whole, encoding='unicode')}\n".encode()
