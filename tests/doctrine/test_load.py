"""
Doctrine: refused as a whole, by file and place, before anything is rendered.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from checkin_cli.bundled import bundled_folder
from checkin_cli.doctrine import load_doctrine
from checkin_cli.doctrine.reply_size import LARGEST_REPLY, largest_reply
from checkin_cli.errors import OutputError, UsageError
from checkin_cli.facts import SURFACES
from checkin_cli.runs.lock import LockReport, lock_doctrine
from tests.conftest import FIXTURES, plain_environment

DAILY, WEEKLY, WHY, CARD = (
    "atoms/daily.toml",
    "atoms/weekly-interpretation.toml",
    "atoms/weekly-rationale.toml",
    "atoms/adaptive.toml",
)
NUTRITION = "nutrition-doctrine.toml"
TASKS = ("prompts/coach.md", "prompts/expression.md", "prompts/polish.md")
CHOI, ACTIONS, PLAYBOOKS, TONE, SOURCES = (
    "choi-coach-public-doctrine.toml",
    "actions.toml",
    "playbooks.toml",
    "tone.toml",
    "sources.toml",
)

APPROVED = (DAILY, WEEKLY, WHY, CARD, CHOI, NUTRITION, ACTIONS, PLAYBOOKS, SOURCES, TONE, *TASKS, "compiled.json")

# What is changed, and what the error must name.
MISTAKES = {
    "a particle after a value": (ACTIONS, "{calories_kcal} 이어", "{calories_kcal}을 이어", "particle"),
    "a broken file": (DAILY, "[[atom]]", "[[atom", "TOML"),
    "a number without end": (TONE, "[[tone]]", f"x = {'9' * 5000}\n[[tone]]", "TOML"),
    "nesting without end": (TONE, "[[tone]]", f"x = {'[' * 5000}{']' * 5000}\n[[tone]]", "TOML"),
    "text that is not composed": (TONE, "오늘 체크인 잘", unicodedata.normalize("NFD", "오늘 체크인 잘"), "NFC"),
    "an invisible character": (DAILY, "넉넉했던 밤이에요.", "넉넉했던\u3164밤이에요.", r"the character U\+3164,"),
    "markup": (DAILY, "넉넉했던 밤이에요.", "<b>넉넉했던</b> 밤이에요.", r"the character < \(U\+003C\)"),
    "a sign that is a number": (DAILY, "넉넉했던 밤이에요.", "넉넉했던 ½ 밤이에요.", r"the character ½ \(U\+00BD\)"),
    "words without blanks": (
        DAILY,
        "잠자는 시간이 넉넉했던",
        "잠자는시간이넉넉했던정말넉넉했던",
        "a word of 16 syllables",
    ),
    "a full stop alone": (DAILY, "잠자는 시간이 넉넉했던 밤이에요.", ".", "a mark without words"),
    "no full stop": (
        DAILY,
        "잠자는 시간이 넉넉했던 밤이에요.",
        "잠자는 시간이 넉넉했던 밤이에요",
        "no full stop at the end",
    ),
    "a number in an action": (ACTIONS, "체크인 편하게", "체크인 3번", r"the character 3 \(U\+0033\)"),
    "two blanks in an action": (ACTIONS, "체크인 편하게", "체크인  편하게", "blanks or braces in another place"),
    "an unknown table": (ACTIONS, "[[action]]", "[[deed]]", "another table"),
    "an unknown key": (DAILY, 'slot = "daily', 'place = "daily', "unknown|known"),
    "an id used twice": (DAILY, 'id = "stress_high"', 'id = "sleep_short"', "used twice"),
    "a variant id used twice": (DAILY, 'id = "sleep_short.b"', 'id = "sleep_short.a"', "used twice"),
    "two equal texts": (
        DAILY,
        "수면 시간이 넉넉한 편이었어요.",
        "잠자는 시간이 넉넉했던 밤이에요.",
        "of its own",
    ),
    "two texts that differ in blanks": (
        DAILY,
        "수면 시간이 넉넉한 편이었어요.",
        "잠자는시간이 넉넉했던 밤이에요?",
        "of its own",
    ),
    "a digit": (DAILY, "넉넉했던 밤이에요.", "7시간을 채운 밤이에요.", "digit"),
    "a placeholder": (DAILY, "넉넉했던 밤이에요.", "{weight} 밤이에요.", "placeholder"),
    "a line break": (DAILY, "넉넉했던 밤이에요.", "넉넉했던\\n밤이에요.", "U\\+000A"),
    "two blanks in a row": (DAILY, "넉넉했던 밤이에요.", "넉넉했던  밤이에요.", "stray blank"),
    "two variants only": (TONE, '[[tone.variant]]\nid = "ack.c"', '[[tone.other]]\nid = "ack.c"', "known"),
    "an unknown tag": (DAILY, 'requires = ["stress_high"]', 'requires = ["moon_full"]', "moon_full"),
    "a predicate nobody meets": (
        DAILY,
        'requires = ["stress_high"]',
        'requires = ["sleep_short", "sleep_enough"]',
        "no document",
    ),
    "a predicate that forbids all": (
        DAILY,
        'requires = ["stress_high"]',
        'forbids = ["weight_recorded", "weight_missing"]',
        "no document",
    ),
    "an unknown principle": (DAILY, "recovery.tracking_stress", "recovery.unheard_of", "unheard_of"),
    "a principle of another surface": (DAILY, "recovery.tracking_stress", "phases.first_weeks", "another surface"),
    "an unknown source": (CHOI, '"tomiyama2010"', '"nobody1999"', "nobody1999"),
    "a source that is not verified": (SOURCES, "verified = true", "verified = false", "not verified"),
    "a model as a source": (SOURCES, 'kind = "cohort"', 'kind = "model"', "a model"),
    "a claim beyond its sources": (CHOI, 'claim = "study"', 'claim = "established"', "at most study"),
    "words beyond the claim": (CHOI, "오르내린다는 연구가 있습니다", "오르내리는 것으로 알려져 있습니다", "연구가"),
    "a trigger nobody has": (
        CHOI,
        'triggers = ["stress_high", "intake_recorded"]',
        'triggers = ["reason_flip"]',
        "trigger",
    ),
    "a principle where its risk is ruled out": (
        DAILY,
        'forbids = ["pain_present"]\nprinciples = ["training.short_of_failure"]',
        'principles = ["training.short_of_failure"]',
        "pain_present",
    ),
    "a plan that is not there": (
        DAILY,
        'requires = ["intake_near_plan"]',
        'requires = ["intake_near_plan"]\nforbids = ["plan_calories"]',
        "no document",
    ),
    "a range without a goal": (
        WEEKLY,
        'requires = ["outside_range", "reason_two_weeks"]',
        'requires = ["outside_range", "goal_missing"]',
        "no document",
    ),
    "a reason without its group": (
        CARD,
        'requires = ["reason_low_intake"]',
        'requires = ["reason_low_intake"]\nforbids = ["reason_safety"]',
        "no document",
    ),
    "an atom named like a principle": (DAILY, 'id = "day_by_day"', 'id = "sleep.regular"', "sleep.regular"),
    "a wording named like a source": (DAILY, 'id = "day_by_day.b"', 'id = "lally2010"', "used twice"),
    "an action where its risk is ruled out": (
        ACTIONS,
        'principles = ["safety.check_first"]\nrequires = ["pain_present", "audience_personal"]',
        'principles = ["training.weekly_volume"]\nrequires = ["pain_present", "audience_personal"]',
        "pain_present",
    ),
    "tags that never meet": (
        DAILY,
        'requires = ["stress_high"]',
        'requires = ["record_empty", "weight_recorded"]',
        "no document",
    ),
    "an atom in no playbook": (PLAYBOOKS, '    "stress_high",\n', "", "does not list"),
    "a playbook without its atom": (PLAYBOOKS, '"stress_high"', '"stress_low"', "does not exist"),
    "another playbook": (PLAYBOOKS, 'id = "daily_checkin_v1"', 'id = "daily_checkin_v2"', "daily_checkin_v1"),
    "no atom that always holds": (
        DAILY,
        'id = "day_by_day"\nslot = "daily.interpretation"\n',
        'id = "day_by_day"\nslot = "daily.interpretation"\nrequires = ["stress_high"]\n',
        "always holds",
    ),
    "a weekly action that is missing": (ACTIONS, 'id = "person_contact"', 'id = "person_called"', "person_"),
    "a value the document may not have": (ACTIONS, 'requires = ["plan_calories"]\n', "", "calories_kcal"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_named_when_doctrine_is_locked(mistake: str, doctrine_folder: Path) -> None:
    name, old, new, named = MISTAKES[mistake]
    _change(doctrine_folder / name, old, new)
    with pytest.raises(UsageError, match="doctrine_invalid") as refused:
        lock_unread(doctrine_folder)
    assert re.search(named, str(refused.value)), str(refused.value)


def lock_unread(folder: Path) -> LockReport:
    """Lock a folder with nobody reading its Korean, which needs more than Python and pip."""
    return lock_doctrine(folder, lambda _folder, _doctrine: [], "none")


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())


@pytest.mark.parametrize("name", APPROVED)
def test_one_changed_byte_is_refused_by_file(name: str, doctrine_folder: Path) -> None:
    path = doctrine_folder / name
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(UsageError, match="doctrine_unlocked") as refused:
        load_doctrine(doctrine_folder)
    assert refused.value.place.source.endswith(name)
    lock_unread(doctrine_folder)
    load_doctrine(doctrine_folder)


@pytest.mark.parametrize(
    "break_it",
    [
        lambda folder: (folder / "doctrine.lock").unlink(),
        lambda folder: (folder / "doctrine.lock").write_text("nonsense\n"),
        lambda folder: (folder / DAILY).unlink(),
        lambda folder: (folder / "atoms" / "more.toml").write_text(""),
        lambda folder: (folder / TONE).unlink(),
    ],
)
def test_files_that_come_or_go_are_refused(break_it: Callable[[Path], object], doctrine_folder: Path) -> None:
    break_it(doctrine_folder)
    with pytest.raises(UsageError):
        load_doctrine(doctrine_folder)


def test_the_file_of_a_wrong_wording_is_named(doctrine_folder: Path) -> None:
    """An operator opens the file that the error names."""
    _change(doctrine_folder / DAILY, "넉넉했던 밤이에요.", "7시간을 채운 밤이에요.")
    with pytest.raises(UsageError) as refused:
        lock_unread(doctrine_folder)
    assert refused.value.place.source.endswith(DAILY)


def test_odd_files_among_the_atoms_are_refused(doctrine_folder: Path) -> None:
    """Another script in a name, and a pipe that would be waited for without end."""
    (doctrine_folder / "atoms" / "한글.toml").write_text("")
    with pytest.raises(UsageError, match="doctrine_invalid"):
        lock_unread(doctrine_folder)
    (doctrine_folder / "atoms" / "한글.toml").unlink()
    os.mkfifo(doctrine_folder / "atoms" / "pipe.toml")
    with pytest.raises(UsageError, match="doctrine_invalid"):
        load_doctrine(doctrine_folder)


def test_a_lock_that_cannot_be_written_leaves_all_as_it_was(doctrine_folder: Path) -> None:
    """Files are built beside their place, so a full disk or a closed folder changes nothing."""
    before = {path: path.read_bytes() for path in doctrine_folder.rglob("*") if path.is_file()}
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    _change(doctrine_folder / TONE, "오늘 체크인 잘", "오늘 체크인 참")
    changed = (doctrine_folder / TONE).read_bytes()
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limit[1]))
    try:
        with pytest.raises(OutputError):
            lock_unread(doctrine_folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, ignored)
    after = {path: path.read_bytes() for path in doctrine_folder.rglob("*") if path.is_file()}
    assert after == {**before, doctrine_folder / TONE: changed}


def test_locking_twice_changes_nothing(doctrine_folder: Path) -> None:
    lock_unread(doctrine_folder)
    before = (doctrine_folder / "doctrine.lock").read_bytes()
    report = lock_unread(doctrine_folder)
    assert not report.changed
    assert (doctrine_folder / "doctrine.lock").read_bytes() == before


def test_the_largest_reply_fits() -> None:
    doctrine = load_doctrine()
    assert all(largest_reply(doctrine, surface) <= LARGEST_REPLY for surface in SURFACES)


def test_ids_too_long_for_a_reply_are_refused(doctrine_folder: Path) -> None:
    """Five longest principles and the longest atoms of each slot decide."""
    for name in (CHOI, WEEKLY, WHY, DAILY, ACTIONS, NUTRITION, CARD):
        path = doctrine_folder / name
        text = path.read_text("utf-8")
        for long in ("trend", "recording", "rate", "tone", "goals"):
            text = text.replace(f'"{long}.', f'"{long}.{"x" * 30}')
        path.write_bytes(text.encode())
    with pytest.raises(UsageError, match="doctrine_invalid") as refused:
        lock_unread(doctrine_folder)
    assert "short enough" in refused.value.required


def test_a_render_opens_approved_files_only(doctrine_folder: Path) -> None:
    """
    Quarantined and queued material is there, and is never opened: asked of the interpreter, not of the code.
    """
    (doctrine_folder / "review_queue" / "proposal.toml").write_text("not approved")
    watch = (
        "import sys; tell = sys.stderr.write;"
        "sys.addaudithook(lambda event, found: event == 'open' and tell(f'opened {found[0]}\\n'));"
        "from checkin_cli.__main__ import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", watch, "render", str(FIXTURES / "day"), "--doctrine", str(doctrine_folder)],
        capture_output=True,
        check=True,
        env=plain_environment(),
    )
    opened = [line.removeprefix("opened ") for line in run.stderr.decode().splitlines()]
    inside = {Path(path).relative_to(doctrine_folder).as_posix() for path in opened if str(doctrine_folder) in path}
    assert inside == {*APPROVED, "doctrine.lock"}


def test_the_bundled_doctrine_is_found_beside_the_package() -> None:
    assert (bundled_folder() / "doctrine.lock").is_file()
