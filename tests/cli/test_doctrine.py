"""
`checkin doctrine` and `checkin enumerate`, as commands.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from checkin_cli.cli.doctrine_filters import Risk, Surface, Topic
from checkin_cli.doctrine.values import RISKS, TOPICS
from checkin_cli.facts import SURFACES
from tests.conftest import FIXTURES, Run, plain_environment

DAY = FIXTURES / "day" / "full-training-day.json"


def test_list_counts_everything(checkin: Run) -> None:
    listed = json.loads(checkin("doctrine", "list", "--format", "json").stdout)
    assert listed["counts"]["principles"] == len(listed["principles"]) == 150
    assert listed["counts"]["orphans"] == 0
    assert all(principle["used_by"] for principle in listed["principles"])
    weekly = checkin("doctrine", "list", "--surface", "weekly", "--topic", "sleep").stdout.decode().splitlines()
    assert [line.split()[0] for line in weekly[:-1:2]] == [
        "sleep.week_regular",
        "sleep.loss_share",
        "sleep.hunger_week",
    ]
    assert weekly[-1].startswith("3 of 150 principles, ")


@pytest.mark.parametrize(
    "command",
    [["show", "sleep.regular"], ["search", "수면"], ["sources"], ["quarantine"], ["why", str(DAY)], ["list"]],
    ids=lambda command: command[0],
)
def test_each_has_a_form_for_people_and_one_for_programs(command: list[str], checkin: Run) -> None:
    for_people, for_programs = checkin("doctrine", *command), checkin("doctrine", *command, "--format", "json")
    assert (for_people.returncode, for_programs.returncode) == (0, 0)
    assert for_people.stderr == for_programs.stderr == b""
    assert len(for_people.stdout.splitlines()) > 5
    assert json.loads(for_programs.stdout)


def test_sources_mark_what_is_not_verified(checkin: Run) -> None:
    lines = checkin("doctrine", "sources").stdout.decode().splitlines()
    marks = {line.split()[0]: line for line in lines if not line.startswith(" ")}
    assert "NOT VERIFIED" in marks["stevens2006"]
    assert marks["hall2011"].endswith("may carry no principle: a model")
    assert "10.1371/journal.pone.0232152" in marks["turicchi2020"]
    assert "no DOI" in marks["cheuvront2004"]


def test_filters_take_what_the_doctrine_knows(checkin: Run) -> None:
    """A typo is an error, not an empty list."""
    assert {topic.value for topic in Topic} == set(TOPICS)
    assert {risk.value for risk in Risk} == set(RISKS)
    assert {surface.value for surface in Surface} == set(SURFACES)
    for option in ("--topic", "--risk", "--surface", "--source"):
        assert checkin("doctrine", "list", option, "nosuch").returncode == 2


def test_a_search_says_when_it_finds_nothing(checkin: Run) -> None:
    found = checkin("doctrine", "search", "뷁뷁")
    assert (found.returncode, found.stdout) == (0, b"")
    assert found.stderr.startswith(b"nothing found")
    assert checkin("doctrine", "search", "  ").returncode == 2


def test_names_of_folders_are_made_printable(checkin: Run, tmp_path: Path) -> None:
    """An error line cannot be forged by a path."""
    run = checkin("doctrine", "list", "--doctrine", tmp_path / "a\nerror[x]: y\x1b[31m")
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 2
    assert b"\x1b" not in run.stderr


def test_an_unknown_id_ends_with_the_next_step(checkin: Run) -> None:
    run = checkin("doctrine", "show", "nothing.like_it")
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"hint: checkin doctrine search" in run.stderr


def test_why_says_what_decided(checkin: Run) -> None:
    [why] = json.loads(checkin("doctrine", "why", DAY, "--format", "json").stdout)
    atoms = {atom["id"]: atom for atom in why["slots"][0]["atoms"]}
    assert [atom for atom, each in atoms.items() if each["canonical"]] == ["weight_close", "intake_near"]
    assert atoms["sleep_short"]["because"] == ["needs goal_fat_loss", "needs sleep_short"]
    assert atoms["water_seen"]["because"] == ["not with training_done"]
    assert atoms["weight_close"]["text"].startswith("지난번과")
    assert atoms["weight_close"]["grounds"][0] == "trend.day_swing (cheuvront2004)"
    assert atoms["macros_seen"]["because"] == ["no picked principle stands behind it"]
    assert [principle["score"] for principle in why["picked"]] == sorted(
        (principle["score"] for principle in why["picked"]), reverse=True
    )
    assert {principle["why"] for principle in why["passed"]} == {"outscored", "no_match"}
    actions = {action["id"]: action for action in why["actions"]}
    assert sum(action["shown"] for action in actions.values()) == 4
    assert actions["daily.check_in"]["because"] == ["four more urgent ones hold"]
    assert actions["daily.keep_calories"]["text"] == "섭취 계획 {calories_kcal} 이어 가기"
    assert actions["daily.keep_calories"]["grounds"] == ["goals.set_goal (epton2017)"]
    assert all(isinstance(each["priority"], int) for each in (*why["picked"], *why["passed"]))
    [courtesy] = why["courtesy"]
    assert courtesy["slot"] == "daily.acknowledgement"
    assert courtesy["variants"][0] == {"id": "ack.a", "text": "오늘 체크인 잘 받았어요."}
    assert why["ref"] == "full-training-day"


def test_what_is_shown_and_not_offered_is_not_said_to_rest_on_nothing(checkin: Run) -> None:
    """Canonical copy needs no pick: the line says so, where it stands under what was picked and what was not."""
    lines = checkin("doctrine", "why", FIXTURES / "day" / "zero-calories-is-not-missing.json").stdout.decode()
    shown = "in the canonical copy, which asks for no pick; not offered to a model: no picked principle"
    assert shown in lines
    assert "principles not picked: nothing is offered for their sake; the canonical copy may rest on them" in lines
    assert "at equal score the lower priority, then the id" in lines
    assert "* ack.a: 오늘 체크인 잘 받았어요." in lines


def test_own_words_of_a_document_are_not_shown(checkin: Run) -> None:
    lines = checkin("doctrine", "why", FIXTURES / "day" / "week-with-few-records.json").stdout.decode()
    assert "  * custom: shown\n      in the document's own words\n" in lines
    assert "알림" not in lines
    assert "week-with-few-records.json: weekly, ref week-with-few-records\n" in lines


def test_one_document_of_many_is_asked_by_ref_or_by_line(checkin: Run, tmp_path: Path) -> None:
    """As a table and an error write the line; a file of that very name comes first."""
    week = FIXTURES / "day" / "week-in-range.json"
    lines = [json.dumps(json.loads(path.read_bytes()), ensure_ascii=False) for path in (DAY, week)]
    days = tmp_path / "days.jsonl"
    days.write_text("\n".join(lines), "utf-8")
    for asked in ([days, "--ref", "week-in-range"], [f"{days}:2"]):
        said = checkin("doctrine", "why", *asked).stdout.decode()
        assert [line for line in said.splitlines() if line[0] != " "] == [f"{days}, line 2: weekly, ref week-in-range"]
    nameless = {key: value for key, value in json.loads(lines[0]).items() if key != "ref"}
    (tmp_path / "more.jsonl").write_text(f"\n{json.dumps(nameless)}\n")
    said = checkin("doctrine", "why", tmp_path / "more.jsonl", "--ref", "more.2").stdout.decode()
    assert said.startswith(f"{tmp_path}/more.jsonl, line 2: daily\n")
    unknown = checkin("doctrine", "why", days, "--ref", "nobody")
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert b"error[unknown_ref]: found no document with this ref, required the ref of an input" in unknown.stderr
    beyond = checkin("doctrine", "why", f"{days}:3")
    assert (beyond.returncode, beyond.stdout) == (2, b"")
    assert f"error[no_such_line] {days}, line 3: found no document on this line".encode() in beyond.stderr
    (tmp_path / "days.jsonl:3").write_text(lines[0], "utf-8")
    assert b"full-training-day" in checkin("doctrine", "why", f"{days}:3").stdout
    assert checkin("doctrine", "why", f"{tmp_path}/gone.jsonl:3").returncode == 2


def test_why_and_enumerate_show_no_value_of_the_document(tmp_path: Path, checkin: Run) -> None:
    """Tags and ids only: no number, name, note or key, in either form."""
    document = json.loads(DAY.read_bytes())
    document |= {"audience": "customer", "customer_key": "고객-4471"}
    document["answers"] |= {"note": "비밀 메모", "meals": "비밀 식단", "bodyweight_kg": 78.61}
    path = tmp_path / "d.json"
    path.write_text(json.dumps(document), "utf-8")
    for command in (["doctrine", "why"], ["enumerate"]):
        for form in ("text", "json"):
            run = checkin(*command, path, "--format", form)
            assert run.returncode == 0
            shown = run.stdout.decode() + run.stderr.decode()
            assert not [secret for secret in ("4471", "비밀", "78.61", "2675", "2,675") if secret in shown]


def test_a_held_document_is_explained_as_one(checkin: Run) -> None:
    run = checkin("doctrine", "why", FIXTURES / "day" / "week-held.json")
    assert run.stdout.decode().splitlines()[1] == "  held or published: nothing in it is chosen"


def test_refused_inputs_do_not_stop_the_others(checkin: Run) -> None:
    refused = FIXTURES / "refused" / "out_of_range.json"
    for command in (["doctrine", "why"], ["enumerate"]):
        run = checkin(*command, refused, DAY)
        assert run.returncode == 3
        assert run.stderr.startswith(b"error[out_of_range]")
        assert b"full-training-day" in run.stdout


def test_enumerate_prints_counts_samples_and_everything(checkin: Run) -> None:
    path = FIXTURES / "day" / "nothing-recorded.json"
    counted = json.loads(checkin("enumerate", path, "--format", "json").stdout)
    assert counted["proved"] == "text by text"
    everything = json.loads(checkin("enumerate", path, "--all", "--format", "json").stdout)
    assert len(set(everything["sample"])) == counted["texts"] == counted["checked"]
    assert checkin("render", path).stdout.decode().rstrip("\n") in everything["sample"]
    sampled = checkin("enumerate", path, "--sample", "3").stdout.decode()
    assert sampled.count("오늘 할 일") == 3
    assert checkin("enumerate", path, "--all", "--sample", "3").returncode == 2


@pytest.mark.parametrize("name", ["tone.toml", "atoms/daily.toml", "compiled.json"])
def test_one_changed_byte_stops_every_command_that_reads_doctrine(
    name: str, checkin: Run, doctrine_folder: Path
) -> None:
    path = doctrine_folder / name
    path.write_bytes(path.read_bytes() + b"\n")
    for command in (["render", DAY], ["enumerate", DAY], ["doctrine", "why", DAY], ["doctrine", "list"]):
        stopped = checkin(*command, "--doctrine", doctrine_folder)
        assert (stopped.returncode, stopped.stdout) == (2, b"")
        assert f"{name}: found bytes that were not approved".encode() in stopped.stderr


@pytest.mark.parametrize("command", ["lint", "lock"])
def test_what_needs_the_extra_says_so(command: str, doctrine_folder: Path) -> None:
    """By the name of the extra, before anything is written."""
    before = (doctrine_folder / "doctrine.lock").read_bytes()
    program = "import sys; sys.modules['kiwipiepy'] = None;from checkin_cli.__main__ import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", program, "doctrine", command, "--doctrine", str(doctrine_folder)],
        capture_output=True,
        check=False,
        env=plain_environment(),
    )
    assert run.returncode == 2
    assert b"checkin-cli[authoring]" in run.stderr
    assert (doctrine_folder / "doctrine.lock").read_bytes() == before


@pytest.mark.full
def test_lint_finds_nothing_in_the_bundled_doctrine(checkin: Run) -> None:
    run = checkin("doctrine", "lint")
    assert (run.returncode, run.stdout, run.stderr) == (0, b"no findings\n", b"")


@pytest.mark.full
def test_an_edit_is_proofread_before_anything_is_approved(checkin: Run, doctrine_folder: Path) -> None:
    """Lint reads the files as they stand; that they are not locked is a note, and counts for nothing."""
    tone = doctrine_folder / "tone.toml"
    tone.write_bytes(tone.read_bytes().replace("잘 받았어요.".encode(), "반드시 받았어요.".encode(), 1))
    before = (doctrine_folder / "doctrine.lock").read_bytes()
    run = checkin("doctrine", "lint", "--doctrine", doctrine_folder)
    assert run.returncode == 1
    assert b"ack.a: certainty: " in run.stdout
    tone.write_bytes(tone.read_bytes().replace("반드시 받았어요.".encode(), "고맙게 받았어요.".encode(), 1))
    clean = checkin("doctrine", "lint", "--doctrine", doctrine_folder)
    assert (clean.returncode, clean.stdout) == (0, b"no findings\n")
    assert clean.stderr.startswith(b"note: not locked yet: bytes that were not approved at ")
    assert b"tone.toml; checkin doctrine lock approves" in clean.stderr
    assert (doctrine_folder / "doctrine.lock").read_bytes() == before


@pytest.mark.full
def test_approval_is_a_visible_change_of_the_lock(checkin: Run, doctrine_folder: Path) -> None:
    """An edit stops every render until it was checked and locked."""
    assert checkin("doctrine", "lock", "--doctrine", doctrine_folder).stdout.startswith(b"doctrine.lock unchanged")
    before = (doctrine_folder / "doctrine.lock").read_text().splitlines()
    tone = doctrine_folder / "tone.toml"
    tone.write_bytes(tone.read_bytes().replace("잘 받았어요".encode(), "고맙게 받았어요".encode(), 1))
    assert checkin("render", DAY, "--doctrine", doctrine_folder).returncode == 2
    assert checkin("doctrine", "lock", "--doctrine", doctrine_folder).stdout.startswith(b"doctrine.lock written")
    after = (doctrine_folder / "doctrine.lock").read_text().splitlines()
    changed = [new.split()[1] for old, new in zip(before, after, strict=True) if old != new]
    assert changed == ["tone.toml", "compiled.json", "whole"]
    assert "고맙게" in checkin("render", DAY, "--doctrine", doctrine_folder).stdout.decode()


@pytest.mark.full
@pytest.mark.parametrize(
    ("careless", "rule"),
    [
        ("빠뜨리지 마세요.", "order"),
        ("칼로리 적지 말고 쉬세요.", "order"),
        ("잘하셨어요.", "weight_praise"),
        ("큰날이에요.", "spacing"),
    ],
)
def test_careless_wording_is_not_locked(careless: str, rule: str, checkin: Run, doctrine_folder: Path) -> None:
    """What the checks find is printed, and the old lock stands."""
    before = (doctrine_folder / "doctrine.lock").read_bytes()
    tone = doctrine_folder / "tone.toml"
    tone.write_bytes(tone.read_bytes().replace("잘 받았어요.".encode(), careless.encode(), 1))
    run = checkin("doctrine", "lock", "--doctrine", doctrine_folder)
    assert run.returncode == 1
    assert f"ack.a: {rule}: ".encode() in run.stdout
    assert (doctrine_folder / "doctrine.lock").read_bytes() == before
