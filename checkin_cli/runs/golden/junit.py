"""
A report in the JUnit format: names, classes, groups and commands, never a word of a copy.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree as ET

_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n'


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


def junit_report(suite: str, rows: Iterable[Row]) -> bytes:
    """
    One test case a row: differences are failures, refused documents errors. Equal rows give equal bytes.
    """
    whole = ET.Element("testsuites")
    tests = ET.SubElement(whole, "testsuite", name=suite)
    counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for row in rows:
        counts["tests"] += 1
        case = ET.SubElement(tests, "testcase", classname=suite, name=row.name)
        if row.state != "same":
            kind = "error" if row.state == "refused" else "failure"
            counts[f"{kind}s"] += 1
            ET.SubElement(case, kind, type=row.state, message=row.message).text = row.detail
    for element in (whole, tests):
        element.attrib.update({name: str(count) for name, count in counts.items()})
    ET.indent(whole)
    return f"{_DECLARATION}{ET.tostring(whole, encoding='unicode')}\n".encode()
