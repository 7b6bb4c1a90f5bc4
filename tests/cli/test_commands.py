"""
The other commands, help, configuration and start-up.
"""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from checkin_cli import __version__
from tests.conftest import FIXTURES, Run, plain_environment

COMMANDS = [
    [],
    ["render"],
    ["merge"],
    ["summarize"],
    ["validate"],
    ["schema"],
    ["config"],
    ["config", "show"],
    ["verify"],
    ["enumerate"],
    ["shadow"],
    ["golden"],
    ["golden", "check"],
    ["golden", "review"],
    ["golden", "accept"],
    ["golden", "reject"],
    ["doctrine"],
    ["doctrine", "list"],
    ["doctrine", "show"],
    ["doctrine", "search"],
    ["doctrine", "why"],
    ["doctrine", "sources"],
    ["doctrine", "quarantine"],
    ["doctrine", "lint"],
    ["doctrine", "lock"],
    ["doctrine", "ask"],
    ["prompt"],
    ["prompt", "show"],
    ["draft"],
    ["draft", "new"],
    ["draft", "list"],
    ["draft", "review"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    "environment",
    [{}, {"GITHUB_ACTIONS": "true", "FORCE_COLOR": "1"}, {"NO_COLOR": "1"}],
    ids=["plain", "actions", "no-color"],
)
def test_help_is_plain_text(command: list[str], environment: dict[str, str], checkin: Run) -> None:
    run = checkin(*command, "--help", **environment)
    assert run.returncode == 0
    assert b"\x1b" not in run.stdout
    assert run.stdout.decode("ascii").startswith("Usage: ")


def test_version_answers_alone_and_among_options(checkin: Run) -> None:
    assert checkin("--version").stdout == f"checkin {__version__}\n".encode()


def test_the_command_line_imports_on_demand() -> None:
    """No terminal library and no network client for a copy; nothing at all for the version."""
    document = FIXTURES / "day" / "week-in-range.json"
    for arguments, heavy in (
        (
            ["render", str(document)],
            {"rich", "openai", "httpx", "httpx2", "pydantic", "prometheus_client", "jinja2", "zoneinfo", "asyncio"},
        ),
        (["--help"], {"rich", "openai", "pydantic", "decimal", "tomllib"}),
        (["--version"], {"typer", "json", "decimal"}),
    ):
        run = subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "checkin_cli", *arguments],
            capture_output=True,
            env=plain_environment(),
            check=True,
        )
        imported = {
            line.rsplit("|", 1)[1].strip().split(".")[0] for line in run.stderr.decode().split("\n") if "|" in line
        }
        assert imported & heavy == set(), arguments


def test_importing_the_package_says_and_opens_nothing(tmp_path: Path) -> None:
    code = (
        "import sys;"
        "sys.addaudithook(lambda e, a: print(e, a) if e in ('socket.connect', 'subprocess.Popen') else None);"
        "import checkin_cli.cli.app, checkin_cli.runs.render"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=plain_environment(), cwd=tmp_path, check=True
    )
    assert (run.stdout, run.stderr) == (b"", b"")


def test_validate_names_what_each_input_is(checkin: Run) -> None:
    run = checkin("validate", "day", "refused/out_of_range.json", cwd=FIXTURES)
    assert run.returncode == 3
    assert b"day/week-held.json: weekly-summary-v1\n" in run.stdout
    assert run.stderr.decode() == (
        "error[out_of_range] refused/out_of_range.json, $.answers.bodyweight_kg: "
        "found a number outside the range, required number 20 to 400\n"
        "hint: check the unit and the decimal point\n"
    )


