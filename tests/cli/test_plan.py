"""
`checkin render --plan` as a process: what it prints, what it refuses, and that it neither sends nor writes.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_selection import KEY, REGISTRY, configured
from tests.conftest import FIXTURES, Run, plain_environment

DAY = FIXTURES / "day"
ASKING = ("--mode", "coach", "--selector", "openai")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A configuration in which everything is on, for an endpoint that nobody serves."""
    (tmp_path / "consents.json").write_bytes(REGISTRY.read_bytes())
    return configured(tmp_path, "http://127.0.0.1:9/v1")


def members(checkin: Run, *arguments: str | Path, given: bytes = b"") -> Any:
    run = checkin("render", *arguments, "--plan", "--format", "json", given=given, CHECKIN_API_KEY=KEY)
    assert run.returncode == 0, run.stderr
    assert run.stderr == b""
    return json.loads(run.stdout)


def test_the_table_is_for_people(checkin: Run, config: Path) -> None:
    run = checkin("render", DAY, "--plan", "--config", config, *ASKING, CHECKIN_API_KEY=KEY)
    assert (run.returncode, run.stderr) == (0, b"")
    lines = run.stdout.decode("ascii").split("\n")
    assert lines[0] == "mode coach, selector openai: 18 inputs, 23 requests at most"
    assert lines[2] == "stage   surface            documents  requests  input tokens  output tokens"
    assert lines[4].startswith("coach   daily                      9         6 ")
    assert lines[-1] == ""
    assert "polish  weekly                     1  safety hold" in lines


def test_json_has_the_same_numbers_in_stable_members(checkin: Run, config: Path) -> None:
    plan = members(checkin, DAY, "--config", config, *ASKING)
    assert list(plan) == [
        "schema_version", "mode", "selector", "inputs", "refused", "requests", "input_tokens", "output_tokens",
        "stages", "without_request",
    ]  # fmt: skip
    for name in ("requests", "input_tokens", "output_tokens"):
        assert plan[name] == sum(stage[name] for stage in plan["stages"]) > 0
    assert {"stage": "coach", "surface": "daily", "reason": "safety_hold", "documents": 2} in plan["without_request"]
    assert plan == members(checkin, DAY, "--config", config, *ASKING)


def test_a_schema_that_is_sent_along_counts(checkin: Run, config: Path) -> None:
    plain = members(checkin, DAY, "--config", config, *ASKING)
    config.write_text(config.read_text().replace("[consent]", 'structured_output = "json_schema"\n[consent]'))
    structured = members(checkin, DAY, "--config", config, *ASKING)
    assert structured["requests"] == plain["requests"]
    assert structured["input_tokens"] > plain["input_tokens"] + 500 * plain["requests"]


def test_shards_together_cost_what_the_whole_costs(checkin: Run, config: Path) -> None:
    whole = members(checkin, DAY, "--config", config, *ASKING)
    shards = [members(checkin, DAY, "--config", config, *ASKING, "--shard", f"{number}/3") for number in (1, 2, 3)]
    for name in ("inputs", "requests", "input_tokens", "output_tokens"):
        assert whole[name] == sum(shard[name] for shard in shards)
        assert all(shard[name] < whole[name] for shard in shards)


def test_standard_input_can_be_planned(checkin: Run, config: Path) -> None:
    day = (DAY / "full-training-day.json").read_bytes()
    assert members(checkin, "-", "--config", config, *ASKING, given=day)["requests"] == 2


def test_refused_inputs_are_told_and_end_as_in_a_run(checkin: Run, config: Path) -> None:
    run = checkin("render", FIXTURES / "refused" / "wrong_type.json", DAY, "--plan", "--config", config)
    assert run.returncode == 3
    assert run.stdout.startswith(b"mode canonical: 19 inputs, 0 requests at most\n")
    assert run.stderr.startswith(b"error[wrong_type] ")
    assert run.stderr.count(b"\n") == 2
    assert checkin("render", "/nowhere.json", "--plan").returncode == 2


@pytest.mark.parametrize(
    "option",
    [
        ["-o", "out"],
        ["-o", "out.jsonl", "--resume"],
        ["--resume"],
        ["--restart"],
        ["--jobs", "2"],
        ["--engine", "ray"],
        ["--metrics", "m.prom"],
        ["--summary", "s.json"],
        ["--table"],
        ["--format", "jsonl"],
    ],
    ids=" ".join,
)
def test_an_option_that_a_plan_cannot_honour_is_refused(option: list[str], checkin: Run, tmp_path: Path) -> None:
    run = checkin("render", DAY, "--plan", *option, cwd=tmp_path)
    assert run.returncode == 2
    assert run.stderr.startswith(b"error[conflicting_options]")
    assert run.stdout == b""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here"]


def test_a_plan_loads_no_client_sends_nothing_and_writes_nothing(config: Path) -> None:
    """Seen from inside: no connection, no look-up, no file opened for writing, and no client library."""
    code = (
        "import sys\n"
        "def watch(event, found):\n"
        "    written = event == 'open' and isinstance(found[1], str) and set(found[1]) & set('wax+')\n"
        "    if written or event.startswith(('socket.', 'subprocess.')):\n"
        "        print('SEEN', event, found, file=sys.stderr)\n"
        "sys.addaudithook(watch)\n"
        "sys.dont_write_bytecode = True\n"
        "from checkin_cli.__main__ import main\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        "    print({'openai', 'httpx2', 'rich'} & set(sys.modules), file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "render", str(DAY), "--plan", "--config", str(config), *ASKING],
        capture_output=True,
        env=plain_environment(CHECKIN_API_KEY=KEY),
        check=True,
    )
    assert run.stderr == b"set()\n"
    assert b"23 requests at most" in run.stdout
