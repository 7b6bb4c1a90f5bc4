"""
The same bytes whatever the machine: hash seed, locale, console, time zone, and nothing private on any stream.
"""

import hashlib
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, ROOT, Run, plain_environment

ENVIRONMENTS = [
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "42"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "ko_KR.CP949", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "cp949:strict"},
    {"TZ": "Asia/Seoul"},
    {"TZ": "UTC"},
    {"TZ": "America/New_York"},
    {"TZ": "Pacific/Kiritimati"},
    {"TZ": "Etc/GMT+12"},
    {"COLUMNS": "20", "TERM": "dumb", "GITHUB_ACTIONS": "true", "FORCE_COLOR": "1"},
    {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    {"HTTP_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "socks5://x", "OPENAI_API_KEY": "sk-none"},
]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Filled by the first environment, compared by the rest."""
    return {}


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=",".join)
def test_the_same_bytes_in_every_environment(
    environment: dict[str, str], usual: dict[str, bytes], checkin: Run
) -> None:
    """Copies, receipts and refusals of the day, the refused files and the plain documents."""
    run = checkin("render", ".", "--format", "jsonl", cwd=FIXTURES, **environment)
    assert run.returncode == 3
    assert run.stdout == usual.setdefault("stdout", run.stdout)
    assert b"\r" not in run.stdout
    assert b"\x1b" not in run.stdout + run.stderr
    given = (FIXTURES / "documents" / "ordinary" / "daily.json").read_bytes()
    piped = checkin("render", "-", given=given, **environment)
    assert piped.stdout == usual.setdefault("piped", piped.stdout)
    assert piped.stderr == b""


LISTS = [
    ("doctrine", "list"),
    ("doctrine", "search", "체중"),
    ("doctrine", "sources"),
    ("doctrine", "why", FIXTURES / "day" / "full-training-day.json"),
    ("summarize", FIXTURES / "weeks", "--all", "--weeks", "all"),
]


@pytest.mark.parametrize("environment", ENVIRONMENTS[:10:2], ids=",".join)
@pytest.mark.parametrize("command", LISTS, ids=lambda command: " ".join(map(str, command[:2])))
def test_lists_and_weeks_are_the_same_bytes_too(
    command: tuple[str | Path, ...], environment: dict[str, str], usual: dict[str, bytes], checkin: Run
) -> None:
    run = checkin(*command, **environment)
    assert run.returncode == 0
    assert run.stdout
    assert run.stdout == usual.setdefault(repr(command), run.stdout)


@pytest.mark.parametrize("environment", [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {}], ids=str)
def test_a_customer_is_found_whatever_the_locale(environment: dict[str, str], checkin: Run, tmp_path: Path) -> None:
    """Words of the command line are UTF-8, as those of documents are."""
    day = json.loads((FIXTURES / "documents" / "ordinary" / "daily.json").read_text("utf-8"))
    (tmp_path / "day.json").write_text(json.dumps({**day, "audience": "customer", "customer_key": "김하늘"}))
    run = checkin("summarize", tmp_path / "day.json", "--customer", "김하늘", "--week", "2026-W10", **environment)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["customer_key"] == "김하늘"


@pytest.mark.parametrize("zone", ["America/Denver", "Europe/Berlin", "Asia/Seoul", "Pacific/Kiritimati"])
def test_no_day_is_lost_where_clocks_change(zone: str, checkin: Run, tmp_path: Path) -> None:
    """The week of 2 March 2026 ends on the day on which American clocks go forward."""
    day = json.loads((FIXTURES / "documents" / "ordinary" / "daily.json").read_text("utf-8"))
    lines = [json.dumps({**day, "ref": f"d{number}", "kst_day": f"2026-03-{number:02}"}) for number in range(2, 10)]
    (tmp_path / "days.jsonl").write_text("\n".join(lines))
    run = checkin("summarize", tmp_path / "days.jsonl", "--week", "2026-03-08", TZ=zone)
    week = json.loads(run.stdout)
    assert (week["starts_on"], week["ends_on"], week["checkin_days"]) == ("2026-03-02", "2026-03-08", 7)


@pytest.mark.parametrize(
    "habit",
    [
        r"strftime\(",
        r"import locale|setlocale",
        r"logger\.exception|exc_info=True|traceback\.(?:print|format)",
        r"json_repair|strip\(.?[`\"']{1,2}`",
        r"logging\.basicConfig",
    ],
)
def test_no_module_has_a_habit_that_depends_on_the_machine_or_tells_values(habit: str) -> None:
    """Dates by the locale, logs with what an exception holds, replies that are mended."""
    files = list((ROOT / "checkin_cli").rglob("*.py"))
    assert len(files) > 200
    assert [path.name for path in files if re.search(habit, path.read_text("utf-8"))] == []


def test_no_file_is_opened_in_the_encoding_of_the_locale(checkin: Run) -> None:
    run = checkin("render", FIXTURES / "day", PYTHONWARNDEFAULTENCODING="1", PYTHONWARNINGS="error::EncodingWarning")
    assert run.returncode == 0, run.stderr.decode()


def test_no_stream_but_the_copy_holds_anything_of_a_customer(checkin: Run, tmp_path: Path) -> None:
    """Recognisable names, notes and numbers, in good and bad documents, under --verbose, with a forced defect."""
    secrets = [
        "9f3c-key",
        "비밀메모",
        "야식고백",
        "하체요약",
        "71.93",
        "2931",
        "담당자속말",
        "회원가나다",
        "특별한행동",
    ]
    day = {
        "schema_version": "daily-snapshot-v1",
        "ref": "day",
        "kst_day": "2026-03-02",
        "finalized": True,
        "revision": 1,
        "audience": "customer",
        "customer_key": "9f3c-key",
        "answers": {
            "bodyweight_kg": 71.93,
            "calories_kcal": 2931,
            "training": {"status": "done", "summary": "하체요약"},
            "note": "비밀메모",
            "meals": "야식고백",
        },
        "memory": {"previous_bodyweight_kg": 71.93},
    }
    card = json.loads((FIXTURES / "day" / "card-with-carb-cycle.json").read_text("utf-8"))
    card |= {"customer_key": "9f3c-key", "subject_label": "회원가나다", "operator_note": "담당자속말"}
    week = json.loads((FIXTURES / "day" / "week-in-range.json").read_text("utf-8"))
    week |= {"customer_key": "9f3c-key", "actions": [{"id": "custom", "text": "특별한행동"}]}
    bad = [
        {**day, "answers": {**day["answers"], "bodyweight_kg": "71.93"}},  # type: ignore[dict-item]
        {**day, "audience": "비밀메모"},
        {**day, "finalized": False},
        {**day, "kst_day": "2931"},
        {**card, "approval_state": "담당자속말"},
        {**card, "operator_note": "담당자속말" * 1000},
        {**week, "ends_on": "2026-01-01"},
    ]
    lines = [json.dumps(each, ensure_ascii=False) for each in (day, card, week, *bad)]
    lines += [lines[0][:-1], lines[0].replace("2026-03-02", "\x07"), lines[0].replace('"note"', '"meals"')]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    run = checkin("render", tmp_path / "in.jsonl", "--verbose", "-o", tmp_path / "out")
    receipts = b"".join(path.read_bytes() for path in (tmp_path / "out").glob("*.receipt.json"))
    assert len(list((tmp_path / "out").glob("*.txt"))) == 3
    shown = (run.stderr + receipts).decode("utf-8")
    assert [secret for secret in secrets if secret in shown] == []
    errors = checkin("render", tmp_path / "in.jsonl", "--format", "jsonl").stdout.decode("utf-8").split("\n")[3:]
    assert [secret for secret in secrets if secret in "".join(errors)] == []


def test_a_receipt_holds_no_digest_of_a_single_value(checkin: Run) -> None:
    """One weight can be guessed from its own digest; a receipt digests whole texts and all facts at once."""
    values = ["78.6", "2675", "78.5", "c-1001", "160"]
    run = checkin("render", FIXTURES / "day" / "full-training-day.json", "--format", "jsonl")
    receipt = json.dumps(json.loads(run.stdout)["receipt"])
    for value in values:
        for name in ("md5", "sha1", "sha256"):
            assert hashlib.new(name, value.encode()).hexdigest() not in receipt


def test_the_output_digest_is_that_of_the_body(checkin: Run) -> None:
    record = json.loads(checkin("render", FIXTURES / "day" / "card-published.json", "--format", "jsonl").stdout)
    assert hashlib.sha256(record["copy"].encode()).hexdigest() == record["receipt"]["output_sha256"]


def test_a_key_turns_the_digests_of_a_document_into_codes(checkin: Run, tmp_path: Path) -> None:
    (tmp_path / "checkin.toml").write_text('[receipts]\nkey_env = "RECEIPT_KEY"\n')
    document = FIXTURES / "day" / "full-training-day.json"
    plain = json.loads(checkin("render", document, "--format", "jsonl").stdout)["receipt"]
    arguments = ("render", document, "--format", "jsonl", "--config", tmp_path / "checkin.toml")
    keyed = json.loads(checkin(*arguments, RECEIPT_KEY="k1").stdout)["receipt"]
    assert (plain["digest_kind"], keyed["digest_kind"]) == ("sha256", "hmac-sha256")
    for name in ("binding_sha256", "canonical_sha256", "output_sha256"):
        assert plain[name] != keyed[name]
    assert plain["doctrine_sha256"] == keyed["doctrine_sha256"]
    missing = checkin(*arguments)
    assert missing.returncode == 2
    assert b"error[key_missing] RECEIPT_KEY" in missing.stderr


@pytest.mark.parametrize("command", [["render", "x.json"], ["config", "show"], ["shadow", "x.json", "--mode", "coach"]])
def test_a_working_folder_that_is_gone_is_told(command: list[str], tmp_path: Path) -> None:
    """It is no defect of this program, and a whole path still renders from elsewhere."""
    gone = tmp_path / "gone"
    gone.mkdir()
    words = [FIXTURES / "day" / "short-night.json" if word == "x.json" else word for word in command]
    asked = ["sh", "-c", 'rmdir "$0"; exec "$@"', gone, sys.executable, "-m", "checkin_cli", *words]
    run = subprocess.run(asked, cwd=gone, env=plain_environment(), capture_output=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith(b"error[folder_gone]: found a working folder that was removed, required ")


@pytest.mark.parametrize("during", ["checkin_cli.cli.app", "checkin_cli.cli.render", "typer.core"])
def test_ctrl_c_while_the_program_is_loaded_ends_it_without_a_traceback(during: str, tmp_path: Path) -> None:
    program = f"""
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {during!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["checkin", "render", "-"]
from checkin_cli.__main__ import main
main()
"""
    asked = [sys.executable, "-c", program]
    run = subprocess.run(
        asked, cwd=tmp_path, env=plain_environment(), capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    # The shell shows 130 for that.
    assert (run.returncode, run.stdout, run.stderr) == (-signal.SIGINT, b"", b"")


def test_ctrl_c_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """A run in the background of a script must not die of it."""
    asked = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", sys.executable, "-c"]
    program = (
        "import os, signal, sys; from checkin_cli import __main__; import checkin_cli.cli.app as app;"
        "app.run = lambda: os.kill(os.getpid(), signal.SIGINT); __main__.main(); print('went on')"
    )
    run = subprocess.run([*asked, program], cwd=tmp_path, env=plain_environment(), capture_output=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, b"went on\n", b"")
