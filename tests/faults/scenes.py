"""
Commands to be disturbed: what lies in their folder, and how each is completed afterwards.
"""

import contextlib
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.batch.corpus import corpus
from tests.batch.desk import KEY, Desk
from tests.batch.served import Served, serving
from tests.conftest import FIXTURES, plain_environment

COUNT = 3
"""Documents of a run that asks; few, because each is asked twice in every case."""

OLD = b"old\n"
BOTH = ("signal=SIGTERM", "signal=SIGINT")


@dataclass(frozen=True)
class Scene:
    """A command in a folder of its own."""

    lay: Callable[[Path, Served | None], None]
    words: tuple[str, ...]
    again: tuple[str, ...] = ()
    """What is added to the command to complete it after it was killed."""

    code: int = 0
    asks: bool = False
    parts: bool = False
    """True for a run of several processes, which come in another order each time."""

    signals: tuple[str, ...] = ("signal=SIGTERM",)
    """What it may be told to end by. Ctrl-C finishes what is in flight, which is another matter."""

    key: bytes = b""
    """What is pressed at each question of a command that asks somebody at a terminal."""

    def command(self, *more: str) -> list[str]:
        """The command line."""
        return [sys.executable, "-m", "checkin_cli", *self.words, *more]


def environment(folder: Path) -> dict[str, str]:
    """Nothing of the machine, and temporary files where they are seen."""
    return plain_environment(PYTHONSAFEPATH="1", PYTHONHASHSEED="0", TMPDIR=str(folder / "tmp"), CHECKIN_API_KEY=KEY)


def snapshot(folder: Path) -> dict[str, bytes]:
    """All files of a folder but temporary ones, by name."""
    files = (path for path in folder.rglob("*") if path.is_file())
    names = {path.relative_to(folder).as_posix(): path for path in files}
    return {name: path.read_bytes() for name, path in names.items() if not name.startswith("tmp/")}


@contextlib.contextmanager
def endpoint(scene: Scene) -> Iterator[Served | None]:
    """The endpoint of a scene that asks one."""
    if not scene.asks:
        yield None
        return
    with serving(corpus(COUNT)) as served:
        yield served


def _days(folder: Path, _served: Served | None) -> None:
    (folder / "in").mkdir()
    for name in ("full-training-day", "short-night", "week-in-range"):
        shutil.copy(FIXTURES / "day" / f"{name}.json", folder / "in")


def _days_over_old(folder: Path, served: Served | None) -> None:
    _days(folder, served)
    (folder / "out").mkdir()
    for name in ("out/short-night.txt", "out/short-night.receipt.json", "summary.json", "counts.prom"):
        (folder / name).write_bytes(OLD)


def _lines_over_old(folder: Path, _served: Served | None) -> None:
    (folder / "days.jsonl").write_bytes(corpus(COUNT).text)
    (folder / "out.jsonl").write_bytes(OLD)


def _batch(folder: Path, served: Served | None) -> None:
    assert served is not None
    (folder / "days.jsonl").write_bytes(corpus(COUNT).text)
    Desk(folder, served.base_url)


def _cases(folder: Path, _served: Served | None) -> None:
    """Two that differ, one of them never accepted, and a golden whose document is gone."""
    cases = folder / "cases"
    cases.mkdir()
    golden = FIXTURES / "golden"
    for name in ("day-held", "day-with-everything"):
        shutil.copy(golden / f"{name}.json", cases)
    for ending in (".golden.txt", ".golden.receipt.json"):
        shutil.copy(golden / f"day-with-everything{ending}", cases / f"gone{ending}")
        shutil.copy(golden / f"day-with-everything{ending}", cases)
    (cases / "day-with-everything.golden.txt").write_bytes(OLD)


_ASKING = ("--mode", "coach", "--selector", "openai", "--config", "selection.toml", "--concurrency", "1")

SCENES = {
    "to standard output": Scene(_days, ("render", "in", "--format", "jsonl")),
    "to a folder": Scene(
        _days_over_old,
        ("render", "in", "-o", "out", "--force", "--summary", "summary.json", "--metrics", "counts.prom"),
    ),
    "to a file": Scene(
        _lines_over_old, ("render", "days.jsonl", "-o", "out.jsonl", "--force", "--private"), signals=BOTH
    ),
    "asking": Scene(
        _batch,
        ("render", "days.jsonl", "-o", "out.jsonl", "--summary", "summary.json", *_ASKING),
        ("--resume",),
        asks=True,
    ),
    "asking in parts": Scene(
        _batch,
        ("render", "days.jsonl", "-o", "out.jsonl", "--summary", "summary.json", "--jobs", "2", *_ASKING[:-1], "2"),
        ("--resume",),
        asks=True,
        parts=True,
    ),
    "check": Scene(_cases, ("golden", "check", "cases", "--junit", "report.xml"), code=1),
    "accept": Scene(_cases, ("golden", "accept", "cases", "--remove-orphans"), signals=BOTH),
    "review": Scene(_cases, ("golden", "review", "cases"), signals=BOTH, key=b"a"),
}
