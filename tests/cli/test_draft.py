"""
`checkin draft` as its operator meets it.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checkin_cli.authoring.promote import promote
from checkin_cli.authoring.shelf import open_shelf
from checkin_cli.authoring.states import texts_of
from checkin_cli.proofreading import missing_tools
from tests.authoring.stand_in import reply
from tests.authoring.test_promote import proposal
from tests.cli.test_golden_review import Terminal
from tests.conftest import ROOT, Run, plain_environment
from tests.loopback import content, serving

NEW = ("draft", "new", "--slot", "daily.interpretation", "--atom", "sleep_short")
GOOD = reply("짧게 잔 날은 배고픔이 더 크게 다가올 수 있어요.")
HOSTILE = reply("오늘은 일찍 주무세요.")
CONFIGURATION = (
    '[authoring]\nmodel = "m"\nbase_url = "{}"\napi_key_env = "DRAFT_KEY"\nstructured_output = "json_schema"\n'
)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a doctrine that a test may change."""
    folder = tmp_path / "desk"
    shutil.copytree(ROOT / "doctrine", folder / "doctrine")
    return folder


def test_a_dry_run_says_what_would_be_delivered_and_needs_nothing(checkin: Run, desk: Path) -> None:
    """No extra, no configuration and no network; the approach counts among the characters."""
    run = checkin(*NEW, "--dry-run", "--doctrine", "doctrine", cwd=desk)
    lines = run.stdout.decode().splitlines()
    assert run.returncode == 0
    assert lines[0].split() == ["new", "id", "sleep_short.d", "daily.interpretation", "haeyo"]
    assert lines[2].split()[1:] == ["sleep_short.a", "sleep_short.b", "sleep_short.c"]
    assert lines[3].split()[1:] == ["sleep.short_hunger", "sleep.short_loss"]
    longer = checkin(*NEW, "--dry-run", "--approach", "부드럽게", "--doctrine", "doctrine", cwd=desk).stdout.decode()
    assert longer.splitlines()[1] != lines[1]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("draft", "new", "--slot", "nowhere", "--atom", "sleep_short"), "unknown_id"),
        (("draft", "new", "--slot", "weekly.rationale", "--atom", "sleep_short"), "unknown_id"),
        (("draft", "review", "sleep_short.d"), "unknown_proposal"),
        (("draft", "review", "sleep_short.d", "--approve", "a", "--reject", "b"), "conflicting_options"),
        ((*NEW, "--from", "p.json", "--ask"), "conflicting_options"),
        ((*NEW, "--from", "p.json", "--approach", "부드럽게"), "conflicting_options"),
        ((*NEW, "--ask"), "draft_no_terminal"),
    ],
)
def test_what_does_not_go_is_refused_by_name(arguments: tuple[str, ...], code: str, checkin: Run, desk: Path) -> None:
    flags = () if "new" not in arguments or code != "unknown_id" else ("--dry-run",)
    run = checkin(*arguments, *flags, "--doctrine", "doctrine", cwd=desk)
    assert run.returncode == 2
    assert run.stderr.decode().startswith(f"error[{code}]")
    assert run.stdout == b""


def test_what_a_file_goes_with_is_said_where_it_is_looked_for(checkin: Run) -> None:
    """In the help and on the page."""
    shown = " ".join(checkin("draft", "new", "--help").stdout.decode().split())
    assert "neither --ask nor --approach" in shown
    assert "`--from` goes with neither `--ask` nor `--approach`" in " ".join(
        (ROOT / "docs" / "drafting.md").read_text("utf-8").split()
    )


@pytest.mark.skipif(missing_tools() == (), reason="the extra is here")
def test_a_draft_without_the_extra_names_it(checkin: Run, desk: Path) -> None:
    (desk / "p.json").write_text(GOOD)
    run = checkin(*NEW, "--from", "p.json", "--doctrine", "doctrine", cwd=desk)
    assert run.returncode == 2
    assert run.stderr.startswith(b"error[extra_missing]")


def test_a_rejection_needs_no_extra_and_no_terminal(checkin: Run, desk: Path) -> None:
    open_shelf(desk / "doctrine").file(proposal(), "hand")
    run = checkin("draft", "review", "sleep_short.d", "--reject", "길어요", "--doctrine", "doctrine", cwd=desk)
    assert (
        run.stdout.decode() == "rejected sleep_short.d, kept in doctrine/review_queue/rejected/sleep_short.d.1.toml\n"
    )
    again = checkin("draft", "review", "sleep_short.d", "--reject", " ", "--doctrine", "doctrine", cwd=desk)
    assert again.returncode == 2


def test_an_approved_proposal_is_not_rejected(checkin: Run, desk: Path) -> None:
    """Refused as a second approval is, before the lock and after."""
    doctrine = desk / "doctrine"
    open_shelf(doctrine).file(proposal(), "hand")
    shelf = open_shelf(doctrine)
    promote(shelf, shelf.filed("sleep_short.d"), "0" * 64)
    for _ in range(2):
        run = checkin("draft", "review", "sleep_short.d", "--reject", "길어요", "--doctrine", "doctrine", cwd=desk)
        assert (run.returncode, run.stdout) == (2, b"")
        assert run.stderr.decode().startswith("error[proposal_refuted]: found a proposal whose wording is approved")
        checkin("doctrine", "lock", "--doctrine", "doctrine", cwd=desk)


