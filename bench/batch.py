"""
What a batch costs: CPU a document beside a plain JSON loop, memory, processes, and an endpoint of 200 ms.

The loop reads each line with `json`, takes three digests and writes the line again: no checks, no decimals, no copy.
All figures are medians of rounds in which every program runs once.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from days import days

ROOT = Path(__file__).parent
CHECKIN = (sys.executable, "-m", "checkin_cli", "render")
DOCUMENTS, MORE, ROUNDS = 20_000, 200_000, 5
LATENCY = 0.2
LOOP = """
import hashlib, json, sys
with open(sys.argv[1], "rb") as given, open(sys.argv[2], "wb") as made:
    for line in given:
        document = json.loads(line)
        bound = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()
        digests = [hashlib.sha256(each).hexdigest() for each in (bound, line, line)]
        made.write(json.dumps([document, digests], ensure_ascii=False).encode() + b"\\n")
"""
CONFIGURATION = """
[selection]
enabled = true
daily = true
timeout_seconds = 5
[provider]
model = "bench"
base_url = "http://127.0.0.1:{port}/v1"
api_key_env = "CHECKIN_API_KEY"
[consent]
coaching_feedback_enabled = true
"""


@dataclass(frozen=True)
class Run:
    """
    One run of a program: seconds of processor and of the wall, and peak memory in MB of its largest process.
    """

    cpu: float
    wall: float
    memory: float


def run(arguments: Sequence[str]) -> Run:
    """
    Run a program to its end. Raises if it fails.
    """
    environment = {**os.environ, "CHECKIN_API_KEY": "bench"}
    started = time.monotonic()
    process = os.posix_spawn(arguments[0], list(arguments), environment)
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)}: {os.waitstatus_to_exitcode(status)}")
    return Run(used.ru_utime + used.ru_stime, time.monotonic() - started, used.ru_maxrss / 1024)


def written(folder: Path, number: int) -> str:
    """
    A file with that many documents.
    """
    path = folder / f"{number}.jsonl"
    if not path.exists():
        with path.open("wb") as file:
            file.writelines(days(number))
    return str(path)


def median(runs: Sequence[Run], name: str) -> float:
    """
    The median of one figure.
    """
    return float(statistics.median(getattr(each, name) for each in runs))


def rendering(folder: Path) -> None:
    """
    Canonical copies and those that a selector without a model chooses.
    """
    given, output = written(folder, DOCUMENTS), str(folder / "out.jsonl")
    programs = {
        "plain JSON loop": (sys.executable, "-c", LOOP, given, output),
        "canonical": (*CHECKIN, given, "-o", output, "--force"),
        "canonical, two processes": (*CHECKIN, given, "-o", output, "--force", "--jobs", "2"),
        "expression, rotate": (*CHECKIN, given, "-o", output, "--force", "--mode", "expression"),
        "coach, rotate": (*CHECKIN, given, "-o", output, "--force", "--mode", "coach"),
    }
    runs: dict[str, list[Run]] = {name: [] for name in programs}
    for _ in range(ROUNDS):
        for name, arguments in programs.items():
            runs[name].append(run(arguments))
    base = median(runs["plain JSON loop"], "cpu")
    print(f"{DOCUMENTS} documents{'':10}CPU us each   x loop   wall s   MB")
    for name, each in runs.items():
        cpu, wall, memory = (median(each, figure) for figure in ("cpu", "wall", "memory"))
        print(f"{name:27}{cpu / DOCUMENTS * 1e6:8.0f}{cpu / base:9.2f}{wall:9.2f}{memory:5.0f}")


def memory(folder: Path) -> None:
    """
    Whether memory grows with the input.
    """
    output = str(folder / "out.jsonl")
    few, many = (run((*CHECKIN, written(folder, n), "-o", output, "--force")).memory for n in (DOCUMENTS, MORE))
    print(f"memory at {MORE} documents: {many:.0f} MB, {many / few:.2f} times that at {DOCUMENTS}")


def asking(folder: Path) -> None:
    """
    How near a run comes to what the endpoint allows, beyond the cost of one document.
    """
    command = (sys.executable, str(ROOT / "endpoint.py"), str(LATENCY))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        port = server.stdout.readline().strip() if server.stdout else ""
        config = folder / "checkin.toml"
        config.write_text(CONFIGURATION.format(port=port), "utf-8")
        print(f"an endpoint of {LATENCY * 1000:.0f} ms{'':6}requests/s   of ideal   CPU ms a request")
        for concurrency in (8, 32, 128):
            number = 25 * concurrency
            one, all_of_them = (
                run(_asking(written(folder, each), folder / f"asked-{each}.jsonl", config, concurrency))
                for each in (1, number)
            )
            wall = all_of_them.wall - one.wall + LATENCY
            cpu = (all_of_them.cpu - one.cpu) / (number - 1)
            rate = number / wall
            print(f"{concurrency:4} in flight{'':15}{rate:8.0f}{rate * LATENCY / concurrency:11.2f}{cpu * 1e3:12.2f}")


def _asking(given: str, output: Path, config: Path, concurrency: int) -> tuple[str, ...]:
    output.unlink(missing_ok=True)
    asked = ("--mode", "expression", "--selector", "openai", "--concurrency", str(concurrency))
    return (*CHECKIN, given, "-o", str(output), "--config", str(config), *asked)


def main() -> None:
    """
    Print everything.
    """
    with tempfile.TemporaryDirectory() as folder:
        rendering(Path(folder))
        memory(Path(folder))
        asking(Path(folder))


if __name__ == "__main__":
    main()
