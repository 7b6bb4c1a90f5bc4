"""
What every test may lean on: the built command in a clean environment, and no network.
"""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from checkin_cli.doctrine import Doctrine, load_doctrine

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"

# The same examples in every run, and no verdict by the clock of a busy machine.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rendering needs no network: a test that reaches for one fails, unless it is marked and stays on loopback."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if request.node.get_closest_marker("loopback") is None or address[0] not in {"127.0.0.1", "::1"}:
            raise AssertionError("a test opened a connection")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def doctrine() -> Doctrine:
    return load_doctrine()


@pytest.fixture
def doctrine_folder(tmp_path: Path) -> Path:
    """A copy of the doctrine that a test may change."""
    folder = tmp_path / "doctrine"
    shutil.copytree(ROOT / "doctrine", folder)
    return folder


@pytest.fixture
def checkin(tmp_path: Path) -> Run:
    """Run `checkin` as a process of its own, in an empty folder, without settings of the machine."""
    folder = tmp_path / "here"
    folder.mkdir()

    def run(
        *arguments: str | Path, given: bytes = b"", cwd: Path = folder, **environment: str
    ) -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-m", "checkin_cli", *map(str, arguments)]
        return subprocess.run(
            command,
            input=given,
            capture_output=True,
            cwd=cwd,
            env=plain_environment(**environment),
            check=False,
            timeout=60,
        )

    return run


def plain_environment(**changes: str) -> dict[str, str]:
    """An environment with PATH and nothing else, but for the given changes."""
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": "/nonexistent", **changes}
