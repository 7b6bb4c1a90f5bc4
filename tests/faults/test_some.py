"""
Some calls of a run that fail, or are the last one; `tests/full/test_faults.py` does it with all of them.
"""

import shutil
from collections.abc import Callable

import pytest

from tests.faults.calls import KILL, STRACE, Call
from tests.faults.scenes import SCENES
from tests.faults.trials import Case, Trials
from tests.faults.verdict import is_left

pytestmark = pytest.mark.skipif(shutil.which(STRACE) is None, reason="strace is not installed")

FAILING: dict[str, tuple[Callable[[Call], bool], str]] = {
    "no room for a copy": (lambda call: call.name == "write" and call.paths[0].startswith("out/"), "error=ENOSPC"),
    "a file that does not reach the disk": (lambda call: call.name == "fsync" and is_left(call.paths[0]), "error=EIO"),
    "a rename that fails": (lambda call: call.name == "rename", "error=EIO"),
    "a private file that lost its end": (lambda call: call.name == "read" and "tmp/" in call.paths[0], "retval=0"),
    "an input that cannot be read": (lambda call: call.name == "read" and "in/" in call.paths[0], "error=EIO"),
    "an input that cannot be closed": (lambda call: call.name == "close" and "in/" in call.paths[0], "error=EIO"),
    "an output that cannot be looked at": (
        lambda call: call.name == "newfstatat" and call.paths[0] == "out",
        "error=EIO",
    ),
    "a write that is interrupted": (lambda call: call.name == "write" and "out/" in call.paths[0], "error=EINTR"),
    "termination as a file is made": (lambda call: call.makes and "out/" in call.paths[0], "signal=SIGTERM"),
}


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    return Trials(SCENES["to a folder"], tmp_path_factory.mktemp("faults"))


def some(trials: Trials, wanted: Callable[[Call], bool], fault: str) -> Case:
    """The call in the middle of those that are wanted, with its fault."""
    calls = [call for call in trials.calls if wanted(call)]
    return calls[len(calls) // 2], fault


def test_some_calls_that_fail(trials: Trials) -> None:
    """Whatever fails, files are whole, nothing is left over, and the error says where."""
    wrong = trials.faults((some(trials, *each) for each in FAILING.values()), trials.fail)
    assert not wrong, "\n".join(wrong)


def test_a_run_that_is_killed_before_a_rename(trials: Trials) -> None:
    """Old bytes stand, and the same command completes the run."""
    wrong = trials.faults([some(trials, lambda call: call.name == "rename", KILL)], trials.kill)
    assert not wrong, "\n".join(wrong)
