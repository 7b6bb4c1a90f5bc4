"""
`checkin prompt show`: what would be sent, what it costs at most, and nothing is sent.
"""

import json
from pathlib import Path

import pytest

from checkin_cli.authoring.ask import TASK, system_of
from checkin_cli.cli.prompt import Persona, Surface
from checkin_cli.prompting import DEGRADED, ROUTES, SEPARATOR
from checkin_cli.runs.prompts import STAGES
from tests.conftest import FIXTURES, ROOT, Run
from tests.loopback import serving

DAY = FIXTURES / "day" / "full-training-day.json"
PROMPTS = ROOT / "doctrine" / "prompts"


def test_the_words_of_the_argument_are_the_stages_and_the_routes() -> None:
    """The help may load neither."""
    assert [*Surface] == [*STAGES, *ROUTES]
    assert [f"persona.{each}.md" for each in Persona] == ["persona.full.md", "persona.compact.md"]


@pytest.mark.parametrize("stage", ["coach", "polish"])
def test_a_strict_surface_is_its_task_alone_byte_for_byte(stage: str, checkin: Run) -> None:
    run = checkin("prompt", "show", stage)
    assert (run.returncode, run.stdout) == (0, (PROMPTS / f"{stage}.md").read_bytes())
    assert run.stderr.decode().startswith("at most ")


def test_free_prose_is_the_composed_system_text(checkin: Run) -> None:
    run = checkin("prompt", "show", "doctrine_ask")
    assert (run.returncode, run.stdout.decode()) == (0, system_of(None))
    assert run.stdout.decode().endswith(f"{SEPARATOR}{TASK}")
    tokens = len(run.stdout) + 64
    assert run.stderr.decode() == (
        f"doctrine_ask: at most {tokens:,} input tokens, 1,024 output tokens "
        "(bytes of UTF-8, and 64 for each message)\n"
    )
    compact = checkin("prompt", "show", "doctrine_ask", "--persona", "compact", CHECKIN_AUTHORING__MAX_TOKENS="99")
    assert compact.stdout.decode() == system_of(None, "compact") != system_of(None)
    assert b" 99 output tokens" in compact.stderr


def test_messages_of_a_request_stand_under_headings(checkin: Run) -> None:
    shown = json.loads(checkin("prompt", "show", "coach", "--input", DAY, "--format", "json").stdout)
    [prompt] = shown["prompts"]
    run = checkin("prompt", "show", "coach", "--input", DAY)
    assert run.stdout.decode() == (
        f"==> daily, system <==\n{prompt['system']}\n==> daily, user <==\n{prompt['user']}\n"
    )
    assert shown["without_request"] is None


@pytest.mark.parametrize(("stage", "mode"), [("expression", "expression"), ("coach", "coach")])
def test_the_cost_is_that_of_the_plan(stage: str, mode: str, checkin: Run, tmp_path: Path) -> None:
    """With the schema where the configuration sends it."""
    (tmp_path / "c.toml").write_text('[provider]\nstructured_output = "json_schema"\n')
    for more in ([], ["--config", str(tmp_path / "c.toml")]):
        run = checkin("prompt", "show", stage, "--input", DAY, "--format", "json", *more)
        [prompt] = json.loads(run.stdout)["prompts"]
        assert (prompt["schema"] is not None) == bool(more)
        config = tmp_path / "plan.toml"
        config.write_text(
            "[selection]\nenabled = true\ndaily = true\n"
            '[provider]\nmodel = "m"\nbase_url = "http://127.0.0.1:9/v1"\napi_key_env = "KEY"\n'
            f'structured_output = "{"json_schema" if more else "off"}"\n'
            f'[consent]\nregistry = "{FIXTURES}/selection/consents.json"\nnotice_versions = ["privacy-v1"]\n'
        )
        how = ["--mode", mode, "--selector", "openai", "--config", config, "--plan", "--format", "json"]
        plan = json.loads(checkin("render", DAY, *how, KEY="k").stdout)
        costs = {each["stage"]: each for each in plan["stages"]}
        assert costs[stage]["input_tokens"] == prompt["input_tokens"]
        assert costs[stage]["output_tokens"] == prompt["output_tokens"]


