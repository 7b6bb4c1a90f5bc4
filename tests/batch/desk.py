"""
A folder with inputs and a configuration, and the command that works on it: in this process or in one to be killed.
"""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checkin_cli.cli.job import Job
from checkin_cli.cli.running import run
from checkin_cli.runs.asking import Limits
from checkin_cli.runs.setup import Setup
from tests.batch.served import PATIENCE, Served
from tests.conftest import FIXTURES, plain_environment

KEY = "key-93b1d7e0"

CONFIGURATION = """
[selection]
enabled = true
daily = true
weekly = true
adaptive_operator = true
timeout_seconds = 5

[provider]
model = "stub"
base_url = "{base_url}"
api_key_env = "CHECKIN_API_KEY"

[consent]
registry = "consents.json"
notice_versions = ["privacy-v1"]
coaching_feedback_enabled = true
"""

Line = dict[str, Any]


@dataclass
class Desk:
    """Where a run reads and writes."""

    folder: Path
    base_url: str = "http://127.0.0.1:9/v1"
    mode: str = "coach"
    inputs: str = "days.jsonl"
    output: str = "out.jsonl"
    running: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    prefix: list[str] = field(default_factory=list)
    """What runs the command, if it is not run as it is."""

    def __post_init__(self) -> None:
        (self.folder / "consents.json").write_bytes((FIXTURES / "selection" / "consents.json").read_bytes())
        self.configure()

    def configure(self, *changes: tuple[str, str]) -> None:
        """Write the configuration, with some of its text changed."""
        text = CONFIGURATION.format(base_url=self.base_url)
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (self.folder / "selection.toml").write_text(text)

    @property
    def target(self) -> Path:
        """The output."""
        return self.folder / self.output

    @property
    def journal(self) -> Path:
        """What an unfinished run leaves."""
        return self.folder / f"{self.output}.journal"

    def lines(self) -> list[Line]:
        """The lines of the output."""
        return [json.loads(line) for line in self.target.read_bytes().splitlines()]

    def clear(self) -> None:
        """Remove the output and what belongs to it."""
        for path in (self.target, self.journal):
            if path.is_dir():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)

    def run(self, concurrency: int = 8, per_minute: int | None = None, **options: Any) -> int:
        """Run it in this process; raises what ends a run before it is over."""
        setup = Setup(str(self.folder), self.environment(), "selection.toml", mode=self.mode, selector="openai")
        with contextlib.chdir(self.folder):
            return run(Job([self.inputs], setup, Limits(concurrency, per_minute), self.output, **options))

    def command(self, *options: str | Path) -> list[str]:
        """The command line."""
        chosen = ["--mode", self.mode, "--selector", "openai", "--config", "selection.toml"]
        render = [*self.prefix, sys.executable, "-m", "checkin_cli", "render", self.inputs, *chosen, "-o", self.output]
        return [*render, *map(str, options)]

    def environment(self) -> dict[str, str]:
        """What a process finds in it."""
        return plain_environment(CHECKIN_API_KEY=KEY)

    def start(self, *options: str | Path, **streams: Any) -> "subprocess.Popen[bytes]":
        """Start it as a process with a group of its own."""
        process = subprocess.Popen(
            self.command(*options),
            cwd=self.folder,
            env=self.environment(),
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
            start_new_session=True,
        )
        self.running.append(process)
        return process

    def finished(self, *options: str | Path) -> "subprocess.CompletedProcess[bytes]":
        """Run it as a process to its end."""
        return ended(self.start(*options))

    def close(self) -> None:
        """Leave no process behind."""
        for process in self.running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            ended(process)


def ended(process: "subprocess.Popen[bytes]") -> "subprocess.CompletedProcess[bytes]":
    """Wait for the end of a process and of all that write where it writes."""
    said, told = b"", b""
    if process.stdout is not None and not process.stdout.closed:
        said, told = process.communicate(timeout=PATIENCE)
    return subprocess.CompletedProcess(process.args, process.wait(PATIENCE), said, told)


def workers_of(parent: int) -> Iterator[int]:
    """The processes that render parts."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            status = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if int(status[1]) == parent and b"parts.local" in command:
            yield int(entry.name)


@contextlib.contextmanager
def desk_of(folder: Path, served: Served, **changes: Any) -> Iterator[Desk]:
    """A desk whose configuration leads to the endpoint."""
    desk = Desk(folder, served.base_url, **changes)
    try:
        yield desk
    finally:
        desk.close()