def test_every_schema_is_a_schema_and_fits_its_documents(checkin: Run) -> None:
    names = checkin("schema").stdout.decode().split()
    assert names == [
        "daily-snapshot-v1",
        "weekly-summary-v1",
        "adaptive-card-v1",
        "customer-profile-v1",
        "wizard-export",
        "checkin-receipt-v1",
    ]
    schemas = {name: json.loads(checkin("schema", name).stdout) for name in names}
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    for path in (FIXTURES / "day").glob("*.json"):
        document = json.loads(path.read_bytes())
        jsonschema.validate(document, schemas[document.get("schema_version", "wizard-export")])
    for line in checkin("render", FIXTURES / "day", "--format", "jsonl").stdout.decode().splitlines():
        jsonschema.validate(json.loads(line)["receipt"], schemas["checkin-receipt-v1"])
    assert checkin("schema", "receipt").stdout == checkin("schema", "checkin-receipt-v1").stdout
    assert checkin("schema", "nonsense").returncode == 2


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("daily", "daily-snapshot-v1"),
        ("weekly", "weekly-summary-v1"),
        ("adaptive_operator", "adaptive-card-v1"),
        ("receipt", "checkin-receipt-v1"),
    ],
)
def test_a_schema_has_a_short_name(short: str, full: str, checkin: Run) -> None:
    assert checkin("schema", short).stdout == checkin("schema", full).stdout != b""


def test_the_schema_of_the_receipt_says_what_each_digest_covers(checkin: Run) -> None:
    members = json.loads(checkin("schema", "receipt").stdout)["properties"]
    digests = [name for name in members if name.endswith("_sha256")]
    assert len(digests) == 5
    assert all(len(members[name]["description"]) > 20 for name in digests)


def test_config_show_says_where_each_value_came_from(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "checkin.toml").write_text(
        '[selection]\nenabled = true\ntimeout_seconds = 2\n[provider]\nmodel = "m"\n'
    )
    run = checkin(
        "config", "show", "--json", cwd=tmp_path, CHECKIN_SELECTION__MODE="coach", CHECKIN_PROVIDER__MODEL="7"
    )
    rows = {row["key"]: (row["value"], row["origin"]) for row in json.loads(run.stdout)}
    assert rows["selection.enabled"] == (True, "checkin.toml")
    assert rows["selection.timeout_seconds"] == (2, "checkin.toml")
    assert rows["selection.mode"] == ("coach", "CHECKIN_SELECTION__MODE")
    assert rows["provider.model"] == ("7", "CHECKIN_PROVIDER__MODEL")
    assert rows["selection.selector"] == ("rotate", "default")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[selection]\nretries = 1\n", "selection.retries"),
        ("[selection]\ntimeout_seconds = 9\n", "selection.timeout_seconds"),
        ('[selection]\ntimeout_seconds = "2"\n', "selection.timeout_seconds"),
        ("[selection]\ntimeout_seconds = nan\n", "selection.timeout_seconds"),
        ('[provider]\nbase_url = "http://127.0.0.1:1/v1/chat/completions"\n', "provider.base_url"),
        ('[provider]\nbase_url = "localhost"\n', "provider.base_url"),
        ("[surprise]\n", "surprise"),
    ],
)
def test_a_wrong_key_is_named_and_the_copy_is_still_canonical(
    text: str, key: str, checkin: Run, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text(text)
    document = FIXTURES / "day" / "week-in-range.json"
    run = checkin("render", document, "--config", tmp_path / "c.toml")
    assert run.returncode == 0
    assert f", {key}: " in run.stderr.decode()
    assert run.stdout == checkin("render", document).stdout


@pytest.mark.parametrize("text", ["not toml", '[calendar]\nweek_starts_on = "funday"\n', "[receipts]\nkey_env = 1\n"])
def test_a_configuration_that_cannot_be_honoured_stops_the_run(text: str, checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(text)
    assert checkin("render", FIXTURES / "day", "--config", tmp_path / "c.toml").returncode == 2


def test_weeks_start_where_the_configuration_says(checkin: Run, tmp_path: Path) -> None:
    week = FIXTURES / "day" / "week-in-range.json"
    assert checkin("validate", week).returncode == 0
    assert checkin("validate", week, CHECKIN_CALENDAR__WEEK_STARTS_ON="sunday").returncode == 3
