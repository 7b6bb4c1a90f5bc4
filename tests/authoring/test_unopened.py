"""
What nobody approved is never opened by a command that renders: asked of the interpreter, not of the code.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import FIXTURES, plain_environment

WATCH = (
    "import sys; tell = sys.stderr.write;"
    "sys.addaudithook(lambda event, found: event in ('open', 'os.listdir', 'os.scandir')"
    " and tell(f'opened {found[0]}\\n'));"
    "from checkin_cli.__main__ import main; main()"
)


@pytest.mark.parametrize(
    "command",
    [
        ["render", FIXTURES / "day", "--mode", "coach"],
        ["shadow", FIXTURES / "day", "--mode", "coach", "--report", "page.html"],
        ["golden", "check", FIXTURES / "golden"],
        ["verify", FIXTURES / "day", "--receipts", "out"],
        ["enumerate", FIXTURES / "day" / "nothing-recorded.json"],
    ],
    ids=lambda command: str(command[0]),
)
def test_queue_and_quarantine_stay_shut(command: list[str | Path], doctrine_folder: Path, tmp_path: Path) -> None:
    queue = doctrine_folder / "review_queue"
    (queue / "rejected").mkdir()
    (queue / "rejected" / "a.1.toml").write_text("no proposal")
    (queue / "a.toml").write_text("no proposal")
    if command[0] == "verify":
        run(["-m", "checkin_cli", "render", FIXTURES / "day", "-o", "out"], doctrine_folder, tmp_path)
    opened = run(["-c", WATCH, *command], doctrine_folder, tmp_path)
    inside = {Path(line.removeprefix("opened ")) for line in opened.splitlines() if str(doctrine_folder) in line}
    assert doctrine_folder / "doctrine.lock" in inside
    shut = {queue, doctrine_folder / "quarantine"}
    assert [path for path in inside if shut & {path, *path.parents}] == []


def run(arguments: list[str | Path], doctrine: Path, folder: Path) -> str:
    """What a command tells on standard error; it must end well."""
    command = [sys.executable, *map(str, arguments), "--doctrine", str(doctrine)]
    done = subprocess.run(command, capture_output=True, check=False, cwd=folder, env=plain_environment())
    assert done.returncode == 0, done.stderr.decode()
    return done.stderr.decode()
