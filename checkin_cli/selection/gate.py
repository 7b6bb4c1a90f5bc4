"""
The gate: asked right before each request and once more after the last. One thing that says no is enough.
"""

import errno
import io
import os
import stat
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Annotated

from checkin_cli.errors import DocumentRefused
from checkin_cli.json_text import decode_utf8, parse_json
from checkin_cli.selection.reasons import Reason
from checkin_cli.shapes import Day, Flag, Misfit, Record, Text, record

Gate = Callable[[], Reason | None]
"""
Says why a document may not be selected for, or None. It looks anew each time that it is asked.
"""

_LARGEST_REGISTRY = 64 << 20


@record
class Consent:
    """
    What one customer agreed to.
    """

    granted: Annotated[bool, Flag()]
    recorded_on: Annotated[date, Day()]
    notice_version: Annotated[str, Text(shortest=1, longest=200, visible=True)]


_CONSENT = Record(Consent)


def consent_of(registry: Path, customer: str, notices: tuple[str, ...]) -> Reason | None:
    """
    Read the registry and look the customer up. Whatever is wrong with it, or missing from it, means no.
    """
    try:
        with open_regular(str(registry)) as file:
            consent = _customers(file.read(_LARGEST_REGISTRY + 1)).get(customer)
    except (OSError, DocumentRefused, Misfit):
        return Reason.NO_CONSENT
    given = consent is not None and consent.granted and consent.notice_version in notices
    return None if given else Reason.NO_CONSENT


def open_regular(path: str) -> io.BufferedReader:
    """
    Open a file for reading. Raises `OSError` for anything else that a path may name: a pipe would wait for ever.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "no regular file")
    return os.fdopen(handle, "rb")


@lru_cache(maxsize=1)
def _customers(raw: bytes) -> Mapping[str, Consent]:
    """
    Every entry of the registry: one that is malformed makes the registry malformed.
    """
    content = parse_json(decode_utf8(raw)) if len(raw) <= _LARGEST_REGISTRY else None
    if not isinstance(content, dict) or content.keys() != {"customers"} or not isinstance(content["customers"], dict):
        raise Misfit("not_listed", "no registry", "an object with customers")
    return {customer: _CONSENT.read(entry) for customer, entry in content["customers"].items()}
