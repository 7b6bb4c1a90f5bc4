"""
`kill -9` at any instant: `--resume` completes the run, and nothing is ever asked twice.
"""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.conftest import lines_of
from tests.batch.corpus import Corpus, corpus
from tests.batch.desk import Desk, Line, desk_of, ended, workers_of
from tests.batch.seen import check_resumed, left_by
from tests.batch.served import Asked, Served, serving
from tests.conftest import ROOT

pytestmark = pytest.mark.loopback

MANY = 400


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """What a run over many documents gives."""
    return lines_of(corpus(MANY), tmp_path_factory.mktemp("many"))


@pytest.fixture
def wide(tmp_path: Path) -> Iterator[tuple[Desk, Served]]:
    """A desk with many documents."""
    documents = corpus(MANY)
    (tmp_path / "days.jsonl").write_bytes(documents.text)
    with serving(documents) as endpoint, desk_of(tmp_path, endpoint) as desk:
        yield desk, endpoint


def kill(desk: Desk, served: Served, *options: str, after: int, whom: str = "run") -> set[str]:
    """Start a run, kill it after this many more requests, and return the documents that were in flight."""
    already = len(served.asked)
    process = desk.start(*options)
    served.wait_for(lambda it: len(it.asked) >= already + after or process.poll() is not None)
    target = process.pid if whom == "run" else next(workers_of(process.pid), None)
    if target is not None:
        os.kill(target, signal.SIGKILL)
    # The end of standard error is the end of all who write there: orphans finish what is in flight.
    over = ended(process)
    assert b"Traceback" not in over.stderr
    if desk.target.exists():
        return set()
    left = left_by(desk.journal)
    assert over.returncode == (-signal.SIGKILL if whom == "run" else 4)
    if desk.journal.is_file():
        # Whatever arrived was claimed first.
        asked = {(each.stage, each.document) for each in served.asked}
        known = left.claims | {(stage, document) for document in left.settled for stage in ("coach", "polish")}
        assert asked <= known
    return set(left.unanswered)


