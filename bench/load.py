"""
What loading the doctrine costs, in CPU, beside `python -c pass` in the same run: medians of interleaved pairs.
"""

import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROUNDS = 15
ROOT = Path(__file__).parent.parent
_BUILD = (
    "from checkin_cli.bundled import bundled_folder; from checkin_cli.doctrine.load import read_approved;"
    "from checkin_cli.doctrine.build import *;"
    "build_doctrine(bundled_folder(), read_approved(bundled_folder()), '')"
)
PROGRAMS = {
    "pass": "pass",
    "imports": "import checkin_cli.doctrine",
    "imports and load": "import checkin_cli.doctrine as d; d.load_doctrine()",
    "imports of the TOML reader": "import checkin_cli.doctrine.build",
    "imports and TOML files": _BUILD,
}


def main() -> None:
    """
    Print the two ratios that the project promises to keep small.
    """
    spent: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        for name, program in PROGRAMS.items():
            spent[name].append(_cpu(program))
    median = {name: statistics.median(times) for name, times in spent.items()}
    for whole, part in (("imports and load", "imports"), ("imports and TOML files", "imports of the TOML reader")):
        ratio = (median[whole] - median[part]) / median["pass"]
        print(f"{whole}, less {part}: {ratio:.2f} times python -c pass ({median['pass'] * 1000:.1f} ms)")


def _cpu(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
