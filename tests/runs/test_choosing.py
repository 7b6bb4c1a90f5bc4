"""
What the configuration allows is asked at each gate, and what changes in mid-run counts at once.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from checkin_cli.runs.choosing import selection_of
from checkin_cli.runs.selection import Conditions
from checkin_cli.runs.setup import Setup
from checkin_cli.selection.reasons import Reason
from tests.cli.test_selection import configured

Ask = Callable[[], Conditions]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return configured(tmp_path, "http://127.0.0.1:9/v1")


def conditions(path: Path) -> Ask:
    """What a run with this configuration asks, asked once already."""
    setup = Setup(str(path.parent), dict(os.environ), str(path), mode="expression", selector="openai")
    chosen = selection_of(setup, setup.configuration())
    assert chosen is not None
    assert chosen.conditions().off == {}
    return chosen.conditions


def edit(config: Path, old: str, new: str) -> None:
    """Change some of its text."""
    text = config.read_text()
    assert old in text
    config.write_text(text.replace(old, new))


def test_a_surface_that_is_switched_off_is_off(config: Path) -> None:
    ask = conditions(config)
    edit(config, "daily = true", "daily = false")
    assert ask().off == {"daily": Reason.SWITCHED_OFF}
    edit(config, "daily = false", "daily = true")
    assert ask().off == {}


def test_other_words_of_equal_length_count(config: Path) -> None:
    """Neither the length nor the time of a change has to tell it apart."""
    ask = conditions(config)
    for _ in range(20):
        edit(config, "privacy-v1", "privacy-v2")
        assert ask().consents.notices == ("privacy-v2",)
        edit(config, "privacy-v2", "privacy-v1")
        assert ask().consents.notices == ("privacy-v1",)


def test_a_file_that_is_gone_or_does_not_fit_switches_all_off(config: Path) -> None:
    ask = conditions(config)
    text = config.read_text()
    for spoil in (config.unlink, lambda: config.write_text("x"), lambda: config.write_text(text + "[other]\n")):
        spoil()
        assert set(ask().off.values()) == {Reason.WRONG_CONFIGURATION}
        config.write_text(text)
        assert ask().off == {}


def test_a_pipe_is_read_once(config: Path) -> None:
    """What it said stands, and nobody waits for more."""
    ask = conditions(config)
    config.unlink()
    os.mkfifo(config)
    assert ask().off == {}


def test_an_unchanged_file_gives_the_conditions_that_were_made_of_it(config: Path) -> None:
    ask = conditions(config)
    assert ask() is ask()