def crash(desk: Desk, served: Served, expected: list[Line], seed: int, *options: str, whom: str = "run") -> None:
    """Kill the run once or twice at a random instant, then let it end."""
    draw = random.Random(seed)  # noqa: S311  # replayable, not secret
    delays = draw.uniform(0, 0.03)
    served.asked.clear()
    # Strings seed the same numbers in every process.
    served.delay = lambda asked: delays * random.Random(f"{seed} {asked.document}").random()  # noqa: S311  # as above
    desk.clear()
    in_flight = kill(desk, served, *options, after=draw.randrange(1, len(expected)), whom=whom)
    if draw.random() < 0.5 and not desk.target.exists():
        more = draw.randrange(1, len(expected) // 2)
        in_flight |= kill(desk, served, *options, "--resume", after=more, whom=whom)
    # A run in parts goes on with its parts, whatever number of workers it gets.
    again = desk.finished(*draw.choice([options, ()]), "--resume").returncode if options else desk.run(resume=True)
    assert (again, desk.journal.exists()) == (0, False), seed
    check_resumed(desk.lines(), expected, in_flight, served)
    assert sorted(path.name for path in desk.folder.iterdir()) == [
        "consents.json", "days.jsonl", "out.jsonl", "selection.toml",
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_a_killed_run_is_completed(seed: int, desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """Complete, in order, as an undisturbed run but for what was in flight; the endpoint saw nothing twice."""
    crash(desk, served, undisturbed, seed)


def test_a_run_whose_worker_was_killed_is_completed(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """The other worker finishes its part; the exit code says that an output is missing."""
    crash(desk, served, undisturbed, 10, "--jobs", "2", whom="worker")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_was_killed_while_it_loads_has_claimed_nothing(
    jobs: str, desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    """Loading what sends requests takes half a second, in which nobody can be asked."""
    loaded = desk.folder / "deadly" / "openai.py"
    loaded.parent.mkdir()
    loaded.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    desk.prefix = ["env", f"PYTHONPATH={loaded.parent}:{ROOT}"]
    assert desk.finished("--jobs", jobs).returncode in {-signal.SIGKILL, 4}
    assert desk.journal.exists()
    assert (left_by(desk.journal).claims, served.asked) == (frozenset(), [])
    desk.prefix = []
    assert desk.finished("--jobs", jobs, "--resume").returncode == 0
    check_resumed(desk.lines(), undisturbed, set(), served)


@pytest.mark.full
def test_workers_that_lost_their_parent_finish_what_is_in_flight(
    desk: Desk, served: Served, undisturbed: list[Line]
) -> None:
    crash(desk, served, undisturbed, 20, "--jobs", "2")


@pytest.mark.full
@pytest.mark.parametrize(
    ("rounds", "whom", "options"),
    [
        (30, "run", ()),
        (5, "run", ("--jobs", "2")),
        (5, "worker", ("--jobs", "2")),
        (2, "worker", ("--jobs", "3", "--concurrency", "16")),
    ],
    ids=["one process", "the first of two", "one of two", "one of three"],
)
def test_many_killed_runs_are_completed(
    rounds: int, whom: str, options: tuple[str, ...], wide: tuple[Desk, Served], many: list[Line]
) -> None:
    """The same over many documents, again and again."""
    for seed in range(1000, 1000 + rounds):
        crash(*wide, many, seed, *options, whom=whom)


def test_exactly_what_was_in_flight_is_interrupted(desk: Desk, served: Served, undisturbed: list[Line]) -> None:
    """One in the first stage has the canonical copy, one in the second what the first stage earned."""
    held = {("polish", "d-3"), ("coach", "d-19")}
    served.holds = lambda asked: (asked.stage, asked.document) in held
    text = (desk.folder / "days.jsonl").read_bytes()
    (desk.folder / "days.jsonl").write_bytes(b"".join(text.splitlines(keepends=True)[:20]))
    process = desk.start("--concurrency", "2")
    # Two workers: when both are held, every other document has its result.
    served.wait_for(lambda it: held <= it.counts().keys())
    process.kill()
    ended(process)
    assert left_by(desk.journal).unanswered == {"d-3", "d-19"}
    served.release()
    before = len(served.asked)
    assert desk.run(resume=True) == 0
    assert len(served.asked) == before
    check_resumed(desk.lines(), undisturbed[:20], {"d-3", "d-19"}, served)
    outcomes = {each["ref"]: each["receipt"]["outcome"] for each in desk.lines()}
    assert (outcomes["d-3"], outcomes["d-19"]) == ("coached", "canonical")


class Moments:
    """Keeps what is on disk at some arrivals: what `kill -9` at that instant would leave."""

    def __init__(self, journal: Path, every: int) -> None:
        self._journal, self._every = journal, every
        self._count = 0
        self.kept: list[tuple[int, bytes]] = []

    def __call__(self, _asked: Asked) -> None:
        if self._count % self._every == 0:
            self.kept.append((self._count, self._journal.read_bytes()))
        self._count += 1


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_every_instant_can_be_resumed_from(mode: str, desk: Desk, served: Served, days: Corpus) -> None:
    """What stands in the journal when a request arrives is enough to go on, with that request in flight."""
    desk.mode = mode
    served.meanwhile = moments = Moments(desk.journal, 6)
    assert desk.run() == 0
    whole, asked = desk.lines(), list(served.asked)
    served.meanwhile = lambda _asked: None
    for count, journal in moments.kept:
        served.asked[:] = asked[:count]
        desk.clear()
        desk.journal.write_bytes(journal)
        in_flight = left_by(desk.journal).unanswered
        assert desk.run(resume=True) == 0
        if mode == "coach":
            assert asked[count].document in in_flight
            check_resumed(desk.lines(), whole, in_flight, served)
        else:
            lost = [line for line in desk.lines() if line["status"] == "interrupted"]
            assert {line["ref"] for line in lost} == in_flight
            assert len(served.asked) + len(in_flight) in range(len(asked), len(asked) + 9)


@pytest.mark.parametrize("cut", [40, -1])
def test_a_torn_journal_is_resumed_with_one_notice(
    cut: int, desk: Desk, served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    """A result whose line was cut off is a request in flight again; a line without its line feed counts."""
    moments = Moments(desk.journal, 9)
    served.meanwhile = moments
    assert desk.run(concurrency=1) == 0
    whole, asked = desk.lines(), list(served.asked)
    served.meanwhile = lambda _asked: None
    count, journal = moments.kept[2]
    # At this arrival the last line is the claim of this request; before it stands a result, or a first stage.
    before, _, _ = journal.removesuffix(b"\n").rpartition(b"\n")
    start = before.rindex(b"\n") + 1
    served.asked[:] = asked[:count]
    desk.clear()
    desk.journal.write_bytes(before[: start + cut] if cut > 0 else before)
    in_flight = left_by(desk.journal).unanswered
    capsys.readouterr()
    assert desk.run(resume=True) == 0
    notices = [line for line in capsys.readouterr().err.splitlines() if "cut off" in line]
    assert len(notices) == (cut > 0)
    if cut < 0:
        in_flight = frozenset()
    check_resumed(desk.lines(), whole, in_flight, served)
