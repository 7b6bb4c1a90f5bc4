"""
The engine, for real: a cluster on this machine, started and ended by each run.
"""

import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.conftest import lines_of
from tests.batch.corpus import NAME, NOTE, Corpus, corpus
from tests.batch.desk import KEY, Desk, Line, desk_of, ended
from tests.batch.seen import check_resumed, left_by
from tests.batch.served import PATIENCE, Served, serving
from tests.conftest import ROOT

pytestmark = [pytest.mark.full, pytest.mark.loopback]

MANY = 1_000_000
TWO = ("--engine", "ray")


@pytest.fixture(scope="module")
def documents() -> Corpus:
    """Enough for several parts."""
    return corpus(300)


@pytest.fixture(scope="module")
def expected(documents: Corpus, tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """What one process gives."""
    return lines_of(documents, tmp_path_factory.mktemp("one"))


@pytest.fixture
def table(tmp_path: Path, documents: Corpus) -> Iterator[tuple[Desk, Served]]:
    """A desk with these documents, and its endpoint."""
    (tmp_path / "days.jsonl").write_bytes(documents.text)
    with serving(documents) as endpoint, desk_of(tmp_path, endpoint) as desk:
        yield desk, endpoint


def worker_of(run: "subprocess.Popen[bytes]", name: bytes = b"ray::render_part") -> int:
    """A process of the cluster, by default one that renders a part."""
    for _ in range(int(PATIENCE * 100)):
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if name in (entry / "cmdline").read_bytes().partition(b"\0")[0]:
                    return int(entry.name)
            except OSError:
                continue
        assert run.poll() is None, "it ended without a worker"
        time.sleep(0.01)
    raise AssertionError("no worker was started")


def test_the_cluster_gives_the_bytes_of_one_process(table: tuple[Desk, Served], expected: list[Line]) -> None:
    """Nothing twice, no more in flight than allowed, and the run leaves no process and no log behind."""
    desk, served = table
    before = set(Path("/tmp").glob("checkin-*"))  # noqa: S108  # where the cluster of a run keeps its files
    served.delay = lambda _asked: 0.02
    run = desk.finished(*TWO, "--concurrency", "6")
    assert (run.returncode, run.stderr) == (0, b"")
    assert desk.lines() == expected
    assert served.repeated() == []
    assert served.peak <= 6
    assert not desk.journal.exists()
    assert set(Path("/tmp").glob("checkin-*")) <= before  # noqa: S108  # as above
    assert subprocess.run(["pgrep", "-f", "ray::"], check=False, capture_output=True).stdout == b""


def test_a_worker_killed_in_mid_request_costs_what_was_in_flight(
    table: tuple[Desk, Served], expected: list[Line]
) -> None:
    """The engine tries nothing again; `--resume` does what is missing and asks nothing twice."""
    desk, served = table
    served.delay = lambda _asked: 0.05
    process = desk.start(*TWO, "--concurrency", "8")
    served.wait_for(lambda it: len(it.asked) >= 60)
    os.kill(worker_of(process), signal.SIGKILL)
    over = ended(process)
    assert over.returncode == 4
    assert b"error[worker_lost]" in over.stderr
    in_flight = left_by(desk.journal).unanswered
    assert in_flight
    resumed = desk.finished(*TWO, "--concurrency", "8", "--resume")
    assert resumed.returncode == 0
    check_resumed(desk.lines(), expected, in_flight, served)


@pytest.mark.parametrize(
    ("begun", "number"),
    [
        (b"gcs_server", signal.SIGTERM),
        (b"raylet", signal.SIGTERM),
        (b"ray::render_part", signal.SIGTERM),
        (b"gcs_server", signal.SIGINT),
        (b"raylet", signal.SIGINT),
    ],
)
def test_a_run_that_is_told_to_end_says_nothing_and_leaves_nothing_half(
    begun: bytes, number: signal.Signals, table: tuple[Desk, Served], expected: list[Line]
) -> None:
    """The engine has handlers and a stack of its own to print, and needs an end in good order."""
    desk, served = table
    before = set(Path("/tmp").glob("checkin-*"))  # noqa: S108  # where the cluster of a run keeps its files
    served.holds = lambda asked: len(served.asked) > 20
    process = desk.start(*TWO)
    worker_of(process, begun)
    process.send_signal(number)
    over = ended(process)
    served.release()
    assert (over.returncode, over.stderr) == (143 if number is signal.SIGTERM else 130, b"")
    assert not list(desk.folder.glob(".checkin-*"))
    assert set(Path("/tmp").glob("checkin-*")) <= before  # noqa: S108  # as above
    in_flight = left_by(desk.journal).unanswered
    served.holds = lambda _asked: False
    assert desk.finished(*TWO, "--resume").returncode == 0
    check_resumed(desk.lines(), expected, in_flight, served)


def test_no_file_of_a_run_in_parts_holds_a_key_or_a_name(table: tuple[Desk, Served]) -> None:
    """What travels to the workers is in no journal, report or log that stays."""
    desk, served = table
    served.holds = lambda asked: len(served.asked) > 20  # whoever comes then
    process = desk.start(*TWO)
    served.wait_for(lambda it: len(it.asked) > 20)
    logs = [path for path in Path("/tmp").glob("checkin-*/**/*") if path.is_file()]  # noqa: S108  # see above
    found = [path for path in [*logs, *desk.journal.iterdir()] if path.suffix != ".tmp"]
    texts = {path: path.read_bytes() for path in found if path.suffix != ".jsonl"}
    assert len(texts) > 5
    for secret in (KEY, NOTE, NAME):
        assert not [path for path, text in texts.items() if secret.encode() in text]
    served.release()
    ended(process)


def test_a_million_documents_survive_the_death_of_a_worker(tmp_path: Path) -> None:
    """Two workers, one killed once, give the bytes of one process."""
    with (tmp_path / "in.jsonl").open("wb") as file:
        subprocess.run([sys.executable, str(ROOT / "bench" / "days.py"), str(MANY)], stdout=file, check=True)
    render = [sys.executable, "-m", "checkin_cli", "render", "in.jsonl", "-o"]
    subprocess.run([*render, "one.jsonl"], cwd=tmp_path, check=True)
    with subprocess.Popen([*render, "parts.jsonl", *TWO], cwd=tmp_path, stderr=subprocess.PIPE) as process:
        os.kill(worker_of(process), signal.SIGKILL)
        process.communicate()
    assert process.returncode == 4
    subprocess.run([*render, "parts.jsonl", *TWO, "--resume"], cwd=tmp_path, check=True, stderr=subprocess.DEVNULL)
    assert digest(tmp_path / "parts.jsonl") == digest(tmp_path / "one.jsonl")


def digest(path: Path) -> str:
    """The SHA-256 of a large file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