@pytest.mark.full
def test_a_file_goes_through_the_same_checks(checkin: Run, desk: Path) -> None:
    """Refuted, unreadable and admitted; only the last is filed, once."""
    for text, exit_code in ((HOSTILE, 1), ("prose", 2), (GOOD, 0), (GOOD, 1)):
        (desk / "p.json").write_text(text, "utf-8")
        run = checkin(*NEW, "--from", "p.json", "--doctrine", "doctrine", cwd=desk)
        assert run.returncode == exit_code, run.stderr
        if text == HOSTILE:
            assert "order at wording" in run.stdout.decode()
        if text == "prose":
            assert run.stderr.decode().count("required") == 1
    assert [path.name for path in (desk / "doctrine" / "review_queue").glob("*.toml")] == ["sleep_short.d.toml"]


@pytest.mark.full
@pytest.mark.loopback
def test_a_scripted_endpoint_is_asked_as_often_as_said(checkin: Run, desk: Path) -> None:
    """Prose, a fence, wrong types and a refuted one, then a good one: five requests, each with what was learnt."""
    before = {path: path.read_bytes() for path in (desk / "doctrine").rglob("*") if path.is_file()}
    bad = ("네, 써 볼게요.", f"```json\n{GOOD}\n```", GOOD.replace('"haeyo"', "1"), HOSTILE)
    with serving(*(content(each) for each in (*bad, GOOD))) as endpoint:
        (desk / "checkin.toml").write_text(CONFIGURATION.format(endpoint.base_url))
        options = ("--doctrine", "doctrine", "--max-attempts", "5", "--keep-unread", "--approach", "부드럽게")
        run = checkin(*NEW, *options, cwd=desk, DRAFT_KEY="secret")
    assert run.returncode == 0, run.stderr
    messages = [each.user for each in endpoint.exchanges]
    base = messages[0].removesuffix("\n\n[approach]\n부드럽게")
    assert json.loads(base)["atom"] == "sleep_short"
    assert all(each.startswith(messages[0]) for each in messages)
    assert "[the last reply was not read]" in messages[1]
    assert "$.register" in messages[3]
    assert "order at wording" in messages[4]
    assert "[the last reply" not in messages[4]
    assert not any("주무세요" in each or "볼게요" in each.replace(base, "") for each in messages)
    sent = json.loads(endpoint.exchanges[0].body)
    assert sent["response_format"]["json_schema"]["schema"]["properties"]["id"]["enum"] == ["sleep_short.d"]
    queue = desk / "doctrine" / "review_queue"
    kept = [(queue / f"sleep_short.d.unread.{number}.txt") for number in (1, 2, 3)]
    assert [each.read_text("utf-8") for each in kept] == list(bad[:3])
    assert {each.stat().st_mode & 0o777 for each in kept} == {0o600}
    assert all(path.read_bytes() == raw for path, raw in before.items())


@pytest.mark.full
@pytest.mark.loopback
def test_a_spent_budget_ends_a_draft_before_the_request(checkin: Run, desk: Path) -> None:
    with serving(content("하나"), content("둘"), content("셋")) as endpoint:
        (desk / "checkin.toml").write_text(CONFIGURATION.format(endpoint.base_url))
        run = checkin(*NEW, "--doctrine", "doctrine", "--max-rounds", "2", "--keep-unread", cwd=desk, DRAFT_KEY="k")
    assert run.returncode == 2
    assert "error[budget_spent]" in run.stderr.decode()
    assert len(endpoint.exchanges) == 2
    assert len(list((desk / "doctrine" / "review_queue").glob("*.unread.*"))) == 2


@pytest.mark.full
def test_an_approval_binds_to_the_texts_that_were_shown(checkin: Run, desk: Path) -> None:
    """Another digest, then a changed neighbour, are stale; a proposal that is refuted now cannot be approved."""
    doctrine = desk / "doctrine"
    shelf = open_shelf(doctrine)
    said = proposal()
    shelf.file(type(said)(**{**vars(said), "principles": ("sleep.short_hunger",)}), "hand")
    review = ("draft", "review", "sleep_short.d", "--doctrine", "doctrine", "--approve")
    shelf = open_shelf(doctrine)
    digest = texts_of(shelf, shelf.filed("sleep_short.d")).digest
    path = doctrine / "atoms" / "daily.toml"
    before = path.read_bytes()
    path.write_bytes(before.replace("작은 기록도 쌓이면".encode(), "작은 기록이 쌓이면".encode()))
    listed = checkin("draft", "list", "--json", "--doctrine", "doctrine", cwd=desk)
    assert [each["state"] for each in json.loads(listed.stdout)] == ["valid"]
    stale = checkin(*review, digest, cwd=desk)
    assert stale.stderr.decode().startswith("error[approval_stale]")
    path.write_bytes(before)
    done = checkin(*review, digest, cwd=desk)
    assert done.returncode == 0
    assert b"checkin doctrine lock" in done.stdout
    assert (
        json.loads(checkin("draft", "list", "--json", "--doctrine", "doctrine", cwd=desk).stdout)[0]["state"]
        == "approved"
    )
    again = checkin(*review, digest, cwd=desk)
    assert again.stderr.decode().startswith("error[proposal_refuted]")
    path.write_bytes(path.read_bytes().replace("작은 기록도 쌓이면".encode(), "작은 기록이 쌓이면".encode()))
    assert (
        json.loads(checkin("draft", "list", "--json", "--doctrine", "doctrine", cwd=desk).stdout)[0]["state"] == "stale"
    )


