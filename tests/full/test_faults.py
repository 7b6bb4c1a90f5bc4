"""
Every call of a run that touches its files or its connections, failing or the last one: all promises hold.
"""

import shutil
from collections import Counter

import pytest

from tests.faults.calls import STRACE
from tests.faults.choice import ends_of, errors_of
from tests.faults.scenes import SCENES
from tests.faults.trials import Trials

pytestmark = [pytest.mark.full, pytest.mark.loopback]

LEAST = {
    "to standard output": {"read": 6, "openat": 4, "write": 1},
    "to a folder": {"read": 30, "openat": 20, "write": 9, "fsync": 16, "rename": 8, "mkdir": 6, "chmod": 8},
    "to a file": {"read": 5, "openat": 3, "write": 1, "fsync": 2, "rename": 1, "chmod": 1},
    "asking": {"pwrite64": 12, "fdatasync": 6, "unlink": 1, "ftruncate": 1, "flock": 1, "connect": 6, "recvfrom": 6},
    "asking in parts": {"pwrite64": 2, "fdatasync": 2, "flock": 3, "unlink": 3, "rename": 4, "fsync": 4},
    "check": {"read": 11, "openat": 9, "write": 1, "fsync": 2, "rename": 1},
    "accept": {"read": 20, "openat": 16, "write": 3, "fsync": 8, "rename": 3, "unlink": 2},
    "review": {"read": 10, "openat": 8, "write": 3, "fsync": 6, "rename": 3},
}
"""How many calls there are at least: a count that finds none would prove nothing."""


@pytest.fixture(scope="module", params=list(SCENES))
def trials(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """A scene, counted."""
    assert shutil.which(STRACE), "the tests of faults need strace: apt-get install strace"
    made = Trials(SCENES[request.param], tmp_path_factory.mktemp("faults"))
    counts = Counter(call.name for call in made.calls)
    assert {name: counts[name] for name, least in LEAST[request.param].items() if counts[name] < least} == {}
    return made


def test_a_call_that_fails_is_answered_as_promised(trials: Trials) -> None:
    """The exit code and the error of the place, old or new bytes, nothing left over, nothing asked twice or told."""
    wrong = trials.faults(errors_of(trials.calls), trials.fail)
    assert not wrong, "\n".join(wrong)


def test_a_run_that_is_killed_at_a_call_is_completed(trials: Trials) -> None:
    """The next command leaves the bytes of an undisturbed run, but for what was in flight, which nobody is asked."""
    wrong = trials.faults(ends_of(trials.calls), trials.kill)
    assert not wrong, "\n".join(wrong)


def test_a_run_that_is_told_to_end_at_a_call_leaves_nothing_half(trials: Trials) -> None:
    """No file under construction stays, and the next command completes the run."""
    cases = [case for signal in trials.scene.signals for case in ends_of(trials.calls, signal)]
    wrong = trials.faults((case for case in cases if not (trials.scene.asks and case[0].thread)), trials.fail)
    assert not wrong, "\n".join(wrong)
