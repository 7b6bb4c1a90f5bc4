"""
Shadow with a real endpoint: half of its answers fail, and nothing changes but counts; a stop leaves the copies.
"""

import itertools
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.batch.corpus import NAME, NOTE
from tests.batch.desk import KEY, Desk, ended, workers_of
from tests.batch.served import Served


class ShadowDesk(Desk):
    """A desk at which `shadow` is run."""

    def command(self, *options: str | Path) -> list[str]:
        command = super().command(*options)
        command[command.index("render")] = "shadow"
        return command


@pytest.fixture
def shadow_desk(desk: Desk) -> Iterator[Desk]:
    """The same folder and endpoint."""
    other = ShadowDesk(desk.folder, desk.base_url)
    yield other
    other.close()


def counts_of(desk: Desk) -> Any:
    """What the summary holds."""
    return json.loads((desk.folder / "counts.json").read_bytes())


@pytest.mark.loopback
def test_a_candidate_that_fails_half_of_the_time_changes_nothing_but_counts(shadow_desk: Desk, served: Served) -> None:
    """The control has the bytes of a plain render, each fault is counted, and nothing is asked twice."""
    plain = Desk(shadow_desk.folder, shadow_desk.base_url, mode="canonical", output="plain.jsonl")
    assert plain.finished().returncode == 0
    turn = itertools.count()
    served.breaks = lambda asked: asked.stage == "coach" and next(turn) % 2 == 0
    run = shadow_desk.finished("--summary", "counts.json", "--max-different", "100", "--check")
    assert run.returncode == 1
    assert shadow_desk.target.read_bytes() == plain.target.read_bytes()
    found = counts_of(shadow_desk)
    asked = sum(count for (stage, _), count in served.counts().items() if stage == "coach")
    assert found["faults"] == (asked + 1) // 2
    assert found["requests"] == len(served.asked)
    assert found["latency_seconds"]["count"] == found["requests"]
    assert found["tokens_at_most"] > 1000 * found["requests"]
    assert served.repeated() == []
    verdict = {each["name"]: each["passed"] for each in found["verdict"]["criteria"]}
    assert verdict == {"pairs": True, "different": True, "faults": False, "control noise": True}
    said = run.stdout + run.stderr + (shadow_desk.folder / "counts.json").read_bytes()
    assert not any(word.encode() in said for word in (KEY, NOTE, NAME, "78.6"))


@pytest.mark.loopback
def test_two_models_are_told_apart_and_an_address_is_not_told(shadow_desk: Desk, served: Served) -> None:
    """Summary, page and first line name the model; the digest is of what was in effect, wherever it came from."""
    del served
    sides = []
    for model in ("one/model-a", "one/model-b", "one/model-b"):
        shadow_desk.configure(('"stub"', f'"{model}"'))
        run = shadow_desk.finished("--summary", "counts.json", "--report", "page.html", "--force")
        sides.append(found := counts_of(shadow_desk)["candidate"])
        digest = found["configuration_sha256"]
        told = f"candidate: mode coach, selector openai, model {model}, configuration {digest[:12]}"
        assert run.stderr.decode().splitlines()[0] == told
        page = (shadow_desk.folder / "page.html").read_text("utf-8")
        assert f"<title>Shadow report: hold, {model}</title>" in page
        assert digest in page
        for text in (page, run.stderr.decode(), str(found)):
            assert not any(word in text for word in (KEY, "CHECKIN_API_KEY", "127.0.0.1", "consents.json"))
    one, other, again = sides
    assert other == again
    assert (one["model"], other["model"]) == ("one/model-a", "one/model-b")
    assert one["configuration_sha256"] != other["configuration_sha256"]
    assert one["doctrine_sha256"] == other["doctrine_sha256"]


@pytest.mark.loopback
def test_a_sample_is_asked_again_and_the_rest_is_not(shadow_desk: Desk, served: Served) -> None:
    """Each repeat is a run of its own, behind the same gate."""
    assert shadow_desk.finished("--summary", "counts.json", "--repeat", "2", "--sample", "5").returncode == 0
    often = [count for (stage, _), count in served.counts().items() if stage == "coach"]
    assert sorted(set(often)) == [1, 3]
    assert often.count(3) == 5
    found = counts_of(shadow_desk)
    assert found["noise"]["candidate"] == {"repeats": 2, "compared": 10, "different": 0}
    assert found["requests"] == len(served.asked)


@pytest.mark.loopback
@pytest.mark.parametrize("jobs", [(), ("--jobs", "2")], ids=["one process", "two"])
def test_ctrl_c_finishes_what_is_in_flight_and_leaves_the_copies(
    jobs: tuple[str, ...], shadow_desk: Desk, served: Served
) -> None:
    """The controls were written before anybody was asked; of the candidate nothing remains."""
    # Workers look for the end now and then: what is left must take longer than that.
    served.holds, served.delay = (lambda asked: True), (lambda asked: 0.3)
    process = shadow_desk.start("--concurrency", "4", "--report", "page.html", *jobs)
    served.wait_for(lambda endpoint: endpoint.in_flight == 4)
    process.send_signal(signal.SIGINT)
    served.release()
    run = ended(process)
    assert run.returncode == 130
    assert b"stopped: the copies are written" in run.stderr
    assert len(shadow_desk.lines()) > 4
    assert (
        sorted(each.name for each in shadow_desk.folder.iterdir() if "shadow" in each.name or "page" in each.name) == []
    )


@pytest.mark.loopback
def test_a_lost_worker_of_the_candidate_leaves_the_copies(shadow_desk: Desk, served: Served) -> None:
    """There is nothing to resume in a shadow, and no hint says so."""
    served.holds = lambda asked: True
    process = shadow_desk.start("--jobs", "2")
    served.wait_for(lambda endpoint: endpoint.in_flight > 0)
    os.kill(next(workers_of(process.pid)), signal.SIGKILL)
    served.release()
    run = ended(process)
    assert run.returncode == 4
    assert b"error[candidate_lost] the candidate: found a worker that ended before its part" in run.stderr
    assert b"resume" not in run.stderr
    assert len(shadow_desk.lines()) > 4


def test_nobody_is_asked_where_the_gate_says_no(shadow_desk: Desk) -> None:
    """What keeps it so is told, as render tells it; every pair is the same and counts as a fault."""
    shadow_desk.configure(("daily = true", "daily = false"))
    run = shadow_desk.finished("--summary", "counts.json")
    assert b"note: canonical copy in spite of mode coach" in run.stderr
    found = counts_of(shadow_desk)
    assert (found["requests"], found["bins"]["different"], found["faults"]) == (0, 0, found["inputs"])
