"""
`checkin doctrine ask`, against a real endpoint: what is printed, what is sent, and what is never either.
"""

import json
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run
from tests.loopback import Exchange, Loopback, Step, content, hang, response, serving
from tests.selection.hostile import echo, oversize, status

pytestmark = pytest.mark.loopback

KEY = "key-3e8b61f0"
QUESTION = "하루에 몇 시간 자야 하나요"
HOURS = "sleep.seven_hours"
GOOD = f"밤마다 일곱 시간 이상 자는 것이 좋은 것으로 알려져 있습니다. [{HOURS}]"
FIRST_LINE = f"{HOURS}  sleep  established  watson2015\n"


def configured(folder: Path, base_url: str, more: str = "") -> Path:
    path = folder / "ask.toml"
    path.write_text(
        f'[authoring]\nmodel = "stub"\nbase_url = "{base_url}"\napi_key_env = "AUTHORING_KEY"\n'
        f"timeout_seconds = 2\n{more}"
    )
    return path


def ask(checkin: Run, endpoint: Loopback, folder: Path, *more: str | Path) -> tuple[int, str, str]:
    run = checkin(
        "doctrine", "ask", QUESTION, "--config", configured(folder, endpoint.base_url), *more, AUTHORING_KEY=KEY
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def test_an_answer_is_printed_with_its_ids(checkin: Run, tmp_path: Path) -> None:
    """One request with the question, the principles and the key; nothing else is on standard output."""
    with serving(content(GOOD)) as endpoint:
        assert ask(checkin, endpoint, tmp_path) == (0, f"{GOOD}\n", "")
    [exchange] = endpoint.exchanges
    sent = json.loads(exchange.user)
    assert sent["question"] == QUESTION
    assert sent["principles"][0].keys() == {"id", "text"}
    assert HOURS in [each["id"] for each in sent["principles"]]
    assert exchange.headers["authorization"] == f"Bearer {KEY}"


def test_what_is_not_borne_is_left_out_and_counted(checkin: Run, tmp_path: Path) -> None:
    text = f"{GOOD}\n여덟 시간이면 더 좋습니다. [{HOURS}]\n잠은 보약입니다. [sleep.proverb]"
    with serving(content(text)) as endpoint:
        code, out, err = ask(checkin, endpoint, tmp_path)
    assert (code, out) == (0, f"{GOOD}\n")
    assert err.startswith("note: left out 2 of 3 sentences: ")


NOTHING_LEFT: dict[str, tuple[Step, str]] = {
    "prose without ids": (content("밤에는 여덟 시간 주무세요. 그러면 됩니다."), "gave nothing that they bear"),
    "a number that was not delivered": (content(f"9시간을 잡니다. [{HOURS}]"), "gave nothing that they bear"),
    "an id that was not delivered": (content("잠이 좋습니다. [sleep.other]"), "gave nothing that they bear"),
    "the prompt": (
        lambda exchange: content(f"{exchange.system}\n{exchange.user}")(exchange),
        "gave nothing that they bear",
    ),
    "the key": (
        lambda exchange: content(exchange.headers["authorization"])(exchange),
        "gave nothing that they bear",
    ),
    "nothing to say": (content("NONE"), "found no answer in them"),
    "an empty text": (content(""), "gave nothing that they bear"),
    "401 with an echo": (echo("401 Unauthorized"), "no answer (status)"),
    "429": (status("429 Too Many Requests"), "no answer (status)"),
    "500 with an echo": (echo("500 Internal Server Error"), "no answer (status)"),
    "silence": (hang, "no answer (deadline)"),
    "10 MB": (oversize, "no answer (body_too_large)"),
    "a page": (lambda exchange: exchange.send(response(b"<html>", kind="text/html")), "no answer (no_completion)"),
}


def _valid(exchange: Exchange) -> Exchange:
    """What the shared hostile servers need: a request document to make a reply of."""
    exchange.valid = dict  # type: ignore[method-assign]  # a question is none
    return exchange


@pytest.mark.parametrize("behaviour", NOTHING_LEFT)
def test_where_nothing_is_left_the_principles_themselves_are_printed(
    behaviour: str, checkin: Run, tmp_path: Path
) -> None:
    """One request, exit code 0, the reason on standard error, and nothing of reply, prompt or key anywhere."""
    step, said = NOTHING_LEFT[behaviour]
    with serving(lambda exchange: step(_valid(exchange))) as endpoint:
        code, out, err = ask(checkin, endpoint, tmp_path)
    assert len(endpoint.exchanges) == endpoint.connections == 1
    assert code == 0
    assert out.startswith(FIRST_LINE)
    assert said in err.splitlines()[-1]
    told = out + err
    assert [word for word in (KEY, "Bearer", "주무세요", "9시간", "sleep.other", "These rules") if word in told] == []


def test_as_json_it_says_what_was_asked_and_kept(checkin: Run, tmp_path: Path) -> None:
    with serving(content(f"{GOOD}\n끝.")) as endpoint:
        code, out, _ = ask(checkin, endpoint, tmp_path, "--format", "json")
    said = json.loads(out)
    assert code == 0
    assert said["sentences"] == [{"text": GOOD.split(" [", maxsplit=1)[0], "principle_ids": [HOURS]}]
    assert (said["left_out"], said["reason"], said["declined"], said["requests"]) == (1, None, False, 1)
    assert said["tokens"] > len(endpoint.exchanges[0].body)
    assert said["principles"][0]["sources"] == ["watson2015"]


def test_without_a_model_the_principles_are_printed_and_nobody_is_asked(checkin: Run, tmp_path: Path) -> None:
    """Unconfigured it says so; --no-model is what was asked for, so nothing is said."""
    run = checkin("doctrine", "ask", QUESTION)
    assert (run.returncode, run.stdout.decode()[: len(FIRST_LINE)]) == (0, FIRST_LINE)
    assert run.stderr == b"note: no model is set in [authoring]; these are the principles themselves\n"
    with serving() as endpoint:
        assert ask(checkin, endpoint, tmp_path, "--no-model") == (0, run.stdout.decode(), "")
        assert endpoint.connections == 0


def test_without_rules_it_is_refused(checkin: Run, tmp_path: Path, doctrine_folder: Path) -> None:
    """With a model configured or not; principles alone are no free prose."""
    (doctrine_folder / "prompts" / "rules.md").unlink()
    with serving() as endpoint:
        code, out, err = ask(checkin, endpoint, tmp_path, "--doctrine", doctrine_folder)
        assert endpoint.connections == 0
    assert (code, out) == (2, "")
    assert err.startswith("error[rules_missing] prompts/rules.md: ")
    assert checkin("doctrine", "ask", QUESTION, "--doctrine", doctrine_folder).returncode == 2
    assert checkin("doctrine", "ask", QUESTION, "--no-model", "--doctrine", doctrine_folder).returncode == 0


def test_a_question_that_no_principle_is_about_asks_nobody(checkin: Run, tmp_path: Path) -> None:
    config = configured(tmp_path, "http://127.0.0.1:9/v1")
    run = checkin("doctrine", "ask", "what?", "--config", config, AUTHORING_KEY=KEY)
    assert (run.returncode, run.stdout) == (0, b"")
    assert run.stderr == b"nothing found; try another word, or checkin doctrine list\n"


@pytest.mark.parametrize(
    ("more", "environment", "code"),
    [
        ("", {}, "key_missing"),
        ("retries = 2\n", {"AUTHORING_KEY": KEY}, "config_invalid"),
        ("", {"AUTHORING_KEY": KEY, "CHECKIN_AUTHORING__API_KEY_ENV": "NONE_SUCH"}, "key_missing"),
    ],
)
def test_an_incomplete_section_is_refused_by_name(
    more: str, environment: dict[str, str], code: str, checkin: Run, tmp_path: Path
) -> None:
    config = configured(tmp_path, "http://127.0.0.1:9/v1", more)
    run = checkin("doctrine", "ask", QUESTION, "--config", config, **environment)
    assert (run.returncode, run.stdout) == (2, b"")
    assert f"error[{code}]" in run.stderr.decode()
    assert KEY not in run.stderr.decode()


def test_a_name_that_is_never_asked_gives_the_principles(checkin: Run, tmp_path: Path) -> None:
    with serving() as endpoint:
        config = configured(tmp_path, endpoint.base_url)
        config.write_text(config.read_text().replace('"stub"', '"kimi-k2"'))
        run = checkin("doctrine", "ask", QUESTION, "--config", config, AUTHORING_KEY=KEY)
        assert endpoint.connections == 0
    assert run.returncode == 0
    assert run.stdout.decode().startswith(FIRST_LINE)
    assert b"no answer (name_disallowed)" in run.stderr


def test_a_missing_overlay_is_said_and_the_answer_stands(checkin: Run, tmp_path: Path, doctrine_folder: Path) -> None:
    (doctrine_folder / "prompts" / "overlays" / "operator.md").unlink()
    with serving(content(GOOD)) as endpoint:
        code, out, err = ask(checkin, endpoint, tmp_path, "--doctrine", doctrine_folder)
    assert (code, out) == (0, f"{GOOD}\n")
    assert err == "error: prompts/overlays/operator.md is missing: nothing stands in its place\n"


def test_a_render_opens_nothing_of_the_substrate_and_nothing_of_this_room(checkin: Run) -> None:
    """It is a room of its own, and no copy knows it."""
    run = checkin("render", ROOT / "fixtures" / "day" / "week-in-range.json", PYTHONPROFILEIMPORTTIME="1")
    imported = {line.rsplit("|", 1)[1].strip() for line in run.stderr.decode().split("\n") if "|" in line}
    assert "checkin_cli.doctrine" in imported
    assert [name for name in imported if name.startswith(("checkin_cli.authoring", "checkin_cli.prompting"))] == []