@pytest.mark.full
def test_of_decisions_at_once_one_is_made(desk: Path) -> None:
    """Two approve and one rejects; the others are refused, and nothing is both rejected and live."""
    said = proposal()
    open_shelf(desk / "doctrine").file(type(said)(**{**vars(said), "principles": ("sleep.short_hunger",)}), "hand")
    shelf = open_shelf(desk / "doctrine")
    digest = texts_of(shelf, shelf.filed("sleep_short.d")).digest
    review = [sys.executable, "-m", "checkin_cli", "draft", "review", "sleep_short.d", "--doctrine", "doctrine"]
    started = [
        subprocess.Popen([*review, *decision], cwd=desk, env=plain_environment(), stderr=subprocess.PIPE)
        for decision in (("--approve", digest), ("--approve", digest), ("--reject", "길어요"))
    ]
    told = [each.communicate()[1].decode() for each in started]
    assert sorted(each.returncode for each in started) == [0, 2, 2]
    refused = [each.split("]")[0] for each in told if each]
    assert set(refused) <= {"error[proposal_refuted", "error[unknown_proposal"}
    rejected = (desk / "doctrine" / "review_queue" / "rejected").exists()
    assert rejected is not open_shelf(desk / "doctrine").holds(shelf.filed("sleep_short.d"))


@pytest.mark.full
@pytest.mark.parametrize(("key", "state"), [("a", "approved"), ("q", "valid")])
def test_a_person_decides_at_a_terminal_after_the_texts_were_shown(
    key: str, state: str, checkin: Run, desk: Path
) -> None:
    """One key; leaving it changes nothing."""
    said = proposal()
    filed = type(said)(**{**vars(said), "principles": ("sleep.short_hunger",)})
    open_shelf(desk / "doctrine").file(filed, "hand")
    terminal = Terminal(desk, "--doctrine", "doctrine", review="draft review sleep_short.d")
    shown = terminal.until("a approve    r reject    q leave it\r\n")
    assert shown.count(said.wording) > 50
    assert "texts, digest " in shown
    terminal.press(key, "\r\n")
    assert terminal.end() == (0 if key == "a" else 1)
    listed = json.loads(checkin("draft", "list", "--json", "--doctrine", "doctrine", cwd=desk).stdout)
    assert [each["state"] for each in listed] == [state]


@pytest.mark.full
def test_a_rejection_at_a_terminal_keeps_the_reason(desk: Path) -> None:
    said = proposal()
    filed = type(said)(**{**vars(said), "principles": ("sleep.short_hunger",)})
    open_shelf(desk / "doctrine").file(filed, "hand")
    terminal = Terminal(desk, "--doctrine", "doctrine", review="draft review sleep_short.d")
    terminal.until("q leave it\r\n")
    terminal.press("r", "reason, then Enter:\r\n")
    terminal.press("long\n", "\r\n")
    assert terminal.end() == 0
    kept = desk / "doctrine" / "review_queue" / "rejected" / "sleep_short.d.1.toml"
    assert 'reason = "long"' in kept.read_text("utf-8")


@pytest.mark.full
@pytest.mark.loopback
def test_words_at_a_terminal_buy_one_attempt_and_the_ruling_is_said(desk: Path) -> None:
    """A good one, words, then prose: two of three requests, the ruling on the good one, and nothing filed unasked."""
    with serving(content(GOOD), content("네, 써 볼게요."), content(GOOD)) as endpoint:
        (desk / "checkin.toml").write_text(CONFIGURATION.format(endpoint.base_url))
        terminal = Terminal(desk, "--ask", "--doctrine", "doctrine", review=" ".join(NEW), DRAFT_KEY="secret")
        terminal.until("words ask for another one:\r\n")
        told = terminal.press("더 짧게\n", "no proposal\r\n")
        assert terminal.end() == 1
    assert [("[feedback of a person]\n더 짧게" in each.user) for each in endpoint.exchanges] == [False, True]
    assert "admitted sleep_short.d\n    짧게 잔 날은" in told
    assert told.endswith("not filed: another one was wanted, and the reply to that was no proposal\n")
    assert list((desk / "doctrine" / "review_queue").glob("*.toml")) == []
