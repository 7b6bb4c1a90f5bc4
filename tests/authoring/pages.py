"""
Blocks of a page that need the extra, run as their reader would.
"""

import os
import re
import subprocess
from pathlib import Path

from tests.conftest import plain_environment


def run_page(page: Path, desk: Path, **environment: str) -> None:
    """Run the commands of every block marked `console authoring`; what is shown must come out."""
    places = plain_environment(PATH=f"{desk / 'bin'}:{os.environ['PATH']}", **environment)
    blocks = re.findall(r"```console authoring\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    assert blocks
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", "".join(blocks), re.MULTILINE):
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=desk,
            env=places,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        assert run.stdout.decode().strip() == expected.strip(), command
