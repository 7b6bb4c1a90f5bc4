"""
Memory does not grow with the number of documents.
"""

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.conftest import plain_environment
from tests.sampling import sample
from tests.written import written

pytestmark = pytest.mark.full

MOST = 80 << 10
"""KiB."""

RENDER = """
import sys
from checkin_cli.cli.app import run
try:
    run()
finally:
    # What the system reports of an ended process counts the one that started it too.
    print(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0], file=sys.stderr)
"""


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
    command = [sys.executable, "-c", RENDER, "render", str(path), "--format", "jsonl"]
    run = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=plain_environment(), check=True
    )
    path.unlink()
    return int(run.stderr)


def of_weights(count: int, folder: Path) -> int:
    """The largest size of the process that summarizes an export of so many weigh-ins of one person, in KiB."""
    path, start = folder / f"{count}.csv", datetime(2016, 1, 1, tzinfo=UTC)
    with path.open("w", encoding="utf-8") as file:
        file.write('"dateTime","weight"\n')
        for number in range(count):
            moment = start + number * timedelta(minutes=15)
            file.write(f'"{moment:%Y-%m-%d %H:%M}","{70 + number % 7 / 10}"\n')
    command = [sys.executable, "-c", RENDER, "summarize", str(path), "--customer", "personal", "--week", "2016-W10"]
    run = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=plain_environment(), check=True
    )
    path.unlink()
    return int(run.stderr.split()[-1])


def test_memory_does_not_grow_with_the_weigh_ins_of_an_export(tmp_path: Path) -> None:
    few, many = of_weights(50_000, tmp_path), of_weights(200_000, tmp_path)
    assert many <= 1.1 * few
    assert many <= MOST


def test_a_million_documents_need_no_more_memory_than_a_hundred_thousand(
    documents: list[bytes], tmp_path: Path
) -> None:
    few, many = most(documents, 100_000, tmp_path), most(documents, 1_000_000, tmp_path)
    assert many <= 1.05 * few
    assert many <= MOST