def test_polish_says_what_it_follows_on(checkin: Run) -> None:
    run = checkin("prompt", "show", "polish", "--input", DAY)
    assert run.returncode == 0
    assert b"note: as it follows on a coach reply that takes the first of everything\n" in run.stderr


def test_a_held_document_has_no_request(checkin: Run) -> None:
    held = FIXTURES / "day" / "card-held.json"
    run = checkin("prompt", "show", "coach", "--input", held)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"no request: safety hold\n")
    shown = json.loads(checkin("prompt", "show", "coach", "--input", held, "--format", "json").stdout)
    assert shown == {"prompts": [], "without_request": "safety_hold"}


@pytest.mark.parametrize(
    ("arguments", "code", "exit_code"),
    [
        (["doctrine_ask", "--input", str(DAY)], "conflicting_options", 2),
        (["coach", "--persona", "full"], "conflicting_options", 2),
        (["coach", "--input", str(FIXTURES / "day")], "one_document", 2),
        (["coach", "--input", str(FIXTURES / "none")], "no_such_input", 2),
        (["coach", "--input", str(FIXTURES / "refused" / "out_of_range.json")], "out_of_range", 3),
    ],
)
def test_what_does_not_go_is_refused(arguments: list[str], code: str, exit_code: int, checkin: Run) -> None:
    run = checkin("prompt", "show", *arguments)
    assert (run.returncode, run.stdout) == (exit_code, b"")
    assert run.stderr.decode().startswith(f"error[{code}] ") or f"error[{code}]:" in run.stderr.decode()


def test_missing_rules_are_seen_and_heard(checkin: Run, doctrine_folder: Path) -> None:
    """A missing voice is neither."""
    for name in ("rules.md", "persona.full.md"):
        (doctrine_folder / "prompts" / name).unlink()
    run = checkin("prompt", "show", "doctrine_ask", "--doctrine", doctrine_folder)
    assert run.returncode == 0
    assert run.stdout.decode().startswith(f"{DEGRADED}{SEPARATOR}")
    errors = [line for line in run.stderr.decode().splitlines() if line.startswith(("error", "warning"))]
    assert errors == ["error: prompts/rules.md is missing: a banner stands in its place"]


@pytest.mark.loopback
def test_nothing_is_sent(checkin: Run, tmp_path: Path) -> None:
    with serving() as endpoint:
        (tmp_path / "c.toml").write_text(
            f'[selection]\nenabled = true\ndaily = true\n[provider]\nmodel = "m"\nbase_url = "{endpoint.base_url}"\n'
            f'api_key_env = "KEY"\n[authoring]\nmodel = "m"\nbase_url = "{endpoint.base_url}"\napi_key_env = "KEY"\n'
        )
        for arguments in (["coach", "--input", str(DAY)], ["polish", "--input", str(DAY)], ["doctrine_ask"]):
            run = checkin("prompt", "show", *arguments, "--config", tmp_path / "c.toml", KEY="key-10ab")
            assert run.returncode == 0
            assert b"key-10ab" not in run.stdout + run.stderr
        assert endpoint.connections == 0


def test_free_text_of_a_document_is_in_no_prompt(checkin: Run, tmp_path: Path) -> None:
    document = json.loads(DAY.read_bytes())
    document["answers"] |= {"note": "김하늘 010-1234-5678", "meals": "야식"}
    (tmp_path / "day.json").write_text(json.dumps(document))
    for stage in STAGES:
        run = checkin("prompt", "show", stage, "--input", tmp_path / "day.json")
        assert run.returncode == 0
        shown = run.stdout.decode() + run.stderr.decode()
        assert [each for each in ("김하늘", "010-1234-5678", "야식", "78.6") if each in shown] == []
