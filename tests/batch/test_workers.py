"""
Processes that render parts: none of them says a word when it ends early, and none loads what lies where one works.
"""

import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from checkin_cli.errors import OutputError
from checkin_cli.runs.asking import Limits
from checkin_cli.runs.inputs.digest import inputs_digest
from checkin_cli.runs.journal import identity_of
from checkin_cli.runs.parts import LocalEngine, Order
from checkin_cli.runs.setup import Setup
from tests.batch.desk import ended, workers_of
from tests.conftest import FIXTURES, plain_environment

MANY = 600
"""Files with long names: an order that names half of them is larger than a pipe holds."""

Starting = tuple["subprocess.Popen[bytes]", int]
"""A run, and its first worker."""


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A folder of many documents."""
    day = (FIXTURES / "day" / "short-night.json").read_bytes()
    (tmp_path / "in").mkdir()
    for number in range(MANY):
        (tmp_path / "in" / f"{number:0200}.json").write_bytes(day)
    return tmp_path


@pytest.fixture
def starting(many: Path) -> Iterator[Starting]:
    """A run of two processes whose first worker is starting."""
    command = [sys.executable, "-m", "checkin_cli", "render", "in", "-o", "out.jsonl", "--jobs", "2"]
    process = subprocess.Popen(
        command,
        cwd=many,
        env=plain_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    worker = None
    while worker is None and process.poll() is None:
        worker = next(workers_of(process.pid), None)
    assert worker is not None
    yield process, worker
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    ended(process)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("whom", [os.kill, os.killpg], ids=["the first process", "all"])
def test_a_run_that_ends_while_its_workers_start_says_nothing(
    starting: Starting, number: signal.Signals, whom: Callable[[int, int], None]
) -> None:
    """A worker whose order never comes whole has nothing to do."""
    process, _ = starting
    whom(process.pid, number)
    over = ended(process)
    assert (over.returncode, over.stderr) == (-number if number is signal.SIGKILL else 128 + number, b"")


def test_a_worker_that_dies_while_it_starts_is_a_lost_one(starting: Starting) -> None:
    """Nobody waits for it to take its order."""
    process, worker = starting
    os.kill(worker, signal.SIGKILL)
    over = ended(process)
    assert over.returncode == 4
    assert over.stderr.startswith(b"error[worker_lost] out.jsonl.journal: found a worker that ended before its part")


def test_a_worker_loads_nothing_from_where_one_works(tmp_path: Path) -> None:
    """The installed command never does, and neither do the processes that it starts."""
    here, installed = tmp_path / "here", tmp_path / "bin" / "checkin"
    for folder in (here, installed.parent):
        folder.mkdir()
    installed.write_text("from checkin_cli.__main__ import main\nif __name__ == '__main__':\n    main()\n")
    for name in ("multiprocessing", "pickle", "random", "json"):
        (here / f"{name}.py").write_text("raise SystemExit('loaded')")
    command = [sys.executable, str(installed), "render", str(FIXTURES / "day"), "--format", "jsonl"]
    alone, shared = (
        subprocess.run([*command, *more], cwd=here, env=plain_environment(), capture_output=True, check=False)
        for more in ((), ("--jobs", "2"))
    )
    assert (alone.returncode, shared.returncode, shared.stderr) == (0, 0, b"")
    assert shared.stdout == alone.stdout


def test_no_room_for_another_process_is_told(tmp_path: Path) -> None:
    """Where the system starts none, the part is lost; what others finished stays."""
    identity = identity_of(inputs_digest([("days.jsonl", "x")]), "d", {}, {})
    order = Order(0, (), str(tmp_path), Setup(str(tmp_path), {}), Limits(), identity)
    next_free = os.open(os.devnull, os.O_RDONLY)
    os.close(next_free)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_free, hard))
    try:
        with pytest.raises(OutputError, match=r"error\[worker_lost\] --jobs: found no room for another process"):
            next(LocalEngine(1).run([order], 1, threading.Event()))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
