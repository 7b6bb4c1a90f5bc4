"""
Proofreading as a whole: what it needs, what it imports, and what it says of the copy we ship.
"""

import subprocess
import sys
import unicodedata

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.errors import UsageError
from checkin_cli.proofreading import RULES, Wording, missing_tools, proofread, proofread_screen, tool_versions
from checkin_cli.proofreading.owned import doctrine_wordings, locked_wordings
from checkin_cli.rendering import words
from tests.conftest import FIXTURES, Run, plain_environment
from tests.proofreading import test_content, test_machine, test_manner, test_screen


def test_importing_loads_no_tool_of_the_extra() -> None:
    """The package costs what its patterns cost, with the extra and without."""
    program = "import sys, checkin_cli.proofreading; print({'hanlint', 'kiwipiepy', 'korean_ai_tell'} & {*sys.modules})"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, env=plain_environment())
    assert run.stdout.strip() == b"set()"


def test_without_the_extra_the_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says which package is missing, and the hint how to get all of them."""
    for module in ("hanlint", "kiwipiepy", "korean_ai_tell"):
        monkeypatch.setitem(sys.modules, module, None)
    assert missing_tools() == ("hanlint", "kiwipiepy", "korean-ai-tell")
    assert tool_versions() == {}
    with pytest.raises(UsageError) as raised:
        proofread([Wording("a", "기록 없음", "nominal")])
    assert str(raised.value) == (
        "error[extra_missing]: found no hanlint, required checkin-cli[authoring]\n"
        "hint: make authoring in a checkout; elsewhere pip install 'PATH[authoring]', PATH being a checkout"
    )


def test_every_rule_has_cases() -> None:
    """A rule without a case could fall silent unseen."""
    in_tables = test_content.BAD.keys() | test_manner.BAD.keys() | test_machine.BAD.keys() | test_screen.BAD.keys()
    assert (
        in_tables
        | {
            "register",
            "particle",
            "bare_particle",
            "spacing",
            "repeated_words",
            "hanlint",
            "ai_tell",
        }
        == RULES.keys()
    )
    for bad, good in ((test_machine.BAD, test_machine.GOOD), (test_screen.BAD, test_screen.GOOD)):
        assert bad.keys() == good.keys()
        assert all(len(cases[rule]) >= 3 for cases in (bad, good) for rule in cases)


@pytest.mark.full
def test_the_extra_is_here_in_the_versions_that_were_judged() -> None:
    """The findings of a tool are those of its version."""
    assert missing_tools() == ()
    versions = tool_versions()
    assert list(versions) == ["hanlint", "kiwipiepy", "korean-ai-tell"]
    assert (versions["hanlint"], versions["korean-ai-tell"]) == ("0.0.17", "0.1.0")
    assert versions["kiwipiepy"].startswith("0.24.")


@pytest.mark.full
def test_the_doctrine_has_no_finding(doctrine: Doctrine) -> None:
    """Every variant, line of courtesy and action bullet."""
    assert proofread(doctrine_wordings(doctrine)) == []


@pytest.mark.full
def test_the_locked_words_have_no_finding() -> None:
    """Every title, label, state, emergency line and hand-over."""
    wordings = locked_wordings()
    assert len(wordings) > len(words.REASONS) + len(words.DELIVERY)
    assert proofread(wordings) == []


@pytest.mark.full
def test_findings_stand_in_the_order_of_the_strings() -> None:
    """Kinds of checks take turns inside a string, not over all of them."""
    wordings = [
        Wording("first", "몇일 동안 봅니다!", "haeyo"),
        Wording("second", "좋아요.", "haeyo"),
        Wording("third", unicodedata.normalize("NFD", "반드시 좋아요."), "haeyo"),
    ]
    found = [(finding.id, finding.rule) for finding in proofread(wordings)]
    assert found[:3] == [("first", "exclamation"), ("first", "register"), ("first", "hanlint")]
    assert {owner for owner, _ in found[3:]} == {"third"}


def test_the_copies_of_a_day_stand_well_together(checkin: Run) -> None:
    """Whole screens, titles and bullets included."""
    run = checkin("render", FIXTURES / "day", "--format", "text")
    copies = run.stdout.decode("utf-8").split("==> ")
    assert len(copies) > 10
    found = [each for copy in copies for each in proofread_screen(copy[:40], copy.splitlines()[1:])]
    assert found == []
