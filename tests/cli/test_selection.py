"""
Modes and selectors on the command line, against a real endpoint: configuration, privacy, counts and proof.
"""

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from checkin_cli.cli.choosing import Mode, SelectorName
from checkin_cli.config import SETTINGS
from checkin_cli.doctrine import load_doctrine
from checkin_cli.selection.receipt_record import MODES, SELECTORS
from checkin_cli.shapes import OneOf
from tests.conftest import FIXTURES, Run
from tests.loopback import Exchange, Step, compact, completion, content, response, serving, valid
from tests.selection import asking

DAY = FIXTURES / "day" / "full-training-day.json"
REGISTRY = FIXTURES / "selection" / "consents.json"
KEY = "key-7a41d20c"

HEADERS = "X-Own: own-x\nAuthorization: Bearer other\nHost: other\nAccept: x/y"

CONFIGURATION = """
[selection]
enabled = true
daily = true
weekly = true
adaptive_operator = true
timeout_seconds = 2

[provider]
model = "stub"
base_url = "{base_url}"
api_key_env = "CHECKIN_API_KEY"

[consent]
registry = "consents.json"
notice_versions = ["privacy-v1"]
coaching_feedback_enabled = true
"""


def test_the_words_of_the_options_are_those_of_receipts_and_configuration() -> None:
    """Each stands three times, because neither help nor configuration may load the others."""
    words = {setting.name: setting.shape.schema() for setting in SETTINGS}
    assert words["selection.mode"] == OneOf(MODES).schema() == OneOf(tuple(Mode)).schema()
    assert words["selection.selector"] == OneOf(SELECTORS).schema() == OneOf(tuple(SelectorName)).schema()


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a consent registry."""
    (tmp_path / "consents.json").write_bytes(REGISTRY.read_bytes())
    return tmp_path


def configured(desk: Path, base_url: str, *changes: tuple[str, str]) -> Path:
    """A configuration in which everything is on, with some of its text changed."""
    text = CONFIGURATION.format(base_url=base_url)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = desk / "selection.toml"
    path.write_text(text)
    return path


def only(run: "subprocess.CompletedProcess[bytes]") -> Any:
    """The only outcome of a run with --format jsonl."""
    assert run.returncode == 0, run.stderr
    [line] = run.stdout.splitlines()
    return json.loads(line)


@pytest.fixture(scope="module")
def canonical() -> str:
    return asking.canonical(load_doctrine())


@pytest.mark.parametrize(("mode", "requests"), [("expression", 1), ("coach", 2)])
def test_success_takes_its_requests(mode: str, requests: int, checkin: Run, desk: Path, canonical: str) -> None:
    with serving() as endpoint:
        config = configured(desk, endpoint.base_url)
        run = checkin(
            "render", DAY, "--config", config, "--mode", mode, "--selector", "openai", "--format", "jsonl",
            CHECKIN_API_KEY=KEY,
        )  # fmt: skip
    found = only(run)
    assert len(endpoint.exchanges) == endpoint.connections == requests == found["receipt"]["request_count"]
    assert found["receipt"]["outcome"] == ("success" if mode == "expression" else "coached_and_polished")
    assert found["receipt"]["prompt_sha256"] is not None
    assert run.stderr == b""
    changed = [one for one, other in zip(found["copy"].split("\n"), canonical.split("\n"), strict=True) if one != other]
    assert len(changed) == (1 if mode == "expression" else 3)


OFF = {
    "an unknown key": (("timeout_seconds = 2", "timeout_seconds = 2\nretries = 2"), "selection.retries"),
    "a deadline as text": (("timeout_seconds = 2", 'timeout_seconds = "2"'), "selection.timeout_seconds"),
    "a deadline that is too long": (("timeout_seconds = 2", "timeout_seconds = 6"), "selection.timeout_seconds"),
    "no model": (('model = "stub"', ""), "provider.model"),
    "no address": (('base_url = "{}"', ""), "provider.base_url"),
    "no name of a key": (('api_key_env = "CHECKIN_API_KEY"', ""), "provider.api_key_env"),
    "a full path": (("/v1", "/v1/chat/completions"), "provider.base_url"),
    "the feature off": (("enabled = true\ndaily", "enabled = false\ndaily"), "selection.enabled"),
    "the surface off": (("daily = true", "daily = false"), "selection.daily"),
    "an unknown section": (("[consent]", "[consents]"), "consents"),
}


@pytest.mark.parametrize(("change", "key"), OFF.values(), ids=OFF)
def test_configuration_that_is_off_sends_nothing_and_names_the_key(
    change: tuple[str, str], key: str, checkin: Run, desk: Path, canonical: str
) -> None:
    with serving() as endpoint:
        old, new = change[0].format(endpoint.base_url), change[1]
        config = configured(desk, endpoint.base_url, (old, new))
        run = checkin(
            "render", DAY, "--config", config, "--mode", "expression", "--selector", "openai", "--format", "jsonl",
            CHECKIN_API_KEY=KEY,
        )  # fmt: skip
    found = only(run)
    assert endpoint.connections == 0
    assert found["copy"] == canonical
    assert found["receipt"]["outcome"] == "disabled"
    assert found["receipt"]["request_count"] == 0
    assert key in run.stderr.decode()
    assert KEY not in run.stderr.decode()
    assert run.stderr.decode().count("note: canonical copy") == 1


@pytest.mark.parametrize("value", [None, "", "two words"])
def test_a_missing_key_sends_nothing(value: str | None, checkin: Run, desk: Path, canonical: str) -> None:
    with serving() as endpoint:
        config = configured(desk, endpoint.base_url)
        environment = {} if value is None else {"CHECKIN_API_KEY": value}
        run = checkin(
            "render", DAY, "--config", config, "--mode", "coach", "--selector", "openai", "--format", "jsonl",
            OPENAI_API_KEY=KEY, **environment,
        )  # fmt: skip
    assert endpoint.connections == 0
    assert only(run)["copy"] == canonical
    assert only(run)["receipt"]["reason"] == "provider_error"


def test_nothing_is_taken_from_the_environment_but_the_named_key(checkin: Run, desk: Path) -> None:
    """Neither addresses, keys, organisations, headers, proxies nor log levels of the SDK."""
    with serving() as endpoint, serving() as elsewhere:
        config = configured(desk, endpoint.base_url)
        there = f"http://127.0.0.1:{elsewhere.port}"
        run = checkin(
            "render", DAY, "--config", config, "--mode", "expression", "--selector", "openai", "--format", "jsonl",
            CHECKIN_API_KEY=KEY, OPENAI_BASE_URL=there, OPENAI_API_KEY="other-key", OPENAI_ADMIN_KEY="admin-key",
            OPENAI_ORG_ID="org-x", OPENAI_PROJECT_ID="proj-x", OPENAI_CUSTOM_HEADERS=HEADERS,
            SSL_CERT_FILE="/nonexistent.pem", SSLKEYLOGFILE=str(desk / "secrets"),
            OPENAI_LOG="debug", HTTP_PROXY=there, http_proxy=there, ALL_PROXY="socks5://127.0.0.1:1",
        )  # fmt: skip
    assert only(run)["receipt"]["outcome"] == "success"
    assert run.stderr == b""
    assert elsewhere.connections == 0
    [exchange] = endpoint.exchanges
    assert exchange.headers["authorization"] == f"Bearer {KEY}"
    assert exchange.headers["host"] == f"127.0.0.1:{endpoint.port}"
    assert exchange.headers["accept"] == "application/json"
    assert not (desk / "secrets").exists()
    assert sorted(exchange.headers) == [
        "accept", "accept-encoding", "authorization", "connection", "content-length", "content-type", "host",
        "user-agent",
    ]  # fmt: skip


def test_without_a_configuration_the_mode_is_the_switch_for_what_sends_nothing(checkin: Run, canonical: str) -> None:
    run = checkin("render", DAY, "--mode", "coach", "--format", "jsonl")
    assert only(run)["receipt"]["outcome"] == "coached_and_polished"
    assert only(run)["receipt"]["selector"] == "rotate"
    assert run.stderr == b""
    run = checkin("render", DAY, "--mode", "coach", "--selector", "openai", "--format", "jsonl")
    assert only(run)["copy"] == canonical
    assert b"selection.enabled is not true" in run.stderr
    run = checkin("render", DAY, "--selector", "first", "--format", "jsonl")
    assert only(run)["receipt"]["mode"] == "canonical"
    assert b"--selector chooses nothing" in run.stderr


def test_mode_and_selector_may_be_configured(checkin: Run, desk: Path) -> None:
    config = configured(
        desk, "http://127.0.0.1:9/v1", ("timeout_seconds = 2", 'mode = "expression"\nselector = "first"')
    )
    receipt = only(checkin("render", DAY, "--config", config, "--format", "jsonl"))["receipt"]
    assert (receipt["mode"], receipt["selector"], receipt["outcome"]) == ("expression", "first", "success")
    receipt = only(checkin("render", DAY, "--config", config, "--format", "jsonl", "--mode", "canonical"))["receipt"]
    assert receipt["mode"] == "canonical"


def echo(status: str) -> Step:
    """Say back all that was sent, where a careless client would print it."""

    def step(exchange: Exchange) -> None:
        said = f"{exchange.headers['authorization']} {exchange.system} {exchange.user}"
        body = {"error": {"message": said}, "choices": [{"message": {"content": said}}]}
        exchange.send(response(json.dumps(body).encode(), status=status))

    return step


def prose(exchange: Exchange) -> None:
    """Write to the customer."""
    exchange.send(response(completion("김하늘님, 오늘은 굶으세요. " + compact(exchange.valid()))))


@pytest.mark.parametrize("hostile", [valid, prose, echo("200 OK"), echo("400 No"), echo("500 No")])
def test_nothing_leaks(hostile: Step, checkin: Run, desk: Path) -> None:
    """Names, notes, numbers, key, prompt and reply stand in no receipt, count, message or request that must not."""
    document = json.loads(DAY.read_bytes())
    document["ref"] = "one"
    document["answers"] |= {"note": "전화는 010-1234-5678, 요즘 우울해요", "meals": "비밀 야식"}
    document["answers"]["training"]["summary"] = "하체 위주"
    (desk / "day.json").write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    with serving(hostile, hostile) as endpoint:
        config = configured(desk, endpoint.base_url)
        run = checkin(
            "render", desk / "day.json", "--config", config, "--mode", "coach", "--selector", "openai", "--verbose",
            "-o", desk / "out", "--metrics", desk / "m.prom", CHECKIN_API_KEY=KEY,
        )  # fmt: skip
    assert run.returncode == 0
    assert endpoint.exchanges
    receipt = (desk / "out" / "one.receipt.json").read_text("utf-8")
    said = receipt + (desk / "m.prom").read_text("utf-8") + run.stderr.decode() + run.stdout.decode()
    secret = [
        "c-1001",
        "010-1234-5678",
        "우울",
        "야식",
        "하체",
        "78.6",
        "2675",
        "2,675",
        "335",
        "7.3",
        KEY,
        "You choose",
    ]
    secret += ["김하늘", "굶", "체크인", "plan", endpoint.base_url, str(endpoint.port), "stub", str(desk / "day")]
    assert [each for each in secret if each in said] == []
    for value in ("78.6", "2675", "c-1001", "010-1234-5678"):
        assert hashlib.sha256(value.encode()).hexdigest() not in said
    sent = b"".join(exchange.body for exchange in endpoint.exchanges).decode("utf-8")
    assert [
        each for each in ("c-1001", "010-1234-5678", "우울", "야식", "하체", "78.6", "2675", KEY) if each in sent
    ] == []
    copy = (desk / "out" / "one.txt").read_text("utf-8")
    assert [each for each in ("김하늘", "굶", KEY, "You choose") if each in copy] == []
    body = (desk / "out" / "one.txt").read_bytes()[:-1]
    assert json.loads(receipt)["output_sha256"] == hashlib.sha256(body).hexdigest()


def test_no_reply_and_no_document_holds_up_the_others(checkin: Run, desk: Path) -> None:
    """A number without end in the second reply, and a document that is refused before anybody is asked about it."""
    whole = json.loads(DAY.read_bytes())
    lines = [json.dumps({**whole, "ref": f"d{number}"}) for number in range(4)]
    lines[2] = json.dumps({**whole, "ref": "d2", "answers": {"note": "\ud83d"}})
    (desk / "days.jsonl").write_text("\n".join(lines))
    with serving(valid, content("1" * 900), valid) as endpoint:
        config = configured(desk, endpoint.base_url)
        run = checkin(
            "render", desk / "days.jsonl", "--config", config, "--mode", "expression", "--selector", "openai",
            "--concurrency", "1", "--format", "jsonl", CHECKIN_API_KEY=KEY,
        )  # fmt: skip
        assert len(endpoint.exchanges) == 3
    assert run.returncode == 3
    assert b"error[lone_surrogate]" in run.stderr
    found = [json.loads(line) for line in run.stdout.decode().split("\n")[:-1]]
    outcomes = [each["receipt"] and each["receipt"]["outcome"] for each in found]
    assert outcomes == ["success", "invalid_response", None, "success"]


def test_a_day_is_the_same_with_and_without_the_next(checkin: Run, desk: Path) -> None:
    """Whatever is chosen, by the selector that takes turns too."""
    whole = json.loads(DAY.read_bytes())
    del whole["recorded_at"]
    lines = [json.dumps({**whole, "ref": f"d{day}", "kst_day": f"2026-03-{day:02}"}) for day in range(1, 9)]
    for count in (8, 4):
        (desk / f"{count}.jsonl").write_text("\n".join(lines[:count]))
    runs = [checkin("render", desk / f"{count}.jsonl", "--mode", "coach", "--format", "jsonl") for count in (8, 4)]
    first, second = ([json.loads(line)["copy"] for line in run.stdout.splitlines()][:4] for run in runs)
    assert first == second
    assert len(set(first)) > 1


def test_metrics_are_counts_and_coarse_buckets(checkin: Run, desk: Path) -> None:
    """By contract version, surface, mode and outcome; no sum, no time of creation, nothing of a document."""
    checkin("render", FIXTURES / "day", "--mode", "coach", "--metrics", desk / "m.prom", "-o", desk / "out")
    text = (desk / "m.prom").read_text()
    samples = [line for line in text.splitlines() if not line.startswith("#")]
    assert {re.split(r"[{ ]", line)[0] for line in samples} == {
        "checkin_documents_total",
        "checkin_document_seconds_bucket",
    }
    assert len({line.rsplit(" ", 1)[0] for line in samples}) == len(samples)
    labels = {name for line in samples for name in re.findall(r'(\w+)="', line)}
    assert labels == {"contract_version", "surface", "mode", "outcome", "le"}
    total = sum(float(line.split()[-1]) for line in samples if line.startswith("checkin_documents_total"))
    assert total == len(list((desk / "out").glob("*.txt"))) == 18
    run = checkin("render", DAY, "--metrics", desk / "none" / "m.prom")
    assert run.returncode == 4


def test_metrics_overwrite_nothing_that_was_there(checkin: Run, desk: Path) -> None:
    """With --force the counts of an earlier run, and never an input, the configuration or the output."""
    target = desk / "m.prom"
    assert checkin("render", DAY, "--metrics", target).returncode == 0
    assert checkin("render", DAY, "--metrics", target).returncode == 4
    assert checkin("render", DAY, "--metrics", target, "--force").returncode == 0
    (desk / "day.json").write_bytes(DAY.read_bytes())
    config = configured(desk, "http://127.0.0.1:9/v1")
    for arguments in (
        ["--metrics", desk / "day.json"],
        ["--metrics", config, "--config", config],
        ["--metrics", desk / "o.jsonl", "-o", desk / "o.jsonl"],
    ):
        run = checkin("render", desk / "day.json", *arguments, "--force")
        assert run.returncode == 4
        assert b"error[output_is_input]" in run.stderr
    assert (desk / "day.json").read_bytes() == DAY.read_bytes()


@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_whoever_would_have_been_asked_about_says_that_the_name_is_not_allowed(
    mode: str, checkin: Run, desk: Path
) -> None:
    """Also where code decides the first stage and the second alone would ask; each of them is a choice that failed."""
    chosen = ("--mode", mode, "--selector", "openai", "--config", desk / "selection.toml")
    asked = set[str]()
    for path in sorted(DAY.parent.glob("*.json")):
        configured(desk, "http://127.0.0.1:9/v1")
        plan = checkin("render", path, "--plan", "--format", "json", *chosen, CHECKIN_API_KEY=KEY)
        asked |= {str(path)} if json.loads(plan.stdout)["requests"] else set()
    configured(desk, "http://127.0.0.1:9/v1", ('"stub"', '"k1mi"'))
    run = checkin("render", DAY.parent, "-o", desk / "out.jsonl", *chosen, CHECKIN_API_KEY=KEY)
    lines = [json.loads(line) for line in (desk / "out.jsonl").read_bytes().splitlines()]
    disallowed = [
        line for line in lines if "provider_disallowed" in {line["receipt"]["outcome"], line["receipt"]["reason"]}
    ]
    assert {line["source"] for line in disallowed} == asked
    assert {line["receipt"]["request_count"] for line in disallowed} == {0}
    assert ("coached" in {line["receipt"]["outcome"] for line in disallowed}) == (mode == "coach")
    assert f"{len(asked)} of {len(asked)} choices failed: provider_disallowed {len(asked)}" in run.stderr.decode()
    verified = checkin("verify", DAY.parent, "--receipts", desk / "out.jsonl", "--config", chosen[-1])
    assert (verified.returncode, verified.stderr) == (0, b"")


WITHOUT = {
    "no registry": (("registry", "# registry"), "consent.registry", None),
    "no notice": (('notice_versions = ["privacy-v1"]', ""), "consent.notice_versions", None),
    "a name that is never asked": (('"stub"', '"kimi"'), "provider.model", "provider_disallowed"),
    "no key": (("CHECKIN_API_KEY", "OTHER_KEY"), "OTHER_KEY", "provider_error"),
}


@pytest.mark.parametrize(("change", "named", "failure"), WITHOUT.values(), ids=WITHOUT)
def test_a_mode_that_was_asked_for_says_what_is_missing(
    change: tuple[str, str], named: str, failure: str | None, checkin: Run, desk: Path
) -> None:
    config = configured(desk, "http://127.0.0.1:9/v1", change)
    run = checkin("render", DAY, "--config", config, "--mode", "coach", "--selector", "openai", CHECKIN_API_KEY=KEY)
    assert run.returncode == 0
    line, *others = run.stderr.decode().splitlines()
    assert line.startswith("note: canonical copy in spite of mode coach: ")
    assert named in line
    assert others == ([f"note: 1 of 1 choices failed: {failure} 1"] if failure else [])
