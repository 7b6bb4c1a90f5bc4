"""
Memory does not grow with the number of documents.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import plain_environment
from tests.sampling import sample
from tests.written import written

pytestmark = pytest.mark.full

MOST = 80 << 10
"""KiB."""


@pytest.fixture(scope="module")
def documents() -> list[bytes]:
    """A thousand days, to be repeated."""
    return [written(day) + b"\n" for day in sample("daily", 1000)]


def most(documents: list[bytes], count: int, folder: Path) -> int:
    """The largest size of the process that renders so many, in KiB."""
    path = folder / f"{count}.jsonl"
    with path.open("wb") as file:
        for _ in range(count // len(documents)):
            file.writelines(documents)
    command = [sys.executable, "-m", "checkin_cli", "render", str(path), "--format", "jsonl"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=plain_environment())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    path.unlink()
    assert process.returncode == 0
    return usage.ru_maxrss


def test_a_million_documents_need_no_more_memory_than_a_hundred_thousand(
    documents: list[bytes], tmp_path: Path
) -> None:
    few, many = most(documents, 100_000, tmp_path), most(documents, 1_000_000, tmp_path)
    assert many <= 1.05 * few
    assert many <= MOST
