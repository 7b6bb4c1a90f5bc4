"""
What it takes to report a golden of five megabytes, of every kind that is slow to compare; a small one beside it.
"""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
SIZE = 5 << 20
NAME = "day-with-everything"
COPY = (ROOT / "fixtures" / "golden" / f"{NAME}.golden.txt").read_bytes()
GOLDENS = {
    "small": COPY[:-1],
    "short lines": b"x\n" * (SIZE // 2),
    "one long line": "\uac00".encode() * (SIZE // 3),
    "many copies": COPY * (SIZE // len(COPY)),
    "newlines at the end": COPY + b"\n" * SIZE,
    "blanks at the end": COPY + b" " * SIZE,
    "no text": b"\xff" * SIZE,
    "as many lines as are compared": b"- 1\n" * 65_000,
}


def main() -> None:
    """
    Print seconds and lines for each golden.
    """
    for name, golden in GOLDENS.items():
        with tempfile.TemporaryDirectory() as folder:
            cases = Path(folder, "cases")
            shutil.copytree(ROOT / "fixtures" / "golden", cases)
            (cases / f"{NAME}.golden.txt").write_bytes(golden)
            started = time.perf_counter()
            command = [sys.executable, "-m", "checkin_cli", "golden", "check", str(cases)]
            run = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
            seconds, lines = time.perf_counter() - started, len(run.stdout.splitlines())
        print(f"{name}: {seconds:.2f} s, {lines} lines, exit code {run.returncode}")


if __name__ == "__main__":
    main()
